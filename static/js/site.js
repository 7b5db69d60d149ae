"use strict";

document.documentElement.classList.replace("no-js", "js");

/* Copying needs a secure page; elsewhere the text is selected, ready for the keyboard. */
async function copy(button) {
  const field = document.getElementById(button.dataset.copy);
  field.select();
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(field.value);
    button.textContent = button.dataset.done;
  }
}

/* What a phone shares with; elsewhere the link is copied. */
document.addEventListener("DOMContentLoaded", () => {
  for (const button of document.querySelectorAll("[data-share]")) {
    button.hidden = !navigator.share;
  }
});

document.addEventListener("click", (event) => {
  const share = event.target.closest("[data-share]");
  if (share) {
    const url = document.getElementById(share.dataset.share).value;
    navigator.share({ title: document.title, url }).catch(() => {});
  }
  const button = event.target.closest("[data-copy]");
  if (button) {
    copy(button);
  }
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (!menu.contains(event.target)) {
      menu.open = false;
    }
  }
});
