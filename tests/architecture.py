"""Who may import whom: the rules of the layout, and a checker that works on source text.

A module is known by its dotted name. What it *uses* is every dotted name that its imports bring
in and everything reached through them: after ``from accounts import ledger`` a call of
``ledger.post`` is a use of ``accounts.ledger.post``.
"""

import ast
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
APPS = ("accounts", "blackjack", "casino", "fairplay")

CHANCE_AND_TIME = {"random", "secrets", "uuid", "time", "datetime", "zoneinfo", "calendar"}
FILES = {"os", "io", "pathlib", "shutil", "tempfile", "glob", "sqlite3", "dbm", "shelve", "pickle"}
NETWORK = {"socket", "ssl", "select", "http", "urllib", "ftplib", "smtplib", "asyncio"}
PROCESS = {"subprocess", "multiprocessing", "threading", "concurrent", "signal", "sys", "ctypes"}
INSIDE = {"importlib", "runpy", "builtins", "gc", "inspect", "logging", "locale", "getpass"}
IMPURE = CHANCE_AND_TIME | FILES | NETWORK | PROCESS | INSIDE
"""Pure code gets these as arguments or does without."""
LEDGER_MAY_BE_ASKED = frozenset({"balance", "InsufficientFunds"})
"""What the doors may take from the ledger: reading and its refusal. Money is moved by services."""
DOORS = ("views", "consumers", "tasks", "admin")


@dataclass(frozen=True)
class Rule:
    """One sentence of the layout: where it holds, and which uses break it."""

    says: str
    holds_in: Callable[[str], bool]
    breaks: Callable[[str], bool]
    through_others: bool = False
    """Whether it holds for everything that such a module reaches, too."""


def within(*prefixes: str) -> Callable[[str], bool]:
    """Match these dotted names and what lies in them."""
    return lambda name: any(name == one or name.startswith(f"{one}.") for one in prefixes)


def called(*names: str) -> Callable[[str], bool]:
    """Match the modules and packages of this name in every app, also in an app's parts.

    ``accounts.views`` and ``accounts.cashier.views`` are both views.
    """
    return lambda module: any(part in names for part in module.split(".")[1:])


def outside(*allowed: str) -> Callable[[str], bool]:
    """Match everything but these names and the pure part of the standard library."""

    def breaks(name: str) -> bool:
        first = name.split(".", maxsplit=1)[0]
        if first in sys.stdlib_module_names:
            return first in IMPURE
        return not within(*allowed)(name)

    return breaks


def moves_money(name: str) -> bool:
    """Match uses of the ledger that are more than asking, by whatever way they come."""
    parts = name.split(".")
    return any(
        part == "ledger" and following not in LEDGER_MAY_BE_ASKED
        for part, following in zip(parts, [*parts[1:], "itself"], strict=True)
    )


RULES = (
    Rule("1: the engine is pure", within("blackjack.engine"), outside("blackjack.engine")),
    Rule("1: the codec is pure", within("fairplay.codec"), outside()),
    Rule("1: the statistics are pure", within("fairplay.statistics"), outside()),
    Rule(
        "1: transcripts are pure, above the engine and the codec",
        within("blackjack.transcript", "blackjack.transcript_bingo", "blackjack.transcript_format"),
        outside(
            "blackjack.engine",
            "blackjack.transcript",
            "blackjack.transcript_bingo",
            "blackjack.transcript_format",
            "fairplay.codec",
        ),
    ),
    Rule(
        "1: the analysis uses the engine and the standard library",
        within("blackjack.analysis"),
        lambda name: (
            name.split(".", maxsplit=1)[0] in CHANCE_AND_TIME - {"random"} | NETWORK | PROCESS
            or not (
                name.split(".", maxsplit=1)[0] in sys.stdlib_module_names
                or within("blackjack.engine", "blackjack.analysis")(name)
            )
        ),
        through_others=True,
    ),
    Rule(
        "2: accounts know no game and no commitment",
        within("accounts"),
        within("blackjack", "fairplay"),
        through_others=True,
    ),
    Rule(
        "2: fairplay knows no game and no account",
        within("fairplay"),
        within("blackjack", "accounts"),
        through_others=True,
    ),
    Rule(
        "3: views, consumers, tasks and admin take no step of a round",
        called(*DOORS),
        within(*(f"blackjack.engine.{name}" for name in ("round", "choices", "settle", "shoe"))),
    ),
    Rule("3: views, consumers, tasks and admin move no money", called(*DOORS), moves_money),
    Rule(
        "4: services know no request, no template and no presenter",
        called("services"),
        lambda name: (
            within(
                "django.http",
                "django.shortcuts",
                "django.template",
                "django.views",
                "django.contrib.messages",
                "django_htmx",
            )(name)
            or called("presenters", "views", "consumers")(name)
        ),
        through_others=True,
    ),
    Rule("4: models know no service", called("models"), called("services"), through_others=True),
)


