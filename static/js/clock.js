// The session's clock: goes on from what the server said when the header was drawn.

let shown = null; // the header's element, and when this page first saw it
let since = 0;

const two = (number) => String(number).padStart(2, "0");

function tick() {
  const session = document.getElementById("session");
  if (session !== shown) {
    shown = session;
    since = Date.now();
  }
  if (!session?.hasAttribute("data-running")) return;
  const passed = Math.max(0, Math.floor((Date.now() - since) / 1_000));
  const seconds = Number(session.dataset.seconds) + passed;
  const clock = session.querySelector("[data-clock]");
  clock.textContent = `${two(Math.floor(seconds / 3_600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

setInterval(tick, 1_000);
document.addEventListener("htmx:oobAfterSwap", tick);
tick();
