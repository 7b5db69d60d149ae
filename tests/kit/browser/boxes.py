"""What a page shows where, measured: nothing is cut off, leaves the screen or lies on another."""

from __future__ import annotations

from typing import Final

# Sizes of windows: phones, a tablet, and screens up to a large one.
SIZES: Final = ((360, 640), (390, 844), (768, 1024), (1280, 800), (1920, 1080), (2560, 1440))

# Words that their own box cuts off, or that leave the screen. Names may end in three dots.
CUT: Final = """() => {
  const style = (element) => getComputedStyle(element);
  const hides = (element) => ["hidden", "clip"].includes(style(element).overflowX);
  const cuts = (element) => hides(element)
    && style(element).textOverflow !== "ellipsis"
    && element.clientWidth > 1
    && element.scrollWidth > element.clientWidth + 1;
  const scrolls = (element) => element !== document.documentElement
    && (["auto", "scroll"].includes(style(element).overflowX) || scrolls(element.parentElement));
  const leaves = (element) => {
    const box = element.getBoundingClientRect();
    const isOut = box.right > innerWidth + 1 || box.left < -1;
    return box.width > 1 && isOut && !scrolls(element);
  };
  const words = "a, button, h1, h2, h3, p, label, legend, summary, dt, dd, strong, .btn, .tag";
  const found = [...document.querySelectorAll(words)]
    .filter((element) => element.checkVisibility() && !element.closest(".sr, .skip"))
    .filter((element) => cuts(element) || leaves(element))
    .map((element) => element.textContent.trim().slice(0, 60));
  const wide = document.documentElement.scrollWidth > innerWidth ? ["the page"] : [];
  return [...wide, ...found];
}"""

# What lies on something else: words, buttons, plates and cards. Cards may lie on cards, and what
# became of a round lies over its table.
LAID_OVER: Final = """() => {
  const SLACK = 2;
  const over = document.querySelector(".over[open]");
  const shown = { visibilityProperty: true, opacityProperty: true };
  const isSeen = (element) => element.checkVisibility(shown)
    && !element.closest(".sr, .skip, [popover]:not(:popover-open)")
    && (!over || over.contains(element));

  const within = (rect, box) => ({
    left: Math.max(rect.left, box.left),
    top: Math.max(rect.top, box.top),
    right: Math.min(rect.right, box.right),
    bottom: Math.min(rect.bottom, box.bottom),
  });
  const everywhere = { left: -1e6, top: -1e6, right: 1e6, bottom: 1e6 };
  const windows = new Map([[document.body, everywhere], [document.documentElement, everywhere]]);
  const windowOf = (element) => {
    if (windows.has(element)) return windows.get(element);
    const around = windowOf(element.parentElement);
    const isOpen = getComputedStyle(element).overflow === "visible";
    const own = isOpen ? around : within(around, element.getBoundingClientRect());
    windows.set(element, own);
    return own;
  };
  const isLarge = ({ left, top, right, bottom }) => right - left > SLACK && bottom - top > SLACK;

  const items = [];
  const add = (kind, element, rect, name) => {
    const part = within(rect, windowOf(element));
    if (isLarge(part)) items.push({ kind, element, part, name });
  };
  const addText = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const name = node.data.trim().slice(0, 40);
    for (const rect of range.getClientRects()) add("text", node.parentElement, rect, name);
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode;
    const isInside = node.parentElement.closest(".card, script, option, noscript");
    if (node.data.trim() && !isInside && isSeen(node.parentElement)) addText(node);
  }
  const boxes = {
    button: "button, select, input:not([type=hidden]), a.btn",
    plate: ".plate",
    card: ".card:not(.card--none)",
  };
  for (const [kind, selector] of Object.entries(boxes)) {
    for (const element of document.querySelectorAll(selector)) {
      if (!isSeen(element) || (kind === "button" && element.closest(".card"))) continue;
      const name = `${kind} ${element.id || element.className}`;
      add(kind, element, element.getBoundingClientRect(), name);
    }
  }

  // A mark on a card, such as ×2, lies beside it in the page and on it for the eye.
  const marked = (a, b) => a.kind === "text" && b.kind === "card"
    && a.element.parentElement.contains(b.element) && a.element.matches(".times, .tab, .tick");
  const areKin = (a, b) => a.element.contains(b.element) || b.element.contains(a.element)
    || marked(a, b) || marked(b, a);
  const areCards = (a, b) => a.kind === "card" && b.kind === "card";
  const found = new Set();
  items.sort((a, b) => a.part.top - b.part.top);
  items.forEach((a, at) => {
    for (const b of items.slice(at + 1)) {
      if (b.part.top >= a.part.bottom) break;
      const isClash = isLarge(within(a.part, b.part)) && !areKin(a, b) && !areCards(a, b);
      if (isClash) found.add(`${a.name} | ${b.name}`);
    }
  });
  return [...found];
}"""
