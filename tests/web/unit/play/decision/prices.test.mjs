// What buttons say that something costs is what the engine takes for it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { readAction } from "../../../../../web/play/decision/action.mjs";
import { priceOf } from "../../../../../web/play/decision/prices.mjs";

const { cards, decisions } = JSON.parse(readFileSync(new URL("../../support/play_decisions.json", import.meta.url), "utf8"));

test("builds for gold, destruction, seizure and exchange cost what the engine takes", () => {
  let priced = 0;
  for (const { viewer, position, prices } of decisions) {
    for (const [text, gold] of Object.entries(prices)) {
      const card = (id) => cards[position.edition][id];
      assert.equal(priceOf(readAction(text), position, viewer, card), gold, `${position.edition} n=${position.n}: ${text}`);
      priced++;
    }
  }
  assert.ok(priced > 100);
});

test("a price of the Framework, of a sacrifice or of nothing is none", () => {
  const { viewer, position } = decisions[0];
  const card = (id) => cards[position.edition][id];
  for (const text of ["build castle framework", "build necropolis over temple", "gold", "end"]) {
    assert.equal(priceOf(readAction(text), position, viewer, card), null, text);
  }
});
