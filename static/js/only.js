// A setting: where there is only one thing to do, it is done after a while. The while is as long as
// people take and never the same, so that nobody learns from it that there was no choice.
"use strict";
(() => {
  const LEAST_MS = 1500;
  const MORE_MS = 2500;
  let timer = 0;
  let waited = ""; // for which position

  const seq = () => document.getElementById("seq").value;

  const only = () => {
    if (!document.querySelector("#prompt[data-mine]")) return null;
    const buttons = [...document.querySelectorAll('#table button[name="action"]:enabled')];
    return new Set(buttons.map(({ value }) => value)).size === 1 ? buttons[0] : null;
  };

  const wait = () => {
    const shown = seq();
    if (shown === waited) return;
    clearTimeout(timer);
    waited = shown;
    if (!only()) return;
    timer = setTimeout(() => {
      const button = only();
      if (button && seq() === shown) button.click();
    }, LEAST_MS + Math.random() * MORE_MS);
  };

  document.addEventListener("table:shown", wait);
  document.addEventListener("DOMContentLoaded", wait);
})();
