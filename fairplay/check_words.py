"""The words of a check: what the page, the offline page and the terminal say of its steps.

English by key; each is translated by the site's catalogs. The offline files carry both languages.
"""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext


def _(text: str) -> str:
    """Mark a text for the catalogs; it is translated when it is read."""
    return text


VERDICTS: Final = {
    "verdict.ok": _("Everything matches: every card and every payout"),
    "verdict.dealt": _("Dealt again, but the file does not hold all that could be compared"),
    "verdict.wrong": _("It does not match"),
    "verdict.by_yourself": _("Your device dealt the game again by itself; no request was sent."),
    "group.signatures": _("Signatures"),
    "group.order": _("Order"),
    "group.cards": _("Cards"),
    "group.results": _("Results"),
    "status.ok": _("correct"),
    "status.wrong": _("differs"),
    "status.none": _("not reached"),
    "status.unused": _("not used"),
    "status.signed": _("as signed"),
    "status.missing": _("nothing to compare with"),
}
STEPS: Final = {
    "step.title": _("Steps of the check"),
    "step.file": _("The transcript can be read"),
    "step.string": _("The string has its strict form"),
    "step.md5": _("MD5 of the string is the signature"),
    "step.sha256": _("SHA-256 of the string is the signature"),
    "step.shuffle": _("Own shuffle"),
    "step.cut": _("Cut"),
    "step.moved": _("Moved cards"),
    "step.cards": _("Cards and decisions as the table had shown"),
    "step.results": _("Outcomes and payouts as the table had shown"),
    "detail.string": _(
        "login, date and time, a key of 32 characters, whole decks: %(cards)s cards"
    ),
    "detail.shuffle": _("the line %(seed)s"),
    "detail.cut": _("cards %(first)s–%(cards)s first, then 1–%(cut)s"),
    "detail.moved": _("cards %(moved)s"),
    "detail.cards": _("rounds: %(rounds)s, cards out: %(out)s, decisions: %(decisions)s"),
    "detail.results": _("staked %(staked)s, returned %(returned)s"),
}
CODES: Final = {
    "code.bad_json": _("The file is not JSON."),
    "code.bad_format": _("It is no transcript, or a field is missing or of the wrong kind."),
    "code.unknown_field": _("It has a field that this game does not have."),
    "code.unknown_variant": _("There is no such game."),
    "code.unknown_rules": _("This game has no rules of that version."),
    "code.bad_secret": _("The string has not its strict form, or not exactly the game’s decks."),
    "code.signature_mismatch": _("The string has another signature."),
    "code.bad_seed": _("The line of an own shuffle is 16 to 64 letters and digits."),
    "code.bad_cut": _("The shoe can’t be cut there."),
    "code.unfinished_round": _("A round follows one that is not played out."),
    "code.shoe_over": _("A round begins after the end of the shoe."),
    "code.bad_scheme": _("There is no such deal scheme."),
    "code.bad_moved": _("A moved card is out of range or named twice."),
    "code.bad_leave": _("No bingo session is running there."),
    "code.bad_bet": _("Such a bet can’t be laid."),
    "code.bad_bingo": _("Such a bingo bet can’t be laid."),
    "code.round_over": _("A decision follows the end of the round."),
    "code.illegal_action": _("This decision is not possible here."),
    "code.result_mismatch": _("The table had shown something else than the signed order gives."),
}
CAUSES: Final = {
    "cause.newline": _("a line break at the end, added while copying or saving"),
    "cause.blanks": _("blanks around the text, added while copying"),
    "cause.bom": _("a mark of the encoding (BOM) at the beginning, added by an editor"),
    "cause.file_encoding": _("the file was saved in another encoding than UTF-8"),
    "cause.encoding": _(
        "another encoding or a look-alike: character %(position)s is %(code)s, not ASCII"
    ),
    "cause.changed": _(
        "a changed character: %(position)s is “%(found)s”, it was signed as “%(expected)s”"
    ),
    "cause.swapped": _("two cards changed places, at character %(position)s"),
    "cause.added": _("a character too many: %(position)s, “%(found)s”"),
    "cause.lost": _("a lost character: “%(expected)s” at %(position)s"),
    "cause.signature_written": _("the signature itself has capitals or blanks"),
    "cause.signature_changed": _(
        "the signature itself was changed at character %(position)s; the other one fits"
    ),
    "cause.choices": _("a bet or decision in the record was changed, or the order of the cards"),
    "cause.shown": _("a recorded card or choice was changed: own shuffle, cut, moved, scheme"),
    "cause.payout": _("a recorded bet, outcome or payout was changed"),
    "label.step": _("Step"),
    "label.where": _("Where"),
    "label.expected": _("Expected"),
    "label.found": _("Found"),
    "label.cause": _("Likely cause"),
    "label.nothing": _("nothing"),
}
PLACES: Final = {
    "place.rounds": _("round %(number)s"),
    "place.boxes": _("box %(number)s"),
    "place.hands": _("hand %(number)s"),
    "place.cards": _("card %(number)s"),
    "place.actions": _("decision %(number)s"),
    "place.dealer": _("dealer"),
    "place.insurance": _("insurance"),
    "place.secret": _("string"),
    "place.player_seed": _("line of the own shuffle"),
    "place.cut": _("cut"),
    "place.scheme": _("deal scheme"),
    "place.moved": _("moved cards"),
    "place.bets": _("bets"),
    "place.bingo": _("bingo bets"),
    "place.leave": _("places left"),
    "place.stake": _("bet"),
    "place.staked": _("staked"),
    "place.returned": _("returned"),
    "place.outcome": _("outcome"),
    "place.points": _("total"),
    "place.next_card": _("cards out"),
}
CARDS: Final = {
    "strip.title": _("The shoe as it was dealt"),
    "strip.unused": _("not dealt"),
    "strip.reserved": _("kept for the dealer, not needed"),
    "strip.other": _("other rounds of the shoe, paler"),
    "strip.card": _("%(number)s: %(card)s, %(where)s"),
    "mark.dealer": _("D."),
    "mark.reserved": _("(D.)"),
    "mark.hands": _("abcd"),
    "table.title": _("Dealt again, and as the table had shown it"),
    "table.hand": _("Hand"),
    "table.dealt": _("Dealt again"),
    "table.shown": _("Shown"),
    "table.verdict": _("Verdict"),
    "table.dealer": _("Dealer"),
    "table.box": _("Box %(number)s"),
    "table.box_hand": _("Box %(number)s, hand %(hand)s"),
    "table.insurance": _("Insurance, box %(number)s"),
    "table.total": _("Round"),
    "table.bingo": _("Bingo"),
    "table.money": _("%(stake)s → %(returned)s"),
    "outcome.blackjack": _("blackjack"),
    "outcome.win": _("win"),
    "outcome.push": _("push"),
    "outcome.lose": _("lose"),
    "outcome.bust": _("bust"),
    "outcome.surrender": _("surrendered"),
    "outcome.open": _("not over"),
}
LIST: Final = {
    "list.progress": _("Checking %(done)s of %(all)s…"),
    "list.match": _("Matching: %(good)s of %(all)s"),
    "list.mismatch": _("Not matching: %(bad)s. Matching: %(good)s of %(all)s"),
    "list.failed": _("Not fetched: %(failed)s. Matching: %(good)s of %(all)s"),
    "list.none": _("No game is revealed yet."),
}
OFFLINE: Final = {
    "offline.title": _("Check a game without the network"),
    "offline.lead": _(
        "This page works with the network off and sends nothing. Drop the transcript of a game "
        "here, choose its file, or paste its text."
    ),
    "offline.file": _("Transcript file"),
    "offline.paste": _("Or its text"),
    "offline.check": _("Check it"),
    "offline.round": _("Round to show"),
    "offline.usage": _("usage: python3 fairplay_check.py [--lang en|ru] transcript.json"),
    "offline.unreadable": _("The file can’t be read."),
    "offline.python": _("Python 3.11 or newer is needed."),
}
WORDS: Final[Mapping[str, str]] = {
    **VERDICTS,
    **STEPS,
    **CODES,
    **CAUSES,
    **PLACES,
    **CARDS,
    **LIST,
    **OFFLINE,
}


def translated() -> dict[str, str]:
    """Return all words in the reader's language, for the page's script."""
    return {key: gettext(text) for key, text in WORDS.items()}
