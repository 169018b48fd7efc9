"""The secret string: one form, read back without doubt, and its signatures (rules.md 4.1, 4.2)."""

import hashlib
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackjack.engine.cards import decks
from fairplay import codec

KEY = "K3Y0" * 8
PARTS = {"login": "anna", "date": "20251125", "time": "152133", "key": KEY}
TEXT = f"anna-DATE20251125TIME152133-SRVKEY-{KEY}-START-7D-AS-0H-END"


def test_string_has_the_published_form():
    assert codec.encode(**PARTS, cards=["7D", "AS", "0H"]) == TEXT


def test_string_is_read_back():
    secret = codec.parse(TEXT)
    assert (secret.login, secret.date, secret.time, secret.key) == tuple(PARTS.values())
    assert secret.cards == ("7D", "AS", "0H")


@given(
    login=st.text("ABCXYZabcxyz019_", min_size=3, max_size=20),
    key=st.text(codec.KEY_ALPHABET, min_size=32, max_size=32),
    moment=st.datetimes(),
    cards=st.permutations(decks(1)),
)
def test_every_string_is_read_back_as_it_was_built(login, key, moment, cards):
    day = f"{moment.year:04}{moment.month:02}{moment.day:02}"
    text = codec.encode(login=login, date=day, time=f"{moment:%H%M%S}", key=key, cards=cards)
    assert codec.parse(text) == codec.Secret(login, day, f"{moment:%H%M%S}", key, tuple(cards))
    assert text.isascii()
    assert "\n" not in text


@pytest.mark.parametrize(
    "login",
    [
        pytest.param("a-START-AS-END", id="C12 a login that looks like the cards"),
        pytest.param("anna-DATE20251125TIME152133", id="C12 a login that looks like a date"),
        pytest.param("ab", id="two characters"),
        pytest.param("a" * 21, id="21 characters"),
        pytest.param("анна", id="letters beyond ASCII"),
        pytest.param("an na", id="a blank"),
        pytest.param("", id="none"),
    ],
)
def test_login_that_could_not_be_parsed_is_refused(login):
    with pytest.raises(codec.BadSecret):
        codec.encode(**(PARTS | {"login": login}), cards=["AS"])


@pytest.mark.parametrize("login", ["START", "END", "AS_", "DATE", "abc", "A" * 20, "guest_1"])
def test_words_of_the_form_are_logins_like_others(login):
    text = codec.encode(**(PARTS | {"login": login}), cards=["AS"])
    assert codec.parse(text).login == login


def other(old, new):
    assert TEXT.count(old) == 1
    return TEXT.replace(old, new)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(TEXT + "\n", id="C11 a trailing newline"),
        pytest.param(TEXT + "\r\n", id="a trailing line end of Windows"),
        pytest.param(" " + TEXT, id="a leading blank"),
        pytest.param("\ufeff" + TEXT, id="a byte order mark"),
        pytest.param(TEXT.lower(), id="lower case"),
        pytest.param("", id="nothing"),
        pytest.param(TEXT + "-END", id="END twice"),
        pytest.param(TEXT.removesuffix("-END"), id="no END"),
        pytest.param(other("-7D-AS-0H", ""), id="no card"),
        pytest.param(other("7D-AS", "7DAS"), id="cards not parted"),
        pytest.param(other("7D", "10D"), id="ten written with two digits"),
        pytest.param(other("7D", "1D"), id="no such rank"),
        pytest.param(other("7D", "7X"), id="no such suit"),
        pytest.param(other("7D", "7d"), id="suit in lower case"),
        pytest.param(other(KEY, KEY[1:]), id="key of 31 characters"),
        pytest.param(other(KEY, KEY + "A"), id="key of 33 characters"),
        pytest.param(other(KEY, KEY.lower()), id="key in lower case"),
        pytest.param(other("DATE2025", "DATE２０２５"), id="digits beyond ASCII"),
        pytest.param(other("20251125", "20251325"), id="month 13"),
        pytest.param(other("20251125", "20250025"), id="month 0"),
        pytest.param(other("20251125", "20251131"), id="31 November"),
        pytest.param(other("20251125", "20250229"), id="29 February of a common year"),
        pytest.param(other("20251125", "19000229"), id="1900 was no leap year"),
        pytest.param(other("20251125", "00001125"), id="year 0"),
        pytest.param(other("152133", "240000"), id="24 o'clock"),
        pytest.param(other("152133", "156033"), id="minute 60"),
        pytest.param(other("152133", "152160"), id="second 60"),
        pytest.param(other("152133", "15213"), id="time of five digits"),
        pytest.param(other("SRVKEY", "SRVKEY2"), id="another label"),
        pytest.param(TEXT + "\ud800", id="a lone surrogate"),
    ],
)
def test_another_form_is_refused(text):
    with pytest.raises(codec.BadSecret):
        codec.parse(text)


@pytest.mark.parametrize("date", ["20240229", "20000229", "20251231", "99990101"])
def test_days_that_exist_are_read(date):
    assert codec.parse(other("20251125", date)).date == date


def test_signatures_are_those_of_the_exact_bytes():
    signatures = codec.sign(TEXT)
    assert signatures.md5 == hashlib.md5(TEXT.encode(), usedforsecurity=False).hexdigest()
    assert signatures.sha256 == hashlib.sha256(TEXT.encode()).hexdigest()


def test_signatures_of_a_known_text():
    assert codec.sign("abc") == codec.Signatures(
        md5="900150983cd24fb0d6963f7d28e17f72",
        sha256="ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    )


def test_text_beyond_ascii_is_not_signed():
    with pytest.raises(codec.BadSecret):
        codec.sign("анна")


def test_key_phrase_has_more_than_128_bits():
    """C5: so that nobody can try all strings against a signature."""
    assert len(set(codec.KEY_ALPHABET)) == len(codec.KEY_ALPHABET) == 36
    assert codec.KEY_LENGTH * math.log2(len(codec.KEY_ALPHABET)) > 128


def test_log_line_of_a_secret_holds_neither_key_nor_cards():
    shown = repr(codec.parse(TEXT))
    assert KEY not in shown
    assert "7D" not in shown
    assert "anna" in shown
