// In a lesson the focus goes to what is asked: the card that the caption speaks of, or “Go on”.
"use strict";
(() => {
  const CARD = "[data-pointed][data-pick] > button";
  let shown = "";

  // A card is pressed before the button that plays it; everything else is asked for by itself.
  const target = () => {
    const { asks } = document.getElementById("caption").dataset;
    if (!asks) return document.querySelector("#caption .btn");
    return document.querySelector(CARD) || document.querySelector(`#table button[value="${asks}"]`);
  };

  // Not again after a refusal, which leaves everything as it was.
  const focus = () => {
    const seq = document.getElementById("seq").value;
    if (seq === shown) return;
    shown = seq;
    const found = target();
    if (found) found.focus({ preventScroll: true });
  };

  document.addEventListener("table:shown", focus);
  document.addEventListener("DOMContentLoaded", focus);
})();
