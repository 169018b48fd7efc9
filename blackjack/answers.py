"""What this app tells others of the games: stakes to accounts, games to the FairPlay pages."""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, cast

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Currency
from blackjack import services, words
from blackjack.engine.rules import Rules, Variant, rules_of
from blackjack.engine.state import Round as PlayedRound
from blackjack.exceptions import BrokenRound, SealedRound
from blackjack.keeping import kept_until, still_kept
from blackjack.models import BingoSession, Round, Table
from blackjack.replays import replayed, rounds, rules_for
from blackjack.results import bingo_rows, result_rows, staked_and_returned
from blackjack.transcript import document
from fairplay import codec
from fairplay.registry import GameCheck, GameSummary, State

_CAUSE: Final = re.compile(r"blackjack\.(round|bingo)/([0-9]+)/[0-9]+", re.ASCII)


class ForAccounts:
    """What accounts may ask of the games."""

    def stakes_in_play(self, user_id: int, currency: str) -> int:
        """Return what lies in open rounds and running bingo sessions, hundredths."""
        where = {"table__player_id": user_id, "table__currency": currency}
        sessions = BingoSession.objects.filter(ended_at__isnull=True, **where)
        open_rounds = rounds().filter(ended_at__isnull=True, **where)
        on_bingo = sum(sessions.values_list("stake", flat=True))
        return on_bingo + sum(
            staked - returned for staked, returned in map(staked_and_returned, open_rounds)
        )

    def total_in_play(self) -> Mapping[str, int]:
        """Return the same of all players, by currency; what is open is few, and has an index."""
        total: Counter[str] = Counter()
        running = BingoSession.objects.filter(ended_at__isnull=True)
        stakes = list(running.values_list("table_id", "stake"))
        tables = Table.objects.in_bulk([table for table, _stake in stakes])
        for table, stake in stakes:
            total[tables[table].currency] += stake
        for row in rounds().filter(ended_at__isnull=True):
            staked, returned = staked_and_returned(row)
            total[row.table.currency] += staked - returned
        return total

    def demo_round_open(self, user_id: int) -> bool:
        """Tell whether the player has a demo round open at any table."""
        return Round.objects.filter(
            table__player_id=user_id, table__currency=Currency.FUN, ended_at__isnull=True
        ).exists()

    def with_open_rounds(self, user_ids: Collection[int]) -> set[int]:
        """Return those of the players who have a round open at any table."""
        open_rounds = Round.objects.filter(table__player_id__in=user_ids, ended_at__isnull=True)
        return set(open_rounds.values_list("table__player_id", flat=True))

    def with_bingo_running(self, user_ids: Collection[int]) -> set[int]:
        """Return those of the players who have a bingo session running at any table."""
        running = BingoSession.objects.filter(table__player_id__in=user_ids, ended_at__isnull=True)
        return set(running.values_list("table__player_id", flat=True))

    def game_name(self, variant: str) -> str:
        """Return the game's name in the reader's language."""
        return str(words.TITLES[Variant(variant)]) if variant in words.TITLES else variant

    def variants(self) -> Sequence[str]:
        """Return the games that can be played."""
        return [variant.value for variant in words.TITLES]

    def game_closed(self, *, variant: str | None, currency: str | None) -> None:
        """Pay and close the bingo sessions that run in a game that is closed."""
        services.close_sessions(variant=variant, currency=currency)

    def playing_stopped(self, user_id: int) -> None:
        """Pay and close the player's running bingo sessions."""
        services.close_sessions(player_id=user_id)

    def player_gone(self, user_id: int) -> None:
        """End the shoes that nobody will deal from any more."""
        services.player_gone(user_id, now=timezone.now())

    def limits_raised(
        self, *, variant: str, tier: str, currency: str, user_id: int | None = None
    ) -> None:
        """Pay and close the bingo sessions that the smallest bet makes impossible to play on."""
        services.close_sessions(player_id=user_id, variant=variant, tier=tier, currency=currency)

    def cause_in_words(self, cause: str) -> str:
        """Return which game a money line belongs to."""
        match = _CAUSE.fullmatch(cause)
        if match is None:
            return ""
        text = _("Game № %(number)s") if match[1] == "round" else _("Bingo bet № %(number)s")
        return text % {"number": match[2]}


