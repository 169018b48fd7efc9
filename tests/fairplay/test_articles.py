"""The public pages on the method: the worked example is true, the figures are those stored."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from blackjack.engine import shoe
from blackjack.engine.cards import DECK
from blackjack.engine.rules import Variant
from fairplay import article, codec, offline, shuffle_reports
from fairplay.models import ShuffleReport
from fairplay.statistics import SHARE, Figure, Question, Report, bounds
from tests.pages import read
from tests.tables import everything

pytestmark = pytest.mark.django_db

PAGES = ("how", "shuffle", "sums")


def report(chance: float = 0.5, statistic: float = 2600.0) -> Report:
    figures = [
        Figure(Question.POSITIONS, statistic, 2601, chance),
        Figure(Question.NEIGHBOURS, 2549.0, 2549, 0.5),
        Figure(Question.FIRST_CARDS, -0.5, 0, 0.617),
    ]
    return Report(123_456, tuple(figures))


def links(answer, part: str = "main") -> list[str | None]:
    return [one.get("href") for one in read(answer).one(part).all("a")]


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("language", ["ru", "en"])
def test_visitor_reads_them_in_both_languages(client, name, language):
    client.cookies["django_language"] = language
    before = everything()
    answer = client.get(reverse(f"fairplay:{name}"))
    assert answer.status_code == 200
    assert read(answer).one("html")["lang"] == language
    assert len(read(answer).one("main").all("h1")) == 1
    assert everything() == before


@pytest.mark.parametrize("name", PAGES)
def test_they_are_only_read(client, name):
    assert client.post(reverse(f"fairplay:{name}")).status_code == 405


def test_method_is_linked_where_it_is_asked_for(seat, tab):
    how = reverse("fairplay:how")
    seat.play("7D AS KH 0C")
    assert how in links(tab.get(reverse("lobby")), "footer")
    for address in (
        reverse("fairplay:list"),
        reverse("fairplay:sums"),
        reverse("fairplay:shuffle"),
        reverse("fairplay:game", args=[seat.round.pk]),
        reverse("blackjack:rules", args=[Variant.CLASSIC]),
    ):
        assert how in links(tab.get(address)), address
    panel = read(tab.get(seat.url())).one(id="fairplay")
    assert how in [one.get("href") for one in panel.all("a")]
    article_links = links(tab.get(how))
    assert {reverse("fairplay:list"), reverse("fairplay:sums"), reverse("fairplay:shuffle")} <= set(
        article_links
    )


def test_worked_example_is_what_the_engine_does(client):
    signed = list(DECK[:10])
    number = {card: place for place, card in enumerate(signed, start=1)}
    cut = shoe.cut(signed, 4)
    moved = shoe.move_to_front(cut, [3, 1])
    rows = (
        read(client.get(reverse("fairplay:how")))
        .one("figure", class_="panel worked")
        .all("ol", class_="tiles")
    )
    shown = [[int(tile.text) for tile in row.all("li")] for row in rows]
    assert shown == [[number[card] for card in order] for order in (signed, cut, moved)]


def test_signed_line_is_that_of_the_example_file():
    line, example = article.signed_line(), offline.example()
    secret = codec.parse(example.text)
    assert example.text.startswith(
        f"{line.login}-DATE{line.date}TIME{line.time}-SRVKEY-{line.key}-START-"
    )
    assert tuple(line.cards) == secret.cards[: len(line.cards)]
    assert line.count == len(secret.cards)
    assert codec.Signatures(line.md5, line.sha256) == codec.sign(example.text)


# --- The shuffle in figures --------------------------------------------------------------------


def test_without_a_report_the_page_says_so(client):
    page = read(client.get(reverse("fairplay:shuffle")))
    assert page.one(id="no-report")
    assert page.all(id="verdict") == []


def test_last_report_is_shown_as_it_was_stored(client):
    now = timezone.now()
    shuffle_reports.publish(report(chance=1e-9, statistic=4000), now=now - timedelta(days=1))
    shuffle_reports.publish(report(), now=now)
    answer = client.get(reverse("fairplay:shuffle"))
    view = answer.context["shuffle"]
    assert (view.last.made_at, view.last.passed) == (now, True)
    assert (view.count, view.within, len(view.earlier)) == (2, 1, 1)
    assert [figure.passed for figure in view.last.figures] == [True] * 3
    page = read(answer)
    assert page.one(id="verdict")["data-verdict"] == "match"
    assert len(page.all("section", class_="panel measure")) == 3


def test_failed_report_is_shown_as_failed(client):
    shuffle_reports.publish(report(chance=1e-9, statistic=4000), now=timezone.now())
    answer = client.get(reverse("fairplay:shuffle"))
    assert [one.passed for one in answer.context["shuffle"].last.figures] == [False, True, True]
    assert read(answer).one(id="verdict")["data-verdict"] == "mismatch"


def test_figure_lies_within_its_range_when_it_passes():
    """The range on the page and the judgement are one thing."""
    for figure in report().figures:
        low, high = bounds(figure.freedom)
        assert low <= figure.statistic <= high
        assert figure.passed
    assert not Figure(Question.POSITIONS, 0.0, 2601, SHARE * 0.99).passed


@pytest.mark.parametrize(
    ("language", "decks", "measured"), [("en", "123,456", "−0.50"), ("ru", "123 456", "−0,50")]
)
def test_numbers_are_written_as_the_reader_writes_them(client, language, decks, measured):
    client.cookies["django_language"] = language
    shuffle_reports.publish(report(), now=timezone.now())
    last = client.get(reverse("fairplay:shuffle")).context["shuffle"].last
    assert re.sub(r"\s", " ", last.decks) == decks
    assert last.figures[2].measured == measured


def test_page_counts_the_last_thirty(client):
    now = timezone.now()
    for days in range(35):
        shuffle_reports.publish(report(), now=now - timedelta(days=days))
    assert ShuffleReport.objects.count() == 35
    assert client.get(reverse("fairplay:shuffle")).context["shuffle"].count == 30
