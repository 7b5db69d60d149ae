// A table that waits: what was chosen stays chosen when fresh pieces come, and a player who came to
// play is ready without another press.
"use strict";
(() => {
  const kept = { id: "", values: [], open: [] };
  let readyFor = ""; // what asked for it when this page said last that it is ready

  const all = (selector) => [...document.querySelectorAll(selector)];

  document.addEventListener("live:before", () => {
    kept.id = document.activeElement ? document.activeElement.id : "";
    kept.values = all("#room select").map(({ id, value }) => [id, value]);
    kept.open = all("#room details[open], #agreed details[open]").map(({ id }) => id);
  });

  const restore = () => {
    for (const [id, value] of kept.values) {
      const select = document.getElementById(id);
      if (select) select.value = value;
    }
    for (const id of kept.open) {
      const details = document.getElementById(id);
      if (details) details.open = true;
    }
    const focused = document.getElementById(kept.id);
    if (focused && document.activeElement === document.body) focused.focus({ preventScroll: true });
  };

  const press = (button) => document.getElementById("press").requestSubmit(button);

  const comeToPlay = () => {
    const ready = document.querySelector("[data-at-once]");
    if (!ready || readyFor === ready.dataset.atOnce) return;
    readyFor = ready.dataset.atOnce;
    press(ready);
  };

  document.addEventListener("live:after", restore);
  document.addEventListener("live:after", comeToPlay);
  document.addEventListener("DOMContentLoaded", comeToPlay);
})();
