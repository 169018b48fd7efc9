// The four-colour deck: cards that have another face in it (data-four) show that one as soon as
// they come into the page. Without the setting no such face is loaded. Runs before the page is
// drawn, and by itself: it stands on pages without a table too.

{
  let on = false;
  const watcher = new MutationObserver(() => show(true));

  function show(four) {
    document.querySelectorAll("img[data-four]").forEach((card) => {
      if (four === "two" in card.dataset) return;
      if (four) {
        card.dataset.two = card.getAttribute("src");
        card.src = card.dataset.four;
      } else {
        card.src = card.dataset.two;
        delete card.dataset.two;
      }
    });
  }

  function set(four) {
    on = four;
    if (four) watcher.observe(document, { childList: true, subtree: true });
    else watcher.disconnect();
    show(four);
  }

  function kept() {
    try {
      return JSON.parse(localStorage.getItem("blackjack/settings"))?.deck === "four";
    } catch {
      return false;
    }
  }

  document.addEventListener("casino:setting", ({ detail: { name, value } }) => {
    if (name === "deck") set(value === "four");
  });
  // Before the browser asks for the pictures of a table that has just come.
  document.addEventListener("htmx:afterSwap", () => { if (on) show(true); }, true);
  set(kept());
}
