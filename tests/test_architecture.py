"""The layout's arrows hold, where chance comes from, and what every source file looks like.

The checker of the arrows is shown to fail on planted violations.
"""

import ast
import subprocess
import sys

import pytest

from tests.architecture import APPS, ROOT, RULES, faults, modules, uses, within
from tools.check import LONGEST_FILE

MODULES = modules()
SOURCES = {name: path.read_text(encoding="utf-8") for name, path in MODULES.items()}


@pytest.mark.parametrize("module", SOURCES)
def test_module_keeps_to_the_layout(module):
    is_package = MODULES[module].name == "__init__.py"
    assert list(faults(module, SOURCES[module], SOURCES, is_package=is_package)) == []


def test_every_rule_holds_somewhere():
    for rule in RULES:
        assert any(rule.holds_in(module) for module in SOURCES), rule.says


PLANTED = [
    # Never 1
    *(
        ("blackjack.engine.round", f"import {name}")
        for name in ("random", "secrets", "time", "datetime", "os", "django", "sys", "numpy")
    ),
    ("blackjack.engine.round", "from datetime import datetime"),
    ("blackjack.engine.round", "from os import path"),
    ("blackjack.engine.round", "import os.path"),
    ("blackjack.engine.round", "import random as chance"),
    ("blackjack.engine.round", "from django.utils.translation import gettext"),
    ("blackjack.engine.round", "from fairplay import codec"),
    ("blackjack.engine.round", "from accounts import ledger"),
    ("blackjack.engine.round", "from blackjack import models"),
    ("blackjack.engine.round", "from blackjack.transcript import replay"),
    ("blackjack.engine.round", "from .. import models"),
    ("blackjack.engine.round", "from ..models import Round"),
    ("blackjack.engine.round", "def deal():\n    import random"),
    ("blackjack.engine.round", "if TYPE_CHECKING:\n    from accounts.models import User"),
    ("blackjack.engine.round", "__import__('random')"),
    ("blackjack.engine", "from . import round\nimport time"),
    ("fairplay.codec", "import secrets"),
    ("fairplay.codec", "from fairplay.models import Commitment"),
    ("fairplay.codec", "from django.conf import settings"),
    ("fairplay.codec", "from blackjack.engine import cards"),
    ("blackjack.transcript", "from blackjack.models import Round"),
    ("blackjack.transcript", "from django.utils import timezone"),
    ("blackjack.transcript", "from fairplay import services"),
    ("blackjack.transcript", "import time"),
    ("blackjack.transcript_format", "from blackjack import words"),
    ("blackjack.analysis.exact", "from blackjack.models import Round"),
    ("blackjack.analysis.published", "from django.conf import settings"),
    ("blackjack.analysis.table", "import numpy"),
    ("blackjack.analysis.table", "import secrets"),
    # Never 2
    ("accounts.views", "from blackjack import services"),
    ("accounts.models", "import fairplay.models"),
    ("accounts.tasks", "from importlib import import_module\nimport_module('blackjack.models')"),
    ("accounts.admin", "from django.apps import apps\napps.get_model('blackjack', 'Round')"),
    ("accounts.management.commands.fund", "from blackjack.models import Round"),
    ("fairplay.views", "from blackjack.answers import Answers"),
    ("fairplay.models", "from accounts.models import User"),
    ("fairplay.tasks", "from ..blackjack import models"),
    # Never 3
    ("blackjack.views", "from blackjack.engine import round"),
    ("blackjack.views", "from blackjack.engine.round import act"),
    ("blackjack.consumers", "from blackjack.engine import choices"),
    ("blackjack.tasks", "from blackjack.engine.settle import returned"),
    ("blackjack.admin", "import blackjack.engine.shoe"),
    ("blackjack.views.table", "from blackjack.engine import shoe as shoes"),
    ("fairplay.tasks", "from blackjack.engine import round"),
    ("blackjack.views", "from accounts import ledger\nledger.post(wallet, [])"),
    ("blackjack.views", "from accounts import ledger as book\nbook.lock(1, 'RUR')"),
    ("blackjack.tasks", "from accounts.ledger import fill_demo"),
    ("accounts.admin", "import accounts.ledger\naccounts.ledger.post(wallet, [])"),
    ("accounts.admin", "from accounts.ledger import *"),
    ("accounts.admin", "from accounts import ledger\npost = ledger"),
    ("accounts.views", "from accounts import ledger\ngetattr(ledger, 'post')()"),
    ("accounts.views", "from accounts import services\nservices.ledger.post(wallet, [])"),
    ("accounts.consumers", "def go():\n    from .ledger import post"),
    # Never 4
    ("blackjack.services", "from django.http import HttpRequest"),
    ("blackjack.services", "from django.shortcuts import render"),
    ("fairplay.services", "from django.template.loader import render_to_string"),
    ("accounts.services", "from django.contrib import messages"),
    ("blackjack.services", "from blackjack.presenters.table import table_view"),
    ("accounts.services", "from . import presenters"),
    ("accounts.models", "from accounts import services"),
    ("fairplay.models", "from .services import reveal"),
    ("blackjack.models", "def save():\n    from blackjack import services"),
]


