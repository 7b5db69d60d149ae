// What waits for you, told by the tab's title and icon; and if you allow it, by a soft sound and by
// the browser. One switch, a setting of yours; this browser keeps it for all of its tabs.
"use strict";
(() => {
  const KEY = "calls";
  const HEARD = "calls heard";
  const KEPT = 50;
  const toggle = document.getElementById("calls");
  const icon = document.getElementById("tab-icon");
  const plain = icon.href;
  if (!toggle) return;
  const sound = new Audio();
  sound.preload = "none"; // fetched by those who want to hear it
  sound.src = toggle.dataset.sound;
  sound.volume = 0.4;
  let wasMine = isMine();

  function isMine() {
    const prompt = document.getElementById("prompt");
    return prompt !== null && prompt.hasAttribute("data-mine");
  }

  const isOn = () => localStorage.getItem(KEY) === "on";
  const showSwitch = () => toggle.setAttribute("aria-pressed", String(isOn()));
  const keep = (on) => localStorage.setItem(KEY, on ? "on" : "off");

  toggle.form.addEventListener("submit", (event) => {
    event.preventDefault();
    keep(!isOn());
    showSwitch();
    const body = new URLSearchParams(new FormData(toggle.form));
    body.set("sounds", localStorage.getItem(KEY));
    fetch(toggle.form.action, { method: "POST", body, redirect: "manual", keepalive: true }).catch(() => {});
    if (!isOn()) return;
    ring("");
    if ("Notification" in window && Notification.permission === "default") Notification.requestPermission();
  });

  // A browser that has not been touched yet plays nothing: then it stays quiet.
  const ring = (sentence) => {
    if (!isOn()) return;
    sound.currentTime = 0;
    sound.play().catch(() => {});
    const allowed = "Notification" in window && Notification.permission === "granted";
    if (sentence && allowed && document.hidden) new Notification(sentence, { icon: plain, tag: "bruno" });
  };

  // Every tab hears of every call, and each is to be heard once.
  const isNew = (key) => {
    const heard = JSON.parse(localStorage.getItem(HEARD) || "[]");
    if (heard.includes(key)) return false;
    localStorage.setItem(HEARD, JSON.stringify([...heard, key].slice(-KEPT)));
    return true;
  };

  const tellTab = (count) => {
    icon.href = count || isMine() ? icon.dataset.call : plain;
    document.title = (count ? `(${count}) ` : "") + document.title.replace(/^\(\d+\) /, "");
  };

  const show = () => {
    const fresh = [...document.querySelectorAll("#notices-list [data-call]")].filter(({ dataset }) =>
      isNew(dataset.call),
    );
    if (fresh.length) ring(fresh[0].dataset.sentence);
    if (isMine() && !wasMine) ring(document.title);
    wasMine = isMine();
    tellTab(Number(document.getElementById("notices-count").dataset.n));
  };

  document.addEventListener("live:after", show);
  keep(toggle.getAttribute("aria-pressed") === "true");
  addEventListener("storage", showSwitch);
  tellTab(0);
})();
