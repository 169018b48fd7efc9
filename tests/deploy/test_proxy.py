"""The shipped proxy: what it lets browsers keep, what it writes down, whom it refuses."""

import json
import re
import ssl
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from email.message import Message
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests import running_proxy, running_site
from tests.running_proxy import Proxy
from tests.running_site import ROOT
from tools import programs

TOKEN = "c1a2b3-0123456789abcdef0123456789abcdef"
HASHED = re.compile(r"\.[0-9a-f]{12}\.\w+$")
IMPORTED = "js/fields.js"
"""A module that other modules import, and no page."""


class Echo(BaseHTTPRequestHandler):
    """Stands behind the proxy and tells what came through."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Answer with the headers of the request."""
        body = json.dumps(dict(self.headers)).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if programs.nginx() is None:
        pytest.skip("needs nginx-light")
    made = tmp_path_factory.mktemp("proxied")
    made.chmod(0o755)
    running_site.collect(made)
    return made


@pytest.fixture(scope="module")
def echo() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Echo)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="module")
def proxy(directory: Path, echo: str) -> Iterator[Proxy]:
    with running_proxy.running(directory, echo) as proxy:
        yield proxy


def get(address: str, **headers: str) -> tuple[int, Message, bytes]:
    """Ask once, following nothing; status, headers, body."""
    request = urllib.request.Request(address, headers=headers)
    try:
        with opener().open(request, timeout=20) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code, refused.headers, refused.read()


class Stay(urllib.request.HTTPRedirectHandler):
    """Leads nowhere."""

    def redirect_request(self, *_: object) -> None:
        """Follow no redirect."""


@cache
def opener() -> urllib.request.OpenerDirector:
    """Trust the proxy's own certificate, and follow nothing."""
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    return urllib.request.build_opener(urllib.request.HTTPSHandler(context=trusting), Stay())


def test_only_names_with_a_hash_are_kept_for_ever(directory: Path, proxy: Proxy) -> None:
    """An imported module keeps its name over upgrades: browsers ask, and mostly hear 304."""
    manifest = json.loads((directory / "static" / "staticfiles.json").read_text())["paths"]
    assert all(HASHED.search(hashed) for name, hashed in manifest.items() if Path(name).suffix)
    for name in (manifest["js/table.js"], manifest["css/site.css"]):
        status, headers, _ = get(f"{proxy.url}/static/{name}")
        assert (status, headers["Cache-Control"]) == (200, "public, max-age=31536000, immutable")
    modules = [IMPORTED, "js/redeal/rules.js", "vendor/noble-hashes/2.4.0/hashes.js"]
    for name in modules:
        address = f"{proxy.url}/static/{name}"
        status, headers, _ = get(address)
        assert (status, headers["Cache-Control"]) == (200, "no-cache")
        assert headers["X-Content-Type-Options"] == "nosniff"
        status, headers, body = get(address, **{"If-None-Match": headers["ETag"]})
        assert (status, headers["Cache-Control"], body) == (304, "no-cache", b"")
    status, headers, _ = get(f"{proxy.url}/static/js/none.0123456789ab.js")
    assert (status, headers["Cache-Control"]) == (404, None)


def test_a_link_to_a_new_password_is_in_no_log(directory: Path, tmp_path: Path, echo: str) -> None:
    tmp_path.chmod(0o755)
    (tmp_path / "static").symlink_to(directory / "static")
    link = f"/account/reset/7/{TOKEN}/?next=secret"
    with running_proxy.running(tmp_path, echo) as proxy:
        assert get(proxy.plain + link)[0] == 301
        assert get(proxy.url + link)[0] == 200
        assert get(f"{proxy.url}/account//reset/7/{TOKEN}/")[0] == 200
        assert get(proxy.url + link, **{"Content-Length": "999999"})[0] == 413
        assert get(f"{proxy.url}/lobby-of-this-test/?next=secret")[0] == 200
        said = proxy.said()
    assert "/lobby-of-this-test/" in said["access"]
    assert said["access"].count('"GET /account/reset/..."') == 4
    assert said["of_the_machine"] == ""
    assert [name for name, text in said.items() if TOKEN in text or "secret" in text] == []


def test_a_casino_that_is_away_makes_no_line_with_the_link(directory: Path, tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    (tmp_path / "static").symlink_to(directory / "static")
    with running_proxy.running(tmp_path, "http://127.0.0.1:1") as proxy:
        assert get(f"{proxy.url}/account/reset/7/{TOKEN}/")[0] == 502
        assert get(f"{proxy.url}/lobby-of-this-test/")[0] == 502
        said = proxy.said()
    assert "/lobby-of-this-test/" in said["error"], "of other pages the error is written down"
    assert [name for name, text in said.items() if TOKEN in text] == []


def test_every_page_is_passed_on_in_the_same_way(proxy: Proxy) -> None:
    def passed(path: str, **headers: str) -> dict[str, str]:
        told = json.loads(get(f"{proxy.url}{path}", **headers)[2])
        assert re.fullmatch(r"[0-9a-f]{32}", told.pop("X-Request-ID"))
        return dict(told)

    page = passed("/")
    assert page["X-Forwarded-Proto"] == "https"
    assert page["X-Forwarded-For"] == "127.0.0.1"
    assert page["Host"] == proxy.url.removeprefix("https://")
    assert passed(f"/account/reset/7/{TOKEN}/") == page
    assert passed("/live/") == page
    assert passed("/live/", Upgrade="websocket")["Connection"] == "upgrade"


def test_health_and_figures_are_for_machines_inside_only(proxy: Proxy) -> None:
    for path in ("/health/ready", "/health/live", "/metrics"):
        assert get(proxy.url + path)[0] == 404


def test_a_flood_hears_429_and_a_first_visit_is_none(
    directory: Path, tmp_path: Path, echo: str
) -> None:
    """Static files and sockets are not counted with the pages."""
    tmp_path.chmod(0o755)
    (tmp_path / "static").symlink_to(directory / "static")

    with running_proxy.running(tmp_path, echo, pages_a_second=1) as slow:

        def statuses(path: str) -> list[int]:
            with ThreadPoolExecutor(16) as pool:
                return list(pool.map(lambda _: get(f"{slow.url}{path}")[0], range(120)))

        assert set(statuses(f"/static/{IMPORTED}")) == {200}
        assert set(statuses("/live/")) == {200}
        flood = statuses("/")
    assert set(flood) == {200, 429}
    assert 60 <= flood.count(200) < 120


def test_the_casino_keeps_a_connection_longer_than_the_proxy() -> None:
    """Else a form may be sent into a connection that the casino is just closing, and is lost."""
    told = re.search(
        r"^ +keepalive_timeout (\d+)s;", (ROOT / "deploy" / "nginx.conf").read_text(), re.M
    )
    source = (ROOT / "casino" / "management" / "commands" / "serve.py").read_text()
    kept = re.search(r"^_KEPT: Final = (\d+)$", source, re.M)
    assert told is not None
    assert kept is not None
    assert int(kept[1]) > int(told[1])
    assert "timeout_keep_alive=_KEPT" in source
