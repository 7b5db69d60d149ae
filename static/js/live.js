// Keeps a page in step with the server: one socket, and while there is none, polling.
// The page names both: <div data-live="/ws/…" data-poll="/…">. What is pressed in a form with
// data-press goes through the socket, or as the form says where there is no socket.
"use strict";
(() => {
  const POLL_MS = 5000;
  const SILENCE_MS = 9000;
  const AGAIN = '{"again": true}';
  const felt = document.querySelector("[data-live]");
  const lost = document.getElementById("lost");
  const notice = document.getElementById("notice");
  let socket = null;
  let coming = 0; // the timer of the next socket
  let heardAt = 0;
  let count = 0; // how many messages this socket has brought
  let over = false; // the server has sent us away

  const isOpen = () => socket !== null && socket.readyState === WebSocket.OPEN;

  const tell = () => {
    lost.textContent = over ? lost.dataset.over : isOpen() ? "" : lost.dataset.text;
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
    socket.onopen = tell;
    socket.onmessage = (event) => hear(event.data);
    socket.onclose = (event) => closed(event.code);
  };

  // After every code but our own 44xx, soon, and not all at once.
  const closed = (code) => {
    letGo();
    if (code >= 4400 && code < 4500) return sentAway();
    coming = setTimeout(open, 300 + Math.random() * 2700);
    tell();
  };

  const sentAway = () => {
    letGo();
    over = true;
    tell();
  };

  const hear = (text) => {
    heardAt = Date.now();
    swap(text);
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
  };

  // Who is offline asks in vain; the next time may do.
  const ask = async (url, options) => {
    try {
      const headers = { "HX-Request": "true" };
      const answer = await fetch(url, { headers, ...options });
      if (answer.redirected) sentAway();
      else if (answer.ok && answer.status !== 204) swap(await answer.text());
      else if (!answer.ok && options) notice.textContent = notice.dataset.refused;
      // A socket that has come meanwhile may have shown more: it shows it again.
      if (isOpen()) socket.send(AGAIN);
    } catch {
      tell();
    }
  };

  const poll = () => ask(`${felt.dataset.poll}?stamp=${document.getElementById("seq").value}`);

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("[data-press]")) return;
    event.preventDefault();
    const pressed = new FormData(form, event.submitter);
    if (isOpen()) socket.send(JSON.stringify(Object.fromEntries(pressed)));
    else ask(form.getAttribute("action"), { method: "POST", body: new URLSearchParams(pressed) });
  });

  setInterval(() => {
    if (socket && Date.now() - heardAt > SILENCE_MS) closed();
  }, 1000);
  setInterval(() => {
    if (!over && !isOpen()) poll();
  }, POLL_MS);
  addEventListener("online", () => over || isOpen() || open());
  addEventListener("pagehide", letGo);
  addEventListener("pageshow", (event) => event.persisted && open());
  open();
})();
