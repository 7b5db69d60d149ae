// The table by keys: arrows go along the hand, digits choose a card, Enter plays what is chosen, and
// U makes the call. Every key presses what can be pressed with a finger too.
"use strict";
(() => {
  const cards = () => [...document.querySelectorAll("#hand button")];
  const press = (selector) => {
    const button = document.querySelector(selector);
    if (button) button.click();
    return Boolean(button);
  };

  const go = (by) => {
    const all = cards();
    const at = all.indexOf(document.activeElement);
    if (!all.length || (at < 0 && document.activeElement !== document.body)) return false;
    const next = at < 0 ? 0 : (at + by + all.length) % all.length;
    all[next].focus();
    return true;
  };

  const choose = (n) => {
    const card = cards()[n];
    if (!card) return false;
    card.focus();
    if (card.getAttribute("aria-pressed") !== "true") card.click();
    return true;
  };

  // On a card that is chosen: what its button says, or the first of several to choose from.
  const play = () => {
    const isAtCard = document.activeElement.matches('#hand [aria-pressed="true"]');
    if (!isAtCard && document.activeElement !== document.body) return false;
    const chosen = [...document.querySelectorAll("#act [data-group].chosen")];
    if (chosen.length === 1) chosen[0].click();
    else if (chosen.length) chosen[0].focus();
    return chosen.length > 0;
  };

  const keys = {
    ArrowLeft: () => go(-1),
    ArrowRight: () => go(1),
    ArrowUp: () => press('.stepper:not([hidden]) [data-step="1"]:enabled'),
    ArrowDown: () => press('.stepper:not([hidden]) [data-step="-1"]:enabled'),
    Enter: play,
    u: () => press("#uno-call:enabled"),
  };

  const meaning = (key) => (/^[0-9]$/.test(key) ? () => choose((Number(key) + 9) % 10) : keys[key]);

  document.addEventListener("keydown", (event) => {
    const isElsewhere = event.target.closest("input, textarea, select, [contenteditable], :popover-open, .menu");
    if (event.ctrlKey || event.altKey || event.metaKey || isElsewhere) return;
    const does = meaning(event.key.length === 1 ? event.key.toLowerCase() : event.key);
    if (does && does()) event.preventDefault();
  });
})();
