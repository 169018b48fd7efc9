"""Write the files that let players check games: `python -m tools.checker`."""

from pathlib import Path

from tools.checker import rules

ROOT = Path(__file__).resolve().parents[2]


def main() -> None:
    """Write every built file whose content has changed."""
    (ROOT / "static/js/redeal/rules.js").write_text(rules.script(), encoding="utf-8")


if __name__ == "__main__":
    main()
