"""The rules pages: every number from the game's own data, and rounds as the engine plays them."""

from dataclasses import replace
from itertools import pairwise

import pytest
from django.urls import reverse
from django.utils.translation import override

from accounts import limits
from accounts.limits import Limit
from accounts.models import BetLimit, Tier
from blackjack.engine import bingo, rules
from blackjack.engine import round as rounds
from blackjack.engine.cards import DECK, is_whole_decks
from blackjack.engine.rules import DoubleOn, KeptShoe, Surrender, Variant
from blackjack.engine.state import Action, LineKind
from blackjack.presenters import rules_bingo, rules_example
from blackjack.presenters.rules import rules_view
from blackjack.presenters.rules_view import RulesView, Section
from tests.pages import Element, read
from tests.tables import PLAYED
from tests.test_languages import said, untranslated

pytestmark = pytest.mark.django_db

LIMITS = {
    (variant.value, "LITE", currency): Limit(3, 77)
    for variant in Variant
    for currency in ("FUN", "RUR")
}


def shown(variant: Variant, **changes: object) -> RulesView:
    """The page of a game whose rules are changed in these."""
    games = dict(rules.RULES[rules.NEWEST])
    games[variant] = replace(games[variant], **changes)  # type: ignore[arg-type]
    with override("en"):
        return rules_view(games, variant, LIMITS, "LITE")


def section(view: RulesView, anchor: str) -> Section:
    (found,) = [one for one in view.sections if one.anchor == anchor]
    return found


def words(one: Section) -> str:
    """All that a section says beside its example."""
    said = [*one.text, *one.points]
    said += [sentence for term in one.terms for sentence in (term.name, *term.sentences)]
    for table in one.tables:
        said += [*table.head, table.note]
        said += [cell for row in table.rows for cell in (row.head, row.note, *row.cells)]
    return " | ".join(said)


def page(client, variant: Variant, language: str = "en") -> Element:
    client.cookies["django_language"] = language
    return read(client.get(reverse("blackjack:rules", args=[variant])))


# What is changed in a game's rules, where it is told, what is said then and no more.
CHANGES = [
    ("double-deck", {"boxes": 2}, "bets", "up to 2 at once", "up to 3 at once"),
    ("double-deck", {"decks": 4}, "shoe", "4 decks, 208 cards", "2 decks, 104 cards"),
    ("double-deck", {"decks": 4}, "questions", "from 1 to 208", "from 1 to 104"),
    ("double-deck", {"expert_mode": False}, "deal", "Card of the shoe", "2P2D"),
    ("double-deck", {"hits_soft_17": False}, "dealer", "stands on every 17", "every soft 17"),
    ("double-deck", {"double_on": DoubleOn.total(9, 10)}, "turn", "total 9 or 10", "total 11"),
    ("double-deck", {"double_after_split": True}, "turn", "Also after a split", "Not after a"),
    ("bingo", {"max_hands": 3}, "turn", "at most 3 hands", "at most 4 hands"),
    ("bingo", {"resplit_aces": False}, "questions", "that is all", "Only an ace drawn"),
    ("bingo", {"double_on": DoubleOn.any_two()}, "turn", "any first two cards.", "no ace"),
    ("classic", {"kept_shoe": KeptShoe(250, 201)}, "shoe", "Once 250 cards", "208 cards"),
    ("classic", {"kept_shoe": KeptShoe(250, 201)}, "shoe", "From 201 cards", "156 cards"),
    ("classic", {"kept_shoe": KeptShoe(250, 201)}, "compare", "until 250 cards", "208"),
    ("classic", {"kept_shoe": None}, "unfinished", "for 10 days", "A shoe ends"),
    ("six-deck", {"surrender": Surrender.NONE}, "payouts", "Insurance", "Surrendered"),
    ("six-deck", {"surrender": Surrender.NONE}, "turn", "Split", "Half the bet"),
]


@pytest.mark.parametrize(("variant", "changes", "anchor", "now", "before"), CHANGES)
def test_every_number_comes_from_the_rules(variant, changes, anchor, now, before):
    old, new = (words(section(shown(Variant(variant), **one), anchor)) for one in ({}, changes))
    assert (before in old, now in old) == (True, now in {"Insurance", "Split"}), old
    assert (before in new, now in new) == (False, True), new


