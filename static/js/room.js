// A table that waits: what was chosen stays chosen when fresh pieces come, whoever came to play is
// ready without another press, and the seal is noted for the page that checks the deal.
"use strict";
(() => {
  const kept = { id: "", values: [], open: [] };
  const NOTED = "seals"; // check.js reads them: of the newest games, [game's code, seal]
  const KEPT = 100;
  let pressed = false;
  let seal = "";

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

  // Only now, when the seal has been shown, is this browser's share of the shuffle sent.
  const comeToPlay = () => {
    const ready = document.querySelector("[data-at-once]");
    if (!ready || pressed) return;
    pressed = true;
    document.getElementById("press").requestSubmit(ready);
  };

  // Where everyone is ready at once, nobody has the time to write it down.
  const note = () => {
    const shown = document.getElementById("seal");
    const begun = document.querySelector("#room[data-go]");
    if (shown) seal = shown.textContent.replace(/\s/g, "");
    if (!begun || !seal) return;
    const code = begun.dataset.go.split("/").filter(Boolean).pop();
    const noted = JSON.parse(localStorage.getItem(NOTED) || "[]").filter(([game]) => game !== code);
    localStorage.setItem(NOTED, JSON.stringify([...noted, [code, seal]].slice(-KEPT)));
  };

  document.addEventListener("DOMContentLoaded", note);
  document.addEventListener("live:after", note);
  document.addEventListener("live:after", restore);
  document.addEventListener("live:after", comeToPlay);
  document.addEventListener("DOMContentLoaded", comeToPlay);
})();
