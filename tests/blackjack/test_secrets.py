"""While a round is open its undealt cards and its string are nowhere: pages, files, logs, rows."""

import logging
import random

import pytest
from django.contrib import admin
from django.db import connection
from django.template.loader import render_to_string
from django.urls import reverse

from accounts.models import User
from blackjack.engine.cards import decks
from blackjack.engine.rules import Variant, rules_of
from blackjack.engine.state import Scheme
from blackjack.presenters.table import MODES
from blackjack.replays import replayed
from fairplay.models import Commitment
from fairplay.services import secret_of
from tests import leaks
from tests.pages import TablePage
from tests.staff import sign_in
from tests.tables import FULL_COUNTS, HTMX, PLAYED, everything

pytestmark = pytest.mark.django_db

ROUNDS = 6 if FULL_COUNTS else 3


def in_sight(seat) -> set[str]:
    """Cards that lie open on the table, as the stored round says."""
    round_ = replayed(seat.round)
    hands = [hand.cards for _, hand in round_.all_hands()]
    return {*round_.dealer, *(card for hand in hands for card in hand)}


def without_ended_games(text: str) -> str:
    """Take out the strings that are revealed: the FairPlay list shows those of earlier games."""
    for commitment in Commitment.objects.exclude(revealed=""):
        text = text.replace(commitment.revealed, "")
    return text


def answers(seat, tab):
    """Everything that the player can fetch or provoke while the round is open."""
    number = seat.round.pk
    yield tab.get(seat.url())
    yield tab.get(seat.url(), headers=HTMX)
    yield tab.get(seat.url() + "?lay=rebet")
    yield tab.get(seat.url("signature"))
    yield seat.post_deal(tab, 10)
    yield seat.post_deal(tab, 10, cutt="5")
    yield seat.post_act(tab, "decline")
    yield seat.post_act(tab, "dance")
    yield seat.post_act(tab, "stand", version=seat.version + 1)
    for name in ("game", "transcript", "signature", "string"):
        yield tab.get(reverse(f"fairplay:{name}", args=[number]))
    for name in ("lobby", "fairplay:list", "accounts:profile"):
        yield tab.get(reverse(name))
    yield tab.get(seat.url("act"))
    yield tab.get(reverse("fairplay:game", args=[number + 1000]))


def drawn_by_errors(answer) -> set[str]:
    """The cards of an error's picture, the same for everybody: its status as a hand."""
    name = f"{answer.status_code}.html"
    if name not in [template.name for template in answer.templates]:
        return set()
    return leaks.codes(render_to_string(name))


def shuffled(seat, dice) -> str:
    cards = list(decks(rules_of(seat.variant).decks))
    dice.shuffle(cards)
    return " ".join(cards)


@pytest.mark.any_database
@pytest.mark.parametrize("variant", PLAYED)
@pytest.mark.parametrize("currency", list(MODES.values()))
def test_c2_answers_hold_dealt_cards_only(seat, tab, variant, currency):
    """Random rounds: whatever is answered names no card but those that lie on the table."""
    here = seat.at(variant, currency)
    dice = random.Random(f"{variant} {currency}")
    for _ in range(ROUNDS):
        here.plant(shuffled(here, dice))
        secrets = leaks.secrets_of(here.shoe)
        signed = here.shoe.commitment
        schemes = list(Scheme) if variant is Variant.DOUBLE_DECK else [Scheme.DEALER_1_FIRST]
        bets = [dice.choice([5, 10, 50]) for _ in range(dice.randint(1, 3))]
        here.deal(*bets, scheme=dice.choice(schemes), cut=dice.randint(1, 104))
        while here.round.ended_at is None:
            page = TablePage.of(tab.get(here.url()))
            assert set(page.cards) == in_sight(here)
            fetched = list(answers(here, tab)) if dice.random() < 0.2 else [tab.get(here.url())]
            for answer in fetched:
                text = without_ended_games(leaks.whole(answer))
                # The lobby shows sample cards of its own beside the games.
                if answer.request["PATH_INFO"] != reverse("lobby"):
                    assert leaks.codes(text) <= in_sight(here) | drawn_by_errors(answer)
                assert leaks.found(text, secrets) == []
            assert not here.round.shoe.commitment.is_revealed
            here.act(dice.choice(sorted(page.offered - {"hit"} or page.offered)))
        signed.refresh_from_db()
        if rules_of(variant).kept_shoe is not None:  # its string stays secret as long as the shoe
            assert not signed.is_revealed
            return
        assert signed.is_revealed
        assert TablePage.of(tab.get(here.url())).table.one(id="last-secret").text == signed.revealed


