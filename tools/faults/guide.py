"""docs/deploy.md, followed to the letter in a directory: from nothing to a game behind nginx.

The guide's own commands are run by a shell, one after the other. Only what belongs to a machine is
replaced: its directories, names and ports, and the programs that only a machine of its own has
(``stand_in``). A guest plays through the proxy over two web processes, while the house is upgraded
to a release with other static files, rolled back, backed up and restored.
"""

import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from tools import private_postgres, private_redis, programs
from tools.faults.figures import Failed, Figure
from tools.faults.guest import Guest

ROOT: Final = Path(__file__).resolve().parent.parent.parent
GUIDE: Final = ROOT / "docs" / "deploy.md"
STANDS_IN: Final = "apt adduser createuser install nginx sudo systemctl systemd-run".split()  # noqa: SIM905
SERVICES: Final = ("casino-web", "casino-worker", "casino-beat", "nginx")
_LONGEST: Final = 1200.0
_SITE_CSS: Final = re.compile(r"/static/css/site\.[0-9a-f]{12}\.css")
_MODULE: Final = "/static/js/fields.js"
"""Imported by others under this name, in every release."""


def followed() -> Sequence[Figure]:
    """Follow the guide.

    Raises:
        Failed: a command did, or the game was not what it should be.
    """
    postgres, redis, nginx = programs.postgres(), programs.redis_server(), programs.nginx()
    if postgres is None or redis is None or nginx is None:
        raise Failed("needs postgresql, redis-server and nginx-light")
    with (
        tempfile.TemporaryDirectory(prefix="casino-guide-") as directory,
        private_postgres.server(postgres, "postgres") as database,
        private_redis.running(redis) as counters,
    ):
        root = Path(directory)
        root.chmod(0o755)
        machine = Machine(root, postgres, database, counters, nginx)
        machine.prepare()
        try:
            return _follow(machine)
        finally:
            machine.shell("\n".join(f"systemctl stop {name}" for name in SERVICES))


def _follow(machine: "Machine") -> Sequence[Figure]:
    first, upgrade, backup = (
        _commands(name)
        for name in ("One machine, step by step", "Upgrade and rollback", "Backup and restore")
    )
    began = time.monotonic()
    for block in first:
        if "deploy/run.sh" in block:
            machine.fill_settings()
        if "sites-available" in block:
            machine.name_site()
        machine.shell(f"cd {machine.where}\n{block}")
    figures = [Figure("commands of the guide, one machine", str(sum(map(_count, first))))]
    machine.wait()
    guest = Guest(machine.address)
    guest.sit()
    guest.deal()
    figures.append(Figure("web processes behind nginx", str(machine.processes())))

    older = _static_files(guest)
    machine.publish_newer()
    machine.shell(upgrade[0])
    machine.wait()
    newer = _static_files(guest)
    guest.finish()
    guest.deal()
    machine.shell(upgrade[1])
    machine.wait()
    if older.styles == newer.styles or older.module == newer.module:
        raise Failed("after the upgrade pages have static files of the former release")
    if _static_files(guest) != older:
        raise Failed("after the rollback pages do not have the static files of their release")
    guest.read(newer.styles)  # pages that are open still name it

    machine.shell(backup[0])
    version = guest.version()
    guest.finish()
    for block in backup[1:3]:
        machine.shell(block.replace("DATE", "$(date +%F)"))
    machine.wait()
    if guest.version() != version:
        raise Failed("the restored table is not the one that was backed up")
    guest.finish()
    machine.shell(f"{backup[0].splitlines()[0]}\nrun .venv/bin/python manage.py verify_ledger")
    figures.append(Figure("upgrade, rollback, backup, restore: rounds played over them", "3"))
    minutes = (time.monotonic() - began) / 60
    figures.append(Figure("from nothing to the end, packages included", f"{minutes:.0f} min"))
    return figures


class StaticFiles(NamedTuple):
    """What tells a release: the address of the styles on its pages, and an imported module."""

    styles: str
    module: str


def _static_files(guest: Guest) -> StaticFiles:
    (styles,) = set(_SITE_CSS.findall(guest.read("/")))
    return StaticFiles(styles, guest.read(_MODULE))


