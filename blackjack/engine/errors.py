"""Why the engine refuses an input: one exception per kind, carrying what was refused."""

from blackjack.engine.refusals import BingoRefusal, Refusal


class EngineError(ValueError):
    """An input that the rules do not allow. Nothing has happened."""


class BadCut(EngineError):
    """The cut names no card of the shoe (rules.md 4.5)."""

    def __init__(self, after: int, cards: int) -> None:
        super().__init__(f"the cut must be from 1 to {cards}, not {after}")
        self.after = after
        self.cards = cards


class BadMoved(EngineError):
    """A moved card is out of range or named twice (rules.md 4.6)."""

    def __init__(self, index: int, position: int, cards: int, *, repeated: bool) -> None:
        why = "is named twice" if repeated else f"is not from 1 to {cards}"
        super().__init__(f"moved card {position} {why}")
        self.index = index
        self.position = position
        self.cards = cards
        self.repeated = repeated


class BadSeed(EngineError):
    """The seed of the player's own shuffle is not 16 to 64 letters and digits (section 10)."""

    def __init__(self, seed: str) -> None:
        super().__init__("a seed is 16 to 64 characters A-Z, a-z, 0-9")
        self.seed = seed


class BadScheme(EngineError):
    """The deal scheme does not exist, or the variant has no expert mode (rules.md 4.7)."""

    def __init__(self, scheme: str) -> None:
        super().__init__(f"there is no deal scheme {scheme!r} here")
        self.scheme = scheme


class BadBet(EngineError):
    """A bet that no tier could lay. ``box`` is ``None`` when no box has a bet at all."""

    def __init__(self, box: int | None, amount: int, why: str) -> None:
        super().__init__(why)
        self.box = box
        self.amount = amount


class BadBingo(BadBet):
    """A bingo bet that may not be laid (rules.md section 8); ``refusal`` says why."""

    def __init__(self, box: int, amount: int, refusal: BingoRefusal) -> None:
        super().__init__(box, amount, refusal.value)
        self.refusal = refusal


class RoundOver(EngineError):
    """An action after the end of the round."""

    def __init__(self) -> None:
        super().__init__("the round is over")


class IllegalAction(EngineError):
    """The rules forbid the action now; ``refusal`` says which of them."""

    def __init__(self, action: str, refusal: Refusal) -> None:
        super().__init__(f"{action} is not allowed now: {refusal.value}")
        self.action = action
        self.refusal = refusal
