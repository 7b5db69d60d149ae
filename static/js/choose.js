// Choosing cards: pressing a card shows the button that plays it. Without this script every
// legal action has its own button, so nothing here decides what may be played.
"use strict";
(() => {
  let choice = null;

  // A setting: where a card can be laid in one way only, pressing it lays it.
  const atOnce = document.documentElement.dataset.press === "one";

  const act = () => document.getElementById("act");
  const nOf = (button) => Number(button.dataset.n);
  const buttonsOf = (group) => [...act().querySelectorAll(`[data-group="${group}"]`)];

  const show = () => {
    // One button, or several that differ in something else than how many cards they lay.
    const chosen = choice ? buttonsOf(choice.group).filter((b) => nOf(b) === choice.n) : [];
    if (!chosen.length) choice = null;
    act().querySelectorAll("[data-group]").forEach((b) => b.classList.toggle("chosen", chosen.includes(b)));
    document.querySelectorAll("[data-pick]").forEach((item) => {
      const on = choice !== null && item.dataset.pick === choice.group;
      item.classList.toggle("chosen", on);
      const pressed = item.querySelector("[aria-pressed]");
      if (pressed) pressed.setAttribute("aria-pressed", String(on));
    });
    const hint = act().querySelector(".act-hint");
    if (hint) hint.hidden = choice !== null;
    showStepper();
  };

  const showStepper = () => {
    const stepper = act().querySelector(".stepper");
    if (!stepper) return;
    const counts = choice ? buttonsOf(choice.group).map(nOf) : [];
    const [least, most] = [Math.min(...counts), Math.max(...counts)];
    stepper.hidden = least >= most;
    if (stepper.hidden) return;
    stepper.querySelector("output").textContent = choice.n;
    stepper.querySelector('[data-step="-1"]').disabled = choice.n === least;
    stepper.querySelector('[data-step="1"]').disabled = choice.n === most;
  };

  const pick = (item) => {
    const refused = item.querySelector("[aria-disabled]");
    if (refused) {
      const why = refused.dataset.why;
      if (why) document.getElementById("notice").textContent = why;
      return;
    }
    const group = item.dataset.pick;
    if (atOnce && buttonsOf(group).length === 1) {
      buttonsOf(group)[0].click();
      return;
    }
    const again = choice && choice.group === group;
    choice = again ? null : { group, n: nOf(buttonsOf(group).at(-1)) };
    document.getElementById("notice").textContent = "";
    show();
  };

  // A bid or a call is pressed twice: the first press says what the second one does, and brings the
  // button that does it, where a chosen card has its own.
  let armed = "";

  const showArmed = () => {
    const buttons = [...act().querySelectorAll("[data-twice]")];
    const on = buttons.find(({ value }) => value === armed);
    if (!on) armed = "";
    buttons.forEach((button) => button.classList.toggle("chosen", button === on));
    const hint = act().querySelector("[data-hint]");
    if (!hint) return;
    hint.textContent = on ? on.dataset.twice : hint.dataset.hint;
    hint.classList.toggle("sr", Boolean(on));
    showAgain(act().querySelector("[data-again]"), on);
  };

  const showAgain = (again, on) => {
    again.hidden = !on;
    again.value = armed;
    again.textContent = on ? on.dataset.says : "";
  };

  const arm = (button) => {
    if (atOnce || button.value === armed) return false;
    armed = button.value;
    showArmed();
    return true;
  };

  document.addEventListener("click", (event) => {
    const twice = event.target.closest("[data-twice]");
    if (twice && arm(twice)) {
      event.preventDefault();
      return;
    }
    const step = event.target.closest("[data-step]");
    if (step && choice) {
      choice.n += Number(step.dataset.step);
      show();
      return;
    }
    const item = event.target.closest("[data-pick]");
    if (item) pick(item);
  });

  // What was sent is answered by a table on which nothing is chosen, also when it was refused.
  document.addEventListener("submit", () => {
    choice = null;
    armed = "";
  });

  // What others do brings a fresh table too: what was chosen stays chosen if it can be played.
  document.addEventListener("table:shown", () => {
    if (!act()) return;
    show();
    showArmed();
  });
})();
