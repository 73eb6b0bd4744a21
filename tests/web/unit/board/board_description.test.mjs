// The board in words says what the view says, in three languages, and nothing that the view does not.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { acting, around, built, cast, completed, goal, signs, size, worth } from "../../../../web/board/board_model.mjs";
import { tellAwaited, tellBoard, tellDistrict, tellPhase } from "../../../../web/board/board_description.mjs";

const LANGUAGES = ["en", "fr", "pt"];
const read = (name) => JSON.parse(readFileSync(new URL(`../support/${name}`, import.meta.url), "utf8"));
const { decisions } = read("play_decisions.json");
const words = {};
for (const language of LANGUAGES) words[language] = (await import(`../../../../web/i18n/${language}/board.mjs`)).default;

const RANKED = {
  witch: 1,
  assassin: 1,
  magistrate: 1,
  thief: 2,
  blackmailer: 2,
  magician: 3,
  king: 4,
  bishop: 5,
  merchant: 6,
  architect: 7,
  warlord: 8,
};
const DISTRICT = {
  castle: ["noble", 4],
  temple: ["religious", 1],
  museum: ["unique", 4],
  monument: ["unique", 4],
  tavern: ["trade", 1],
};
const cards = {
  character: (id) => ({ name: `<${id}>`, rank: RANKED[id] ?? 9 }),
  district: (id) => ({ name: `[${id}]`, type: DISTRICT[id]?.[0] ?? "noble", cost: DISTRICT[id]?.[1] ?? 3 }),
};
const names = ["Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gil", "Hal"];

/** A wording whose missing words and names are failures. */
function wording(language, viewer, more = {}) {
  const plurals = new Intl.PluralRules(language);
  const t = (key, params = {}) => {
    const found = words[language][key];
    assert.ok(found !== undefined, `${language}: no words for ${key}`);
    const text = typeof found === "string" ? found : (found[plurals.select(params.n)] ?? found.other);
    return text.replace(/\{(\w+)\}/g, (_, name) => {
      assert.ok(params[name] !== undefined && params[name] !== null, `${language}: ${key} lacks ${name}`);
      return String(params[name]);
    });
  };
  return { t, cards, names, viewer, ...more };
}

const seat = (more = {}) => ({ gold: 2, hand: 3, city: [], characters: [], revealed: [], ...more });
const view = (more = {}) => ({
  edition: "modern",
  options: {},
  cast: ["assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord"],
  uniques: [],
  seats: [seat(), seat(), seat(), seat()],
  crown: 1,
  round: 2,
  n: 9,
  phase: "turns",
  deck: 40,
  faceup: [],
  facedown: [null],
  turn: null,
  killed: null,
  bewitched: null,
  robbed: null,
  warrants: null,
  threats: null,
  tax: 0,
  completed: [],
  decision: null,
  ...more,
});
const whole = (given, wording) =>
  tellBoard(given, wording)
    .flatMap((part) => [part.title, ...part.lines, ...part.city])
    .join("\n");

test("a district is read in each of the ways in which a view writes it", () => {
  assert.deepEqual(built("castle"), { id: "castle", text: "castle", beautified: false, tucked: 0, under: null });
  assert.deepEqual(built("castle+"), { id: "castle", text: "castle+", beautified: true, tucked: 0, under: null });
  assert.equal(built({ id: "museum+", tucked: 2 }).tucked, 2);
  assert.equal(built({ id: "museum+", tucked: 2 }).beautified, true);
  assert.deepEqual(built({ id: "museum", tucked: ["temple"] }).under, ["temple"]);
});

test("the seats go clockwise from the viewer's left, and a spectator sees them by number", () => {
  assert.deepEqual(around(4, 1), [2, 3, 0, 1]);
  assert.deepEqual(around(3, null), [0, 1, 2]);
});

test("a city is complete at seven or eight districts, as edition, seats and options have it", () => {
  assert.equal(goal(view()), 7);
  assert.equal(goal(view({ seats: [seat(), seat(), seat()] })), 8);
  assert.equal(goal(view({ seats: Array.from({ length: 8 }, seat), options: { city_size_8p: 8 } })), 8);
  assert.equal(goal(view({ edition: "classic" })), 8);
  assert.equal(goal(view({ edition: "classic", announced: true })), 7);
});

test("the Monument counts twice towards a complete city, a beautified district 1 more in worth", () => {
  assert.equal(size(view({ seats: [seat({ city: ["monument", "temple"] })] }), 0), 3);
  assert.equal(worth(["castle+", "temple"], cards), 6);
});

test("who completed a city first is known, also where two did at once", () => {
  const given = view({ completed: [[2, 0], 3] });
  assert.deepEqual(
    [0, 1, 2, 3].map((one) => completed(given, one)),
    [1, 0, 1, 2],
  );
});

