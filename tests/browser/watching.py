"""What a player sees of a table while it moves: a script that looks at every frame."""

from playwright.sync_api import Page, expect

WATCH = """
window.moved = []; // every animation: { id, name, properties, duration, delay }
const animate = Element.prototype.animate;
Element.prototype.animate = function watched(frames, timing) {
  const properties = new Set([frames].flat().flatMap((frame) => Object.keys(frame)));
  ["offset", "easing"].forEach((name) => properties.delete(name));
  window.moved.push({ id: this.id, name: this.getAttribute("class"), duration: timing.duration,
    properties: [...properties], delay: timing.delay ?? 0 });
  return animate.call(this, frames, timing);
};

window.notes = []; // [what, how it looks], one for each change
const known = {};
const note = (what, look) => {
  if (known[what] === look) return;
  known[what] = look;
  window.notes.push([what, look]);
};
const opaque = (element) => Number(getComputedStyle(element).opacity) > 0.5;
const shown = (element) => !element.hasAttribute("data-held");
const words = (element) => element.textContent.replace(/\\s+/g, " ").trim();

function look() {
  document.querySelectorAll(".card[id]").forEach((card) => {
    const lies = opaque(card) && getComputedStyle(card).transform === "none";
    const down = card.classList.contains("card-hole") || card.querySelector(".card-turning");
    note(card.id, lies ? (down ? "down" : "lies") : "comes");
  });
  document.querySelectorAll(".hand[id], #dealer").forEach((owner) => {
    const total = [...owner.querySelectorAll(".total")].filter(shown).pop();
    note(`${owner.id} total`, total ? words(total) : "");
    note(`${owner.id} look`, owner.className);
    note(`${owner.id} chips`, String(owner.querySelectorAll(".spot .stack").length));
  });
  document.querySelectorAll(".bingo").forEach((card) => {
    note(card.id, [...card.querySelectorAll(".cells .is-lit")].map(words).join(" "));
  });
  const balance = document.getElementById("balance");
  if (balance) note("balance", words(balance));
  const net = document.querySelector(".money-net");
  note("net", net && shown(net) ? words(net.querySelector("dd")) : "");
  note("spoken", words(document.getElementById("live") ?? document.body));
  requestAnimationFrame(look);
}
document.addEventListener("DOMContentLoaded", () => requestAnimationFrame(look));
"""

Notes = list[tuple[str, str]]


def moving(page: Page) -> bool:
    """Whether something moves."""
    return page.locator("#table[data-moving]").count() > 0


def at_rest(page: Page) -> None:
    """Wait until nothing moves any more."""
    expect(page.locator("#table")).not_to_have_attribute("data-moving", "")


def forget(page: Page) -> None:
    """Begin anew with the notes."""
    page.evaluate("() => { window.notes.length = 0; window.moved.length = 0; }")


def notes(page: Page) -> Notes:
    """What was seen, each change in its order, once all is at rest."""
    at_rest(page)
    frame = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
    page.evaluate(frame)
    return [(what, look) for what, look in page.evaluate("() => window.notes")]


def animations(page: Page) -> list[dict[str, object]]:
    """Every animation so far."""
    found: list[dict[str, object]] = page.evaluate("() => window.moved")
    return found


def when(seen: Notes, what: str, look: str) -> int:
    """At which place in the notes something looked so first."""
    assert (what, look) in seen, [note for note in seen if note[0] == what]
    return seen.index((what, look))
