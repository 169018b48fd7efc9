// The list of keys in the sheet of settings: shows each, takes another, tells of a conflict.

import { COMMANDS, holderOf, keyOf, labelOf, pressed } from "./keymap.js";
import { change, setting } from "./settings.js";

const sheet = document.getElementById("settings");
const said = sheet.querySelector("[data-keys-said]");
let waiting = null; // the button whose command is to get another key

const nameOf = (command) => sheet.querySelector(`[data-names="${command}"]`)?.textContent ?? "";

/** Say a sentence of the list, with a key and the name of a command in it. */
function tell(what, key = "", command = "") {
  said.textContent = what && sheet.dataset[what]
    .replace("{key}", key && labelOf(key)).replace("{name}", nameOf(command));
  said.toggleAttribute("data-refused", what === "keyTaken" || what === "keyUnknown");
}

function draw() {
  sheet.querySelectorAll("[data-rebind]").forEach((button) => {
    const key = keyOf(button.dataset.rebind);
    button.querySelector("kbd").textContent = button === waiting ? "…" : labelOf(key);
    button.toggleAttribute("data-waiting", button === waiting);
    button.toggleAttribute("data-own", key !== COMMANDS[button.dataset.rebind].key);
  });
  sheet.querySelector("[data-keys-list]").toggleAttribute("data-off", !setting("keysOn"));
}

function wait(button) {
  waiting = button;
  if (button) tell("keyWanted", "", button.dataset.rebind);
  draw();
}

function assign(key) {
  const command = waiting.dataset.rebind;
  const holder = holderOf(key, command);
  if (holder) {
    tell("keyTaken", key, holder); // the old key stays, and another may be pressed at once
    return;
  }
  const { [command]: _before, ...others } = setting("keys");
  waiting = null;
  change("keys", key === COMMANDS[command].key ? others : { ...others, [command]: key });
  tell("keySet", key, command);
}

sheet.addEventListener("click", (event) => {
  const button = event.target.closest("[data-rebind]");
  if (button) wait(button === waiting ? null : button);
  else if (waiting) wait(null);
  if (event.target.closest("[data-keys-restore]")) {
    change("keys", {});
    tell("keysRestored");
  }
});

sheet.addEventListener("keydown", (event) => {
  if (!waiting || ["Shift", "Control", "Alt", "Meta", "AltGraph"].includes(event.key)) return;
  if (event.key === "Tab") {
    wait(null);
    tell("");
    return;
  }
  event.preventDefault();
  event.stopPropagation();
  if (event.repeat) return;
  if (event.key === "Escape") {
    wait(null);
    tell("");
    return;
  }
  const key = pressed(event);
  if (key === null) tell("keyUnknown");
  else assign(key);
});

// Escape means the key that is waited for, not the sheet.
sheet.addEventListener("cancel", (event) => {
  if (waiting) event.preventDefault();
});
sheet.addEventListener("close", () => {
  waiting = null;
  tell("");
  draw();
});
sheet.addEventListener("keyup", (event) => {
  if (waiting && event.key === " ") event.preventDefault(); // a press of the button itself
});
document.addEventListener("casino:setting", draw);
draw();
