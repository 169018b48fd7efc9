"""Admin pages for rows that nobody edits: money, tables, rounds."""

from typing import Any

from django.http import HttpRequest

from accounts.back_office.listing import UncountedAdmin


class ReadOnlyAdmin(UncountedAdmin):
    """Rows to look at: the admin neither adds nor changes nor removes one."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody."""
        return False
