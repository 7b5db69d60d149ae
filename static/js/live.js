// Keeps a page in step with the server: one socket, and while there is none, polling.
// The page names both: <div data-live="/ws/…" data-poll="/…">. What stands beside it names with
// data-beside what is polled for it, at a gentler pace. What is pressed in a form with data-press
// goes through the socket, or as the form says where there is no socket. An element with data-go
// leads on, to where everybody else is.
"use strict";
(() => {
  const POLL_MS = 5000;
  const BESIDE_MS = 15000;
  const SILENCE_MS = 9000;
  const AGAIN = '{"again": true}';
  const ANSWER = 'id="notice"'; // stands in each
  const GONE = [404, 410]; // to whoever asks without a socket, what 44xx is to one
  const TOO_FAST = 429; // said in a sentence, and nothing was changed
  const REST = 4008; // ask now and then, until somebody turns to this page again
  // The page's own, or else that of every page.
  const felt = [...document.querySelectorAll("[data-live]")].at(-1);
  const lost = elementCalled("lost");
  const notice = elementCalled("notice");
  elementCalled("beat");
  let socket = null;
  let coming = 0; // the timer of the next socket
  let heardAt = 0; // the last sign of life
  let count = 0; // how many messages this socket has brought
  let over = false; // the server has sent us away
  let resting = false;
  let isPolling = false;
  let isPressed = false; // through the socket, and not answered yet
  let answered = 0; // how often something was pressed without a socket, and answered or given up

  // A page that says nothing of its own has no places for it.
  function elementCalled(id) {
    const known = document.getElementById(id);
    if (known) return known;
    const made = Object.assign(document.createElement("i"), { id, hidden: true });
    document.body.append(made);
    return made;
  }

  const isOpen = () => socket !== null && socket.readyState === WebSocket.OPEN;

  const tell = () => {
    const text = over ? lost.dataset.over : isOpen() || resting ? "" : lost.dataset.text;
    lost.textContent = text || "";
  };

  // One owner of the socket: the old one is let go of before there is a new one.
  const letGo = () => {
    clearTimeout(coming);
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    socket = null;
  };

  const open = () => {
    letGo();
    const url = new URL(felt.dataset.live, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    socket = new WebSocket(url);
    heardAt = Date.now();
    count = 0;
    isPressed = false;
    socket.onopen = opened;
    socket.onmessage = (event) => hear(event.data);
    socket.onclose = (event) => closed(event.code);
  };

  // A server that stood still may need a while for its first word.
  const opened = () => {
    heardAt = Date.now();
    tell();
  };

  // After every code but our own 44xx, soon, and not all at once.
  const closed = (code) => {
    letGo();
    if (code >= 4400 && code < 4500) return sentAway();
    resting = code === REST;
    if (!resting) coming = setTimeout(open, 300 + Math.random() * 2700);
    if (isPressed) doubt();
    isPressed = false;
    tell();
  };

  const sentAway = () => {
    letGo();
    over = true;
    tell();
  };

  const wake = () => {
    if (!resting || document.hidden) return;
    resting = false;
    notice.textContent = "";
    open();
  };

  const hear = (text) => {
    heardAt = Date.now();
    swap(text);
    if (text.includes(ANSWER)) isPressed = false;
    count += 1;
    const number = Number(document.getElementById("beat").dataset.n);
    if (number === count) return;
    count = number;
    socket.send(AGAIN); // something was lost on the way
  };

  const swap = (text) => {
    document.dispatchEvent(new Event("live:before"));
    htmx.swap(document.body, text, { swapStyle: "none" });
    document.dispatchEvent(new Event("live:after"));
    const elsewhere = document.querySelector("[data-go]");
    if (elsewhere) location.replace(elsewhere.dataset.go);
  };

  // Whoever is silent for so long answers no more, and a browser asks one site six things at once:
  // nothing else would get through.
  const ask = (url, options) => fetch(url, { signal: AbortSignal.timeout(SILENCE_MS), ...options });

  const asPart = { "HX-Request": "true" };
  const isGone = (answer) => answer.redirected || GONE.includes(answer.status);

  const press = async (url, body) => {
    try {
      const answer = await ask(url, { headers: asPart, method: "POST", body });
      if (isGone(answer)) sentAway();
      else if (answer.ok || answer.status === TOO_FAST) swap(await answer.text());
      else doubt();
      // A socket that has come meanwhile may have shown more: it shows it again.
      if (isOpen()) socket.send(AGAIN);
    } catch {
      doubt();
    }
    answered += 1;
  };

  const doubt = () => {
    notice.textContent = notice.dataset.refused || "";
    tell();
  };

  // Who is offline asks in vain; the next time may do.
  const poll = async () => {
    if (isPolling) return;
    isPolling = true;
    const before = answered;
    try {
      const answer = await ask(`${felt.dataset.poll}?stamp=${document.getElementById("seq").value}`, {
        headers: asPart,
      });
      const text = await answer.text();
      if (isGone(answer)) sentAway();
      // Else something newer may be shown by now.
      else if (answer.status === 200 && !isOpen() && answered === before) swap(text);
    } catch {
      tell();
    }
    isPolling = false;
  };

  const known = new Map(); // by address, what was polled last is called

  const pollBeside = async (url) => {
    try {
      const answer = await ask(url, { headers: { "If-None-Match": known.get(url) || "" } });
      if (!answer.ok || answer.redirected) return;
      const text = await answer.text();
      known.set(url, answer.headers.get("ETag"));
      if (!isOpen()) swap(text);
    } catch {
      tell();
    }
  };

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("[data-press]")) return;
    event.preventDefault();
    const pressed = new FormData(form, event.submitter);
    if (form.dataset.press === "reset") form.reset();
    isPressed = isOpen();
    if (isPressed) socket.send(JSON.stringify(Object.fromEntries(pressed)));
    else press(form.getAttribute("action"), new URLSearchParams(pressed));
  });

  setInterval(() => {
    if (socket && Date.now() - heardAt > SILENCE_MS) closed();
  }, 1000);
  setInterval(() => {
    if (!over && !isOpen() && felt.dataset.poll) poll();
  }, POLL_MS);
  setInterval(() => {
    if (over || isOpen()) return;
    const urls = [...document.querySelectorAll("[data-beside]")].map(({ dataset }) => dataset.beside);
    new Set(urls).forEach(pollBeside);
  }, BESIDE_MS);
  addEventListener("online", () => over || isOpen() || open());
  addEventListener("focus", wake);
  document.addEventListener("visibilitychange", wake);
  addEventListener("pagehide", letGo);
  addEventListener("pageshow", (event) => event.persisted && open());
  open();
})();
