// This browser's share of the shuffle: a nonce, and its seal, the SHA-256 of its text. The seal goes
// out with every press in a room; the nonce is sent only when everyone is ready and the page asks
// for it, and never serves twice. Written out here because browsers hash by themselves only over
// https, and people play at home over http. docs/record.md says how shares are used.
"use strict";
const shares = (() => {
  const STORED = "shares"; // [seal, nonce] of the newest, for a page that is loaded again
  // check.js reads them: of the newest games, [game's code, seal, seals of the players, openings]
  const NOTED = "seals";
  const KEPT = 100;
  const HERE = `seals ${location.pathname}`; // the same, of this table, until its game has a code
  const AGAIN_MS = 3000;
  let openedAt = 0;

  const WORDS = [
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
  ];
  const START = [
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
  ];

  const turned = (word, places) => (word >>> places) | (word << (32 - places));

  const padded = (text) => {
    const size = 64 * Math.ceil((text.length + 9) / 64);
    const block = new DataView(new ArrayBuffer(size));
    [...text].forEach((letter, place) => block.setUint8(place, letter.charCodeAt(0)));
    block.setUint8(text.length, 0x80);
    block.setUint32(size - 4, 8 * text.length);
    return block;
  };

  const schedule = (block, at) => {
    const words = [];
    for (let i = 0; i < 64; i++) {
      if (i < 16) {
        words.push(block.getUint32(at + 4 * i));
        continue;
      }
      const [near, far] = [words[i - 2], words[i - 15]];
      const small = turned(far, 7) ^ turned(far, 18) ^ (far >>> 3);
      const large = turned(near, 17) ^ turned(near, 19) ^ (near >>> 10);
      words.push((words[i - 16] + small + words[i - 7] + large) >>> 0);
    }
    return words;
  };

  const mixed = (state, words) => {
    let [a, b, c, d, e, f, g, h] = state;
    words.forEach((word, i) => {
      const large = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const first = (h + large + ((e & f) ^ (~e & g)) + WORDS[i] + word) >>> 0;
      const small = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
      const second = (small + ((a & b) ^ (a & c) ^ (b & c))) >>> 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) >>> 0, c, b, a, (first + second) >>> 0];
    });
    return [a, b, c, d, e, f, g, h].map((word, i) => (word + state[i]) >>> 0);
  };

  // Of ASCII text, as hexadecimal.
  const sha256 = (text) => {
    const block = padded(text);
    let state = START;
    for (let at = 0; at < block.byteLength; at += 64) state = mixed(state, schedule(block, at));
    return state.map((word) => word.toString(16).padStart(8, "0")).join("");
  };

  const stored = () => JSON.parse(localStorage.getItem(STORED) || "[]");

  const fresh = () => {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    const nonce = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    const seal = sha256(nonce);
    localStorage.setItem(STORED, JSON.stringify([...stored(), [seal, nonce]].slice(-KEPT)));
    return seal;
  };

  const nonceOf = (seal) => new Map(stored()).get(seal) || "";

  const press = (button) => document.getElementById("press").requestSubmit(button);
  const field = (name) => document.querySelector(`#press [name="${name}"]`);
  const text = (element) => element.textContent.replace(/\s/g, "");
  const sealShare = () => (field("nonce_seal").value = fresh());

  const here = () => JSON.parse(sessionStorage.getItem(HERE) || '{"openings": 0}');
  const keepHere = (noted) => sessionStorage.setItem(HERE, JSON.stringify(noted));

  const shownSeals = () =>
    [...document.querySelectorAll("#agreed [data-seat]")].map((code) => [
      Number(code.dataset.seat),
      text(code),
    ]);

  // Everyone is ready and no seal can change any more: what is shown now, one's own seal among it,
  // is noted and counts. What was not heard is sent again only while the same seals are shown, and
  // what was sent once is sealed no second time.
  const openShare = () => {
    const asked = document.querySelector("[data-open]");
    if (!asked) return;
    const seal = asked.dataset.open;
    const nonce = nonceOf(seal);
    const shown = shownSeals();
    const noted = here();
    const isSent = noted.opened === seal;
    if (!nonce || !shown.some(([, each]) => each === seal)) return;
    if (isSent && JSON.stringify(shown) !== JSON.stringify(noted.seals)) return;
    if (isSent && Date.now() - openedAt < AGAIN_MS) return;
    if (!isSent) {
      keepHere({ ...noted, opened: seal, seals: shown, openings: noted.openings + 1 });
    }
    openedAt = Date.now();
    field("nonce").value = nonce;
    press(asked);
    field("nonce").value = "";
    if (!isSent) sealShare();
  };

  // The site's seal counts as it was first shown. Where everyone is ready at once, nobody has the
  // time to write it down.
  const note = () => {
    const shown = document.getElementById("seal");
    const started = document.querySelector("#room[data-go]");
    if (shown && !here().seal) keepHere({ ...here(), seal: text(shown) });
    const { seal, seals, openings } = here();
    if (!started || !seal) return;
    const code = started.dataset.go.split("/").filter(Boolean).pop();
    const noted = JSON.parse(localStorage.getItem(NOTED) || "[]").filter(([game]) => game !== code);
    const newest = [...noted, [code, seal, seals || [], openings]].slice(-KEPT);
    localStorage.setItem(NOTED, JSON.stringify(newest));
  };

  document.addEventListener("DOMContentLoaded", sealShare);
  for (const shown of ["DOMContentLoaded", "live:after"]) {
    document.addEventListener(shown, note);
    document.addEventListener(shown, openShare);
  }
  return { sha256 };
})();
