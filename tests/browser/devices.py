"""Browsers that remember nothing of who used them, but need not fetch the site's files again."""

import contextlib
import json
from collections.abc import Iterator
from typing import Any
from weakref import WeakKeyDictionary

from playwright.sync_api import Browser, BrowserContext

_free: WeakKeyDictionary[Browser, dict[str, list[BrowserContext]]] = WeakKeyDictionary()
"""Those that nobody uses now, by what they were made with."""


@contextlib.contextmanager
def device(browser: Browser, origin: str, **screen: Any) -> Iterator[BrowserContext]:
    """A browser like a new one: no page open, no cookie, nothing kept by the site of ``origin``.

    A new one would fetch and read eighty files for its first table. One in which a test has failed
    is not used again.
    """
    free = _free.setdefault(browser, {}).setdefault(json.dumps(screen, sort_keys=True), [])
    context = free.pop() if free else browser.new_context(**screen)
    try:
        yield context
        _forget(context, origin)
    except BaseException:
        context.close()
        raise
    free.append(context)


def _forget(context: BrowserContext, origin: str) -> None:
    context.set_offline(False)
    where = {"origin": origin, "storageTypes": "all"}
    context.new_cdp_session(context.pages[0]).send("Storage.clearDataForOrigin", where)
    for page in context.pages:
        page.close()
    context.clear_cookies()
