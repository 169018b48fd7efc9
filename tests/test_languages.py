"""Every page in Russian and in English: nothing untranslated, and no number in another writing.

The pages are those of the table of access (``access_matrix.txt``), looked at by everybody who may
open them, forms that were sent empty included.
"""

import re
from collections.abc import Collection, Iterator
from datetime import datetime
from typing import Any, Final

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.utils import translation
from django.utils.formats import date_format

from accounts.models import User
from blackjack.engine.rules import Variant
from blackjack.models import Round
from tests.pages import Element, read
from tests.tables import Seat
from tests.test_access_matrix import PEOPLE, filled, house, rows, sit_down

__all__ = ["house"]

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

OWNER: Final = "owner"
"""The player whose rows the addresses name; all others are columns of the table."""
READERS: Final = (
    ("visitor", "ru"),
    ("visitor", "en"),
    ("guest", "ru"),
    (OWNER, "ru"),
    (OWNER, "en"),
    ("superuser", "ru"),
)
SPOKEN: Final = ("title", "alt", "aria-label", "placeholder", "data-label")
"""Attributes that are read out or shown."""
COUNTED: Final = ("id", "name", "value", "href", "action", "for", "form", "min", "max", "step")
"""Attributes that a program reads, as it does all of ``data-``."""
SILENT: Final = frozenset({"script", "style", "code", "samp", "pre", "textarea"})
PARTED: Final = re.compile(r"\d[\u00a0\u202f\u2009 ,]\d")
FIRST_NUMBER: Final = 1_234_567
"""Where the numbers of rows begin: long enough to be parted by a language's marks."""

NOT_WORDS: Final = re.compile(
    r"[\w.]+@[\w.]+|https?://\S+|\{\w+\}|[0-9a-f]{32,}|Europe/\w+|\b[\w.]+\.(?:txt|html|py|json)\b"
    r"|guest_\w+|[a-z]+\.\w+/\S+|/[a-z]+/\S+|\b[0-9.]{7,}|\b(?:10|[2-9JQKA0])[SCDH]?\b"
    r"|\b[A-Z]\b|\b[a-z_]+(?:\.[a-z_]+)+\b"
)
"""Addresses, places for numbers, sums, files, logins of guests, codes of cards, keys, tasks."""
NAMES: Final = frozenset(
    # The house, its signatures, money and tiers; roles and logins of these tests.
    """Blackjack FairPlay MD5 SHA-256 FUN RUR LITE RESPECT VIP DEMO RU EN English
    support cashier manager superuser Somebody somebody clerk owner Other
    ENHC H17 S17 D11 D9 DO9 NDAS DAS RSA ES10 LS10 1D2P 2D2P 2P1D 2P2D
    CSV JSON QR Windows CertUtil Linux macOS PowerShell Python Enter Ctrl Esc
    """.split()  # noqa: SIM905
)
STAFF_NAMES: Final = NAMES | frozenset(
    # What the administration shows as it is stored: games, ways, outcomes and marks of the audit;
    # the two packages whose lists it includes, and Django's words for its pictures and passwords.
    """double deck six classic bingo manual player role superuser refused form method GET state
    asked amount signed_in None PermissionDenied True False Search IP x test app
    Axes Otp_Totp TOTP device devices Single Sing-On Sing On LDAP
    """.split()  # noqa: SIM905
)
PACKAGES: Final = ("/admin/axes/", "/admin/otp_totp/")
"""Pages that consist of a package's own words."""
CYRILLIC_NAMES: Final = frozenset({"Русский"})


