// Keeps the page in step with the table: the socket when there is one, polling when there is none.
"use strict";
(() => {
  const POLL_MS = 5000;
  const SILENCE_MS = 12000;
  const felt = document.getElementById("felt");
  const seq = () => document.getElementById("seq").value;
  let socket = null;
  let open = false;
  let finished = false;
  let heardAt = Date.now();

  // The extension returns only after some close codes, and later and later. We return after
  // every code but our own 44xx, soon, and not all at once.
  const delay = () => 300 + Math.random() * 2700;
  htmx.config.wsReconnectDelay = delay;
  const COMES_BACK_ITSELF = [1006, 1011, 1012, 1013];

  const setOpen = (now) => {
    open = now;
    const lost = document.getElementById("lost");
    lost.textContent = open || finished ? "" : lost.dataset.text;
  };

  const shown = () => {
    document.title = document.getElementById("prompt").dataset.title;
    finished = document.getElementById("score") !== null;
    document.dispatchEvent(new Event("table:shown"));
  };

  // Who is offline asks in vain; the next time may do.
  const ask = (verb, url, values) =>
    htmx.ajax(verb, url, { swap: "none", values }).catch(() => setOpen(false));

  const poll = () => ask("GET", felt.dataset.fragment, { seq: seq() });

  document.body.addEventListener("htmx:wsOpen", (event) => {
    socket = event.detail.socketWrapper;
    heardAt = Date.now();
    setOpen(true);
  });

  document.body.addEventListener("htmx:wsClose", (event) => {
    const wrapper = event.detail.socketWrapper;
    wrapper.queue.length = 0; // what was pressed for an older position is not sent later
    setOpen(false);
    const code = event.detail.event.code;
    const sentAway = code >= 4400 && code < 4500;
    if (!sentAway && !COMES_BACK_ITSELF.includes(code)) setTimeout(wrapper.reconnect, delay());
  });

  document.body.addEventListener("htmx:wsBeforeMessage", () => {
    heardAt = Date.now();
    kept.before();
  });
  document.body.addEventListener("htmx:wsAfterMessage", () => {
    kept.after();
    shown();
    const beat = document.getElementById("beat");
    if (Number(beat.dataset.seq || 0) > Number(seq())) poll();
  });
  document.body.addEventListener("htmx:beforeSwap", () => kept.before());
  document.body.addEventListener("htmx:afterRequest", () => {
    kept.after();
    shown();
  });

  // Without an open socket a move goes as a form would, through the same door.
  document.body.addEventListener("htmx:wsConfigSend", (event) => {
    if (open) return;
    event.preventDefault();
    // Not form.action: the buttons are called "action" too.
    const url = event.target.getAttribute("action");
    ask("POST", url, { ...event.detail.parameters });
  });

  // A swap brings a fresh table: what was open stays open, and the focus stays where it was.
  const kept = {
    id: "",
    isInside: false,
    open: [],
    before() {
      const at = document.activeElement;
      const holder = at && at.closest("#table [id]");
      this.id = holder ? holder.id : "";
      this.isInside = holder !== at;
      this.open = [...document.querySelectorAll("#table :popover-open")].map(({ id }) => id);
    },
    after() {
      const again = this.open.map((id) => document.getElementById(id));
      again.filter((sheet) => sheet && !sheet.matches(":popover-open")).forEach((sheet) => sheet.showPopover());
      this.focus();
    },
    focus() {
      if (!this.id || document.activeElement !== document.body) return;
      const buttons = document.querySelectorAll(`#${this.id} button:not([disabled])`);
      const target = this.isInside
        ? [...buttons].find((button) => button.getClientRects().length)
        : document.getElementById(this.id);
      (target || document.getElementById("hand") || document.body).focus({ preventScroll: true });
    },
  };

  // The server decides when time is out; the page only counts along.
  setInterval(() => {
    const clock = document.querySelector("#clock [data-left]");
    if (!clock) return;
    const left = Math.max(0, Number(clock.dataset.left) - 1);
    clock.dataset.left = left;
    clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  }, 1000);

  setInterval(() => {
    if (finished) return;
    if (!open) poll();
    else if (Date.now() - heardAt > SILENCE_MS && socket) socket.reconnect();
  }, POLL_MS);
})();
