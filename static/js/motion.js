// Cards that are seen to move. The table shows the new position at once; copies fly above it, and
// nothing waits for them. What moved is in #seq: words with a seat and a number of cards, the same
// for everybody who looks. And what one was given stays marked until one has moved.
"use strict";
(() => {
  const FLIGHT = { duration: 280, easing: "cubic-bezier(.2, .7, .2, 1)", fill: "backwards" };
  const TURN = { duration: 150, easing: "ease-out" };
  const APART_MS = 70; // between two cards that go the same way
  const MOST_CARDS = 5;
  const MOST_WAITING = 2; // moves: whoever is further behind sees only where things are now
  const LAST_SEEN_MS = 1500;
  const LYING = "#pile .card, #discard-pile .laid .card, #trick .card:not(.card--none)";
  const layer = document.createElement("div");
  const less = matchMedia("(prefers-reduced-motion: reduce)");
  let was = null; // how things were before the newest piece came
  let pressed = []; // where the cards were that one has just laid
  let queue = Promise.resolve();
  let waiting = 0;
  const given = new Set(); // ids in the hand

  layer.className = "flights";
  layer.setAttribute("aria-hidden", "true");
  document.body.append(layer);

  const all = (selector) => [...document.querySelectorAll(selector)];
  const boxOf = (element) => element.getBoundingClientRect();
  const seq = () => document.getElementById("seq");
  const isStill = () =>
    less.matches || document.hidden || document.documentElement.dataset.motion === "none";

  const isMine = (seat) => !document.getElementById(`seat-${seat}`);
  const plateOf = (seat) =>
    document.getElementById(`plate-${seat}`) || document.getElementById("plate-you");
  const back = () => {
    const drawn = document.querySelector("#draw-pile .card:not(.card--none)");
    const made = document.createElement("span");
    made.className = drawn ? "card" : "card card--back";
    if (drawn) made.append(...[...drawn.children].map((child) => child.cloneNode(true)));
    return made;
  };

  const centred = (box, width, height) =>
    new DOMRect(box.x + (box.width - width) / 2, box.y + (box.height - height) / 2, width, height);

  // Where a card lies, as if it lay straight.
  const flat = (card) => centred(boxOf(card), card.offsetWidth, card.offsetHeight);

  // A small card in the middle of a plate, or of the table.
  const cardIn = (place) => {
    const box = boxOf(place);
    const height = Math.min(box.height, 64);
    return centred(box, (height * 5) / 7, height);
  };

  const between = (from, to) => {
    const x = from.x + from.width / 2 - to.x - to.width / 2;
    const y = from.y + from.height / 2 - to.y - to.height / 2;
    return `translate(${x}px, ${y}px) scale(${from.width / to.width})`;
  };

  // A copy above the table, from here to there; the copy lies where it ends.
  const fly = async (card, from, to, order) => {
    const copy = card.cloneNode(true);
    copy.removeAttribute("id");
    copy.classList.remove("new");
    for (const [side, value] of [["left", to.x], ["top", to.y], ["width", to.width], ["height", to.height]]) {
      copy.style[side] = `${value}px`;
    }
    layer.append(copy);
    const path = [{ transform: between(from, to) }, { transform: "none" }];
    await copy.animate(path, { ...FLIGHT, delay: order * APART_MS }).finished;
    copy.remove();
  };

  const hide = (cards) => {
    const hidden = cards.map((card) => card.animate({ opacity: [0, 0] }, { duration: 1e6 }));
    return () => hidden.forEach((one) => one.cancel());
  };

  // From a seat, or from where they were in one's own hand, to where they lie now.
  const lay = (targets, seat, { turned = false } = {}) => {
    const starts = isMine(seat) ? pressed.slice(-targets.length) : [];
    const show = hide(targets);
    return async () => {
      const lying = targets.filter((card) => card.isConnected);
      const from = (order) => starts[order] || cardIn(plateOf(seat));
      await Promise.all(
        lying.map((card, order) => fly(turned ? back() : card, from(order), flat(card), order)),
      );
      show();
      if (turned) lying.forEach((card) => card.animate({ scale: ["0 1", "1 1"] }, TURN));
    };
  };

  const gathered = (cards, seat) => () =>
    Promise.all(cards.map(([card, box], order) => fly(card, box, cardIn(plateOf(seat)), order / 3)));

  const fromPile = (cards, targets) => () => {
    const pile = document.querySelector("#draw-pile .card");
    const from = pile ? flat(pile) : cardIn(document.getElementById("centre"));
    return Promise.all(cards.map((card, order) => fly(card, from, targets[order], order)));
  };

  const draw = (seat, cards) => {
    const n = Math.min(cards, MOST_CARDS);
    const own = isMine(seat) ? all("#hand .given .card").slice(0, n) : [];
    const place = own.length ? null : cardIn(plateOf(seat));
    const targets = own.length ? own.map(flat) : Array(n).fill(place);
    return fromPile(targets.map(back), targets);
  };

  const plates = () => all(".plate");

  const deal = () => {
    const targets = plates().map(cardIn);
    return fromPile(targets.map(back), targets);
  };

  const gather = () => () => {
    const centre = cardIn(document.getElementById("centre"));
    return Promise.all(plates().map((plate, order) => fly(back(), cardIn(plate), centre, order / 3)));
  };

  const shuffle = () => () => {
    const [to, from] = all("#draw-pile .card, #discard-pile .laid").map(flat);
    return fly(back(), from, to, 0);
  };

  const newest = (n) => all(LYING).slice(-n);
  const newestOut = (n) => all("#removed .card").slice(-n);
  const inTrick = (seat) => {
    const laid = all("#trick .new .card");
    return laid.length ? lay(laid, seat) : null;
  };
  const kinds = {
    lay: (seat, n) => (document.getElementById("trick") ? inTrick(seat) : lay(newest(n), seat)),
    turn: (seat, n) => lay(newest(n), seat, { turned: true }),
    out: (seat, n) => lay(newestOut(n), seat),
    take: (seat) => gathered(was.lying, seat),
    trick: (seat) => gathered(was.lying, seat),
    draw,
    deal,
    gather,
    shuffle,
  };

  const read = (flight) => {
    const [what, ...numbers] = flight.split(" ");
    return [what, ...numbers.map(Number)];
  };

  const play = (flights) => {
    const steps = flights.map(([what, ...numbers]) => kinds[what](...numbers)).filter(Boolean);
    const fallen = () => {
      waiting -= 1;
    };
    waiting += 1;
    queue = queue.then(async () => {
      for (const step of steps) await step();
    });
    queue = queue.then(fallen, fallen); // a flight that fails is no loss
  };

  // How many of each card one holds; equal ones are drawn once, with their number.
  const held = () =>
    new Map(all("#hand > li[id]").map((li) => [li.id, Number(li.querySelector(".times")?.textContent.slice(1) || 1)]));

  const mark = (flights) => {
    if (flights.some(([what, seat]) => (what === "draw" || what === "take") && isMine(seat))) {
      for (const [id, n] of held()) if (n > (was.held.get(id) || 0)) given.add(id);
    }
    const word = document.getElementById("hand")?.dataset.given || "";
    for (const id of given) {
      const card = document.getElementById(id);
      if (card) card.dataset.given = word;
      card?.classList.add("given");
    }
  };

  // The last card or trick is looked at before the result lies over it.
  const lookFirst = () => {
    const over = document.querySelector("#table > .over");
    if (over && !was.over) over.animate({ visibility: ["hidden", "hidden"] }, { duration: LAST_SEEN_MS });
  };

  document.addEventListener("live:before", () => {
    was = {
      seq: seq().value,
      lying: all(LYING).map((card) => [card, flat(card)]),
      held: held(),
      over: document.querySelector("#table > .over"),
    };
  });

  document.addEventListener("submit", ({ target, submitter }) => {
    if (target.id !== "move" || submitter?.name !== "action") return;
    given.clear();
    const { group } = submitter.dataset;
    pressed = group ? all(`#hand [data-pick="${group}"] .card`).map(flat) : [];
  });

  document.addEventListener("table:shown", () => {
    if (!was) return;
    const { since, flights } = seq().dataset;
    const isNext = since === was.seq && seq().value !== was.seq;
    const seen = isNext && flights ? flights.split(";").map(read) : [];
    mark(seen);
    if (!isNext) return;
    lookFirst();
    if (!isStill() && waiting < MOST_WAITING) play(seen);
    pressed = [];
  });
})();
