// Of a tournament that is there only what the organizer has changed is sent, and only that is found at fault.
import assert from "node:assert/strict";
import test from "node:test";

import { faults } from "../../../../../web/tournament/form/form.mjs";
import { changeFaults, changeable, formOf, toChange } from "../../../../../web/tournament/form/form_change.mjs";

const NOW = Date.UTC(2026, 0, 1);
const AT = Date.UTC(2026, 5, 1, 18, 30);
const cup = (more = {}) => ({
  name: "the cup", about: "Every month.", rated: false, graceMs: 60_000, atOnce: 4,
  settings: {
    format: "ROUND_ROBIN", seats: 4, deals: 2, duplicate: false, rotation: "CYCLE", shared: false, rounds: null,
    tables: null, advance: null, focus: [], seeding: "LOT", points: "PLACE", order: ["POINTS", "LOT"], odd: "BYE",
    smallField: "REFUSE", filler: "GREEDY", bye: "HALF", late: "ZERO", withdrawal: "KEEP", emptySeat: "HOUSE",
    fault: "HARMLESS", forfeit: "LAST", noShow: "LAST", forfeits: null, bound: 0.02, alpha: 0.05, beta: 0.05,
    most: 10_000, ...(more.settings ?? {}),
  },
  conditions: { kinds: ["bot", "account"], botsPerOwner: null, most: 256, invitedOnly: false, leastRating: null,
    mostRating: null, ...(more.conditions ?? {}) },
  schedule: { begins: "DEMAND", at: null, everyMs: null, count: null, ...(more.schedule ?? {}) },
  ...(more.whole ?? {}),
});
const series = { begins: "EVERY", at: AT, everyMs: 1_209_600_000, count: 3 };
/** What is sent once `typed` was filled in, of a tournament as it stands. */
const sent = (typed, more = {}, begun = false) => {
  const before = formOf(cup(more));
  return toChange(before, { ...before, ...typed }, begun);
};
const wrong = (typed, more = {}, begun = false) => {
  const before = formOf(cup(more));
  return changeFaults(before, { ...before, ...typed }, NOW, begun);
};

test("what is left alone is not sent, whatever it is", () => {
  assert.deepEqual(sent({}), {});
  const swiss = { format: "SWISS", rounds: 5, late: "BYES", forfeits: 2 };
  assert.deepEqual(sent({}, { schedule: series, settings: swiss }), {});
  assert.deepEqual(sent({ name: " the cup ", grace: "60,0", kinds: ["ACCOUNT", "BOT"] }), {});
  assert.deepEqual(faults(formOf(cup()), NOW), {});
});

test("the form holds the tournament as it stands", () => {
  assert.deepEqual(formOf(cup()).kinds, ["BOT", "ACCOUNT"]);
  const form = formOf(cup({ schedule: series, settings: { format: "KNOCK_OUT", advance: 1, noShow: "VOID" },
    whole: { graceMs: 1500 } }));
  assert.equal(form.advance, "1");
  assert.equal(form.policies.noShow, "VOID");
  assert.deepEqual([form.begins, form.every, form.unit, form.count], ["EVERY", "2", "WEEK", "3"]);
  assert.equal(new Date(form.at).getTime(), AT);
  assert.equal(form.grace, "1.5");
});

test("only what was changed is sent", () => {
  assert.deepEqual(sent({ name: "the great cup", deals: "3" }), { name: "the great cup", settings: { deals: 3 } });
  assert.deepEqual(sent({ about: "", atOnce: "2", grace: "90" }), { about: "", graceMs: 90_000, atOnce: 2 });
  assert.deepEqual(sent({ kinds: ["BOT"], invitedOnly: true }), { conditions: { kinds: ["BOT"], invitedOnly: true } });
  assert.deepEqual(sent({ every: "12", unit: "HOUR" }, { schedule: series }), { schedule: { everyMs: 43_200_000 } });
  assert.deepEqual(sent({ every: "14", unit: "DAY" }, { schedule: series }), {});
});

test("what was emptied has its default again", () => {
  const before = { settings: { forfeits: 3 }, conditions: { botsPerOwner: 2, leastRating: 1400 } };
  assert.deepEqual(sent({ forfeits: "", perOwner: "", leastRating: " " }, before),
    { settings: { forfeits: null }, conditions: { botsPerOwner: null, leastRating: null } });
  const { policies } = formOf(cup());
  assert.deepEqual(sent({ policies: { ...policies, late: "", bye: "FULL" } }),
    { settings: { late: null, bye: "FULL" } });
});

