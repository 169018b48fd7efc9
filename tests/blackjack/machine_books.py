"""Holding the casino's rows against what the machine of whole tables believes."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from fairplay.models import Commitment
from fairplay.services import secret_of
from tests.blackjack.machine_games import Signed
from tests.blackjack.machine_model import Desk, Line, Purse
from tests.blackjack.machine_players import Player

Rows = Mapping[str, list[dict[str, Any]]]


def require_equal(players: Iterable[Player], rows: Rows) -> None:
    """Every wallet, line, table, shoe, commitment, round and session is the model's, and no other.

    Learns what the casino alone decides: numbers of rounds and sessions, versions, and the order
    of a shoe that has just been signed.
    """
    wallets = {(row["user_id"], row["currency"]): row for row in rows["accounts.Wallet"]}
    lines = _by(rows["accounts.Entry"], "wallet_id")
    tables = {
        (row["player_id"], row["variant"], row["currency"]): row for row in rows["blackjack.Table"]
    }
    shoes = _by(rows["blackjack.Shoe"], "table_id")
    rounds = _by(rows["blackjack.Round"], "table_id")
    sessions = _by(rows["blackjack.BingoSession"], "table_id")
    commitments = {row["id"]: row for row in rows["fairplay.Commitment"]}
    signed = 0
    for player in players:
        for desk in player.desks.values():
            table = tables.pop((player.number, desk.variant, desk.currency), None)
            assert (table is not None) is desk.known
            if table is not None:
                _version(desk, table["version"])
                numbers = _shoes(desk, shoes[table["id"]], commitments)
                _rounds(desk, rounds[table["id"]], numbers)
                _sessions(desk, sessions[table["id"]], numbers)
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


def _shoes(
    desk: Desk, shoes: list[dict[str, Any]], commitments: Mapping[int, Any]
) -> Mapping[Signed, int]:
    """Shoes that are over and one that is signed, whose signatures never change; their numbers."""
    assert len(shoes) == desk.shoes_due
    if len(desk.shoes) < len(shoes):
        fresh = Commitment.objects.get(pk=shoes[-1]["commitment_id"])
        desk.shoes.append(Signed(secret_of(fresh), before=desk.taken_over()))
        desk.shoes[-1].require_whole(desk.owner.login, desk.variant)
    for row, shoe in zip(shoes, desk.shoes, strict=True):
        commitment = commitments[row["commitment_id"]]
        assert (commitment["md5"], commitment["sha256"]) == shoe.signatures
        assert commitment["revealed"] == (shoe.secret if shoe.over else "")
        assert (commitment["sealed"] == "") is shoe.over
        assert (commitment["revealed_at"] is not None) is shoe.over
        assert (row["ended_at"] is not None) is shoe.over
        assert (row["player_seed"], row["cut"]) == (shoe.seed, shoe.cut)
        assert (row["bingo_before"], row["left"]) == (shoe.before, shoe.left)
    return {shoe: row["id"] for row, shoe in zip(shoes, desk.shoes, strict=True)}


def _rounds(desk: Desk, rounds: list[dict[str, Any]], shoes: Mapping[Signed, int]) -> None:
    for row, game in zip(rounds, desk.games, strict=True):
        if not game.number:
            game.number = row["id"]
        expected = {
            "id": game.number,
            "shoe_id": shoes[game.shoe],
            "tier": game.tier,
            "first_card": game.first_card,
            "scheme": game.wish.scheme,
            "moved": list(game.wish.moved),
            "leave": game.leave,
            "bets": {str(box): bet for box, bet in game.wish.bets.items()},
            "bingo": {str(box): bet for box, bet in game.bingo.items()},
            "actions": game.actions,
            "house_from": game.house_from,
            "shown": game.told if game.over else None,
        }
        assert {name: row[name] for name in expected} == expected
        assert (row["ended_at"] is not None) is game.over


def _sessions(desk: Desk, rows: list[dict[str, Any]], shoes: Mapping[Signed, int]) -> None:
    for row, session in zip(rows, desk.sessions, strict=True):
        if not session.number:
            session.number = row["id"]
        expected = {
            "id": session.number,
            "box": session.box,
            "tier": session.tier,
            "stake": session.stake,
            "lit": session.lit,
            "rounds": len(session.card.totals),
            "combination": session.ended,
            "returned": session.returned,
            "refunded": session.refunded,
            "shoe_id": shoes[session.shoe] if session.shoe else None,
            "after_round": session.after_round,
        }
        assert {name: row[name] for name in expected} == expected
        assert (row["ended_at"] is not None) is bool(session.ended)


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
    owner = line.owner
    if owner is None:
        assert row["cause"].startswith(line.cause)
        assert (row["game"], row["tier"]) == ("", "")
    else:
        assert row["cause"] == f"{owner.cause}/{line.place}"
        assert (row["game"], row["tier"]) == (owner.variant, owner.tier)