def addresses(reader: str, house: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Method and address of every page that the table promises to this reader."""
    column = PEOPLE.index("player" if reader == OWNER else reader)
    for method, address, statuses in rows():
        promised = statuses[column] in {200, 403, 422} or (reader == OWNER and statuses[2] == 404)
        if (
            address.startswith(PACKAGES)
            or not promised
            or (method == "POST" and statuses[column] == 403)
        ):
            continue
        for variant in Variant if "<variant:variant>" in address and method == "GET" else [None]:
            one = address if variant is None else address.replace("<variant:variant>", variant)
            for mode in ("demo", "real") if "<mode:mode>" in one and method == "GET" else [None]:
                yield (
                    method,
                    filled(one if mode is None else one.replace("<mode:mode>", mode), house),
                )


def over(player: User) -> list[tuple[str, str]]:
    """Pages of a round that is over and revealed, with insurance, a split and a bust."""
    seat = Seat(player).at(Variant.DOUBLE_DECK)
    seat.plant("AD 8S 8H 9C 0H 0C 2D 4H 4S 0D 0S")
    seat.deal(10, 25)
    seat.act("insure split stand stand stand")
    number = Round.objects.order_by("-pk").values_list("pk", flat=True)[0]
    return [("GET", one) for one in (seat.url(), f"/games/{number}/", f"/fairplay/{number}/")]


def pages(reader: str, house: dict[str, Any], language: str) -> Iterator[tuple[str, Element]]:
    """Every page that this reader gets in this language, with its address."""
    client = sit_down("visitor" if reader == OWNER else reader)
    if reader == OWNER:
        client.force_login(house["player"])
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    cookies = client.cookies.output(header="", sep=";")
    todo = list(addresses(reader, house))
    if reader == OWNER:
        todo += over(house["player"])
    for method, address in todo:
        tab = Client()
        tab.cookies.load(cookies)
        response = tab.generic(method, address)
        kind = response.headers.get("Content-Type", "")
        if not response.streaming and kind.startswith("text/html") and response.content:
            yield f"{method} {address}", read(response)


def said(page: Element) -> Iterator[str]:
    """Everything that a page shows or lets be read out, piece by piece."""
    for one in page:
        if one.tag not in SILENT:
            yield from (piece for piece in one.inside if isinstance(piece, str) and piece.strip())
        yield from (one[name] for name in SPOKEN if one.get(name))


def untranslated(text: str, language: str, names: Collection[str] = NAMES) -> list[str]:
    """The words of a text that are not of its language, and no names."""
    if language == "en":
        return [word for word in re.findall(r"[А-Яа-яЁё]+", text) if word not in CYRILLIC_NAMES]
    words = re.findall(r"\w*[A-Za-z]\w*(?:-\d+)?", NOT_WORDS.sub(" ", text), re.ASCII)
    return [word for word in words if word not in names]


@pytest.fixture
def long_numbers(db) -> None:
    """Let the rows' numbers begin where a language would part them by marks."""
    tables = ("accounts_user", "blackjack_table", "blackjack_shoe", "blackjack_round")
    with connection.cursor() as cursor:
        for table in (*tables, "accounts_cashierrequest", "accounts_wallet"):
            if connection.vendor == "sqlite":
                cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
                cursor.execute("INSERT INTO sqlite_sequence VALUES (%s, %s)", [table, FIRST_NUMBER])
            else:
                cursor.execute(
                    "SELECT setval(pg_get_serial_sequence(%s, 'id'), %s)", [table, FIRST_NUMBER]
                )


def parted(page: Element) -> Iterator[str]:
    """Attributes whose numbers are written as for people, though a program reads them."""
    for one in page:
        for name, value in one.attributes.items():
            read_by_program = name in COUNTED or (name.startswith("data-") and name not in SPOKEN)
            if read_by_program and one.tag not in {"meta", "option"} and PARTED.search(value):
                yield f"{one.tag} {name}={value[:60]}"


@pytest.mark.parametrize(("reader", "language"), READERS)
def test_texts_are_translated_and_numbers_for_programs_are_not(
    reader, language, long_numbers, house
):
    assert house["player"].pk > FIRST_NUMBER
    foreign, written = {}, {}
    for address, page in pages(reader, house, language):
        assert all(one["lang"] == language for one in page.all("html"))
        written |= dict.fromkeys(parted(page), address)
        staff = "/admin/" in address
        for text in said(page):
            if words := untranslated(text, language, STAFF_NAMES if staff else NAMES):
                foreign[" ".join(text.split())] = f"{address}: {words}"
    faults = [f"{text!r} at {where}" for text, where in (foreign | written).items()]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(
    ("text", "language", "words"),
    [
        ("Ставка: 10 FUN, MD5 и SHA-256", "ru", []),
        ("Bet on a box", "ru", ["Bet", "on", "a", "box"]),
        ("Box 1 — 11", "ru", ["Box"]),
        ("Ставка", "en", ["Ставка"]),
        ("Русский", "en", []),
    ],
)
def test_the_search_tells_words_from_names(text, language, words):
    assert untranslated(text, language) == words


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_no_time_of_day_brings_a_full_stop_of_its_own(language):
    hours = [datetime(2026, 3, 11, hour, 5 * (hour % 2)) for hour in range(24)]
    with translation.override(language):
        told = [date_format(hour, "DATETIME_FORMAT") for hour in hours]
    assert [text for text in told if text.endswith(".")] == []
