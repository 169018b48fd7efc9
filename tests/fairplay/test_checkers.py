"""What a player checks with: built from the site's own sources, and refusing what is false."""

import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone

from blackjack.engine.rules import Variant
from fairplay.check_words import WORDS
from fairplay.offline import PAGE, PROGRAM
from fairplay.services import reveal
from tests.pages import read
from tests.tables import NATURAL, WON
from tests.transcripts.falsified import KINDS, some_falsified
from tests.transcripts.random_shoes import GAMES, written
from tests.transcripts.two_tellings import by_python, line
from tests.transcripts.writing import signed
from tools.checker import BUILT, build
from tools.checker.bundle import CannotBundle, bundle

CHECKERS = Path(settings.BASE_DIR) / "static" / "checker"


def run(text, *arguments, tmp_path):
    """Run the program as a player does: its file alone, in a directory of its own."""
    program = shutil.copy(CHECKERS / PROGRAM, tmp_path)
    file = tmp_path / "game.json"
    file.write_bytes(text)
    return subprocess.run(
        [sys.executable, "-I", "-S", program, *arguments, str(file)],
        check=False,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=tmp_path,
        env={"PYTHONIOENCODING": "utf-8"},
    )


@pytest.mark.parametrize("name", BUILT)
def test_built_files_are_what_the_sources_give(name):
    built = Path(settings.BASE_DIR, name).read_text(encoding="utf-8")
    assert built == BUILT[name](), "stale: `python -m tools.checker`"


def test_a_build_writes_only_what_is_not_as_the_sources_give_it(tmp_path):
    files = build(tmp_path)
    assert [path.relative_to(tmp_path).as_posix() for path in files] == list(BUILT)
    texts = [path.read_text(encoding="utf-8") for path in files]
    assert build(tmp_path) == []
    files[2].write_text("stale", encoding="utf-8")
    assert build(tmp_path) == [files[2]]
    assert [path.read_text(encoding="utf-8") for path in files] == texts


def test_every_word_of_a_check_has_its_text():
    step_words = {key for key in WORDS if key.startswith("step.")}
    assert len(step_words) == 10
    assert all(WORDS.values())


@pytest.mark.parametrize("game", GAMES)
def test_program_says_that_a_true_game_matches(game, tmp_path):
    done = run(line(signed(written(game, 5))), "--lang=en", tmp_path=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0] == WORDS["verdict.ok"]


@pytest.mark.parametrize("kind", KINDS)
def test_program_refuses_what_is_falsified_at_its_step(kind, tmp_path):
    for one, document in some_falsified(2 * len(KINDS)):
        if one != kind:
            continue
        told = by_python(line(document))
        done = run(line(document), "--lang", "en", tmp_path=tmp_path)
        assert (done.returncode, done.stderr) == (1, "")
        error = told["result"]["error"]
        last = done.stdout.splitlines()[-1]
        assert last == f"[step={told['step']} code={error['code']} at={error['at']}]"


def test_program_speaks_both_languages(tmp_path):
    text = line(signed(written("double-deck", 5)))
    spoken = {run(text, "--lang", code, tmp_path=tmp_path).stdout for code in ("en", "ru")}
    assert len(spoken) == 2


@pytest.mark.parametrize("text", [b"", b"\xef\xbb\xbf{}", b"[]", b'{"format": "\xff"}'])
def test_program_has_a_status_for_what_is_no_transcript(text, tmp_path):
    done = run(text, tmp_path=tmp_path)
    assert (done.returncode, done.stderr) == (2, "")


@pytest.mark.parametrize("arguments", [["--lang", "fr"], ["--help"], ["a", "b"]])
def test_program_says_how_it_is_used(arguments, tmp_path):
    done = run(b"{}", *arguments, tmp_path=tmp_path)
    assert done.returncode == 2
    assert "fairplay_check.py" in done.stderr


