// What is known of a table stays right whatever comes first: frames, one's own answers, the past.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { bankLeft, timeLeft, urgency } from "../../../../web/play/time_left.mjs";
import { greyed, refusable } from "../../../../web/play/decision/refusals.mjs";
import { NOTHING, mine, moveKey, withAnswer, withFrame, withPast } from "../../../../web/play/table_reducer.mjs";

const { decisions } = JSON.parse(readFileSync(new URL("../support/play_decisions.json", import.meta.url), "utf8"));
const event = (number, kind = "gain") => ({ number, kind, seat: 0, facts: { json: {} } });
const stand = (number, decision = null, seat = 0) => ({ number, seat, status: "RUNNING", notation: { n: number, decision }, decision: null });
const frame = (number, more = {}) => ({ type: "EVENTS", number, at: 1000, events: [event(number)], ...more });

test("a frame brings events and the newest position, and the number to go on from", () => {
  const known = withFrame(withFrame(NOTHING, frame(4, { position: stand(4) }), 1000), frame(5), 1000);
  assert.equal(known.read, 5);
  assert.equal(known.stand.number, 4);
  assert.deepEqual(known.log.map((one) => one.number), [4, 5]);
});

test("one's own answer goes before the stream and is not undone by it", () => {
  let known = withFrame(NOTHING, frame(4, { position: stand(4) }), 1000);
  known = withAnswer(known, { events: [event(5), event(6)], position: stand(6) });
  assert.equal(known.read, 4);
  known = withFrame(known, frame(5, { position: stand(5) }), 1000);
  assert.equal(known.stand.number, 6);
  assert.deepEqual(known.log.map((one) => one.number), [4, 5, 6]);
});

test("the past comes before, and nothing stands there twice", () => {
  const known = withPast(withFrame(NOTHING, frame(3), 1000), [event(1), event(2), event(3)]);
  assert.deepEqual(known.log.map((one) => one.number), [1, 2, 3]);
});

test("another viewer's position is taken even where it is not newer", () => {
  const known = withFrame(NOTHING, frame(9, { position: stand(9, null, null) }), 1000);
  assert.equal(withAnswer(known, { events: [], position: stand(7, null, 2) }).stand.seat, 2);
});

test("what happens to the table itself is noticed, the game's moves are not", () => {
  const known = withFrame(NOTHING, frame(1, { events: [event(1, "join")] }), 1000);
  assert.equal(known.changes, 1);
  assert.equal(withFrame(known, frame(2), 1000).changes, 1);
});

test("a decision is mine where it is my seat's, with actions, in a running game", () => {
  const own = { seat: 0, kind: "turn", actions: ["end"] };
  assert.equal(mine(withFrame(NOTHING, frame(1, { position: stand(1, own) }), 0)), own);
  assert.equal(mine(withFrame(NOTHING, frame(1, { position: stand(1, { ...own, seat: 1 }) }), 0)), null);
  assert.equal(mine(withFrame(NOTHING, frame(1, { position: { ...stand(1, own), status: "OVER" } }), 0)), null);
});

test("the same move of the same decision has the same key, another has another", () => {
  assert.equal(moveKey("t", 3, "end"), moveKey("t", 3, "end"));
  assert.notEqual(moveKey("t", 3, "end"), moveKey("t", 3, "gold"));
  assert.notEqual(moveKey("t", 3, "end"), moveKey("t", 4, "end"));
});

test("time runs down to nothing, and a clock that is off is put right", () => {
  assert.equal(timeLeft({ deadline: 5000 }, 3000, 0), 2000);
  assert.equal(timeLeft({ deadline: 5000 }, 13000, 10000), 2000);
  assert.equal(timeLeft({ deadline: 5000 }, 9000, 0), 0);
  assert.equal(timeLeft({ deadline: null }, 9000, 0), null);
  assert.equal(bankLeft({ kind: "BANK" }, { bankMs: 7 }, false, null), 7);
  assert.equal(bankLeft({ kind: "BANK" }, { bankMs: 7 }, true, 3), 3);
  assert.deepEqual([null, 60_000, 20_000, 9_000].map(urgency), ["none", "calm", "near", "soon"]);
});

test("a frame that comes late lends nobody time: how far a clock is off is told by the frame that came fastest", () => {
  const asked = { number: 7, seat: 0, status: "RUNNING", notation: { n: 7, decision: null }, decision: { deadline: 40_000 } };
  const left = (/** @type {any} */ known, /** @type {number} */ now) => timeLeft(known.stand.decision, now, known.skew);
  const joined = withFrame(NOTHING, frame(4, { type: "VIEW", at: 1000, position: stand(4) }), 1100);
  const after = withFrame(joined, frame(7, { at: 10_000, position: asked }), 28_000); // the connection was gone for 18 seconds
  assert.equal(left(after, 28_000), 12_000);
  const fast = withFrame(NOTHING, frame(4, { type: "VIEW", at: 1000, position: stand(4) }), 61_100); // this clock is a minute ahead
  assert.equal(left(withFrame(fast, frame(7, { at: 10_000, position: asked }), 88_000), 88_100), 12_000);
  const slow = withFrame(NOTHING, frame(4, { type: "VIEW", at: 61_000, position: stand(4) }), 9000); // a minute behind, and the join took long
  const behind = withFrame(slow, frame(7, { at: 70_000, position: { ...asked, decision: { deadline: 100_000 } } }), 10_100);
  assert.equal(left(behind, 10_100), 30_000);
});

test("what is greyed is never legal, is at most what may be asked at once, and holds every card that cannot be built", () => {
  for (const { viewer, position } of decisions) {
    const actions = position.decision.actions;
    const found = refusable(position, viewer);
    assert.ok(found.length <= 64);
    for (const text of found) assert.ok(!actions.includes(text), text);
    if (position.decision.kind !== "turn") assert.deepEqual(found, []);
    else {
      for (const id of position.seats[viewer].hand) {
        assert.ok(found.includes(`build ${id}`) || actions.some((text) => text.split(" ").slice(0, 2).join(" ") === `build ${id}`), id);
      }
    }
  }
});

test("reasons stand at the card, the verb, or inside a verb that is open", () => {
  const found = greyed(
    [
      { text: "build keep", legal: false, rule: "S5.3", why: "too dear" },
      { text: "income", legal: false, rule: "S6.1", why: "nothing" },
      { text: "kill assassin", legal: false, rule: "R-NAME-1", why: "not oneself" },
      { text: "end", legal: true },
    ],
    0,
    ["kill king", "end"],
  );
  assert.deepEqual([...found.keys()], ["hand:keep", "verb:income", "verb:kill/character:assassin"]);
});
