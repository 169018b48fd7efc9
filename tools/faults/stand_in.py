"""Stands in for the programs of a machine of its own, while the guide is followed in a directory.

`stand_in.py NAME …` does what that program would do for the casino: runs the command as whoever we
are, makes a directory, or starts and stops the processes of the units. ``CASINO_ROOT`` is the
directory; ``CASINO_MAP`` says what of a machine lies where in it. Directories that are made here
belong to whoever we are; what their modes close, `sudo` keeps closed for others.
"""

import contextlib
import json
import os
import re
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(os.environ["CASINO_ROOT"])


def mapped(text: str) -> str:
    """A text that names places of a machine, with the places in the directory."""
    for old, new in json.loads(os.environ["CASINO_MAP"]).items():
        text = text.replace(old, new)
    return text


def variables(path: str) -> dict[str, str]:
    """The variables of an environment file, as systemd reads it."""
    lines = Path(path).read_text().splitlines()
    found = [line.partition("=") for line in lines if re.match(r"[A-Z_]+=", line)]
    kept = {name: os.environ[name] for name in ("PATH", "STAFF_PASSWORD") if name in os.environ}
    return kept | {name: mapped(value) for name, _, value in found}


def run(arguments: list[str]) -> int:
    """`systemd-run`: a command with the variables of its file, in its directory."""
    environment, directory = dict(os.environ), "."
    while arguments and arguments[0].startswith("-"):
        option = arguments.pop(0)
        value = mapped(arguments.pop(0) if option == "-p" else option)
        if value.startswith("EnvironmentFile="):
            environment = variables(value.partition("=")[2])
        if value.startswith("--working-directory="):
            directory = value.partition("=")[2]
    return subprocess.run(arguments, env=environment, cwd=directory, check=False).returncode


def control(arguments: list[str]) -> int:
    """`systemctl`: start, stop and restart what the units describe."""
    words = [word for word in arguments if not word.startswith("-")]
    verb, names = words[0], words[1:]
    for name in names:
        if verb in {"stop", "restart"}:
            stop(name)
        if verb in {"start", "restart", "enable"}:
            start(name)
        if verb == "reload":
            stop(name)
            start(name)
    return 0


def start(name: str) -> None:
    """Start what a unit describes, and note its process."""
    log = (ROOT / "log" / name).open("a")
    if name == "nginx":
        process = subprocess.Popen(
            [os.environ["NGINX"], "-c", str(ROOT / "etc/nginx/nginx.conf")],
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    else:
        unit = (ROOT / "etc/systemd/system" / f"{name}.service").read_text()
        told = dict(re.findall(r"^(\w+)=(.*)$", unit, flags=re.MULTILINE))
        process = subprocess.Popen(
            mapped(told["ExecStart"]).split(),
            env=variables(mapped(told["EnvironmentFile"])),
            cwd=mapped(told["WorkingDirectory"]),
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    (ROOT / "run" / name).write_text(str(process.pid))


def stop(name: str) -> None:
    """End the process that was noted, and all that it has started; wait until they are gone."""
    noted = ROOT / "run" / name
    if not noted.exists():
        return
    pid = int(noted.read_text())
    noted.unlink()
    with contextlib.suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGTERM)
        for _ in range(200):
            os.killpg(pid, 0)
            time.sleep(0.1)


def _made(arguments: list[str]) -> int:
    """`install -d`: a directory; whose it is does not matter here."""
    words = list(arguments)
    mode = "755"
    for option in ("-o", "-g", "-m"):
        if option in words:
            at = words.index(option)
            mode = words[at + 1] if option == "-m" else mode
            del words[at : at + 2]
    for path in words[1:]:
        Path(path).mkdir(parents=True, exist_ok=True)
        Path(path).chmod(int(mode, 8))
    return 0


def _as_other(arguments: list[str]) -> int:
    """`sudo -u NAME …`: a command as a user who can't read what lies in a closed directory."""
    name, command = arguments[1], arguments[2:]
    for word in command:
        if Path(word).exists() and _closed(Path(word).resolve()):
            print(f"{word}: permission denied for {name}", file=sys.stderr)
            return 1
    return subprocess.run(command, check=False).returncode


def _closed(path: Path) -> bool:
    """Whether only its owner may read it: by its own mode, or by that of a directory around it."""
    around = [one for one in path.parents if ROOT in one.parents]
    passed = all(one.stat().st_mode & stat.S_IXOTH for one in around)
    return ROOT in path.parents and not (passed and path.stat().st_mode & stat.S_IROTH)


def _user(arguments: list[str]) -> int:
    """`createuser` with its password, which nobody is there to type."""
    program = Path(os.environ["POSTGRES"]) / "createuser"
    return subprocess.run([program, *arguments], check=False).returncode


def main() -> int:
    """Do what the program of this name would do."""
    name, arguments = sys.argv[1], sys.argv[2:]
    match name:
        case "sudo":
            return _as_other(arguments)
        case "install":
            return _made(arguments)
        case "createuser":
            return _user([word for word in arguments if word != "--pwprompt"])
        case "systemd-run":
            return run(arguments)
        case "systemctl":
            return control(arguments)
        case "nginx":
            command = [os.environ["NGINX"], "-c", str(ROOT / "etc/nginx/nginx.conf"), *arguments]
            return subprocess.run(command, check=False).returncode
    return 0  # apt, adduser: it is there


if __name__ == "__main__":
    sys.exit(main())
