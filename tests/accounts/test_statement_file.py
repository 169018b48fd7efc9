"""The cash history as a file: whole, streamed, and without formulas."""

import csv
import io
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from asgiref.sync import async_to_sync
from django.utils import timezone

from accounts.statement import sections
from casino.csv_files import MARK
from tests.accounts.statement_pages import FILE, get

pytestmark = pytest.mark.django_db

MOSCOW = ZoneInfo("Europe/Moscow")


def text_of(response) -> str:
    async def whole() -> bytes:
        return b"".join([piece async for piece in response.streaming_content])

    assert response.status_code == 200
    return async_to_sync(whole)().decode()


def table(response, delimiter: str = ",") -> list[list[str]]:
    text = text_of(response)
    assert text.startswith(MARK)
    return list(csv.reader(io.StringIO(text[1:], newline=""), delimiter=delimiter))


def test_file_holds_the_period_from_opening_to_closing(player, at, monkeypatch):
    monkeypatch.setattr(sections, "FILE_CHUNK", 3)
    at(datetime(2026, 4, 30), 1_000_00)
    at(datetime(2026, 5, 1, 1, 2, 3), *[-50] * 7, game="solo")
    at(datetime(2026, 6, 1), 5)
    response = get(player, "month=2026-05", FILE)
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert "cash-RUR-2026-05-01_2026-05-31.csv" in response["Content-Disposition"]
    assert response.streaming
    head, opening, *lines, closing = table(response)
    assert "Europe/Moscow" in head[1]
    assert (opening[2], opening[6]) == ("Opening balance", "1000.00")
    assert (closing[2], closing[6]) == ("Closing balance", "996.50")
    assert [line[0] for line in lines] == [str(number) for number in range(2, 9)]
    assert lines[0][1:4] == ["2026-05-01 01:02:03", "Bet", "solo"]
    assert {line[5] for line in lines} == {"-0.50"}
    assert lines[-1][6] == "996.50"


def test_russian_file_has_commas_in_numbers_and_semicolons_between(player, at, settings):
    settings.LANGUAGE_CODE = "ru"
    at(datetime(2026, 5, 1), 1_234_567_89)
    _head, _opening, line, _closing = table(get(player, "period=all", FILE), ";")
    assert (line[5], line[6]) == ("1234567,89", "1234567,89")


def test_file_of_one_kind_has_its_lines_alone(player, at):
    at(datetime(2026, 5, 1), 500, -3, 4, -5)
    response = get(player, "period=all&kind=bet", FILE)
    assert "cash-RUR-bet-all.csv" in response["Content-Disposition"]
    _head, *lines = table(response)
    assert [(line[0], line[5]) for line in lines] == [("2", "-0.03"), ("4", "-0.05")]


def test_file_without_lines_has_its_edges(player):
    _head, opening, closing = table(get(player, "period=all", FILE))
    assert (opening[6], closing[6]) == ("0.00", "0.00")


@pytest.mark.parametrize(
    "note", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", '=HYPERLINK("http://x","y")']
)
def test_no_text_becomes_a_formula(player, at, note):
    at(datetime(2026, 5, 1), 5, note=note)
    _head, _opening, line, _closing = table(get(player, "period=all", FILE))
    assert line[4] == f"'{note}"


def test_texts_keep_their_signs_and_numbers_stay_numbers(player, at):
    at(datetime(2026, 5, 1), 500, note='a "quoted", one; <b>')
    at(datetime(2026, 5, 1), -5)
    _head, _opening, line, bet, _closing = table(get(player, "period=all", FILE))
    assert line[4] == 'a "quoted", one; <b>'
    assert bet[5] == "-0.05"


def test_lines_booked_after_the_click_are_not_in_the_file(player, at):
    at(datetime(2026, 5, 1), 500)
    response = get(player, "period=all", FILE)
    at(datetime(2026, 5, 2), 7)
    _head, _opening, _line, closing = table(response)
    assert closing[6] == "5.00"


def test_times_of_the_file_are_the_houses(player, at):
    at(timezone.now().replace(month=1, day=1, hour=23, tzinfo=UTC), 5)
    _head, _opening, line, _closing = table(get(player, "period=all", FILE))
    assert line[1].split()[0].endswith("-01-02")
