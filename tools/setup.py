"""Make the virtual environment .venv and put the locked requirements into it.

Runs under the machine's own Python with nothing installed, so: standard library only. A stamp
in .venv makes the second call return at once.
"""

import hashlib
import importlib.util
import platform
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"


def main() -> None:
    """Bring .venv up to requirements.txt, and with ``--dev`` to requirements-dev.txt as well."""
    names = ["requirements.txt"]
    if "--dev" in sys.argv[1:]:
        names.append("requirements-dev.txt")
    if not _works():
        _create()
    # The larger set contains the smaller one: its stamp serves both.
    stamps = {name: VENV / f"{name}.sha256" for name in names}
    wanted = {name: hashlib.sha256((ROOT / name).read_bytes()).hexdigest() for name in names}
    if all(stamps[name].is_file() and stamps[name].read_text() == wanted[name] for name in names):
        return
    print(f"Installing {' and '.join(names)} into .venv …", flush=True)
    command: list[str | Path] = [
        PYTHON,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
    ]
    command += ["--no-input", "--require-hashes"]
    for name in names:
        command += ["-r", ROOT / name]
    if subprocess.run(command, check=False).returncode:
        sys.exit("The requirements could not be installed; pip's message stands above.")
    for name in names:
        stamps[name].write_text(wanted[name])


def _works() -> bool:
    """Whether .venv is whole: an interrupted or moved one is not."""
    if not PYTHON.exists():
        return False
    probe = [str(PYTHON), "-c", "import sys, pip; sys.exit(sys.version_info < (3, 11))"]
    return subprocess.run(probe, check=False, capture_output=True).returncode == 0


def _create() -> None:
    version = ".".join(platform.python_version_tuple()[:2])
    if importlib.util.find_spec("venv") is None or importlib.util.find_spec("ensurepip") is None:
        sys.exit(
            f"Python {version} on this machine cannot make virtual environments. "
            f"Install the missing package, on Debian: apt install python{version}-venv"
        )
    print(f"Making the virtual environment .venv with Python {version} …", flush=True)
    shutil.rmtree(VENV, ignore_errors=True)
    if subprocess.run([sys.executable, "-m", "venv", VENV], check=False).returncode:
        shutil.rmtree(VENV, ignore_errors=True)
        sys.exit(f"The virtual environment could not be made in {VENV}.")


if __name__ == "__main__":
    main()