def test_program_says_nothing_in_vain_where_files_hold_no_comparison(tmp_path):
    done = run(line(written("double-deck", 5)), "--lang=en", tmp_path=tmp_path)
    assert done.returncode == 0
    assert done.stdout.splitlines()[0] == WORDS["verdict.dealt"]


def test_page_without_the_network_may_ask_for_nothing():
    page = read(HttpResponse((CHECKERS / PAGE).read_bytes()))
    policies = [one["content"] for one in page.all("meta") if one.get("http-equiv")]
    assert policies == ["default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'"]
    assert not [one for one in page.all("script") if one.get("src")]
    assert not page.all("link")


@pytest.mark.parametrize(
    "source", ["import './x.js';", "export default 1;", "import x from './x.js'"]
)
def test_module_of_an_unknown_form_is_not_bundled(tmp_path, source):
    place = tmp_path / "a" / "b"
    place.mkdir(parents=True)
    (place / "entry.js").write_text(source)
    with pytest.raises(CannotBundle):
        bundle(place / "entry.js")


# --- The pages -------------------------------------------------------------------------------


@pytest.mark.django_db
def test_sums_on_the_pages_are_those_of_the_files(seat, tab):
    seat.play(NATURAL)
    for address in (
        reverse("fairplay:list"),
        reverse("fairplay:sums"),
        reverse("fairplay:game", args=[seat.round.pk]),
    ):
        shown = {
            one["data-checker"]: one.text
            for one in read(tab.get(address)).all("code")
            if one.get("data-checker")
        }
        assert shown == {
            name: hashlib.sha256((CHECKERS / name).read_bytes()).hexdigest()
            for name in (PAGE, PROGRAM)
        }


def test_worked_example_gives_its_sums_by_the_programs_named(client, tmp_path):
    page = read(client.get(reverse("fairplay:sums")))
    shutil.copy(CHECKERS / "example.txt", tmp_path)
    assert (tmp_path / "example.txt").read_text() == page.one(id="example-text").text
    commands = [one.text for one in page.one(id="sums").all("code")][:2]
    sums = {"md5sum": "example-md5", "sha256sum": "example-sha256"}
    for command in commands:
        program, name = command.split()
        printed = subprocess.run(
            [program, name], check=True, capture_output=True, text=True, cwd=tmp_path
        ).stdout
        assert printed.split()[0] == page.one(id=sums[program]).text


@pytest.mark.django_db
def test_transcript_lies_in_the_page_of_a_revealed_game_only(seat, tab):
    seat.play(WON)
    address = reverse("fairplay:game", args=[seat.round.pk])
    assert [
        one for one in read(tab.get(address)).all("script") if one.get("id") == "transcript"
    ] == []
    seat.act("stand")
    page = read(tab.get(address))
    (script,) = [one for one in page.all("script") if one.get("id") == "transcript"]
    assert script["type"] == "application/json"
    there = json.loads(script.text)
    assert there == json.loads(
        tab.get(reverse("fairplay:transcript", args=[seat.round.pk])).content
    )
    assert page.one(id="redealt")["data-round"] == "0"


@pytest.mark.django_db
def test_waiting_games_of_a_kept_shoe_have_no_transcript_and_then_their_place(seat, tab):
    here = seat.at(Variant.CLASSIC)
    numbers = []
    here.plant("9S 8H 0C 8D 9C 8C 0H 8S")
    for _ in range(2):
        here.deal(10)
        while here.round.ended_at is None:
            here.act("stand")
        numbers.append(here.round.pk)
    for number in numbers:
        page = read(tab.get(reverse("fairplay:game", args=[number])))
        assert not [one for one in page.all("script") if one.get("id") == "transcript"]
    reveal(here.round.shoe.commitment, now=timezone.now())
    places = [
        read(tab.get(reverse("fairplay:game", args=[number]))).one(id="redealt")["data-round"]
        for number in numbers
    ]
    assert places == ["0", "1"]
