"""ES modules put into one plain script, in the order in which they need each other.

Only the few forms that ``static/js/redeal`` and the vendored hashes use are understood; anything
else is refused, so that a bundle never silently lacks a part.
"""

import re
from pathlib import Path
from typing import Final

_IMPORT: Final = re.compile(r'^import \{([^}]*)\} from "([^"]+)";$', re.MULTILINE)
_REEXPORT: Final = re.compile(r"^export \{([^}]*)\};$", re.MULTILINE)
_DECLARED: Final = re.compile(
    r"^export ((?:async )?function\*?|class|const) ([A-Za-z_$][\w$]*)", re.MULTILINE
)
_PACKED: Final = re.compile(r"export\s*\{([^}]*)\};?\s*$")
_LEFT: Final = re.compile(r"^\s*(?:import|export)\b", re.MULTILINE)


class CannotBundle(ValueError):
    """A module has a form that is not understood here."""


def bundle(entry: Path) -> str:
    """Return a script that runs ``entry`` with everything it imports, without any import."""
    order: list[Path] = []
    _visit(entry.resolve(), order, ())
    root = entry.resolve().parents[2]
    names = {path: f"module_{index}" for index, path in enumerate(order)}
    parts = [_part(path, names, str(path.relative_to(root))) for path in order]
    return "\n".join(['"use strict";', *parts]) + "\n"


def _visit(path: Path, order: list[Path], above: tuple[Path, ...]) -> None:
    if path in above:
        raise CannotBundle(f"{path.name} imports itself in a circle")
    if path in order:
        return
    for _, target in _IMPORT.findall(path.read_text(encoding="utf-8")):
        _visit((path.parent / target).resolve(), order, (*above, path))
    order.append(path)


def _part(path: Path, names: dict[Path, str], label: str) -> str:
    text = path.read_text(encoding="utf-8").rstrip()
    given: dict[str, str] = {}

    def imported(found: re.Match[str]) -> str:
        target = (path.parent / found[2]).resolve()
        wanted = ", ".join(one.replace(" as ", ": ") for one in _names(found[1]))
        return f"const {{ {wanted} }} = {names[target]};"

    def exported(found: re.Match[str]) -> str:
        for one in _names(found[1]):
            inner, _, outer = one.partition(" as ")
            given[outer or inner] = inner
        return ""

    def declared(found: re.Match[str]) -> str:
        given[found[2]] = found[2]
        return f"{found[1]} {found[2]}"

    text = _IMPORT.sub(imported, text)
    text = _DECLARED.sub(declared, _PACKED.sub(exported, _REEXPORT.sub(exported, text)))
    if _LEFT.search(text) or "</script" in text.lower():
        raise CannotBundle(f"{label} has a form that is not understood")
    out = ", ".join(f"{outer}: {inner}" for outer, inner in given.items())
    return f"/* {label} */\nconst {names[path]} = (() => {{\n{text}\nreturn {{ {out} }};\n}})();\n"


def _names(text: str) -> list[str]:
    return [" ".join(one.split()) for one in text.split(",") if one.strip()]
