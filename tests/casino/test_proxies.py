"""What a proxy says of a visitor's address counts only if the proxy is named."""

import re
import urllib.error
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests import running_site

VISITOR = "198.51.100.7"


def tried_login(url: str) -> None:
    """Try a login with a wrong password, as a proxy would hand it on."""
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
    # The first address is what the visitor himself has claimed; his proxy adds the true one.
    browser.addheaders = [("X-Forwarded-For", f"203.0.113.1, {VISITOR}")]
    with browser.open(f"{url}/account/login/") as page:
        found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.read().decode())
    assert found
    fields = {"csrfmiddlewaretoken": found.group(1), "login": "nobody", "password": "wrong"}
    with pytest.raises(urllib.error.HTTPError) as refused:
        browser.open(f"{url}/account/login/", urlencode(fields).encode())
    refused.value.close()
    assert refused.value.code == 422


@pytest.mark.parametrize(
    ("proxies", "counted"),
    [("127.0.0.1", VISITOR), ("192.0.2.1", "127.0.0.1")],
    ids=["this one is named", "another one is named"],
)
def test_whose_word_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, proxies: str, counted: str
) -> None:
    monkeypatch.setenv("TRUSTED_PROXIES", proxies)
    with running_site.running(tmp_path) as site:
        tried_login(site.url)
        assert site.query("select ip_address from axes_accessattempt") == [(counted,)]
