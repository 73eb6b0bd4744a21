// Every card has a drawing of its own, made of known paints.
import assert from "node:assert/strict";
import test from "node:test";

import { CHARACTERS, DISTRICTS, RANKS, house, person } from "../../../../../web/assets/art/faces.mjs";
import { drawn } from "../../../../../web/assets/art/shapes.mjs";
import { MARKS, SIGNS } from "../../../../../web/assets/art/symbols.mjs";
import words from "../../../../../web/i18n/en/cards.mjs";

const ids = new Set(Object.keys(words).map((id) => id.replace(/^classic_/, "")));

test("each of the 27 characters has a face and the colour of a rank", () => {
  assert.equal(CHARACTERS.length, 27);
  assert.equal(new Set(CHARACTERS.map(person)).size, 27);
  for (const id of CHARACTERS) assert.ok(RANKS[id] >= 1 && RANKS[id] <= 9, id);
});

test("each card with a text has a drawing", () => {
  for (const id of ids) assert.ok(CHARACTERS.includes(id) || DISTRICTS.includes(id), id);
  assert.equal(ids.size, 27 + DISTRICTS.length - 18);
});

test("what is not known is drawn all the same", () => {
  assert.equal(person("nobody"), null);
  assert.match(house("nothing"), /^<path /);
});

test("all drawings are numbers and paints, and no two houses are the same but the two haunted ones", () => {
  const all = [...CHARACTERS.map(person), ...DISTRICTS.map(house), ...Object.values(SIGNS)];
  for (const text of all) assert.doesNotMatch(String(text), /NaN|undefined|null/);
  assert.equal(new Set(DISTRICTS.map(house)).size, DISTRICTS.length - 1);
});

test("a paint that is not known is refused", () => {
  assert.throws(() => drawn([["no such paint", "M0 0h1"]]), /no such paint/);
});

test("the five types have five shapes", () => {
  assert.deepEqual(Object.keys(MARKS), ["noble", "religious", "trade", "military", "unique"]);
  assert.equal(new Set(Object.values(MARKS)).size, 5);
});
