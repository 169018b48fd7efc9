"""The bingo sessions of a transcript: opened, lit, left and paid as its rounds go by.

Pure. Every amount is an integer in hundredths.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from blackjack.engine import bingo
from blackjack.engine.errors import BadBet
from blackjack.engine.hands import value
from blackjack.engine.round import UNIT
from blackjack.engine.rules import Rules
from blackjack.engine.state import Round
from blackjack.transcript_format import TranscriptError, box_number

JSONObject = dict[str, Any]


class Sessions:
    """The sessions on the boxes of one transcript, and those that have ended.

    Attributes:
        running: by box.
        paid: every session that ended, in the form of the format's results.
        rounds_over: how many rounds of the transcript are over.
    """

    def __init__(self, rules: Rules, before: Mapping[str, Mapping[str, Any]]) -> None:
        self.running = {
            _box(name, rules, "bingo_before"): _session(session, f"bingo_before.{name}")
            for name, session in before.items()
        }
        self.paid: list[JSONObject] = []
        self.rounds_over = 0
        self._rules = rules

    def leave(self, boxes: Sequence[int], at: str) -> None:
        """Leave places by the player's button.

        Raises:
            TranscriptError: ``bad_leave``: no session is running there.
        """
        for index, box in enumerate(boxes):
            if box not in self.running:
                message = f"no session is running on box {box}"
                raise TranscriptError(f"{at}[{index}]", "bad_leave", message)
            self._end(box, bingo.left(self.running[box]))

    def before_deal(self, bets: Mapping[int, int], laid: Mapping[str, int], at: str) -> None:
        """Leave the boxes that have no main bet, and open what is laid on the others.

        Raises:
            TranscriptError: ``bad_bingo``: a bingo bet that may not be laid.
        """
        for box in sorted(set(self.running) - set(bets)):
            self._end(box, bingo.left(self.running[box]))
        for name, amount in laid.items():
            box = _box(name, self._rules, at)
            try:
                bingo.require_bets({box: amount}, bets, self.running)
            except BadBet as error:
                raise TranscriptError(f"{at}.{name}", "bad_bingo", str(error)) from None
            self.running[box] = bingo.Session(amount)

    def after_round(self, round_: Round) -> None:
        """Count a round that is over, and end the sessions that it decides."""
        self.rounds_over += 1
        points = value(round_.dealer).points
        for box, session in sorted(self.running.items()):
            counted = bingo.after_round(session, points)
            if isinstance(counted, bingo.Ended):
                self._end(box, counted)
            else:
                self.running[box] = counted

    def result(self) -> JSONObject:
        """Return the two fields that the result of a bingo transcript has beside its rounds."""
        running = {
            str(box): {
                "stake": session.stake,
                "lit": sorted(session.lit),
                "rounds": session.rounds,
            }
            for box, session in sorted(self.running.items())
        }
        in_order = sorted(self.paid, key=lambda paid: (paid["after_round"], paid["box"]))
        return {"bingo": running, "bingo_paid": in_order}

    def _end(self, box: int, ended: bingo.Ended) -> None:
        del self.running[box]
        self.paid.append(
            {
                "box": box,
                "after_round": self.rounds_over,
                "combination": ended.combination.value,
                "stake": ended.stake,
                "returned": ended.returned,
            }
        )


def _box(name: str, rules: Rules, at: str) -> int:
    box = box_number(name)
    if box is None or box > rules.boxes:
        raise TranscriptError(f"{at}.{name}", "bad_bingo", f"no box {name!r} at this table")
    return box


def _session(written: Mapping[str, Any], at: str) -> bingo.Session:
    """Read a session that was running when the shoe began.

    Raises:
        TranscriptError: ``bad_bingo``: no player can have had such a session.
    """
    stake, lit, rounds = written["stake"], written["lit"], written["rounds"]
    if stake <= 0 or stake % UNIT:
        message = f"a bingo bet is a positive multiple of {UNIT}"
        raise TranscriptError(f"{at}.stake", "bad_bingo", message)
    seen: set[int] = set()
    for index, cell in enumerate(lit):
        if cell not in bingo.CELLS or cell in seen or len(seen) == len(bingo.CELLS) - 1:
            message = "the cells are 17 to 21, each lit once, at most four while it runs"
            raise TranscriptError(f"{at}.lit[{index}]", "bad_bingo", message)
        seen.add(cell)
    if rounds < len(seen):
        message = "every lit cell has had its round"
        raise TranscriptError(f"{at}.rounds", "bad_bingo", message)
    return bingo.Session(stake, frozenset(seen), rounds)
