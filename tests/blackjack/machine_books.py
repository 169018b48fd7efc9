"""Holding the casino's rows against what the machine of whole tables believes."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from fairplay.models import Commitment
from fairplay.services import secret_of
from tests.blackjack.machine_model import Desk, Line, Player, Purse, Signed

Rows = Mapping[str, list[dict[str, Any]]]


def require_equal(players: Iterable[Player], rows: Rows) -> None:
    """Every wallet, journal line, table, shoe, commitment and round is the model's, and no other.

    Learns what the casino alone decides: numbers of rounds, versions, and the order of a shoe
    that has just been signed.
    """
    wallets = {(row["user_id"], row["currency"]): row for row in rows["accounts.Wallet"]}
    lines = _by(rows["accounts.Entry"], "wallet_id")
    tables = {
        (row["player_id"], row["variant"], row["currency"]): row for row in rows["blackjack.Table"]
    }
    shoes = _by(rows["blackjack.Shoe"], "table_id")
    rounds = _by(rows["blackjack.Round"], "table_id")
    commitments = {row["id"]: row for row in rows["fairplay.Commitment"]}
    signed = 0
    for player in players:
        for desk in player.desks.values():
            table = tables.pop((player.number, desk.variant, desk.currency), None)
            assert (table is not None) is desk.known
            if table is not None:
                _version(desk, table["version"])
                _shoes(desk, shoes[table["id"]], commitments)
                _rounds(desk, rounds[table["id"]], shoes[table["id"]])
                signed += len(desk.shoes)
        for currency, purse in player.purses.items():
            wallet = wallets.pop((player.number, currency), None)
            _purse(purse, wallet, lines[wallet["id"]] if wallet else [])
    assert not tables
    assert not wallets
    assert len(commitments) == len(rows["blackjack.Shoe"]) == signed


def _by(rows: list[dict[str, Any]], name: str) -> dict[Any, list[dict[str, Any]]]:
    sorted_out = defaultdict(list)
    for row in rows:
        sorted_out[row[name]].append(row)
    return sorted_out


def _version(desk: Desk, version: int) -> None:
    """What changes a table raises its version, and nothing else does."""
    assert version > desk.version if desk.raised else version == desk.version
    desk.version, desk.raised = version, False


def _shoes(desk: Desk, shoes: list[dict[str, Any]], commitments: Mapping[int, Any]) -> None:
    """One shoe for each round, one that is signed for the next; no signature ever changes."""
    assert len(shoes) == desk.shoes_due
    if len(desk.shoes) < len(shoes):
        fresh = Commitment.objects.get(pk=shoes[-1]["commitment_id"])
        desk.shoes.append(Signed(secret_of(fresh)))
        desk.shoes[-1].require_whole(desk.owner.login, desk.variant)
    played = dict(enumerate(desk.games))
    for place, (row, shoe) in enumerate(zip(shoes, desk.shoes, strict=True)):
        commitment = commitments[row["commitment_id"]]
        assert (commitment["md5"], commitment["sha256"]) == shoe.signatures
        game = played.get(place)
        over = game is not None and game.over
        assert commitment["revealed"] == (shoe.secret if over else "")
        assert (commitment["sealed"] == "") is over
        assert (commitment["revealed_at"] is not None) is over
        assert (row["ended_at"] is not None) is over
        chosen = ("", None) if game is None else (game.wish.seed, game.wish.cut)
        assert (row["player_seed"], row["cut"]) == chosen


def _rounds(desk: Desk, rounds: list[dict[str, Any]], shoes: list[dict[str, Any]]) -> None:
    for row, game, shoe in zip(rounds, desk.games, shoes[: len(desk.games)], strict=True):
        if not game.number:
            game.number = row["id"]
        expected = {
            "id": game.number,
            "shoe_id": shoe["id"],
            "tier": game.tier,
            "first_card": 0,
            "scheme": game.wish.scheme,
            "moved": list(game.wish.moved),
            "bets": {str(box): bet for box, bet in game.wish.bets.items()},
            "actions": game.actions,
            "shown": game.told if game.over else None,
        }
        assert {name: row[name] for name in expected} == expected
        assert (row["ended_at"] is not None) is game.over


def _purse(purse: Purse, wallet: Mapping[str, Any] | None, lines: list[dict[str, Any]]) -> None:
    held = (0, 0) if wallet is None else (wallet["balance"], wallet["last_number"])
    assert held == (purse.balance, len(purse.lines))
    balance = 0
    for number, (row, line) in enumerate(
        zip(sorted(lines, key=lambda row: row["number"]), purse.lines, strict=True), start=1
    ):
        balance += line.amount
        booked = (row["number"], row["kind"], row["counter_account"], row["amount"])
        assert booked == (number, line.kind, line.account, line.amount)
        assert row["balance_after"] == balance >= 0
        _cause(row, line)


def _cause(row: Mapping[str, Any], line: Line) -> None:
    game = line.game
    if game is None:
        assert row["cause"].startswith(line.cause)
        assert (row["game"], row["tier"]) == ("", "")
    else:
        assert row["cause"] == f"blackjack.round/{game.number}/{line.place}"
        assert (row["game"], row["tier"]) == (game.variant, game.tier)
