// The rulebook as a value: searching, cutting, and what belongs to a card.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { bind, cut, fold, holdsIn, marked, wordsOf } from "../../../web/rules/book.mjs";

const read = (name) => JSON.parse(readFileSync(new URL(`../../../web/rules/${name}.json`, import.meta.url), "utf8"));
const contents = read("contents");
const bound = (language) => bind(language, contents, contents.parts.map((part) => read(`${language}/${part}`)));

test("an accent or a capital is no obstacle to a search", () => {
  const french = bound("fr");
  assert.deepEqual(french.search("EVEQUE protege"), french.search("évêque protège"));
  assert.ok(french.search("eveque").length > 3);
  assert.deepEqual(french.search("zzz"), []);
  assert.deepEqual(french.search("  "), []);
});

test("a rule is found first by its id, and next by its title", () => {
  const english = bound("en");
  assert.equal(english.search("d-keep-1")[0].id, "D-KEEP-1");
  assert.equal(english.search("s5.1")[0].id, "S5.1");
  assert.equal(english.search("income", "modern")[0].title.includes("ncome"), true);
});

test("every word has to be there", () => {
  const found = bound("en").search("thief gold");
  assert.ok(found.length > 0);
  for (const one of found) for (const word of ["thief", "gold"]) assert.match(fold(`${one.id} ${one.title} ${one.text}`), new RegExp(word));
});

test("the modern edition knows nothing of the classic rules", () => {
  const book = bound("pt");
  assert.ok(book.rulesOf("keep").includes("K-D-KEEP-1"));
  assert.ok(!book.rulesOf("keep", "modern").includes("K-D-KEEP-1"));
  assert.ok(book.search("coroa", "modern").every((one) => holdsIn(one.id, "modern")));
  assert.deepEqual(book.rulesOf("nobody"), []);
});

test("a card begins with its own rules", () => {
  const book = bound("en");
  assert.deepEqual(book.rulesOf("king", "modern").slice(0, 1), ["C-KING-1"]);
  assert.deepEqual(book.rulesOf("tax_collector", "modern").slice(0, 3), ["C-TAX-1", "C-TAX-2", "C-TAX-3"]);
  assert.ok(book.cardsOf("S8.1").includes("emperor"));
  assert.ok(book.namedIn("R-KEEP-1").includes("D-KEEP-1"));
  assert.equal(book.sectionOf("R-MAG-3"), "r_magistrate");
});

test("a text is cut at the ids in it", () => {
  assert.deepEqual(cut("See S5.1 and K-C-TAX-1."), [
    { text: "See ", id: null },
    { text: "S5.1", id: "S5.1" },
    { text: " and ", id: null },
    { text: "K-C-TAX-1", id: "K-C-TAX-1" },
    { text: ".", id: null },
  ]);
});

test("what was looked for is marked as it is written", () => {
  assert.deepEqual(marked("L'Évêque", wordsOf("eveque")), [{ text: "L'", hit: false }, { text: "Évêque", hit: true }]);
  assert.deepEqual(marked("none", wordsOf("x")), [{ text: "none", hit: false }]);
  assert.equal(marked("aaa", ["aa"]).map((part) => part.text).join(""), "aaa");
});
