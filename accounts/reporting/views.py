"""The reports' pages in the administration; its site lets nobody but staff come here."""

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.reporting.forms import ReportForm
from accounts.reporting.presenters import csv_text, owed_view, report_view
from casino.forms import Refused


@require_safe
def report(request: HttpRequest) -> HttpResponse:
    """Show what was staked, given back and won in a period, and what the house owes now."""
    form = _form(request)
    context = {**admin.site.each_context(request), "title": _("Reports"), "form": form}
    try:
        form.require()
    except Refused:
        return render(request, "admin/accounts/reports.html", context, status=422)
    context |= {
        "report": report_view(form.cleaned_data),
        "owed": owed_view(),
        "query": urlencode(form.data),
    }
    return render(request, "admin/accounts/reports.html", context)


@require_safe
def report_file(request: HttpRequest) -> HttpResponse:
    """The same as a file for spreadsheets."""
    form = _form(request)
    try:
        form.require()
    except Refused as refused:
        return HttpResponse(str(refused), content_type="text/plain; charset=utf-8", status=422)
    values = form.cleaned_data
    body = "\ufeff" + csv_text(values)
    response = HttpResponse(body, content_type="text/csv; charset=utf-8")
    name = f"report-{values['currency']}-{values['first']}_{values['last']}.csv"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _form(request: HttpRequest) -> ReportForm:
    if not request.user.has_perm("accounts.view_reports"):
        raise PermissionDenied
    return ReportForm(request.GET or ReportForm.usual())
