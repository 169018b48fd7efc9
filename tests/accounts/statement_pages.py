"""What the tests of the cash history share: fetching its page and reading its figures."""

from django.test import Client

from accounts.models import User
from tests.pages import Element

PAGE, FILE = "/account/cash/", "/account/cash/file/"


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def get(player: User, query: str = "", url: str = PAGE):
    return browser(player).get(f"{url}?{query}")


def sums(page: Element) -> tuple[int, int, int]:
    found = page.one("dl", id="sums")
    texts = (
        next(one[f"data-{name}"] for one in found.all("dd") if one.get(f"data-{name}"))
        for name in ("opening", "change", "closing")
    )
    opening, change, closing = map(int, texts)
    return opening, change, closing


def numbers(page: Element) -> list[int]:
    return [int(row["data-number"]) for row in page.all("tr") if row.get("data-number")]
