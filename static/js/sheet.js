// The sheet of settings: opened by its buttons at the table, shows what is set and sets it.

import { goOn } from "./focus.js";
import { change, setting } from "./settings.js";

const sheet = () => document.getElementById("settings");
let atTable = false; // whether the focus was in the table when the sheet was opened

function show() {
  const dialog = sheet();
  dialog.querySelectorAll("[data-setting]").forEach((field) => {
    const value = valueOf(field.dataset.setting);
    if (field.type === "radio") field.checked = field.value === value;
    else field.checked = value === (field.value === "on" ? true : field.value);
  });
}

/** Open the sheet; the focus comes back to where it was when it is closed. */
export function open() {
  const dialog = sheet();
  if (!dialog || dialog.open) return;
  document.querySelector("#menu:popover-open")?.hidePopover();
  atTable = document.activeElement?.closest("#table") !== null;
  show();
  dialog.showModal();
  dialog.scrollTop = 0;
}

/** Open it at the list of keys. */
export function openKeys() {
  open();
  const heading = sheet()?.querySelector("#settings-keys-title");
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView({ block: "nearest" });
}

/* ---- Insurance: set by each player for himself, though several may share a device ----------- */

const login = () => sheet()?.dataset.login ?? "";

/** Whether this player never wants to be offered insurance. */
export const neverInsured = () => setting("noInsurance")[login()] === true;

function valueOf(name) {
  return name === "noInsurance" ? neverInsured() : setting(name);
}

function set(field) {
  const name = field.dataset.setting;
  if (name === "noInsurance") {
    const { [login()]: _before, ...others } = setting("noInsurance");
    change(name, field.checked ? { ...others, [login()]: true } : others);
  } else if (field.type === "radio") change(name, field.value);
  else if (field.value === "on") change(name, field.checked);
  else change(name, field.checked ? field.value : field.dataset.unchecked);
}

/* ---- What the player does ------------------------------------------------------------------ */

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-open-settings]")) open();
  if (event.target.closest("[data-open-keys]")) openKeys();
  if (event.target.closest("[data-close-settings]") || event.target === sheet()) sheet().close();
});

document.addEventListener("change", (event) => {
  if (event.target.matches("#settings [data-setting]")) set(event.target);
});

document.addEventListener("casino:setting", () => {
  if (sheet()?.open) show();
});

document.addEventListener("close", (event) => {
  if (event.target !== sheet()) return;
  // The table may have been swapped meanwhile, and with it what had the focus.
  if (atTable && document.activeElement === document.body) goOn();
}, true);
