"""The shipped proxy in front of a running casino: nginx as deploy/nginx.conf says it."""

import contextlib
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.running_house import eventually
from tests.running_site import ROOT
from tools import private_redis, programs


@dataclass(frozen=True)
class Proxy:
    """A running nginx."""

    url: str
    """Where it answers by https, without a slash at the end."""
    plain: str
    """The same by http."""
    logs: Path

    def said(self) -> dict[str, str]:
        """What its logs hold, by their names."""
        return {log.name: log.read_text() for log in sorted(self.logs.iterdir())}


@contextlib.contextmanager
def running(directory: Path, casino: str, *, pages_a_second: int = 3000) -> Iterator[Proxy]:
    """Put the shipped proxy in front, on free ports with a certificate of its own.

    Only what belongs to a machine is replaced in its configuration: names, ports, directories.

    Args:
        directory: the casino's CASINO_VAR_DIR, whose static files are served.
        casino: its address, with http://.
        pages_a_second: one visitor of a test is as many as a hundred at home.
    """
    program = programs.nginx()
    assert program is not None
    home = directory / "nginx"
    (home / "log").mkdir(parents=True)
    home.chmod(0o755)
    key, certificate = home / "key.pem", home / "certificate.pem"
    subject = ("-subj", "/CN=localhost", "-days", "2")
    fresh = ("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", *subject)
    subprocess.run([*fresh, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    plain, tls = private_redis.free_port(), private_redis.free_port()
    text = (ROOT / "deploy" / "nginx.conf").read_text()
    for old, new in {
        "listen 80;": f"listen 127.0.0.1:{plain};",
        "listen 443 ssl http2;": f"listen 127.0.0.1:{tls} ssl http2;",
        "    listen [::]:80;\n": "",
        "    listen [::]:443 ssl http2;\n": "",
        "casino.example": "localhost",
        "127.0.0.1:8000": casino.removeprefix("http://"),
        "/etc/casino/tls/fullchain.pem": str(certificate),
        "/etc/casino/tls/privkey.pem": str(key),
        "/var/log/nginx/casino.log": str(home / "log" / "access"),
        "/var/lib/casino/static/": f"{directory}/static/",
        "rate=30r/s": f"rate={pages_a_second}r/s",
    }.items():
        assert old in text, old
        text = text.replace(old, new)
    scratch = "".join(
        f"    {kind}_temp_path {home}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    types = Path("/etc/nginx/mime.types")
    main = home / "nginx.conf"
    main.write_text(
        f"daemon off;\nuser root;\npid {home}/pid;\nerror_log {home}/log/error;\n"
        f"events {{ worker_connections 1024; }}\nhttp {{\n{scratch}    include {types};\n"
        f"    access_log {home}/log/of_the_machine;\n{text}}}\n"
    )
    command = [program, "-p", str(home), "-c", str(main)]
    tested = subprocess.run([*command, "-t"], check=False, capture_output=True, text=True)
    assert tested.returncode == 0, tested.stderr
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        assert eventually(lambda: private_redis.listens(tls), seconds=10)
        yield Proxy(f"https://localhost:{tls}", f"http://localhost:{plain}", home / "log")
    finally:
        process.terminate()
        process.wait(10)