@pytest.mark.parametrize(("module", "source"), PLANTED)
def test_planted_violation_is_found(module, source):
    assert list(faults(module, source))


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("accounts.views", "from casino import forms"),
        ("fairplay.services", "from casino import forms"),
        ("blackjack.services", "from blackjack import replays"),
        ("accounts.models", "from accounts import logins"),
    ],
)
def test_planted_violation_behind_another_module_is_found(module, source):
    assert list(faults(module, source, SOURCES)) == []
    behind = {
        "accounts.views": ("casino.forms", "from blackjack import services"),
        "fairplay.services": ("casino.forms", "import accounts.models"),
        "blackjack.services": ("blackjack.replays", "from django.http import Http404"),
        "accounts.models": ("accounts.logins", "from accounts import services"),
    }
    other, planted = behind[module]
    assert list(faults(module, source, {**SOURCES, other: planted}))


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("blackjack.engine.shoe", "import hashlib, re\nfrom collections.abc import Iterator"),
        ("blackjack.engine.round", "from . import hands\nfrom .cards import Card"),
        ("blackjack.transcript", "import json\nfrom fairplay import codec"),
        ("blackjack.views", "from accounts import ledger\nledger.balance(1, 'RUR')"),
        ("blackjack.views", "from blackjack.engine.rules import Variant"),
        ("accounts.admin", "from accounts.ledger import InsufficientFunds"),
        ("blackjack.services", "from accounts import ledger\nledger.post(wallet, [])"),
        ("blackjack.tasks", "from blackjack import services"),
        ("fairplay.views", "from django.shortcuts import render"),
    ],
)
def test_what_the_layout_allows_is_no_fault(module, source):
    assert list(faults(module, source, SOURCES)) == []


def test_pure_code_runs_where_there_is_no_django():
    """The same, seen from outside: importing it brings none of the site in."""
    script = (
        "import sys; import blackjack.transcript; import fairplay.codec;"
        "print(*sorted(name for name in sys.modules if name.split('.')[0] in"
        " ('django', 'accounts', 'casino', 'random', 'secrets')))"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path[:0] = [{str(ROOT)!r}]; {script}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == []


# --- chance

CHANCE = {
    "blackjack.shuffling": "the order of the cards",
    "fairplay.services": "the key phrase of a string",
    "accounts.logins": "the names of guests",
    "accounts.second_factor": "the keys of authenticator apps",
    "casino.local_keys": "the keys of an installation",
}
"""The modules that may draw chance from the operating system, and for what."""
SIMULATION = "blackjack.analysis.simulate"
"""Deals rounds that nobody plays, and must be repeatable."""
SEEDABLE = ("random", "numpy", "uuid.uuid1", "os.urandom", "secrets.randbits")


def test_chance_comes_from_the_operating_system_in_few_known_places():
    """C14: no generator that could be seeded or guessed."""
    drawing = {
        module
        for module, source in SOURCES.items()
        if any(name.rstrip(":").split(".")[0] == "secrets" for name in uses(module, source))
    }
    assert drawing == set(CHANCE)


def test_no_generator_that_could_be_seeded():
    """C14."""
    assert [
        f"{module} uses {name}"
        for module, source in SOURCES.items()
        if module != SIMULATION
        for name in (used.rstrip(":") for used in uses(module, source))
        if name in SEEDABLE or name.startswith(tuple(f"{one}." for one in SEEDABLE))
    ] == []


def test_only_the_simulations_command_reaches_the_seeded_generator():
    """C14: no shoe that is played for money or demo money can come from it."""
    reaching = {
        module
        for module, source in SOURCES.items()
        if any(within(SIMULATION)(name.rstrip(":")) for name in uses(module, source))
    }
    assert reaching == {"blackjack.management.commands.simulate"}


def test_scripts_draw_chance_from_the_browsers_secure_generator():
    """C7: the default cut and the seed of the player's own shuffle."""
    scripts = {path.name: path.read_text(encoding="utf-8") for path in own_files("static", "*.js")}
    assert scripts
    assert [name for name, text in scripts.items() if "Math.random" in text] == []
    assert any("getRandomValues" in text for text in scripts.values())


# --- source files


def own_files(directory, pattern):
    vendored = ROOT / "static" / "vendor"
    built = ROOT / "static" / "checker"
    return [
        path
        for path in sorted((ROOT / directory).rglob(pattern))
        if not path.is_relative_to(vendored) and not path.is_relative_to(built)
    ]


PYTHON = [ROOT / "manage.py", *(p for d in (*APPS, "tools", "tests") for p in own_files(d, "*.py"))]
OTHERS = {
    ".js": ("//", "/*"),
    ".mjs": ("//", "/*"),
    ".css": ("/*",),
    ".html": ("{#", "{% comment"),
}
MARKED = [
    path
    for directory in ("static", "templates", "tools")
    for suffix in OTHERS
    for path in own_files(directory, f"*{suffix}")
]


def names(paths):
    return [str(path.relative_to(ROOT)) for path in paths]


def test_python_files_begin_by_saying_what_they_are_for():
    texts = {path: path.read_text(encoding="utf-8") for path in PYTHON}
    silent = [p for p, text in texts.items() if text and not ast.get_docstring(ast.parse(text))]
    assert names(silent) == []


def test_pages_scripts_and_styles_begin_by_saying_what_they_are_for():
    assert MARKED
    silent = [
        path
        for path in MARKED
        if not path.read_text(encoding="utf-8").startswith(OTHERS[path.suffix])
    ]
    assert names(silent) == []


def test_files_are_short_enough_to_be_read_at_once():
    long = [
        path
        for path in (*PYTHON, *MARKED)
        if "migrations" not in path.parts  # generated, and read by nobody at once
        and len(path.read_text(encoding="utf-8").splitlines()) > LONGEST_FILE
    ]
    assert names(long) == []
