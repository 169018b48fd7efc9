// Follows the player's account: a socket says "changed", and the page fetches what it shows.
// Nothing is sent by it. While it is down a banner says so; forms go on working without it.

import { below } from "./random.js";

const banner = document.getElementById("connection");
const SILENT_FOR = 45_000; // the server gives a sign of life every 20 seconds
const SHOWN_AFTER = 2_000; // a blink of the line is nothing to report
const SIGNED_OUT = 4401; // the session is over; blackjack/consumers.py
const WAITS = [500, 1_000, 2_000, 5_000, 10_000];

let socket = null;
let silence = 0; // timer of a socket that says nothing any more
let again = 0; // timer of the next attempt
let telling = 0; // timer of the banner
let attempts = 0;
let missed = false; // the line was broken since the page last asked

/** Show the banner: "lost" for the line, "busy" for the server, "old" for the page's token,
 *  "fast" for a player who was asked to slow down. */
function tell(trouble) {
  for (const text of banner.querySelectorAll("[data-trouble]")) {
    text.hidden = text.dataset.trouble !== trouble;
  }
  banner.dataset.says = trouble;
  banner.hidden = false;
}

function hush() {
  clearTimeout(telling);
  telling = 0;
  banner.hidden = true;
}

/** Fetch what this page shows of the account: the table, or the header's balance. */
function refresh() {
  if (document.getElementById("table")) {
    document.dispatchEvent(new CustomEvent("table:refresh"));
  } else {
    window.htmx.ajax("GET", banner.dataset.balance, { target: "#balance", swap: "outerHTML" });
    // Parts of account pages that show more than the balance listen for this.
    document.body.dispatchEvent(new CustomEvent("account:changed"));
  }
}

function heard() {
  clearTimeout(silence);
  silence = setTimeout(drop, SILENT_FOR);
}

function opened() {
  attempts = 0;
  if (banner.dataset.says !== "old") hush();
  heard();
  // Whatever was said before anybody listened: since the page was drawn, or while the line was
  // broken. A table asks with the state that it shows; a balance alone can wait for its word.
  if (missed || document.getElementById("table")) refresh();
  missed = false;
}

function lost() {
  missed = true;
  clearTimeout(silence);
  clearTimeout(again);
  telling ||= setTimeout(tell, SHOWN_AFTER, "lost");
  const wait = WAITS[Math.min(attempts, WAITS.length - 1)];
  attempts += 1;
  // Spread over time, so that a restarted server is not met by everybody at once.
  again = setTimeout(connect, wait * (0.75 + below(500) / 1_000));
}

function connect() {
  clearTimeout(again);
  if (socket !== null) return;
  const address = new URL(banner.dataset.socket, location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  const mine = new WebSocket(address);
  socket = mine;
  mine.addEventListener("open", opened);
  mine.addEventListener("close", (event) => {
    if (event.code === SIGNED_OUT) location.reload(); // a page for the signed in leads to the login
    else if (socket === mine) drop();
  });
  mine.addEventListener("message", (event) => {
    heard();
    if (event.data === "changed") refresh();
  });
}

/** Let go of the socket at once: over a dead line its closing would take its time. */
function drop() {
  const dead = socket;
  if (dead === null) return;
  socket = null;
  dead.close();
  lost();
}

function reconnect() {
  drop();
  attempts = 0;
  connect();
}

banner.querySelector("[data-retry]").addEventListener("click", () => {
  if (banner.dataset.says === "lost") reconnect();
  else location.reload(); // by GET: nothing is sent twice
});
window.addEventListener("online", reconnect);
window.addEventListener("offline", drop);
// A form that could not be sent, or was not answered properly: say so at once.
document.addEventListener("htmx:sendError", () => tell("lost"));
document.addEventListener("htmx:responseError", (event) => {
  tell({ 403: "old", 429: "fast" }[event.detail.xhr.status] ?? "busy");
});
// What the server could not or would not do is over once it answers again.
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.successful && ["busy", "fast"].includes(banner.dataset.says)) hush();
});
// A page from the browser's memory of pages, or one that slept, may show an old table.
window.addEventListener("pageshow", (event) => { if (event.persisted) { connect(); refresh(); } });
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && socket === null) reconnect();
});

// After the page's other modules: by then they hear of a refresh.
document.addEventListener("DOMContentLoaded", connect);
