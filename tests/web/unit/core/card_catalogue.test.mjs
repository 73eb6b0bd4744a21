// The cards are asked for once by edition and language, and again where that has failed.
import assert from "node:assert/strict";
import test from "node:test";

import { makePage, settled } from "../support/dom.mjs";
import { answers, asked, serve } from "../support/service.mjs";

makePage();
serve();
const { html, render } = await import("../../../../web/core/component.mjs");
const { speak } = await import("../../../../web/i18n/index.mjs");
const { loadCards, useCards } = await import("../../../../web/core/card_catalogue.mjs");
const given = answers.Cards;
const wanted = () => asked.filter(([name]) => name === "Cards").map(([, variables]) => `${variables.edition} ${variables.language}`);

test("a component has the cards as soon as they are there, and asks for them itself", async () => {
  const seen = [];
  const box = document.createElement("div");
  function Part({ edition }) {
    const cards = useCards(edition);
    seen.push(cards && [cards.edition, cards.character("king").name, cards.character("king").rank]);
    return null;
  }
  render(html`<${Part} edition="MODERN" />`, box);
  await settled();
  assert.deepEqual([seen[0], seen.at(-1), wanted()], [null, ["modern", "King", 4], ["MODERN EN"]]);
  render(html`<${Part} edition=${null} />`, box);
  await settled();
  assert.deepEqual([seen.at(-1), wanted().length], [null, 1]);
  await speak("fr");
  render(html`<${Part} edition="modern" />`, box);
  await settled();
  assert.deepEqual([seen.at(-1), wanted().at(-1)], [["modern", "Roi", 4], "MODERN FR"]);
  await speak("en");
});

test("they are asked for once, whoever asks, and once more after a failure", async () => {
  answers.Cards = { fault: "forbidden" };
  await assert.rejects(loadCards("CLASSIC"), /forbidden/);
  answers.Cards = { catalogue: null };
  await assert.rejects(loadCards("classic"), /empty/);
  answers.Cards = given;
  const before = wanted().length;
  const [one, other] = await Promise.all([loadCards("CLASSIC"), loadCards("classic")]);
  assert.equal(one, other);
  assert.deepEqual([one.edition, wanted().slice(before), one.characters.length, one.district("castle").type], ["classic", ["CLASSIC EN"], 27, "noble"]);
});

test("a card that is not known goes by its id", async () => {
  const cards = await loadCards("modern");
  assert.deepEqual(cards.character("nobody"), { character: "nobody", name: "nobody", rank: 0, minPlayers: 2, text: "" });
  assert.deepEqual(cards.district("nothing"), { district: "nothing", name: "nothing", type: "unique", cost: 0, copies: 0, unique: true, bonus: 0, text: "" });
});
