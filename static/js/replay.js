// A replay plays by itself, and is stepped through with the keys.
"use strict";
(() => {
  const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };
  const ALONE = "button, summary, select, input, [contenteditable]";
  let timer = 0;
  let pace = "";

  const part = (id) => document.getElementById(id);
  const place = () => Number(part("replay").dataset.at);
  const isAtTheEnd = () => place() >= Number(part("replay").dataset.last);
  const step = (name) => part(`step-${name}`).click();

  const show = () => part("play").setAttribute("aria-pressed", String(timer !== 0));

  const stop = () => {
    clearTimeout(timer);
    timer = 0;
    show();
  };

  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => step("on"), Number(part("pace").value));
    show();
  };

  const toggle = () => {
    if (timer) return stop();
    if (isAtTheEnd()) step("first");
    wait();
  };

  document.addEventListener("click", (event) => {
    if (event.target.closest("#play")) toggle();
  });

  document.addEventListener("change", (event) => {
    if (event.target.id !== "pace") return;
    pace = event.target.value;
    if (timer) wait();
  });

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === " " && !event.target.closest(ALONE)) {
      event.preventDefault();
      toggle();
    }
    if (!KEYS[event.key] || event.target.closest("input, select")) return;
    event.preventDefault();
    step(KEYS[event.key]);
  });

  // The number goes along while the slider is drawn; the position follows when it is let go.
  document.addEventListener("input", (event) => {
    if (event.target.id === "at") document.querySelector(".scrub-line b").textContent = event.target.value;
  });

  const showLastPoint = () => {
    const past = document.querySelectorAll("#points [data-past]");
    const last = past[past.length - 1];
    if (last) part("points").scrollTo(last.offsetLeft - 40, last.offsetTop - 40);
  };

  document.addEventListener("DOMContentLoaded", showLastPoint);
  document.addEventListener("htmx:afterSettle", () => {
    if (pace) part("pace").value = pace;
    if (timer && isAtTheEnd()) stop();
    else if (timer) wait();
    showLastPoint();
  });
  // A page that cannot be had is tried again by whoever presses.
  document.addEventListener("htmx:responseError", stop);
  document.addEventListener("htmx:sendError", stop);
})();
