// The rulebook as a value: searching, cutting, and what belongs to a card.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { lines, makePage } from "../support/dom.mjs";
import { assertKept } from "../support/kept.mjs";
import { bind, cut, fold, holdsIn, marked, wordsOf } from "../../../../web/rulebook/book.mjs";

const read = (name) => JSON.parse(readFileSync(new URL(`../../../../web/rulebook/${name}.json`, import.meta.url), "utf8"));
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

test("a text that begins or ends with an id has no empty parts", () => {
  assert.deepEqual(cut("S5.1 or S5.2"), [{ text: "S5.1", id: "S5.1" }, { text: " or ", id: null }, { text: "S5.2", id: "S5.2" }]);
  assert.deepEqual(cut("S5.1"), [{ text: "S5.1", id: "S5.1" }]);
  assert.deepEqual([cut(""), cut("none")], [[], [{ text: "none", id: null }]]);
});

test("each hit is marked, from the first letter to the last", () => {
  assert.deepEqual(marked("aXa", ["a"]), [{ text: "a", hit: true }, { text: "X", hit: false }, { text: "a", hit: true }]);
  assert.deepEqual(marked("XaX", ["a"]), [{ text: "X", hit: false }, { text: "a", hit: true }, { text: "X", hit: false }]);
  assert.deepEqual(marked("ababa", ["aba"]), [{ text: "ababa", hit: true }]);
  assert.deepEqual([marked("a", ["a"]), marked("", ["a"])], [[{ text: "a", hit: true }], []]);
  assert.deepEqual([fold("Évêque"), fold("ﬁ"), wordsOf("A-1, b.2; c")], ["eveque", "ﬁ", ["a-1", "b.2", "c"]]);
});

test("what is found is weighed: an id most, a title next, a text least, and each word counts", () => {
  const book = bind("en", { ...contents, sections: [], characters: { king: ["X-1"] }, districts: {} }, [{ "X-1": ["Gold", "The crown."], "X-2": ["Crown", "Of gold."], "K-1": ["Old", "Gold."], "C-KING-1": ["King", "See X-1 and X-1."], "W-KING-1": ["Witch", "King."] }]);
  const weights = (text, edition) => book.search(text, edition).map((one) => [one.id, one.weight]);
  assert.deepEqual([weights("gold"), weights("gold", "modern"), weights("x-1"), weights("gold crown"), weights("gold zzz"), weights("zzz gold")],
    [[["X-1", 3], ["X-2", 1], ["K-1", 1]], [["X-1", 3], ["X-2", 1]], [["X-1", 8], ["C-KING-1", 1]], [["X-1", 4], ["X-2", 4]], [], []]);
  assert.deepEqual([book.rulesOf("king"), book.cardsOf("X-1"), book.namedIn("X-1"), book.namedIn("C-KING-1"), book.sectionOf("X-1")], [["C-KING-1", "X-1"], ["king"], ["C-KING-1"], [], null]);
});

test("the facts of a card are told with what differs in the classic edition", async () => {
  makePage();
  const { html, render } = await import("../../../../web/core/component.mjs");
  const { loadWords } = await import("../../../../web/i18n/index.mjs");
  const { CardSays, Facts, entriesOf } = await import("../../../../web/rulebook/card_entry.mjs");
  await loadWords("rulebook", "cards", "ui");
  const box = document.createElement("div");
  const kept = [];
  const character = (rank, minPlayers = 2) => ({ rank, minPlayers, name: "c" });
  const district = (cost, copies, bonus = 0) => ({ type: "unique", cost, copies, bonus, name: "d" });
  for (const [id, kind, modern, classic, only] of [
    ["king", "character", character(4), null], ["queen", "character", character(9, 3), character(9, 5)], ["artist", "character", character(9), character(8)], ["bishop", "character", null, character(5, 2), true],
    ["keep", "district", district(3, 1), district(3, 2)], ["docks", "district", district(3, 2), null], ["manor", "district", district(3, 3), district(4, 3)], ["ball_room", "district", null, district(6, 1, 1), true], ["merchant", "character", character(6), character(6)],
  ]) {
    const entry = { id, kind, name: id, modern, classic, only: only ?? false };
    render(html`<${Facts} entry=${entry} /><${CardSays} entry=${entry} />`, box);
    kept.push(`-- ${id}`, ...box.childNodes.flatMap((one) => lines(one)).filter((line) => !/^ *<path/.test(line)));
  }
  const modern = { characters: [{ character: "queen", name: "Queen", rank: 9 }, { character: "king", name: "King", rank: 4 }], districts: [{ district: "keep", name: "Keep" }] };
  const classic = { characters: [{ character: "king", name: "Old king", rank: 4 }, { character: "old", name: "Old", rank: 1 }], districts: [] };
  for (const both of [[modern, classic], [modern, null], [null, classic], [null, null]]) kept.push(JSON.stringify(entriesOf(both).map(({ id, name, only, modern: one, classic: other }) => [id, name, only, Boolean(one), Boolean(other)])));
  assertKept("facts", kept);
});