test("what does not go with another format or another way to begin falls away, and no policy is touched by it", () => {
  assert.deepEqual(sent({ format: "SWISS", rounds: "5" }), { settings: { format: "SWISS", rounds: 5 } });
  assert.deepEqual(sent({ format: "ROUND_ROBIN" }, { settings: { format: "SWISS", rounds: 5 } }),
    { settings: { format: "ROUND_ROBIN", rounds: null } });
  assert.deepEqual(sent({ format: "SEQUENTIAL" }),
    { settings: { format: "SEQUENTIAL", deals: null, most: 10_000, bound: 0.02 } });
  assert.deepEqual(sent({ begins: "DEMAND" }, { schedule: series }),
    { schedule: { begins: "DEMAND", at: null, everyMs: null, count: null } });
});

test("whether deals are played again is said only where it was chosen", () => {
  assert.deepEqual(sent({ duplicate: "YES" }), { settings: { duplicate: true } });
  assert.deepEqual(sent({ duplicate: "NO" }), { settings: { duplicate: false } });
  assert.deepEqual(sent({ duplicate: "AUTO" }), { settings: { duplicate: null } });
  assert.deepEqual(sent({ format: "SWISS" }, { settings: { duplicate: true } }), { settings: { format: "SWISS" } });
});

test("after the start only what can still be changed is sent, and found at fault", () => {
  const typed = { name: "the great cup", deals: "3", kinds: [], seats: "nine", grace: "30" };
  assert.deepEqual(sent(typed, {}, true), { name: "the great cup", graceMs: 30_000 });
  assert.deepEqual(wrong(typed, {}, true), {});
  assert.deepEqual(Object.keys(wrong({ name: " ", atOnce: "0" }, {}, true)), ["name", "atOnce"]);
});

test("faults are told at what was changed", () => {
  assert.deepEqual(wrong({ deals: "two", seats: "9", rounds: "x" }, { settings: { format: "SWISS" } }), {
    "settings.seats": { key: "tournament.fault.range", params: { least: 2, most: 8 } },
    "settings.deals": { key: "tournament.fault.whole" },
    "settings.rounds": { key: "tournament.fault.whole" },
  });
  assert.deepEqual(Object.keys(wrong({ grace: "", atOnce: " " })), ["graceMs", "atOnce"]);
  assert.ok(wrong({ seats: "3" }, { settings: { format: "KNOCK_OUT", advance: 3 } })["settings.advance"]);
  assert.ok(wrong({ begins: "AT", at: "2025-12-31T10:00" })["schedule.at"]);
  assert.ok(wrong({ grace: "0.1" }, { whole: { graceMs: 200 } }).graceMs);
});

test("what stands so already and is left alone is no fault, though nobody could type it here", () => {
  const odd = { conditions: { leastRating: 5000 }, whole: { graceMs: 200 } };
  assert.deepEqual(Object.keys(faults(formOf(cup(odd)), NOW)), ["conditions.leastRating", "graceMs"]);
  assert.deepEqual(wrong({ name: "the great cup" }, odd), {});
  const late = { schedule: { ...series, at: NOW - 60_000 } };
  assert.deepEqual(wrong({ count: "5" }, late), {});
  assert.deepEqual(wrong({ at: "2025-11-30T10:00" }, late), { "schedule.at": { key: "tournament.fault.past" } });
});

test("a refusal is told at its field where the form has that field, and else as a whole", () => {
  assert.equal(changeable("settings.smallField", false), true);
  assert.equal(changeable("settings.rotation", false), false);
  assert.equal(changeable("scenarios", false), false);
  assert.equal(changeable("settings.deals", true), false);
  assert.equal(changeable("graceMs", true), true);
});

test("a time is filled in as it is where one is, whichever zone that is", () => {
  const before = process.env.TZ;
  try {
    process.env.TZ = "America/New_York";
    assert.equal(formOf(cup({ schedule: { begins: "AT", at: AT } })).at, "2026-06-01T14:30");
    process.env.TZ = "Asia/Tokyo";
    assert.equal(formOf(cup({ schedule: { begins: "AT", at: AT } })).at, "2026-06-02T03:30");
  } finally {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  }
});
