// Deals a game again from its seeds, in your own browser, and holds what comes out against its
// record. docs/record.md says in words what is done here; nothing is asked of the server but the
// record. `checked` is all of it, the rest below shows its findings on the page.
"use strict";

const each = (list, make) => list.split(" ").flatMap(make);
const TWICE = "1 2 3 4 5 6 7 8 9 skip rev +2";
// The order in which the cards of each game lie before they are shuffled.
const DECKS = {
  bruno: each("2 3 4 5 6 7 8 9 10 J Q K A", (rank) => each("s h d c", (suit) => rank + suit)),
  briscalone: each("d s h c", (suit) => each("2 3 4 5 6 J Q K 10 A", (rank) => rank + suit)),
  uno: [
    ...each("r g b y", (hue) => [`${hue}0`, ...each(TWICE, (kind) => [hue + kind, hue + kind])]),
    ...Array(4).fill("wild"),
    ...Array(4).fill("wild+4"),
  ],
};

const bytes = (hex) => Uint8Array.from(hex.match(/../g) || [], (pair) => parseInt(pair, 16));
const hex = (data) => Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");

async function hmac(key, text) {
  const hash = { name: "HMAC", hash: "SHA-256" };
  const secret = await crypto.subtle.importKey("raw", key, hash, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", secret, new TextEncoder().encode(text)));
}

async function* words(seed, label) {
  for (let block = 0; ; block++) {
    const digest = new DataView((await hmac(seed, `${label}:${block}`)).buffer);
    for (let place = 0; place < 32; place += 4) yield digest.getUint32(place);
  }
}

async function shuffled(seed, label, items) {
  const [cards, source] = [[...items], words(seed, label)];
  for (let place = cards.length - 1; place > 0; place--) {
    const fair = 2 ** 32 - (2 ** 32 % (place + 1));
    let word = fair;
    while (word >= fair) word = (await source.next()).value;
    const other = word % (place + 1);
    [cards[place], cards[other]] = [cards[other], cards[place]];
  }
  return cards;
}

// One game's dealer: from a move of the record, what it should have been, and under which label.
class Dealer {
  constructor(record, seed) {
    Object.assign(this, { record, seed, deck: DECKS[record.game], deals: 0, again: 0 });
  }

  async due(action) {
    const [word, ...said] = action.split(" ");
    if (word === "deal") return this.deal();
    const round = this.record.game === "uno" ? `${this.deals - 1}:` : "";
    const label = `${word}:${round}${this.again++}`;
    return [label, [word, ...(await shuffled(this.seed, label, this.inOrder(said)))].join(" ")];
  }

  async deal() {
    const round = this.deals++;
    const cards = await shuffled(this.seed, `deal:${round}`, this.deck);
    if (this.record.game === "uno") await this.startWithNoWild(cards, round);
    const first = this.record.game === "briscalone" ? [] : [await this.firstSeat(round)];
    return [`deal:${round}`, ["deal", ...first, ...cards].join(" ")];
  }

  async firstSeat(round) {
    const seats = this.record.seats.map((_, seat) => seat);
    const fixed = this.record.config.first_seat;
    const first = fixed ?? (await shuffled(this.seed, "start", seats))[0];
    return (first + round) % seats.length;
  }

  async startWithNoWild(cards, round) {
    this.again = 0;
    const start = this.record.seats.length * this.record.config.hand_size;
    for (let again = 0; cards[start].startsWith("wild"); again++) {
      const rest = this.inOrder(cards.splice(start));
      cards.push(...(await shuffled(this.seed, `start:${round}:${again}`, rest)));
    }
  }

  inOrder(cards) {
    return cards.sort((one, other) => this.deck.indexOf(one) - this.deck.indexOf(other));
  }
}

async function sha256(data) {
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", data)));
}

// The seats whose nonce does not fit its seal.
async function unfitSeats(nonces, seals) {
  const fitting = await Promise.all(nonces.map((nonce) => sha256(new TextEncoder().encode(nonce))));
  return [...seals.keys()].filter((seat) => seals[seat] && seals[seat] !== fitting[seat]);
}

// Who could have chosen the deal, as far as the record can tell.
function whoCouldChoose({ server_seed, nonces, nonce_seals = [] }) {
  if (!server_seed) return "unknown";
  if (!nonces.some((nonce) => nonce)) return "site";
  return nonces.every((nonce, seat) => !nonce || nonce_seals[seat]) ? "nobody" : "last_player";
}

// The seals, the seed, and of every shuffle whether its cards are the seed's.
async function checked(record) {
  const server = record.server_seed && bytes(record.server_seed);
  const seed = server ? hex(await hmac(server, record.nonces.join("|"))) : record.seed;
  const dealer = new Dealer(record, bytes(seed));
  const shuffles = [];
  for (const [place, { seat, action }] of record.moves.entries()) {
    if (seat !== null) continue;
    const [label, due] = await dealer.due(action);
    shuffles.push({ move: place + 1, label, holds: due === action });
  }
  const seals = record.nonce_seals ?? [];
  const unfit = await unfitSeats(record.nonces, seals);
  const isSeed = (record.seed ?? seed) === seed;
  const holds = isSeed && !unfit.length && shuffles.every((shuffle) => shuffle.holds);
  const seal = server && (await sha256(server));
  return { seal, seals, unfit, seed, shuffles, holds, chooser: whoCouldChoose(record) };
}

function show(found) {
  const verdict = document.getElementById("verdict");
  verdict.className = found.holds ? "verdict verdict--good" : "verdict verdict--bad";
  verdict.textContent = verdict.dataset[found.holds ? "good" : "bad"];
  const proof = document.getElementById("proof");
  proof.textContent = found.holds ? proof.dataset[found.chooser] : "";
  document.getElementById("seal").textContent = found.seal || "–";
  document.getElementById("seed").textContent = found.seed;
  const said = document.getElementById("shuffles").dataset;
  const unfit = found.unfit.map((seat) => row(false, said.unfit.replace("SEAT", seat + 1)));
  const shuffles = found.shuffles.map(({ move, label, holds }) =>
    row(holds, said[holds ? "good" : "bad"].replace("LABEL", label).replace("MOVE", move)),
  );
  document.getElementById("shuffles").replaceChildren(...unfit, ...shuffles);
  compareSeals();
  compareShares(found.seals);
}

function row(holds, text) {
  const line = document.createElement("li");
  line.className = holds ? "good" : "bad";
  line.textContent = text;
  return line;
}

const SHORTEST = 8; // what is the same by chance proves nothing

// What this browser was shown at the table before the first card, if it was there: room.js noted it.
function notedAtTheTable() {
  const { game } = document.getElementById("check").dataset;
  const all = JSON.parse(localStorage.getItem("seals") || "[]");
  const [, seal = "", seals = [], openings = 0] = all.find(([code]) => code === game) || [];
  return { seal, seals, openings };
}

function fillInSeal() {
  const { seal } = notedAtTheTable();
  if (!seal) return;
  document.getElementById("noted").value = seal;
  document.getElementById("by-itself").hidden = false;
}

// Whether the players' seals are those that were shown before this browser opened its own share.
function compareShares(recorded) {
  const { seals, openings } = notedAtTheTable();
  const said = document.getElementById("same-shares");
  const noted = new Map(seals);
  const seats = [...noted.keys(), ...recorded.keys()];
  const same = seats.every((seat) => (recorded[seat] ?? "") === (noted.get(seat) ?? ""));
  said.className = same ? "good" : "bad";
  said.textContent = openings ? said.dataset[said.className] : "";
  const wasted = document.getElementById("wasted");
  wasted.textContent = openings > 1 ? wasted.dataset.text.replace("TIMES", openings) : "";
}

// The seal that somebody wrote down before the game, however they spaced it.
function compareSeals() {
  const noted = document.getElementById("noted");
  const said = document.getElementById("same-seal");
  const typed = noted.value.replace(/\s/g, "").toLowerCase();
  const same = document.getElementById("seal").textContent.startsWith(typed);
  const answer = typed.length < SHORTEST ? "short" : same ? "good" : "bad";
  said.textContent = typed ? said.dataset[answer] : "";
  said.className = answer;
}

async function check(reading) {
  const verdict = document.getElementById("verdict");
  try {
    show(await checked(JSON.parse(await reading)));
  } catch {
    verdict.className = "verdict verdict--bad";
    verdict.textContent = verdict.dataset[crypto.subtle ? "unread" : "unable"];
    document.getElementById("proof").textContent = "";
    document.getElementById("shuffles").replaceChildren();
  }
}

document.addEventListener("DOMContentLoaded", () => {
  const { record } = document.getElementById("check").dataset;
  fillInSeal();
  check(fetch(record).then((answer) => answer.text()));
  document.getElementById("noted").addEventListener("input", compareSeals);
  document.getElementById("other").addEventListener("change", ({ target }) => {
    if (target.files.length) check(target.files[0].text());
  });
});