@dataclass
class _Uses(ast.NodeVisitor):
    module: str
    is_package: bool
    found: set[str] = field(default_factory=set)
    names: dict[str, str] = field(default_factory=dict)
    """Local name -> the dotted name it stands for."""

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            self.found.add(f"{alias.name}:")
            self.names[alias.asname or alias.name.split(".")[0]] = (
                alias.name if alias.asname else alias.name.split(".")[0]
            )

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        source = node.module or ""
        if node.level:
            parts = self.module.split(".")
            base = parts[: len(parts) - node.level + self.is_package]
            source = ".".join([*base, *([source] if source else [])])
        for alias in node.names:
            dotted = f"{source}.{alias.name}"
            self.found.add(f"{dotted}:")
            self.names[alias.asname or alias.name] = dotted

    def visit_Attribute(self, node: ast.Attribute) -> None:
        way, value = [node.attr], node.value
        while isinstance(value, ast.Attribute):
            way.append(value.attr)
            value = value.value
        if isinstance(value, ast.Name) and value.id in self.names:
            self.found.add(".".join([self.names[value.id], *reversed(way)]))
        else:
            self.visit(value)

    def visit_Name(self, node: ast.Name) -> None:
        if node.id in self.names and isinstance(node.ctx, ast.Load):
            self.found.add(self.names[node.id])

    def visit_Call(self, node: ast.Call) -> None:
        # An import by a text is one, too.
        called_name = ast.unparse(node.func).split(".")[-1]
        if called_name in {"import_module", "__import__", "get_model"}:
            texts = [one.value for one in node.args if isinstance(one, ast.Constant)]
            self.found.add(".".join(str(text) for text in texts))
        self.generic_visit(node)


@cache
def uses(module: str, source: str, *, is_package: bool = False) -> frozenset[str]:
    """Return every dotted name that this source text uses.

    A bare import is marked by a colon at its end: it says which module is there, not yet what is
    done with it.
    """
    visitor = _Uses(module, is_package)
    tree = ast.parse(source)
    for node in ast.walk(tree):  # imports first, wherever they stand
        if isinstance(node, ast.Import | ast.ImportFrom):
            visitor.visit(node)
    visitor.visit(tree)
    return frozenset(visitor.found)


def faults(
    module: str, source: str, others: Mapping[str, str] | None = None, *, is_package: bool = False
) -> Iterator[str]:
    """Yield what in this source text breaks a rule.

    Args:
        others: source texts by module name, for the rules that look through them.
    """
    for rule in RULES:
        if not rule.holds_in(module):
            continue
        used = uses(module, source, is_package=is_package)
        yield from _broken(rule, module, used)
        if rule.through_others and others:
            for reached in sorted(_reached(used, others) - {module}):
                for fault in _broken(rule, reached, uses(reached, others[reached])):
                    yield f"{module} reaches {fault}"


def _broken(rule: Rule, module: str, used: Iterable[str]) -> Iterator[str]:
    for name in sorted(used):
        bare = name.removesuffix(":")
        # The ledger itself may be imported; what is done with it is another use.
        if name.endswith(":") and rule.breaks is moves_money and bare.endswith(".ledger"):
            continue
        if rule.breaks(bare):
            yield f"{module} uses {bare}: {rule.says}"


def _reached(used: Iterable[str], others: Mapping[str, str]) -> set[str]:
    """Return the modules among ``others`` that these uses bring in, directly or not."""
    reached: set[str] = set()
    waiting = list(used)
    while waiting:
        parts = waiting.pop().removesuffix(":").split(".")
        for length in range(len(parts), 0, -1):
            name = ".".join(parts[:length])
            if name in others and name not in reached:
                reached.add(name)
                waiting.extend(uses(name, others[name]))
    return reached


def modules() -> dict[str, Path]:
    """Return every module of the site by its dotted name."""
    found = {}
    for app in APPS:
        for path in sorted((ROOT / app).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found