class ForFairPlay:
    """What the FairPlay pages show of the games."""

    def recent(self, user_id: int, count: int) -> Sequence[GameSummary]:
        """Return the player's last games that are still kept, the newest first, demo included."""
        # At most eight tables: their keys, so that an index serves the newest rounds of each.
        tables = list(Table.objects.filter(player_id=user_id).values_list("pk", flat=True))
        rows = rounds().filter(still_kept(timezone.now()), table__in=tables)
        return [_summary(row) for row in rows.order_by("-pk")[:count]]

    def find(self, user_id: int, number: int) -> GameCheck | None:
        """Return one game of the player, as far as it may be seen yet."""
        row = _row(user_id, number)
        if row is None:
            return None
        try:
            return _check(row, replayed(row))
        except SealedRound:
            return _check(row, None, State.SEALED)
        except BrokenRound:
            return _check(row, None, State.UNAVAILABLE)

    def transcript(self, user_id: int, number: int) -> Mapping[str, Any] | None:
        """Return the transcript of a revealed game of the player."""
        row = _row(user_id, number)
        if row is None or not row.shoe.commitment.is_revealed:
            return None
        rules, shoe = _rules(row), row.shoe
        of_shoe = rounds().filter(shoe=shoe).order_by("pk")
        return document(
            rules=rules,
            version=shoe.rules_version,
            secret=shoe.commitment.revealed,
            signatures=codec.Signatures(shoe.commitment.md5, shoe.commitment.sha256),
            player_seed=shoe.player_seed or None,
            cut=shoe.cut if shoe.cut is not None else rules.cards,
            rounds=[_entry(one, rules) for one in of_shoe],
            bingo_before=shoe.bingo_before,
            leave=shoe.left,
        )


def _entry(row: Round, rules: Rules) -> Mapping[str, Any]:
    """Return a round as an entry of its shoe's transcript."""
    expert = {"scheme": row.scheme, "moved": row.moved} if rules.expert_mode else {}
    left = {"leave": row.leave} if row.leave else {}
    bingo = {"bingo": row.bingo} if row.bingo else {}
    house = {} if row.house_from is None else {"house_from": row.house_from}
    return {
        **expert,
        **left,
        "bets": row.bets,
        **bingo,
        "actions": row.actions,
        **house,
        "shown": row.shown,
    }


def _row(user_id: int, number: int) -> Round | None:
    found = rounds().filter(pk=number, table__player_id=user_id).first()
    return cast("Round | None", found)


def _summary(row: Round, state: State | None = None) -> GameSummary:
    commitment = row.shoe.commitment
    staked, returned = staked_and_returned(row)
    return GameSummary(
        number=row.pk,
        title=str(words.TITLES[Variant(row.table.variant)]),
        currency=row.table.currency,
        dealt_at=row.dealt_at,
        md5=commitment.md5,
        sha256=commitment.sha256,
        secret=commitment.revealed,
        state=state or _state(row),
        staked=staked,
        returned=returned,
    )


def _state(row: Round) -> State:
    if row.shoe.commitment.is_revealed:
        return State.REVEALED
    return State.OPEN if row.ended_at is None else State.WAITING


def _rules(row: Round) -> Rules:
    """Return the rules of the row's day; the newest where it is damaged and names none."""
    try:
        return rules_for(row.table, row.shoe)
    except KeyError:
        return rules_of(Variant(row.table.variant))


def _place(row: Round, rules: Rules) -> int:
    """Return the index of a round among those of its shoe; a fresh shoe has only one."""
    if rules.kept_shoe is None:
        return 0
    return row.shoe.rounds.filter(pk__lt=row.pk).count()


def _check(row: Round, played: PlayedRound | None, state: State | None = None) -> GameCheck:
    rules = _rules(row)
    return GameCheck(
        summary=_summary(row, state),
        tier=row.tier,
        kept_until=kept_until(row),
        seed=row.shoe.player_seed,
        cut=row.shoe.cut or rules.cards,
        cards=rules.cards,
        place=_place(row, rules),
        first_card=row.first_card + 1,
        last_card=played.next_card if played else row.first_card,
        scheme=row.scheme if rules.expert_mode else "",
        moved=", ".join(str(number) for number in row.moved) if played else "",
        by_house=words.by_house(row.actions, row.house_from) if played else "",
        rows=[*result_rows(played), *bingo_rows(row)] if played else (),
        dealer_cards=played.dealer if played else (),
        dealer_total=words.total(played.dealer, blackjack=played.dealer_blackjack)
        if played
        else "",
    )
