"""Draws our own pictures: chips, card back, logo, felt grain. Their output is committed.

Usage: python tools/draw_art.py      (needs fonttools and brotli; the site does not)

The figures on the chips are drawn as outlines taken from the vendored Manrope, because a
picture loaded through ``<img>`` can't use the page's fonts.
"""

from __future__ import annotations

import math
import random
import struct
import zlib
from pathlib import Path

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

ROOT = Path(__file__).resolve().parent.parent
IMG = ROOT / "static" / "img"
FONT = next((ROOT / "static" / "vendor" / "manrope").glob("*/latin.woff2"))

# Name of the chip: (figure, face, edge in shadow, spots, spots in shadow, ink)
CHIPS = {
    "half": ("½", "#66706b", "#464e4a", "#f3efe6", "#c2c6be", "#ffffff"),
    "1": ("1", "#eee6d2", "#b9ae92", "#c08f35", "#a67a2b", "#23262a"),
    "5": ("5", "#b3272d", "#741a1f", "#f5efe0", "#c9c0b4", "#ffffff"),
    "10": ("10", "#2457a6", "#173a72", "#f5efe0", "#b9c0c9", "#ffffff"),
    "25": ("25", "#1f7a45", "#14532f", "#f5efe0", "#b8c7b6", "#ffffff"),
    "50": ("50", "#b65a12", "#793b0b", "#f5efe0", "#ccb99f", "#ffffff"),
    "100": ("100", "#23262a", "#101214", "#f5efe0", "#b4b4b0", "#ffffff"),
}
BACK, BACK_LINE, BACK_GOLD = "#6b1a28", "#c08a5c", "#e3c58a"
CENTRE, RADIUS, THICK = 24.0, 23.0, 5.0

_font = instantiateVariableFont(TTFont(FONT), {"wght": 800})


def outline(text: str, size: float, x: float, y: float) -> str:
    """Path data of ``text``, centred on ``x`` and ``y`` (capital height in the middle)."""
    glyphs, cmap = _font.getGlyphSet(), _font.getBestCmap()
    scale = size / _font["head"].unitsPerEm
    names = [cmap[ord(sign)] for sign in text]
    advance = sum(glyphs[name].width for name in names) * scale
    left, base = x - advance / 2, y + 0.72 * size / 2
    path = SVGPathPen(glyphs, ntos=lambda number: f"{number:.2f}".rstrip("0").rstrip("."))
    for name in names:
        glyphs[name].draw(TransformPen(path, (scale, 0, 0, -scale, left, base)))
        left += glyphs[name].width * scale
    return str(path.getCommands())


def sector(angle: float, half: float, inner: float, outer: float) -> str:
    """A spot on the rim of a chip's face: a piece of a ring around ``angle`` degrees."""

    def point(degrees: float, radius: float) -> str:
        turn = math.radians(degrees)
        x, y = CENTRE + radius * math.sin(turn), CENTRE - radius * math.cos(turn)
        return f"{x:.2f} {y:.2f}"

    return (
        f"M{point(angle - half, outer)}A{outer} {outer} 0 0 1 {point(angle + half, outer)}"
        f"L{point(angle + half, inner)}A{inner} {inner} 0 0 0 {point(angle - half, inner)}z"
    )


def chip(figure: str, face: str, edge: str, spots: str, spots_low: str, ink: str) -> str:
    """One chip, seen slightly from above: its face and, below, its edge."""
    left = CENTRE - RADIUS
    side = (
        f"M{left} {CENTRE}v{THICK}a{RADIUS} {RADIUS} 0 0 0 {2 * RADIUS} 0v-{THICK}"
        f"A{RADIUS} {RADIUS} 0 0 1 {left} {CENTRE}z"
    )
    stripes = ""
    for x in (-12.6, -3.3, 3.3, 12.6):
        top = CENTRE + math.sqrt(RADIUS**2 - x**2)
        stripes += f"M{CENTRE + x - 1.5:.2f} {top - 1:.2f}h3v{THICK + 0.7}h-3z"
    rim = "".join(sector(22.5 + 45 * k, 9.5, 17.6, RADIUS) for k in range(8))
    size = 17.5 if len(figure) < 3 else 13.5
    ring = spots if face != "#eee6d2" else "#c08f35"
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 54" width="48" height="54">'
        f'<path fill="{edge}" d="{side}"/><path fill="{spots_low}" d="{stripes}"/>'
        f'<circle cx="{CENTRE:g}" cy="{CENTRE:g}" r="{RADIUS:g}" fill="{face}"/>'
        f'<path fill="{spots}" d="{rim}"/>'
        f'<circle cx="{CENTRE:g}" cy="{CENTRE:g}" r="16" fill="none" stroke="{ring}"/>'
        f'<path fill="{ink}" d="{outline(figure, size, CENTRE, CENTRE)}"/></svg>'
    )


