"""The FairPlay pages are tested with the people and tables of the tables' tests."""

from tests.blackjack.conftest import (  # noqa: F401
    _in_english,
    demo,
    player,
    seat,
    stranger,
    tab,
)