def test_limits_are_those_that_staff_have_set(client):
    BetLimit.objects.filter(variant="six-deck", tier="VIP", currency="RUR").update(
        minimum=7, maximum=333
    )
    BetLimit.objects.filter(variant="six-deck", tier="RESPECT", currency="RUR").delete()
    body = page(client, Variant.SIX_DECK).one("section", id="bets").one("tbody")
    cells = [[one.text for one in row.all() if one.tag in {"th", "td"}] for row in body.all("tr")]
    assert cells == [
        ["LITE", "1–50", "1–50"],
        ["RESPECT", "5–120", "–"],
        ["VIP", "10–200", "7–333"],
    ]


def test_the_readers_own_tier_is_marked(seat, tab, promote):
    promote(seat.player, Tier.VIP)
    tab.cookies["django_language"] = "en"
    bets = read(tab.get(reverse("blackjack:rules", args=["classic"]))).one("section", id="bets")
    (own,) = [row for row in bets.all("tr") if "is-own" in row.classes]
    assert own.one("th").text == "VIP"


def test_limits_and_figures_are_read_by_one_statement_each(client, django_assert_num_queries):
    assert len(limits.listed()) == BetLimit.objects.count()
    with django_assert_num_queries(2):
        client.get(reverse("blackjack:rules", args=["bingo"]))


# The worked rounds, as sums that can be added up by hand: staked and returned, whole units.
SUMS = {
    Variant.DOUBLE_DECK: (100, 150),  # doubled and won, lost, pushed, blackjack
    Variant.SIX_DECK: (120, 130),  # given up, pushed, doubled and won, bust
    Variant.CLASSIC: (90, 50),  # insured and lost, blackjack, doubled and lost
    Variant.BINGO: (80, 90),  # three hands of aces: lost, won, won; given up
}


