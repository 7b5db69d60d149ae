// The arrow keys step through a replay.
"use strict";
document.addEventListener("keydown", (event) => {
  const step = { ArrowLeft: "step-back", ArrowRight: "step-on" }[event.key];
  if (!step || event.target.closest("input")) return;
  document.getElementById(step).click();
});
