"""Transcripts: everything that decides a shoe's rounds, and the replay of it.

Pure: the engine, ``fairplay.codec`` and the standard library. The live table, the history, the
player's own check and a bug report all run this replay. Amounts are integers in hundredths.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from blackjack.engine import choices, hands, shoe
from blackjack.engine.cards import Card, is_whole_decks
from blackjack.engine.errors import (
    BadBet,
    BadCut,
    BadMoved,
    BadSeed,
    IllegalAction,
    RoundOver,
)
from blackjack.engine.round import act, deal, require_bets
from blackjack.engine.rules import NEWEST, RULES, Rules, Variant
from blackjack.engine.state import Box, Hand, Round, Scheme
from blackjack.transcript_bingo import Sessions
from blackjack.transcript_format import (
    FORMAT,
    Document,
    RoundEntry,
    TranscriptError,
    box_number,
    load,
    read,
)
from fairplay import codec

__all__ = ["TranscriptError", "document", "replay", "replay_bytes", "round_object"]

JSONObject = dict[str, Any]
_ROWS_BY_NAME: Final = {
    variant.value: rules for rows in RULES.values() for variant, rules in rows.items()
}


def replay_bytes(text: bytes) -> JSONObject:
    """Replay a transcript given as JSON text and return the result, or the error object.

    Never raises for what the text holds.
    """
    try:
        return replay(load(text))
    except TranscriptError as error:
        return {
            "ok": False,
            "error": {"at": error.at, "code": error.code, "message": error.message},
        }


def replay(value: object) -> JSONObject:
    """Replay a parsed transcript from the signed string to the last payout.

    Raises:
        TranscriptError: the first thing that is wrong, in the order of the format's codes.
    """
    variant = value.get("variant") if isinstance(value, dict) else None
    known = _ROWS_BY_NAME.get(variant) if isinstance(variant, str) else None
    written = read(value, known)
    rules = _rules(written)
    secret = _secret(written.secret, rules)
    signatures = codec.sign(written.secret)
    match = _compare_signatures(written, signatures)
    order = _before_moves(written, secret, signatures)
    result = {
        "ok": True,
        "signatures": {"md5": signatures.md5, "sha256": signatures.sha256, "match": match},
    }
    return result | _replay_shoe(written, rules, order)


def _replay_shoe(written: Document, rules: Rules, order: Sequence[Card]) -> JSONObject:
    """Replay the rounds of a shoe one after the other, each from where the last one ended."""
    sessions = Sessions(rules, written.bingo_before)
    results: list[JSONObject] = []
    out = 0
    for index, entry in enumerate(written.rounds):
        at = f"rounds[{index}]"
        if results and not results[-1]["finished"]:
            raise TranscriptError(at, "unfinished_round", "the round before it is not played out")
        if rules.kept_shoe is not None and out >= rules.kept_shoe.replaced_from:
            raise TranscriptError(at, "shoe_over", f"{out} cards are out: the shoe is over")
        round_ = _replay_round(entry, at, rules, order, first_card=out, sessions=sessions)
        out = round_.next_card
        results.append(round_object(round_))
        if round_.finished:
            sessions.after_round(round_)
        if entry.shown is not None:
            _require_same(entry.shown, results[-1], f"{at}.shown")
    if written.leave and results and not results[-1]["finished"]:
        raise TranscriptError("leave[0]", "bad_leave", "nothing is left within a round")
    sessions.leave(written.leave, "leave")
    return {"rounds": results} | (sessions.result() if rules.bingo else {})


def _rules(written: Document) -> Rules:
    if written.variant not in _ROWS_BY_NAME:
        raise TranscriptError("variant", "unknown_variant", f"no game {written.variant!r}")
    version = NEWEST if written.rules is None else written.rules
    row = RULES.get(version, {}).get(Variant(written.variant))
    if row is None:
        raise TranscriptError("rules", "unknown_rules", f"no rules {version} of this game")
    return row


def _secret(text: str, rules: Rules) -> codec.Secret:
    try:
        secret = codec.parse(text)
    except codec.BadSecret as error:
        raise TranscriptError("secret", "bad_secret", str(error)) from None
    if not is_whole_decks(secret.cards, rules.decks):
        message = f"the cards of the string are not exactly {rules.decks} decks"
        raise TranscriptError("secret", "bad_secret", message)
    return secret


def _compare_signatures(written: Document, signatures: codec.Signatures) -> bool | None:
    given = [
        ("md5", written.md5, signatures.md5),
        ("sha256", written.sha256, signatures.sha256),
    ]
    for name, claimed, actual in given:
        if claimed is not None and claimed != actual:
            message = f"the {name} of the string is {actual}"
            raise TranscriptError(
                name, "signature_mismatch", message, expected=claimed, found=actual
            )
    return True if any(claimed is not None for _, claimed, _ in given) else None


def _before_moves(
    written: Document, secret: codec.Secret, signatures: codec.Signatures
) -> tuple[Card, ...]:
    """Apply what is done once per shoe: the player's own shuffle and the cut."""
    try:
        return shoe.arrange(
            secret.cards,
            secret_sha256=signatures.sha256,
            seed=written.player_seed,
            cut_after=written.cut,
        )
    except BadSeed as error:
        raise TranscriptError("player_seed", "bad_seed", str(error)) from None
    except BadCut as error:
        raise TranscriptError("cut", "bad_cut", str(error)) from None


