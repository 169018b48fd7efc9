// Refreshes that the player did not ask for ("table:refresh" on the document): fetches the table
// as it is now and keeps what was laid and typed, the cut window and the focus. A refresh waits
// while a form of the player's own is under way or a chip is in the air.

import * as cut from "./cut.js";
import { dragging } from "./drag.js";
import { announceChange, fields, form, table } from "./fields.js";
import * as focus from "./focus.js";
import { startTyping } from "./laying.js";

const posts = new Set(); // requests of the player's own forms that are under way
let sent = 0; // such requests so far
let refreshing = null; // { sentBefore } while a refresh is under way
let due = false; // one was asked for that could not be made yet
let kept = null; // what the next swap must bring back: { state, bets }

const OURS = "have=";

/** The window for cutting; absent where the shoe has been cut. */
const cutWindow = () => form().querySelector("#cut");

/** Everything in the betting form that the server has not been told; null without a form. */
export function keep() {
  if (!form()) return null;
  return {
    bets: Object.fromEntries(fields().map((field) => [field.name, field.value])),
    cut: cutWindow() ? cut.keep(cutWindow()) : null,
    sheet: table().querySelector("[popover]:popover-open")?.id,
  };
}

/** Put back what `keep` gave, if the table has a betting form; `bets: false` leaves the bets. */
export function restore(state, { bets = true } = {}) {
  if (!state || !form()) return;
  if (bets) {
    fields().forEach((field) => {
      if (field.name in state.bets) field.value = state.bets[field.name];
    });
  }
  if (cutWindow() && state.cut) cut.restore(cutWindow(), state.cut);
  if (state.sheet) document.getElementById(state.sheet)?.showPopover();
  startTyping();
  announceChange();
}

function underWay() {
  posts.forEach((xhr) => { if (xhr.readyState === XMLHttpRequest.DONE) posts.delete(xhr); });
  return posts.size > 0;
}

function refresh() {
  if (!table()) return;
  due = refreshing !== null || underWay() || dragging();
  if (due) return;
  const address = `${table().dataset.url}?${OURS}${encodeURIComponent(table().dataset.state)}`;
  refreshing = { sentBefore: sent };
  window.htmx.ajax("GET", address, { target: "#table", swap: "outerHTML" });
}

/** Make the refresh that had to wait, once all is quiet. */
function catchUp() {
  if (due) setTimeout(refresh);
}

const isRefresh = (config) => config.verb === "get" && config.path.includes(OURS);
const concernsTable = (event) => event.detail.target?.id === "table";

document.addEventListener("htmx:beforeRequest", (event) => {
  const { requestConfig, xhr } = event.detail;
  if (requestConfig.verb !== "post" || !concernsTable(event)) return;
  posts.add(xhr);
  sent += 1;
  focus.remember(); // the form is about to be disabled
});

document.addEventListener("htmx:beforeSwap", (event) => {
  const { requestConfig, xhr } = event.detail;
  if (!concernsTable(event) || !event.detail.shouldSwap) return;
  focus.remember();
  if (requestConfig.verb !== "get") return; // the server has been told all there is
  if (isRefresh(requestConfig)) {
    // An answer overtaken by a form of the player's own may show the table as it was before it.
    if (underWay() || dragging() || sent !== refreshing?.sentBefore) {
      event.detail.shouldSwap = false;
      due = true;
      return;
    }
    kept = { state: keep(), bets: true };
  } else {
    kept = { state: keep(), bets: xhr.status >= 400 }; // a repeat that was refused lays nothing
  }
});

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.target.id !== "table") return;
  if (kept) restore(kept.state, { bets: kept.bets });
  kept = null;
});

// Not before htmx knows the new forms: until then a key would send one as without scripts.
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.target.id === "table") focus.giveBack();
});

document.addEventListener("htmx:afterRequest", (event) => {
  posts.delete(event.detail.xhr);
  if (event.detail.requestConfig && isRefresh(event.detail.requestConfig)) refreshing = null;
  catchUp();
});

document.addEventListener("drag:end", catchUp);
document.addEventListener("table:refresh", refresh);
