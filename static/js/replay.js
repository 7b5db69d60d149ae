// The arrow keys step through a replay; the list of turning points goes along.
"use strict";
document.addEventListener("keydown", (event) => {
  const step = { ArrowLeft: "step-back", ArrowRight: "step-on" }[event.key];
  if (!step || event.target.closest("input")) return;
  document.getElementById(step).click();
});

function showLastPoint() {
  const past = document.querySelectorAll(".points a[data-past]");
  const list = document.querySelector(".points ol");
  if (past.length) list.scrollTop = past[past.length - 1].offsetTop - list.clientHeight / 2;
}
document.addEventListener("DOMContentLoaded", showLastPoint);
document.addEventListener("htmx:afterSettle", showLastPoint);
