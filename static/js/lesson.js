// In a lesson the others move one after the other, and then the focus goes to what is asked: the
// card that the caption speaks of, or “Go on”. Whoever wants no motion sees at once where it waits.
"use strict";
(() => {
  const CARD = "[data-pointed][data-pick] > button";
  const MOVE_MS = 850; // to look at one move
  const move = document.getElementById("move");
  const less = matchMedia("(prefers-reduced-motion: reduce)");
  let shown = "";

  const isStill = () => less.matches || document.documentElement.dataset.motion === "none";

  // A card is pressed before the button that plays it; everything else is asked for by itself.
  const target = () => {
    const { asks } = document.getElementById("caption").dataset;
    if (!asks) return document.querySelector("#caption .btn");
    return document.querySelector(CARD) || document.querySelector(`#table button[value="${asks}"]`);
  };

  // Not again after a refusal, which leaves everything as it was.
  const show = () => {
    const seq = document.getElementById("seq").value;
    if (seq === shown) return;
    shown = seq;
    const next = document.querySelector("#caption [data-along]");
    const found = next ? null : target();
    if (next) setTimeout(() => next.isConnected && move.requestSubmit(next), MOVE_MS);
    if (found) found.focus({ preventScroll: true });
  };

  // What is pressed says whether somebody looks on.
  const lookOn = () => {
    const along = Object.assign(document.createElement("input"), { type: "hidden", name: "along" });
    along.disabled = isStill();
    move.append(along);
  };

  lookOn();
  document.addEventListener("table:shown", show);
  document.addEventListener("DOMContentLoaded", show);
})();