def _commands(section: str) -> list[str]:
    """The blocks of commands of a section, as they stand there."""
    text = GUIDE.read_text(encoding="utf-8")
    found = re.search(rf"^## .*{re.escape(section)}\n(.*?)(?=^## |\Z)", text, re.M | re.S)
    found = found or re.search(rf"^### .*{re.escape(section)}\n(.*?)(?=^## |\Z)", text, re.M | re.S)
    if found is None:
        raise Failed(f"the guide has no section {section}")
    blocks = re.findall(r"(?:^(?: {4}| {7})\S.*\n(?:^ {4,}.*\n|^\n(?= {4,}\S))*)", found[1], re.M)
    # A numbered step's own text goes on with three blanks, never with four.
    return ["\n".join(line.strip() for line in block.splitlines()) for block in blocks]


def _count(block: str) -> int:
    return sum(not line.endswith("\\") for line in block.splitlines() if line)


@dataclass
class Machine:
    """A directory that looks like a machine to the guide."""

    root: Path
    programs: Path
    database: private_postgres.Server
    counters: private_redis.Server
    nginx: str

    def __post_init__(self) -> None:
        """Take the ports that it will listen on."""
        self.web, self.plain, self.tls = (private_redis.free_port() for _ in range(3))
        self.address = f"https://localhost:{self.tls}"
        self.source, self.release = ROOT, _output("git", "rev-parse", "--abbrev-ref", "HEAD")

    @property
    def where(self) -> str:
        """Where root stands: with the release once there is one."""
        current = "/opt/casino/current"
        return current if Path(self.of(current)).exists() else "."

    @property
    def map(self) -> Mapping[str, str]:
        """What of a machine lies where."""
        places = ("/opt/casino", "/etc/casino", "/var/lib/casino", "/etc/systemd/system")
        more = ("/etc/nginx", "/var/log/nginx", "/var/backups/casino")
        return {place: f"{self.root}{place}" for place in (*places, *more)} | {
            "--port 8000": f"--port {self.web}"
        }

    def of(self, text: str) -> str:
        """A text of the guide, for this machine."""
        for old, new in self.map.items():
            text = text.replace(old, new)
        address = shlex.quote(str(self.source))
        text = text.replace("ADDRESS", address).replace("RELEASE", self.release)
        return text.replace("LOGIN", "owner")

    def prepare(self) -> None:
        """Make what a fresh machine has: places, a proxy, a certificate, and the stand-ins."""
        for place in ("bin", "run", "log", "opt", "etc/casino/tls", "var/lib", "var/log/nginx"):
            (self.root / place).mkdir(parents=True)
        (self.root / "root").mkdir(mode=0o700)
        for place in ("etc/systemd/system", "etc/nginx/sites-available", "etc/nginx/sites-enabled"):
            (self.root / place).mkdir(parents=True)
        (self.root / "opt/casino").mkdir()
        me = Path(__file__).with_name("stand_in.py")
        for name in STANDS_IN:
            program = self.root / "bin" / name
            program.write_text(f'#!/bin/sh\nexec {sys.executable} {me} {name} "$@"\n')
            program.chmod(0o755)
        tls = self.root / "etc/casino/tls"
        fresh = [
            "openssl",
            "req",
            "-x509",
            "-newkey",
            "rsa:2048",
            "-nodes",
            "-subj",
            "/CN=localhost",
            "-days",
            "2",
        ]
        to = [
            "-subj",
            "/CN=localhost",
            "-keyout",
            str(tls / "privkey.pem"),
            "-out",
            str(tls / "fullchain.pem"),
        ]
        subprocess.run([*fresh, *to], check=True, capture_output=True)
        home = self.root / "etc/nginx"
        scratch = "".join(
            f"{kind}_temp_path {home}/{kind};\n"
            for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        (home / "nginx.conf").write_text(
            f"daemon off;\nuser root;\npid {home}/pid;\nerror_log {home}/error;\n"
            "events {\n\tworker_connections 768;\n}\n"
            f"http {{\n{scratch}include /etc/nginx/mime.types;\n"
            f"include {home}/sites-enabled/*;\n}}\n"
        )

    def fill_settings(self) -> None:
        """Step 4: the example's variables, with the keys that its comments' commands make."""
        example = (ROOT / "deploy" / "casino.env.example").read_text(encoding="utf-8")
        made = re.findall(r"^# (python3 -c .*)\n(?:#.*\n)*([A-Z_]+)=$", example, re.M)
        values = {name: _output("sh", "-c", command) for command, name in made}
        values |= {
            "ALLOWED_HOSTS": "localhost,127.0.0.1",
            "DATABASE_URL": f"postgresql://casino@/casino?host={self.database.home}",
            "REDIS_URL": self.counters.address,
            "EMAIL_URL": "consolemail://",
        }
        for name, value in values.items():
            example = re.sub(rf"^{name}=.*$", f"{name}={value}", example, flags=re.M)
        file = Path(self.of("/etc/casino/casino.env"))
        file.write_text(example)
        file.chmod(0o600)

    def name_site(self) -> None:
        """Step 7: the name in a copy of the proxy's configuration, and this machine's ports."""
        text = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
        for old, new in {
            "listen 80;": f"listen 127.0.0.1:{self.plain};",
            "listen 443 ssl http2;": f"listen 127.0.0.1:{self.tls} ssl http2;",
            "    listen [::]:80;\n": "",
            "    listen [::]:443 ssl http2;\n": "",
            "casino.example": "localhost",
            "127.0.0.1:8000": f"127.0.0.1:{self.web}",
        }.items():
            text = text.replace(old, new)
        (Path(self.of(self.where)) / "nginx.conf").write_text(self.of(text))

    def publish_newer(self) -> None:
        """Make a release after the first, in which the styles and a module are others."""
        self.source, self.release = self.root / "newer", "newer"
        _output("git", "clone", "--quiet", str(ROOT), str(self.source))
        git = ("git", "-C", str(self.source), "-c", "user.name=-", "-c", "user.email=-")
        _output(*git, "checkout", "--quiet", "-b", self.release)
        for name in ("static/css/site.css", "static/js/fields.js"):
            with (self.source / name).open("a") as file:
                file.write("/* of the newer release */\n")
        _output(*git, "commit", "--quiet", "--all", "--message", "The newer release")

    def shell(self, commands: str) -> None:
        """Run commands as root would type them.

        Raises:
            Failed: with the one that failed, and what was said.
        """
        done = subprocess.run(
            ["bash", "-ex", "-c", self.of(commands)],
            cwd=self.root / "root",
            env={
                "PATH": f"{self.root}/bin:{self.programs}:{os.environ['PATH']}",
                "HOME": os.environ.get("HOME", str(self.root)),
                "PGHOST": str(self.database.home),
                "PGUSER": "postgres",
                "POSTGRES": str(self.programs),
                "NGINX": self.nginx,
                "CASINO_ROOT": str(self.root),
                "CASINO_MAP": json.dumps(self.map),
                "STAFF_PASSWORD": "correct horse battery",
                **{name: os.environ[name] for name in _PACKAGES if name in os.environ},
            },
            capture_output=True,
            text=True,
            check=False,
            timeout=_LONGEST,
        )
        if done.returncode:
            raise Failed(f"{done.stdout[-2000:]}\n{done.stderr[-4000:]}")

    def wait(self) -> None:
        """Step 8: until it says that all is well.

        Raises:
            Failed: it does not within two minutes.
        """
        deadline, said = time.monotonic() + 120, ""
        while time.monotonic() < deadline:
            with _refused():
                ready = f"http://127.0.0.1:{self.web}/health/ready"
                with urllib.request.urlopen(ready, timeout=10) as answer:
                    said = answer.read().decode()
                if json.loads(said)["status"] == "ok":
                    return
            time.sleep(0.5)
        log = (self.root / "log" / "casino-web").read_text()[-3000:]
        raise Failed(f"the house is not well: {said}\n{log}")

    def processes(self) -> int:
        """How many processes answer."""
        parent = int((self.root / "run" / "casino-web").read_text())
        found = _output("ps", "--ppid", str(parent), "-o", "args=").splitlines()
        return sum("spawn_main" in line for line in found)


@contextmanager
def _refused() -> Iterator[None]:
    """Nobody answers yet."""
    try:
        yield
    except (OSError, ValueError):
        return


def _output(*command: str) -> str:
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return str(done.stdout).strip()


_PACKAGES: Final = tuple(name for name in os.environ if name.startswith(("PIP_", "LANG")))
"""Where this machine has its packages from."""
