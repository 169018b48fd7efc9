"""Write the files that let players check games: `python -m tools.checker`."""

import sys

from tools.checker import build

for path in build():
    sys.stdout.write(f"{path.name}\n")
