// What stays as it was when fresh pieces of the table come: the focus, an open sheet, the line of
// the log that is read. And the title and the clock, which follow the table.
"use strict";
(() => {
  const kept = { id: "", isInside: false, open: [], below: 0 };
  const log = () => document.getElementById("full-log");

  document.addEventListener("live:before", () => {
    const at = document.activeElement;
    const holder = at && at.closest("#table [id]");
    kept.id = holder ? holder.id : "";
    kept.isInside = holder !== at;
    kept.value = (at && at.value) || "";
    kept.below = log().scrollTop && log().scrollHeight - log().scrollTop;
    kept.open = [...document.querySelectorAll("#table :popover-open")].map(({ id }) => id);
  });

  document.addEventListener("live:after", () => {
    for (const id of kept.open) {
      const sheet = document.getElementById(id);
      if (sheet && !sheet.matches(":popover-open")) sheet.showPopover();
    }
    if (kept.below) log().scrollTop = log().scrollHeight - kept.below;
    focus();
    document.title = document.getElementById("prompt").dataset.title;
    document.dispatchEvent(new Event("table:shown"));
  });

  // Only where the element that had it is gone.
  const focus = () => {
    if (!kept.id || document.activeElement !== document.body) return;
    const buttons = document.querySelectorAll(`#${CSS.escape(kept.id)} button:not([disabled])`);
    // The same button, or a card: never another action than the one that had the focus.
    const same = (button) => button.value === kept.value && button.getClientRects().length;
    const target = kept.isInside ? [...buttons].find(same) : document.getElementById(kept.id);
    (target || document.getElementById("hand") || document.body).focus({ preventScroll: true });
  };

  // The rules at a glance, where nobody is writing.
  document.addEventListener("keydown", (event) => {
    const glance = document.getElementById("glance");
    const isWriting = event.target.closest("input, textarea, select, [contenteditable]");
    if (event.key !== "?" || !glance || isWriting) return;
    event.preventDefault();
    glance.togglePopover();
  });

  // The server decides when time is out; the page only counts along.
  setInterval(() => {
    const clock = document.querySelector("#clock [data-left]");
    if (!clock) return;
    const left = Math.max(0, Number(clock.dataset.left) - 1);
    clock.dataset.left = left;
    clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  }, 1000);
})();