@pytest.mark.parametrize("variant", PLAYED)
def test_worked_round_is_what_the_engine_plays(variant):
    game = rules.rules_of(variant)
    script = rules_example.SCRIPTS[variant]
    codes = script.cards.split()
    played = rounds.replay(
        game,
        rules_example.shoe(game, codes),
        bets=dict.fromkeys(range(1, script.boxes + 1), rules_example.BET),
        actions=script.wishes.split(),
    )
    assert played.finished
    assert played.next_card == len(codes)
    example = section(shown(variant), "example").example
    assert example is not None
    assert (example.staked, example.returned) == (played.staked, played.returned)
    assert (example.staked // 100, example.returned // 100) == SUMS[variant]
    assert sum(one.staked for one in example.results) == played.staked
    assert sum(one.returned for one in example.results) == played.returned
    spent = sum(line.amount for line in played.lines if line.kind is not LineKind.BET)
    payouts = sum(
        line.amount
        for line in played.lines
        if line.kind in {LineKind.PAYOUT, LineKind.INSURANCE_PAYOUT}
    )
    assert sum(step.money for step in example.steps) == spent - payouts


@pytest.mark.parametrize("variant", PLAYED)
def test_every_card_of_the_worked_round_is_shown_in_its_place(variant):
    example = section(shown(variant), "example").example
    assert example is not None
    places = [*example.deal, *(place for step in example.steps for place in step.cards)]
    codes = rules_example.SCRIPTS[variant].cards.split()
    seen = {place.number: place.card.code for place in places if place.card is not None}
    assert [seen[number] for number in sorted(seen)] == codes
    hidden = [place.number for place in example.deal if place.card is None]
    assert len(hidden) == (1 if variant in {Variant.CLASSIC, Variant.BINGO} else 0)


def test_worked_round_follows_the_rules_that_are_changed():
    example = section(
        shown(Variant.DOUBLE_DECK, double_on=DoubleOn.total(9), hits_soft_17=False), "example"
    ).example
    assert example is not None
    assert "Double" not in {step.does for step in example.steps}
    assert example.staked == 80_00


@pytest.mark.parametrize("variant", PLAYED)
def test_a_worked_shoe_is_whole(variant):
    game = rules.rules_of(variant)
    cards = rules_example.shoe(game, rules_example.SCRIPTS[variant].cards.split())
    assert is_whole_decks(cards, game.decks)
    assert len(cards) == len(DECK) * game.decks


def test_every_action_of_a_game_is_in_some_worked_round():
    done = {one for script in rules_example.SCRIPTS.values() for one in script.wishes.split()}
    assert done == set(Action)


@pytest.mark.parametrize("variant", PLAYED)
def test_order_of_the_deal_is_that_of_the_engine(variant):
    rows = {row.head: list(row.cells) for row in section(shown(variant), "deal").tables[0].rows}
    boxes = ["Box 1", "Box 1", "Box 2", "Box 2"]
    if variant is Variant.DOUBLE_DECK:
        assert rows == {
            "1D2P": ["Dealer", *boxes, "–"],
            "2D2P": ["Dealer", "Dealer, kept unseen", *boxes],
            "2P1D": [*boxes, "Dealer", "–"],
            "2P2D": [*boxes, "Dealer", "Dealer, kept unseen"],
        }
    elif variant is Variant.SIX_DECK:
        assert rows == {"Goes to": ["Dealer", *boxes]}
    else:
        assert rows == {"Goes to": [*boxes, "Dealer", "Dealer, face down"]}


def test_bingo_pays_what_its_table_says(monkeypatch):
    def paid() -> list[list[str]]:
        (table,) = section(shown(Variant.BINGO), "bingo").tables
        return [[row.cells[0], row.cells[-1]] for row in table.rows]

    assert paid() == [
        ["60 to 1", "1,220"],
        ["10 to 1", "220"],
        ["3 to 1", "80"],
        ["1 to 1", "40"],
        ["nothing", "0"],
        ["nothing", "0"],
    ]
    dearer = {**bingo.PAY_TABLES[bingo.NEWEST_PAY_TABLE], bingo.Combination.JACKPOT: 75}
    monkeypatch.setitem(bingo.PAY_TABLES, bingo.NEWEST_PAY_TABLE, dearer)
    assert paid()[0] == ["75 to 1", "1,520"]


def test_worked_bingo_session_is_what_the_engine_counts():
    worked = section(shown(Variant.BINGO), "bingo").bingo
    assert worked is not None
    session: bingo.Session | bingo.Ended = bingo.Session(rules_example.BET)
    for round_, total in zip(worked.rounds, rules_bingo.TOTALS, strict=True):
        assert isinstance(session, bingo.Session)
        session = bingo.after_round(session, total)
        assert isinstance(session, bingo.Session)
        assert {number for number, lit in round_.cells if lit} == session.lit
    assert worked.rounds[-1].leaving == "Four numbers: 80"
    assert worked.ending[0] == "Leave now, and 80 come back."


def test_only_bingo_has_the_rules_of_its_bet():
    having = [
        variant for variant in PLAYED if "bingo" in {one.anchor for one in shown(variant).sections}
    ]
    assert having == [Variant.BINGO]


@pytest.mark.parametrize("language", ["ru", "en"])
@pytest.mark.parametrize("variant", PLAYED)
def test_page_is_open_to_everybody_and_wholly_translated(client, variant, language):
    found = page(client, variant, language)
    assert found.one("html")["lang"] == language
    assert {text for text in said(found) if untranslated(text, language)} == set()


@pytest.mark.parametrize("variant", PLAYED)
def test_page_is_well_built(client, variant):
    found = page(client, variant)
    levels = [int(one.tag[1]) for one in found.one("main") if one.tag in {"h1", "h2", "h3", "h4"}]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    ids = {one["id"] for one in found if one.get("id")}
    contents = found.one("nav", aria_labelledby="contents-title").all("a")
    assert {link["href"].removeprefix("#") for link in contents} <= ids
    assert len(contents) == len(found.all("section", class_="rules-section"))
    for table in found.one("main").all("table"):
        assert table.one("caption").text
        assert all(one["scope"] in {"col", "row"} for one in table.all("th"))
    assert all(one["alt"] for one in found.one("main").all("img"))


@pytest.mark.parametrize("variant", PLAYED)
def test_comparison_marks_its_own_game(client, variant):
    head = page(client, variant).one("section", id="compare").one("thead")
    (own,) = [one.text for one in head.all("th") if "is-own" in one.classes]
    assert own == shown(variant).title
    games = page(client, variant).one("nav", aria_label="Rules of the games")
    (current,) = games.all("a", aria_current="page")
    assert current["href"] == reverse("blackjack:rules", args=[variant])


def test_rules_of_a_closed_game_can_still_be_read(client):
    BetLimit.objects.all().delete()
    found = page(client, Variant.SIX_DECK)
    assert not found.one("main").all("form")
    assert found.one("section", id="example")


def test_rules_of_no_game_are_no_page(client):
    assert client.get("/rules/triple-deck/").status_code == 404


@pytest.mark.parametrize("variant", PLAYED)
def test_table_leads_to_its_rules_before_any_bet(seat, tab, variant):
    here = seat.at(variant)
    address = reverse("blackjack:rules", args=[variant])
    table = read(tab.get(here.url())).one(id="table")
    assert address in {link.get("href") for link in table.all("a")}
