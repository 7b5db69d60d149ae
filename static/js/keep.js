// A choice that the page keeps: a button with data-keep presses the action named in data-does
// whenever it is offered, as long as the table shows that same button. It is no rule of a game,
// and without this script it is not there.
"use strict";
(() => {
  const KEY = `keep ${location.pathname}`;
  const AGAIN_MS = 3000;
  let pressed = { seq: "", at: 0 };

  // A position that is shown again was refused or not heard: it is not pressed again at once.
  const press = (button) => {
    const seq = document.getElementById("seq").value;
    if (seq === pressed.seq && Date.now() - pressed.at < AGAIN_MS) return;
    pressed = { seq, at: Date.now() };
    button.click();
  };

  const show = () => {
    const keep = document.querySelector("#act [data-keep]");
    if (!keep) return;
    const on = sessionStorage.getItem(KEY) === keep.dataset.keep;
    keep.setAttribute("aria-pressed", String(on));
    const button = document.querySelector(`#act [name="action"][value="${keep.dataset.does}"]`);
    if (on && button) press(button);
  };

  document.addEventListener("click", (event) => {
    const keep = event.target.closest("[data-keep]");
    if (!keep) return;
    if (keep.getAttribute("aria-pressed") === "true") sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, keep.dataset.keep);
    show();
  });

  document.addEventListener("table:shown", show);
})();
