// Buttons that copy exactly the bytes they carry: [data-copy], said aloud by [data-copied].

async function copy(text) {
  if (navigator.clipboard && window.isSecureContext) return navigator.clipboard.writeText(text);
  // Plain http on another machine: the old way, from a text area, which adds nothing.
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "sr-only";
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  if (!done) throw new Error("copying is not allowed here");
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  await copy(button.dataset.copy);
  button.focus();
  button.classList.add("is-copied");
  setTimeout(() => button.classList.remove("is-copied"), 1600);
  const live = document.getElementById("live");
  if (live) live.textContent = button.dataset.copied;
});
