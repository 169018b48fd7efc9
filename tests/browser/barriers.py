"""What stands in the way of people who can't see a page, or not well: axe-core looks for it."""

from typing import Any, Final

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

# All rules of WCAG to level AA and axe's own advice; targets are off unless asked for.
_LOOK: Final = """async () => {
  const { violations } = await axe.run(document, {
    resultTypes: ["violations"], preload: false, rules: { "target-size": { enabled: true } } });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, html, any }) => [
    id, target.join(" "), html.slice(0, 160), any.map(({ message }) => message).join(" ")]));
}"""
_STILL: Final = """() => document.getAnimations().every((one) => one.playState !== "running"
  || one.effect.getTiming().iterations === Infinity)"""


def barriers(page: Page) -> list[Any]:
    """Rule, place, element and reason of all that axe finds on the page as it stands.

    The script comes through the browser's own debugger: the page's policy is left as it is.
    """
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(AXE_SCRIPT)
    page.wait_for_function(_STILL)  # what fades is judged when it has come
    found: list[Any] = page.evaluate(_LOOK)
    return found
