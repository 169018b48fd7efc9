"""F11: backup, restore, go on. The commands are those of docs/deploy.md, the keys stay apart."""

import json
import os
import re
import subprocess
import sys
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from cryptography.fernet import Fernet
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection

from accounts.cashier import services as cashier
from accounts.models import Currency, RequestKind
from blackjack.engine.rules import Variant
from blackjack.models import Round
from tests.running_site import ROOT
from tests.tables import NATURAL, WON, Seat, everything_read
from tools import programs

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

GUIDE = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")


def evening(seat: Seat) -> None:
    """Rounds that are over, three that are open, bingo running, a withdrawal that is asked for."""
    seat.play(NATURAL)
    seat.play("7D 2S 3H 4C 5S 6D", "hit")
    seat.at(Variant.CLASSIC).play("0S 9H 8D 0C")
    bingo = seat.at(Variant.BINGO)
    bingo.plant("0S 9H 7D 0C 0H 9S 8D 0D")
    bingo.deal(10, bingo={1: 5})
    bingo.act("stand")
    bingo.deal(10)
    seat.at(Variant.SIX_DECK, Currency.FUN.value).play(WON, "stand")
    cashier.ask(
        player=seat.player,
        kind=RequestKind.WITHDRAWAL,
        amount=20_000,
        token=uuid.uuid4(),
        details="card",
    )


def postgres(program: str, *arguments: str, database: str, at: Path) -> None:
    """Run one of PostgreSQL's programs on the server of this run."""
    home = connection.settings_dict["OPTIONS"]["host"]
    named = ["--host", home, "--username", connection.settings_dict["USER"]]
    directory = programs.postgres()
    assert directory is not None
    command = [str(directory / program), *named, *arguments, *([database] if database else [])]
    subprocess.run(command, cwd=at, check=True, capture_output=True, text=True)


def require_in_guide(command: str) -> None:
    """Fail if the guide's command has not these words in this order."""
    words = r"[^\n]*".join(re.escape(word) for word in command.split())
    assert re.search(words, GUIDE), f"the guide does it in another way: {command}"


@dataclass(frozen=True)
class Restored:
    """A database that was restored from a backup, and what the first one held at that moment."""

    name: str
    before: Mapping[str, Any]


@pytest.fixture
def restored(seat: Seat, tmp_path: Path) -> Iterator[Restored]:
    evening(seat)
    name = str(connection.settings_dict["NAME"])
    before = json.loads(json.dumps(everything_read(), cls=DjangoJSONEncoder))
    if connection.vendor == "sqlite":
        told = re.search(r"\.venv/bin/python -c '(import sqlite3; .*)'", GUIDE)
        assert told, "the guide does it in another way"
        copy = tmp_path / "copy.sqlite3"
        code = told[1].replace("var/casino.sqlite3", name).replace("copy.sqlite3", str(copy))
        subprocess.run([sys.executable, "-c", code], check=True)
        seat.act("stand")  # what is done later is not in it
        yield Restored(str(copy), before)
        return
    other = f"restored_{uuid.uuid4().hex}"
    require_in_guide("pg_dump --format=custom casino")
    postgres("pg_dump", "--format=custom", "--file=casino.dump", database=name, at=tmp_path)
    seat.act("stand")
    require_in_guide("createdb --template template0 casino")
    postgres("createdb", "--template", "template0", database=other, at=tmp_path)
    require_in_guide("pg_restore --dbname casino --no-owner --role casino")
    to = ("--dbname", other, "--no-owner", "--role", connection.settings_dict["USER"])
    postgres("pg_restore", *to, "--exit-on-error", "casino.dump", database="", at=tmp_path)
    yield Restored(other, before)
    postgres("dropdb", "--force", database=other, at=tmp_path)


def go_on(database: str, *words: str, **more: str) -> Any:
    """What a casino on the restored database says of it."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults.restored", database, *words],
        cwd=ROOT,
        env={**os.environ, **more},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_f11_a_restored_house_holds_the_same_and_its_open_rounds_go_on(
    restored: Restored, record_property: Any
) -> None:
    found = go_on(restored.name)
    assert found["everything"] == restored.before
    rows = restored.before["blackjack.Round"]
    waiting = [row["id"] for row in rows if row["ended_at"] is None]
    assert len(waiting) == 3

    after = go_on(restored.name, "play")
    ended = {row["id"]: row["ended_at"] for row in after["everything"]["blackjack.Round"]}
    assert all(ended[number] for number in waiting)
    assert after["books"]["lines"] > found["books"]["lines"]
    assert Round.objects.filter(ended_at=None).count() == 2, "this house went its own way"
    counted = sum(len(of) for of in restored.before.values())
    record_property("rows restored, differences", f"{counted}, 0")
    record_property("open rounds played to their end after it", str(len(waiting)))


@pytest.mark.postgresql
def test_f11_without_its_keys_a_backup_deals_no_card(restored: Restored) -> None:
    """They are kept elsewhere. With them put back it goes on: nothing was lost meanwhile."""
    found = go_on(restored.name, "try", FAIRPLAY_KEYS=Fernet.generate_key().decode())
    for name in ("accounts.Entry", "blackjack.Round", "blackjack.Shoe", "blackjack.Table"):
        assert found["everything"][name] == restored.before[name]
    assert set(found["answers"]) == {409}
    assert set(go_on(restored.name, "try")["answers"]) == {303}
