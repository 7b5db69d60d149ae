// Whoever changes an option, or pastes rules, wants to play by them.
"use strict";
document.getElementById("wish").addEventListener("input", ({ target }) => {
  const rules = target.closest("[data-own]") ? "own" : target.id === "settings" && "pasted";
  if (rules) document.querySelector(`[name="rules"][value="${rules}"]`).checked = true;
});
