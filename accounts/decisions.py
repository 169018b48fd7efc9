"""Why a request is not decided: what cashier's requests and adjustments have in common."""


class NotOpen(Exception):
    """The request was decided or cancelled before. Nothing was moved.

    Attributes:
        state: the one it is in, as it is stored.
    """

    def __init__(self, state: str) -> None:
        super().__init__(state)
        self.state = state


class OwnRequest(Exception):
    """It would move the money of the member of staff who decides: somebody else must."""


class SamePerson(Exception):
    """Who asked for an adjustment can't approve it: that takes a second person."""


class NotAsSeen(Exception):
    """What is to be changed was changed by somebody else since the page was shown."""


class OwnSecondFactor(Exception):
    """Nobody resets his own second factor: his own page replaces it, for password and code."""