test("the role of a called character that nobody showed is absent; of one to come it is open", () => {
  const given = view({
    seats: [
      seat({ characters: ["king"], revealed: ["king"] }),
      seat({ characters: [null] }),
      seat({ characters: ["architect"] }),
      seat(),
    ],
    turn: { character: "king" },
    faceup: ["bishop"],
    killed: { character: "thief", by: 2 },
  });
  const states = Object.fromEntries(cast(given, cards).map((role) => [role.id, role.state]));
  assert.deepEqual(states, {
    assassin: "absent",
    thief: "absent",
    magician: "absent",
    king: "acting",
    bishop: "faceup",
    merchant: "open",
    architect: "own",
    warlord: "open",
  });
  assert.equal(acting(given), 0);
});

test("a resumed turn is the Witch's", () => {
  const given = view({
    seats: [seat({ revealed: ["king"], characters: ["king"] }), seat({ revealed: ["witch"], characters: ["witch"] })],
    turn: { character: "king", resumed: true },
    bewitched: { character: "king", by: 1 },
  });
  assert.equal(acting(given), 1);
});

test("of warrants that are not one's own only where they lie is told", () => {
  const hidden = view({ warrants: { on: ["thief", "king", "bishop"], by: 1, shown: [] } });
  assert.deepEqual(
    [...signs(hidden).values()].flat().map((mark) => mark.sign),
    ["warrant", "warrant", "warrant"],
  );
  assert.doesNotMatch(whole(hidden, wording("en", 0)), /signed|blank/);
  const own = view({ warrants: { signed: "king", blank: ["thief", "bishop"], by: 0, shown: [] } });
  assert.match(whole(own, wording("en", 0)), /<king>: signed warrant, by you/);
  assert.match(whole(own, wording("en", 0)), /<thief>: blank warrant, by you/);
});

test("threats are told as far as they are known, one taken off not at all", () => {
  const own = view({ threats: { flowered: "king", blank: null, by: 3, shown: [] } });
  assert.deepEqual(
    [...signs(own)].map(([id, marks]) => [id, marks[0].sign]),
    [["king", "flowered"]],
  );
});

test("a district is told with its type, its cost now, and what lies under it", () => {
  const told = wording("en", 0);
  assert.equal(tellDistrict(built("castle+"), told), "[castle]: noble, cost 5, beautified");
  assert.equal(tellDistrict(built({ id: "museum", tucked: 1 }), told), "[museum]: unique, cost 4, 1 card under it");
  assert.equal(
    tellDistrict(built({ id: "museum", tucked: ["tavern"] }), told),
    "[museum]: unique, cost 4, 1 card under it, under it [tavern]",
  );
});

test("the phase is told to the one who acts and to the others", () => {
  const given = view({ phase: "pick", decision: { seat: 1, kind: "pick", n: 9 } });
  assert.equal(tellPhase(given, wording("en", 1)), "Choose your character");
  assert.equal(tellPhase(given, wording("en", null)), "Bob chooses a character");
  assert.equal(tellAwaited(given, wording("en", null)), "Bob has to decide.");
});

test("hidden cards are counts, one's own hand is named, scores come when they are told", () => {
  const given = view({
    phase: "over",
    seats: [seat({ hand: ["castle"], city: ["temple"] }), seat(), seat({ hand: [] }), seat()],
  });
  const parts = tellBoard(given, wording("en", 0, { result: { totals: [9, 8, 7, 6] } }));
  assert.deepEqual(parts[1], {
    key: "seat-0",
    title: "Ann (you)",
    lines: ["9 points.", "2 gold.", "1 card in hand: [castle].", "1 district in the city (1 of 7):"],
    city: ["[temple]: religious, cost 1"],
  });
  assert.deepEqual(
    parts.map((part) => part.key),
    ["middle", "seat-0", "seat-1", "seat-2", "seat-3"],
  );
  assert.equal(parts[2].title, "Bob, with the crown");
  assert.ok(parts[2].lines.includes("3 cards in hand."));
  assert.ok(parts[3].lines.includes("0 cards in hand."));
});

test("every kind of decision has a board in words, in each language", () => {
  let told = 0;
  for (const one of decisions) {
    const given = one.view ?? one.position ?? one.notation;
    if (!given) continue;
    for (const language of LANGUAGES) {
      for (const viewer of [null, given.decision?.seat ?? 0]) {
        const text = whole(given, wording(language, viewer));
        assert.doesNotMatch(text, /undefined|null|NaN|\{\w+\}/);
        told++;
      }
    }
  }
  assert.ok(told > 0, "no decision had a view");
});
