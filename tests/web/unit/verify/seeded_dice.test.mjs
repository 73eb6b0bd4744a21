// The page's SHA-256 and dice are those of everybody else.
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import test from "node:test";

import { dice } from "../../../../web/verify/seeded_dice.mjs";
import { hashed, sha256 } from "../../../../web/verify/sha256.mjs";

test("SHA-256 by hand is SHA-256, whatever the length", async () => {
  for (let length = 0; length < 200; length++) {
    const bytes = randomBytes(length);
    assert.equal(Buffer.from(sha256(bytes)).toString("hex"), createHash("sha256").update(bytes).digest("hex"), `${length} bytes`);
  }
  assert.equal(await hashed("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});

test("a page without crypto.subtle computes the same", async () => {
  const kept = Object.getOwnPropertyDescriptor(globalThis, "crypto");
  Object.defineProperty(globalThis, "crypto", { value: undefined, configurable: true });
  try {
    assert.equal(await hashed("g1|1|é"), createHash("sha256").update("g1|1|é").digest("hex"));
  } finally {
    if (kept) Object.defineProperty(globalThis, "crypto", kept);
  }
});

test("numbers and shuffles are those of the engine", () => {
  const sizes = [6, 52, 2, 1, 1000000007, 4294967295, 3000000000, 7];
  const vectors = [
    ["0", "deck", [3, 14, 0, 0, 17595538, 1245115416, 1341462507, 5], [0, 4, 7, 1, 8, 3, 6, 11, 5, 10, 2, 9]],
    ["0", "crown", [1, 51, 1, 0, 546895437, 964006757, 2510816352, 3], [10, 4, 8, 11, 7, 6, 0, 2, 5, 3, 9, 1]],
    ["é ü 漢", "characters/12", [5, 34, 0, 0, 989981763, 2922237720, 1709412666, 3], [5, 10, 7, 4, 9, 0, 3, 2, 1, 6, 8, 11]],
    ["ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff", "scholar/3", [5, 27, 1, 0, 891759446, 2480272993, 2224180075, 4], [4, 11, 1, 8, 0, 9, 2, 10, 3, 7, 6, 5]],
    ["", "x", [1, 45, 0, 0, 441698765, 3153800289, 1934310636, 1], [4, 10, 2, 5, 6, 9, 7, 3, 11, 0, 8, 1]],
  ];
  for (const [seed, label, below, shuffled] of vectors) {
    const lot = dice(seed, label);
    assert.deepEqual(sizes.map((n) => lot.below(n)), below, label);
    assert.deepEqual(dice(seed, label).shuffle([...Array(12).keys()]), shuffled, label);
  }
});

test("a number too large is thrown again, so that each is equally likely", () => {
  const counts = Array(6).fill(0);
  const one = dice("even", "x");
  for (let i = 0; i < 6000; i++) counts[one.below(6)] += 1;
  assert.ok(counts.every((count) => count > 850 && count < 1150), counts.join());
});
