"""Strict forms: nothing that was sent is ignored, and numbers are what they look like."""

from urllib.parse import urlencode

import pytest
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import override

from casino.forms import Amount, Hundredths, Refused, StrictForm, Switch, WholeNumber


class BetForm(StrictForm):
    bet = WholeNumber(minimum=1, maximum=50, label="Bet")
    amount = Hundredths(label="Amount", required=False)


def refusals(query: str) -> list[str]:
    with pytest.raises(Refused) as refused:
        BetForm(QueryDict(query)).require()
    return refused.value.messages


@pytest.fixture(autouse=True)
def _in_english(settings):
    settings.LANGUAGE_CODE = "en"


def test_known_fields_pass_with_the_token():
    form = BetForm(QueryDict("bet=10&csrfmiddlewaretoken=x"))
    form.require()
    assert form.cleaned_data == {"bet": 10, "amount": None}


def test_a_target_is_no_field_of_a_form_that_leads_nowhere():
    (message,) = refusals("bet=10&next=/")
    assert "next" in message


class TickForm(StrictForm):
    adult = Switch()


@pytest.mark.parametrize("value", ["0", "no", "off", "false", "1", "ON", ""])
def test_only_its_own_value_ticks_a_box(value):
    form = TickForm(QueryDict(urlencode({"adult": value})))
    with pytest.raises(Refused):
        form.require()


def test_a_ticked_box_is_a_yes():
    form = TickForm(QueryDict("adult=on"))
    form.require()
    assert form.cleaned_data == {"adult": True}


def test_unknown_field_is_refused_by_name():
    (message,) = refusals("bet=10&cutt=5")
    assert "cutt" in message


def test_field_sent_twice_is_refused_by_name():
    (message,) = refusals("bet=10&bet=20")
    assert "bet" in message


def test_missing_field_is_refused_by_label():
    (message,) = refusals("")
    assert "Bet" in message


def test_every_fault_is_named():
    assert len(refusals("bet=x&amount=y&total=1000")) == 3


@pytest.mark.parametrize("text", ["1", "50", "007", " 5 "])
def test_whole_number(text):
    assert WholeNumber(minimum=1, maximum=50).clean(text) == int(text)


@pytest.mark.parametrize(
    "text",
    [
        "-5", "0", "51", "NaN", "inf", "1e3", "1,5", "1.5", "10.0", "10.001", "0.0001", "１０",
        "1_0", "0x10", "+5", "--5", "5\n", "٣", "9" * 30, "9" * 10_000, "5 0", "<b>5</b>",
    ],
)  # fmt: skip
def test_no_whole_number_is_refused_and_named(text):
    (message,) = refusals(encoded("bet", text))
    assert text[:39] in message
    assert len(message) < 120


@pytest.mark.parametrize(
    ("text", "hundredths"),
    [
        ("100", 10_000),
        ("99.50", 9_950),
        ("0,05", 5),
        ("-20", -2_000),
        ("-0.01", -1),
        ("+3", 300),
        ("999999999999.99", 99_999_999_999_999),
    ],
)
def test_amount_is_exact(text, hundredths):
    assert Hundredths().clean(text) == hundredths


@pytest.mark.parametrize(
    "text",
    ["1.5", "1.005", "1e3", "NaN", "１０", "1_000", "1 000", "1,000", ".50", "5.", "-", "9" * 13],
)
def test_no_amount_is_refused_and_named(text):
    (message,) = refusals("bet=1&" + encoded("amount", text))
    assert text in message


def encoded(name: str, text: str) -> str:
    query = QueryDict(mutable=True)
    query[name] = text
    return query.urlencode()


@pytest.mark.parametrize(
    ("text", "hundredths"),
    [
        ("1000", 100_000),
        ("1000.50", 100_050),
        ("1000,50", 100_050),
        ("1 000,50", 100_050),
        ("1\u00a0000\u202f000.05", 100_000_005),
        (" 0,05 ", 5),
        ("0", 0),
        ("999999999999.99", 99_999_999_999_999),
    ],
)
@pytest.mark.parametrize("language", ["ru", "en"])
def test_amounts_are_taken_as_the_reader_writes_them(language, text, hundredths):
    with override(language):
        assert Amount().clean(text) == hundredths


def test_commas_group_on_english_pages_only():
    with override("en"):
        assert Amount().clean("1,000") == 100_000
        assert Amount().clean("1,234,567.89") == 123_456_789
        assert Amount().clean("1,50") == 150
    with override("ru"), pytest.raises(ValidationError):
        Amount().clean("1,000")


@pytest.mark.parametrize(
    "text",
    [
        "1.5", "1.005", "1000.5", "1e3", "NaN", "１０", "1_000", "10 00", "1 0000", "1  000",
        "1 00", "1,00,000", "1.000", "1.000,50", "1,000 000", ".50", "5.", "-", "-5", "+5",
        "9" * 13, "1 000 000 000 000", "5\n", "٣", "1000 RUR", "1'000",
    ],
)  # fmt: skip
@pytest.mark.parametrize("language", ["ru", "en"])
def test_nothing_else_is_an_amount(language, text):
    with override(language), pytest.raises(ValidationError) as refused:
        Amount().clean(text)
    assert text.strip(" ") in str(refused.value.messages[0])
