"""Write the files that let players check games: `python -m tools.checker`."""

import sys

from tools.checker import built


def main() -> None:
    """Write every built file."""
    for path, text in built().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        sys.stdout.write(f"{path.name}\n")


if __name__ == "__main__":
    main()
