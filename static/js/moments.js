// Moments by the reader's own clock. The page tells them by the house's. A form that asks for days
// has a field called zone, and is told whose they are.
"use strict";
(() => {
  const language = document.documentElement.lang;
  const says = (options) => new Intl.DateTimeFormat(language, options);
  const date = says({ dateStyle: "medium" });
  const moment = says({ dateStyle: "medium", timeStyle: "short" });
  const near = new Intl.RelativeTimeFormat(language, { numeric: "auto" });

  const midnight = (at) => new Date(at).setHours(0, 0, 0, 0);

  // A day that was changed to or from summer time is an hour longer or shorter.
  const daysSince = (at) => Math.round((midnight(Date.now()) - midnight(at)) / 86_400_000);

  const day = (at) => {
    const since = daysSince(at);
    const words = since === 0 || since === 1 ? near.format(-since, "day") : date.format(at);
    return words.charAt(0).toLocaleUpperCase(language) + words.slice(1);
  };

  const told = { date: (at) => date.format(at), moment: (at) => moment.format(at), day };

  document.addEventListener("DOMContentLoaded", () => {
    for (const time of document.querySelectorAll("time[data-shows]")) {
      time.textContent = told[time.dataset.shows](new Date(time.dateTime));
    }
    for (const field of document.querySelectorAll("input[name=zone]")) {
      field.value = date.resolvedOptions().timeZone;
    }
  });
})();
