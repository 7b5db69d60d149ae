// The time somebody has waited runs on between two messages.
"use strict";
setInterval(() => {
  const waited = document.getElementById("waited");
  if (!waited) return;
  const seconds = Number(waited.dataset.seconds) + 1;
  waited.dataset.seconds = seconds;
  waited.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}, 1000);
