"""A guest who plays through the proxy over https, with a browser's cookies and forms alone."""

import http.cookiejar
import re
import ssl
import urllib.parse
import urllib.request
from collections.abc import Mapping
from typing import Final

from tools.faults.figures import Failed

_TABLE: Final = "/play/double-deck/demo/"


class Guest:
    """One guest, at the demo table of the double deck."""

    def __init__(self, address: str) -> None:
        trusting = ssl.create_default_context()
        trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
        self.address = address
        self.cookies = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(
            urllib.request.HTTPSHandler(context=trusting),
            urllib.request.HTTPCookieProcessor(self.cookies),
        )

    def sit(self) -> None:
        """Come as a guest to the table."""
        page = self.read(_TABLE)
        action = re.search(r'action="([^"]*/guest/)"', page)
        if action is None:
            raise Failed("the page offers no way in for guests")
        fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page))
        self._post(action[1], fields)

    def deal(self) -> None:
        """Deal until a round is open."""
        for _ in range(20):
            self._post(f"{_TABLE}deal/", {"version": self.version(), "bet_1": "10"})
            if self._offered():
                return
        raise Failed("no round stays open")

    def finish(self) -> None:
        """Play the open round to its end.

        Raises:
            Failed: there is none, or it does not end.
        """
        if not self._offered():
            raise Failed("the open round is gone")
        for _ in range(20):
            offered = self._offered()
            if not offered:
                return
            word = "decline" if "decline" in offered else "stand"
            self._post(f"{_TABLE}act/", {"version": self.version(), "action": word})
        raise Failed("the round does not end")

    def version(self) -> str:
        """The table's, as its page says."""
        found = re.search(r'data-version="(\d+)"', self.read(_TABLE))
        if found is None:
            raise Failed("there is no table")
        return found[1]

    def _offered(self) -> set[str]:
        buttons = re.findall(r'<button[^>]*\bname="action"[^>]*>', self.read(_TABLE))
        return {value[1] for one in buttons if (value := re.search(r'value="(\w+)"', one))}

    def read(self, path: str) -> str:
        """Give what lies at an address of the house."""
        with self.opener.open(f"{self.address}{path}", timeout=30) as answer:
            return str(answer.read().decode())

    def _post(self, path: str, fields: Mapping[str, str]) -> None:
        tokens = {cookie.name: cookie.value or "" for cookie in self.cookies}
        whole = {**fields, "csrfmiddlewaretoken": tokens.get("csrftoken", "")}
        request = urllib.request.Request(  # noqa: S310  the address begins with https
            f"{self.address}{path}",
            urllib.parse.urlencode(whole).encode(),
            {"Referer": f"{self.address}{_TABLE}"},
        )
        with self.opener.open(request, timeout=30) as answer:
            answer.read()
