// In a lesson the others move one after the other, and then the focus goes to what is asked: the
// card that the caption speaks of, or “Go on”. Whoever wants no motion sees at once where it waits.
"use strict";
(() => {
  const CARD = "[data-pointed][data-pick] > button";
  const LAST_NEWS = ".caption-news > li:not(:has(~ li:not(.not-yet))):not(.not-yet)";
  const MOVE_MS = 850; // to look at one move
  const move = document.getElementById("move");
  const less = matchMedia("(prefers-reduced-motion: reduce)");
  let shown = "";
  let walking = 0; // the timer of their next move

  const isStill = () => less.matches || document.documentElement.dataset.motion === "none";

  // A card is pressed before the button that plays it; everything else is asked for by itself.
  const target = () => {
    const { asks } = document.getElementById("caption").dataset;
    if (!asks) return document.querySelector("#caption .btn");
    return document.querySelector(CARD) || document.querySelector(`#table button[value="${asks}"]`);
  };

  // By this the page asks for the next move of the others.
  const along = () => document.querySelector("#caption [data-along]");

  const goOn = () => {
    walking = 0;
    if (along()) move.requestSubmit(along());
  };

  // The focus comes not again after a refusal, which leaves everything as it was. What was not heard
  // is asked for again: for one position it counts once.
  const show = () => {
    const seq = document.getElementById("seq").value;
    const isNew = seq !== shown;
    shown = seq;
    if (isNew) walking = clearTimeout(walking);
    document.querySelector(LAST_NEWS)?.scrollIntoView({ block: "nearest" });
    if (along()) walking ||= setTimeout(goOn, MOVE_MS);
    else if (isNew) target()?.focus({ preventScroll: true });
  };

  // What is pressed says whether somebody looks on.
  const lookOn = () => {
    const input = Object.assign(document.createElement("input"), { type: "hidden", name: "along" });
    input.disabled = isStill();
    move.append(input);
  };

  lookOn();
  document.addEventListener("table:shown", show);
  document.addEventListener("DOMContentLoaded", show);
})();
