"""The reasons for which the engine refuses, as words that the page can translate."""

from enum import StrEnum


class Refusal(StrEnum):
    """Why an action is illegal now."""

    UNKNOWN_ACTION = "unknown_action"
    NO_TURN = "no_turn"
    NOT_IN_THIS_GAME = "not_in_this_game"
    NOT_THE_FIRST_ACTION = "not_the_first_action"
    TOTAL_NOT_DOUBLED = "total_not_doubled"
    NO_DOUBLE_AFTER_SPLIT = "no_double_after_split"
    NOT_A_PAIR = "not_a_pair"
    HANDS_FULL = "hands_full"
    SURRENDER_AGAINST_ACE = "surrender_against_ace"
    NO_ACE_UP = "no_ace_up"
    INSURED_ALREADY = "insured_already"
    INSURANCE_FIRST = "insurance_first"
    INSURANCE_OVER = "insurance_over"
    ACE_NOT_DOUBLED = "ace_not_doubled"
    SPLIT_ACES = "split_aces"


class BingoRefusal(StrEnum):
    """Why a bingo bet may not be laid (rules.md section 8)."""

    NOT_WHOLE_UNITS = "not_whole_units"
    NO_MAIN_BET = "no_main_bet"
    ABOVE_MAIN_BET = "above_main_bet"
    SESSION_RUNNING = "session_running"