def _replay_round(
    entry: RoundEntry,
    at: str,
    rules: Rules,
    order: Sequence[Card],
    *,
    first_card: int,
    sessions: Sessions,
) -> Round:
    scheme = _scheme(entry, at)
    try:
        order = shoe.move_to_front(order, entry.moved)
    except BadMoved as error:
        raise TranscriptError(f"{at}.moved[{error.index}]", "bad_moved", str(error)) from None
    sessions.leave(entry.leave, f"{at}.leave")
    bets = _bets(entry, f"{at}.bets", rules)
    sessions.before_deal(bets, entry.bingo, f"{at}.bingo")
    round_ = deal(rules, order, bets=bets, scheme=scheme, first_card=first_card)
    for index, action in enumerate(entry.actions):
        place = f"{at}.actions[{index}]"
        try:
            round_ = act(round_, action)
        except RoundOver as error:
            raise TranscriptError(place, "round_over", str(error)) from None
        except IllegalAction as error:
            raise TranscriptError(place, "illegal_action", str(error)) from None
    return round_


def _scheme(entry: RoundEntry, at: str) -> Scheme:
    try:
        return Scheme.DEALER_1_FIRST if entry.scheme is None else Scheme(entry.scheme)
    except ValueError:
        message = f"no deal scheme {entry.scheme!r}"
        raise TranscriptError(f"{at}.scheme", "bad_scheme", message) from None


def _bets(entry: RoundEntry, at: str, rules: Rules) -> dict[int, int]:
    """Read the bets by box, one after the other, so that the first wrong one is named."""
    bets: dict[int, int] = {}
    for name, amount in entry.bets.items():
        box = box_number(name)
        if box is None:
            raise TranscriptError(f"{at}.{name}", "bad_bet", f"no box {name!r} at this table")
        try:
            require_bets(rules, {box: amount})
        except BadBet as error:
            raise TranscriptError(f"{at}.{name}", "bad_bet", str(error)) from None
        bets[box] = amount
    if not bets:
        raise TranscriptError(at, "bad_bet", "a round needs a bet on at least one box")
    return bets


def _require_same(shown: object, actual: object, at: str) -> None:
    """Compare what the table had shown with the replay, naming the first element that differs."""
    if isinstance(actual, dict) and isinstance(shown, dict):
        for name in (*actual, *shown):
            if name not in shown or name not in actual:
                why = "is missing" if name not in shown else "was never shown"
                raise TranscriptError(
                    f"{at}.{name}",
                    "result_mismatch",
                    f"{at}.{name} {why}",
                    expected=actual.get(name),
                    found=shown.get(name),
                )
            _require_same(shown[name], actual[name], f"{at}.{name}")
    elif isinstance(actual, list) and isinstance(shown, list):
        for index, (claimed, item) in enumerate(zip(shown, actual, strict=False)):
            _require_same(claimed, item, f"{at}[{index}]")
        if len(shown) != len(actual):
            message = f"{at} has {len(shown)} elements, the replay gives {len(actual)}"
            raise TranscriptError(at, "result_mismatch", message, expected=actual, found=shown)
    elif type(shown) is not type(actual) or shown != actual:
        message = f"{at} is {shown!r}, the replay gives {actual!r}"
        raise TranscriptError(at, "result_mismatch", message, expected=actual, found=shown)


def round_object(round_: Round) -> JSONObject:
    """Describe a round as far as the player may see it, in the form of the format's results."""
    points, soft = hands.value(round_.dealer)
    turn = round_.turn
    return {
        "finished": round_.finished,
        "dealer": {
            "cards": list(round_.dealer),
            "points": points,
            "soft": soft,
            "blackjack": round_.dealer_blackjack,
            "bust": points > hands.TWENTY_ONE,
        },
        "boxes": [_box_object(box) for box in round_.boxes],
        "staked": round_.staked,
        "returned": round_.returned,
        "turn": None if turn is None else {"box": turn.box, "hand": turn.hand},
        "legal": [action.value for action in choices.legal(round_)],
        "next_card": round_.next_card,
    }


def _box_object(box: Box) -> JSONObject:
    return {
        "box": box.number,
        "insurance": {"stake": box.insurance, "returned": box.insurance_returned},
        "hands": [_hand_object(hand) for hand in box.hands],
    }


def _hand_object(hand: Hand) -> JSONObject:
    points, soft = hands.value(hand.cards)
    return {
        "cards": list(hand.cards),
        "points": points,
        "soft": soft,
        "stake": hand.stake,
        "outcome": None if hand.outcome is None else hand.outcome.value,
        "returned": hand.returned,
    }


def document(
    *,
    rules: Rules,
    version: int,
    secret: str,
    signatures: codec.Signatures,
    player_seed: str | None,
    cut: int,
    rounds: Sequence[Mapping[str, Any]],
    bingo_before: Mapping[str, Any] | None = None,
    leave: Sequence[int] = (),
) -> JSONObject:
    """Build the transcript of a revealed shoe; fields that say nothing are left out.

    Args:
        rounds: round entries with ``bets``, ``actions`` and, where they apply, ``scheme``,
            ``moved``, ``leave``, ``bingo``, ``house_from`` and ``shown``.
        bingo_before: sessions running when the shoe began, by box.
        leave: places left after the last round.
    """
    seed = {} if player_seed is None else {"player_seed": player_seed}
    before = {"bingo_before": dict(bingo_before)} if bingo_before else {}
    left = {"leave": list(leave)} if leave else {}
    return {
        "format": FORMAT,
        "rules": version,
        "variant": rules.variant.value,
        "secret": secret,
        "md5": signatures.md5,
        "sha256": signatures.sha256,
        **seed,
        "cut": cut,
        **before,
        "rounds": list(rounds),
        **left,
    }
