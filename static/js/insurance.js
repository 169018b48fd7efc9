// "Never offer insurance": the deal carries it, and the server records each box's no. In games
// that offer it with a hand's turn, playing on declines it: there its button is put away.

import { neverInsured } from "./sheet.js";

function settle() {
  const never = neverInsured();
  const withDeal = document.querySelector('#bets [name="no_insurance"]');
  if (withDeal) withDeal.checked = never;
  const actions = document.getElementById("actions");
  if (!actions) return;
  const put = actions.querySelector("template[data-insurance]");
  if (put && !never) put.replaceWith(put.content);
  const offered = actions.querySelector('[value="insure"]');
  // Asked before play, it must be answered: this round was dealt before the setting.
  if (!never || !offered || actions.querySelector('[value="decline"]')) return;
  const away = document.createElement("template");
  away.dataset.insurance = "";
  const why = offered.nextElementSibling;
  offered.before(away);
  if (why?.id === "why-insure") away.content.append(offered, why);
  else away.content.append(offered);
}

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.target.id === "table") settle();
}, true);
document.addEventListener("casino:setting", (event) => {
  if (event.detail.name === "noInsurance") settle();
});
settle();
