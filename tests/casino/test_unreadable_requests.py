"""What can't be read is refused by a page of ours: nothing a visitor sends is answered by 500."""

import logging

import pytest
from django.test import Client
from django.urls import reverse

pytestmark = pytest.mark.django_db

ADDRESSES = [
    "/",
    "/account/login/",
    "/account/guest/",
    "/account/logout/",
    "/i18n/setlang/",
    "/admin/login/",
    "/play/double-deck/demo/deal/",
    "/play/double-deck/demo/act/",
    "/fairplay/1/",
    "/nowhere/",
]
KINDS = [
    "application/x-www-form-urlencoded; charset=koi8-r",
    "application/x-www-form-urlencoded; charset=utf-16",
    "multipart/form-data",
    "multipart/form-data; charset=koi8-r; boundary=x",
]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("address", ADDRESSES)
def test_a_form_that_cannot_be_read_is_refused(address: str, kind: str, caplog) -> None:
    with caplog.at_level(logging.ERROR):
        answer = Client().post(address, b"a=1", content_type=kind)
    assert 400 <= answer.status_code < 500
    assert "default-src 'self'" in answer["Content-Security-Policy"]
    assert caplog.records == []


@pytest.mark.parametrize(
    "body", [b"login=%ff%fe", b"login=\xff\xfe", b"%00=%00", b"=&=&&&", b"a" * 70_000]
)
def test_a_form_of_strange_bytes_is_refused(body: bytes) -> None:
    kind = "application/x-www-form-urlencoded"
    answer = Client().post("/account/login/", body, content_type=kind)
    assert 400 <= answer.status_code < 500


def test_a_form_without_its_token_gets_our_page(client: Client) -> None:
    strict = Client(enforce_csrf_checks=True)
    answer = strict.post(reverse("accounts:login"), {"login": "anna", "password": "x"})
    assert answer.status_code == 403
    assert "403.html" in [template.name for template in answer.templates]


@pytest.mark.parametrize("length", [254, 255, 320])
def test_an_email_longer_than_its_column_is_refused(client: Client, length: int) -> None:
    domain = "@" + ".".join(["d" * 60] * 3) + ".de"
    email = "a" * (length - len(domain)) + domain
    form = {
        "login": "anna",
        "password": "correct horse battery",
        "password_again": "correct horse battery",
        "adult": "on",
        "email": email,
    }
    assert client.post(reverse("accounts:register"), form).status_code in {303, 422}
    if length > 254:
        assert client.post(reverse("accounts:register"), form).status_code == 422