def test_revealed_string_does_not_betray_the_next_shoe(seat, tab):
    seat.play("7D AS KH 0C")
    secrets = leaks.secrets_of(seat.shoe)
    for url in (
        seat.url(),
        reverse("fairplay:list"),
        reverse("fairplay:game", args=[seat.round.pk]),
    ):
        assert leaks.found(leaks.whole(tab.get(url)), secrets[:2]) == []


def test_templates_are_given_nothing_to_leak(seat, tab):
    """What a template is handed can end on a page: not even there is more than may be seen."""
    seat.plant(shuffled(seat, random.Random(1)))
    secrets = leaks.secrets_of(seat.shoe)
    seat.deal(10, 10, 10, scheme=Scheme.DEALER_2_FIRST)
    game = reverse("fairplay:game", args=[seat.round.pk])
    for url, name in [(seat.url(), "table"), (game, "game"), (reverse("lobby"), "lobby")]:
        assert leaks.found(repr(tab.get(url).context[name]), secrets) == []
    assert leaks.codes(repr(tab.get(seat.url()).context["table"])) <= in_sight(seat)


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "part"])
def test_length_of_an_answer_does_not_depend_on_what_is_undealt(seat, tab, headers):
    seat.play("7D 0S 0H")
    lengths = set()
    for behind in ("2S 2C", "AS 0D", "KH KC"):
        seat.plant(f"7D 0S 0H {behind}")  # the same round, with another card to come
        lengths.add(len(tab.get(seat.url(), headers=headers).content))
    assert len(lengths) == 1


def test_c3_log_holds_no_card(seat, tab, caplog):
    caplog.set_level(logging.DEBUG)
    logging.getLogger("django.db.backends").setLevel(logging.WARNING)
    seat.plant(shuffled(seat, random.Random(2)))
    secrets = leaks.secrets_of(seat.shoe)
    seat.post_deal(tab, 10, 10)
    list(answers(seat, tab))
    while seat.round.ended_at is None:
        seat.post_act(tab, "stand")
    assert leaks.codes(caplog.text) == set()
    assert leaks.found(caplog.text, secrets) == []


def test_c3_admin_holds_no_card(seat, client):
    seat.plant(shuffled(seat, random.Random(3)))
    seat.deal(10)
    secrets = leaks.secrets_of(seat.shoe)
    sign_in(client, User.objects.create_superuser("owner", password="x"))
    for model in admin.site._registry:
        url = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        for page in (client.get(url), client.get(reverse("admin:index"))):
            assert page.status_code == 200
            assert leaks.found(leaks.whole(page), secrets) == []


def test_strings_of_open_shoes_are_sealed_in_every_column(seat, tab):
    seat.plant(shuffled(seat, random.Random(4)))
    tab.get(seat.url())
    seat.deal(10)
    secrets = leaks.secrets_of(seat.shoe)
    rows: list[str] = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')
            rows.extend(f"{table} {row!r}" for row in cursor.fetchall())
    dump = "\n".join(rows)
    assert secret_of(seat.shoe.commitment) == secrets[0]
    assert seat.shoe.commitment.md5 in dump
    assert leaks.found(dump, secrets) == []


def test_search_finds_what_it_looks_for(seat):
    """The tests above would pass if the search were blind."""
    seat.open()
    secrets = leaks.secrets_of(seat.shoe)
    for secret in (secrets[0], secrets[1], secrets[2]):
        for disguise in leaks.disguises(f"before {secret} behind"):
            assert leaks.found(disguise, [secret]) == [secret]
    assert leaks.codes("img/cards/AS.svg, ten of hearts, card-7-0C") == {"AS", "0H", "0C"}
    assert leaks.codes("AST, 1AS2, bed of hearts") == set()


def test_refused_forms_leave_the_open_round_as_it_is(seat, tab):
    seat.play("7D 2S 3H 4C 5S")
    before = everything()
    list(answers(seat, tab))
    assert everything() == before
