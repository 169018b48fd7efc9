// Buttons that switch a setting on and off, such as sound: [data-setting-toggle].

import { change, setting } from "./settings.js";

function draw() {
  document.querySelectorAll("[data-setting-toggle]").forEach((button) => {
    button.setAttribute("aria-pressed", String(setting(button.dataset.settingToggle)));
  });
}

document.addEventListener("click", (event) => {
  const name = event.target.closest("[data-setting-toggle]")?.dataset.settingToggle;
  if (name) change(name, !setting(name));
});
document.addEventListener("casino:setting", draw);
draw();