SPADE = (
    "M0-10C3-5 10-1 10 4.6 10 9 4.4 10 1.6 6.6 1.7 8.6 2.6 10 4 11H-4C-2.6 10-1.7 8.6-1.6 6.6"
    "-4.4 10-10 9-10 4.6-10-1-3-5 0-10z"
)


def back() -> str:
    """The back of our cards."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 336" width="240" height="336">'
        '<defs><pattern id="n" width="28" height="28" patternUnits="userSpaceOnUse" x="-8">'
        f'<path d="M0 0l28 28M28 0L0 28" stroke="{BACK_LINE}" stroke-opacity=".62"'
        ' stroke-width="1.6"/>'
        f'<circle r="2.4" cx="14" cy="14" fill="{BACK_GOLD}" opacity=".7"/></pattern></defs>'
        '<rect x=".5" y=".5" width="239" height="335" rx="12" fill="#f6efe1" stroke="#c9c6bd"/>'
        f'<rect x="13" y="13" width="214" height="310" rx="7" fill="{BACK}"/>'
        '<rect x="13" y="13" width="214" height="310" rx="7" fill="url(#n)"/>'
        f'<rect x="21" y="21" width="198" height="294" rx="3" fill="none" stroke="{BACK_GOLD}"'
        ' stroke-width="2.4"/>'
        f'<path d="M120 104l52 64-52 64-52-64z" fill="{BACK}" stroke="{BACK_GOLD}"'
        ' stroke-width="2.4"/>'
        f'<path transform="translate(120 166) scale(2.1)" d="{SPADE}" fill="{BACK_GOLD}"/></svg>'
    )


def logo() -> str:
    """Two small cards, the front one golden with 21 on it. Also the page's icon."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28" width="28" height="28">'
        '<rect x="3" y="1" width="17" height="22" rx="3" fill="#f3efe6"/>'
        f'<path transform="translate(8.2 12) scale(.42)" d="{SPADE}" fill="#15191b"/>'
        '<rect x="9.5" y="5" width="17" height="22" rx="3" fill="#e5b95c"'
        ' stroke="#0a0d0c" stroke-width="1"/>'
        f'<path d="{outline("21", 12, 18, 16)}" fill="#1c1503"/></svg>'
    )


def grain(side: int = 160, strongest: int = 12) -> bytes:
    """A tile of woven cloth: light and dark diagonal threads, alpha at most 12/255 if white."""
    source = random.Random(21)  # noqa: S311 - a picture, and it must come out the same
    dark = strongest + 1  # colours above are the same alphas of black, doubled
    alpha = [[0] * side for _ in range(side)]
    for thread in range(side * side // 2):
        x, y = source.randrange(side), source.randrange(side)
        step, value = source.choice((1, -1)), source.randrange(2, strongest - 2)
        for k in range(source.randrange(2, 6)):
            row, column = (y + k * step) % side, (x + k) % side
            alpha[row][column] = value + (dark if thread % 2 else 0)
    rows = b"".join(b"\0" + bytes(row) for row in alpha)

    def chunk(kind: bytes, data: bytes) -> bytes:
        checksum = zlib.crc32(kind + data)
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", checksum)

    levels = bytes(range(dark)) + bytes(2 * level for level in range(dark))
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 3, 0, 0, 0))
        + chunk(b"PLTE", b"\xff" * 3 * dark + b"\0" * 3 * dark)
        + chunk(b"tRNS", levels)
        + chunk(b"IDAT", zlib.compress(rows, 9))
        + chunk(b"IEND", b"")
    )


def main() -> None:
    """Write all pictures."""
    (IMG / "chips").mkdir(parents=True, exist_ok=True)
    for name, look in CHIPS.items():
        (IMG / "chips" / f"{name}.svg").write_text(chip(*look), encoding="ascii")
    (IMG / "card-back.svg").write_text(back(), encoding="ascii")
    (IMG / "logo.svg").write_text(logo(), encoding="ascii")
    (IMG / "grain.png").write_bytes(grain())


if __name__ == "__main__":
    main()
