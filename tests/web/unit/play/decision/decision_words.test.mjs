// What a player is asked and offered, word by word in three languages, with its prices: as people have read it.
import { createHash } from "node:crypto";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { makePage } from "../../support/dom.mjs";
import { assertKept } from "../../support/kept.mjs";

makePage();
const { loadWords, speak } = await import("../../../../../web/i18n/index.mjs");
const { readAction } = await import("../../../../../web/play/decision/action.mjs");
const { leftToDo, offersOf, paths, reached, trail } = await import("../../../../../web/play/decision/offers.mjs");
const { greyed, refusable } = await import("../../../../../web/play/decision/refusals.mjs");
const { goldOf, tellAction, tellDecision, tellOffer, tellStep, tellStill, turnOf } = await import("../../../../../web/play/decision/decision_text.mjs");
const { speechOf } = await import("../../../../../web/play/text_context.mjs");
await loadWords("play", "log");

const { cards, decisions } = JSON.parse(readFileSync(new URL("../../support/play_decisions.json", import.meta.url), "utf8"));
const names = ["Ann", "Bob", "Óscar", "dee", "Eve", "Ian", "Uma", "Zoé"];
const catalogue = (edition) => ({ character: (id) => ({ name: id }), district: (id) => ({ name: id, ...cards[edition][id] }) });
const offered = ({ position, prices }) => position.decision.actions.map((text) => ({ text, price: prices[text] ?? 0 }));
const speechFor = (one) => speechOf(one.position, one.viewer, names, catalogue(one.position.edition), offered(one));
const every = (offers) => offers.flatMap((one) => [one, ...every(one.then)]);
/** What the hint of the decision says the gold of. */
const SAID_ABOVE = new Set(["bribe", "give"]);
/** What words hang on, and not which card or seat it is. */
const named = new Set([...Object.keys(cards.modern), ...Object.keys(cards.classic), ...decisions.flatMap((one) => one.position.cast)]);
const form = (text) => text.replace(/\d+/g, "0").split(/[ :]/).map((word) => (named.has(word.replace("+", "")) ? "card" : word)).join(" ");

test("decisions, steps and offers are told in the words that people have read", async () => {
  const kept = new Map();
  for (const language of ["en", "fr", "pt"]) {
    await speak(language);
    for (const one of decisions) {
      const speech = speechFor(one);
      const { position: view, viewer } = one;
      const offers = offersOf(view.decision);
      const tell = (key, say) => {
        if (!kept.has(key)) kept.set(key, new Map());
        if (!kept.get(key).has(language)) kept.get(key).set(language, `  ${language}: ${say()}`);
      };
      const asked = () => {
        const told = tellDecision(speech);
        return `${told.title} | ${told.hint}`;
      };
      const city = view.seats[viewer].city.filter((card) => /gold_mine|observatory/.test(JSON.stringify(card))).length;
      const verbs = [...new Set(view.decision.actions.map((text) => text.split(" ")[0]))].filter((verb) => /^(gold|draw|bewitch|crown|end|build|confiscate|give)$/.test(verb));
      tell(`${view.decision.kind} ${view.turn?.gathered ?? ""} ${view.decision.from === "study" ? "study" : ""} ${verbs.sort().join(" ")}`, asked);
      for (const offer of every([...offers.panel, ...offers.bar])) {
        tell(`offer ${view.decision.kind} ${city} ${form(offer.token)} ${offer.action === null ? "…" : form(offer.action)}`, () => tellOffer(offer, speech));
        if (offer.then.length) tell(`step ${form(offer.key.replace(/.*\/(?=.*\/)/, ""))}`, () => tellStep(trail(offers, offer.key), speech));
      }
      const left = leftToDo(offers);
      if (left.length) tell(`still to do: ${left.some((one) => one.first.verb === "build")} ${left.some((one) => one.first.verb !== "build")}`, () => tellStill(left, "e", speech));
      tell(`another’s ${view.decision.kind}`, () => tellDecision({ ...speech, viewer: (viewer + 1) % view.seats.length }).title);
    }
  }
  assertKept("play", [...kept].flatMap(([key, said]) => [key, ...said.values()]));
});

test("what is offered, greyed and priced at each recorded decision is what it was", () => {
  const short = (value) => createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 10);
  assertKept("choices", decisions.map((one) => {
    const { position: view, viewer } = one;
    const speech = speechFor(one);
    const gold = (act) => (SAID_ABOVE.has(act.verb) ? null : goldOf(act, speech));
    const offers = offersOf(view.decision);
    const actions = view.decision.actions.map(readAction);
    const cannot = refusable(view, viewer);
    const at = greyed(cannot.map((text, number) => ({ text, legal: number % 5 === 4, rule: number % 2 ? "S5.1" : null, why: number % 3 ? "no" : null })), viewer, view.decision.actions);
    return [
      view.edition, view.decision.kind, view.turn?.character ?? "", short(actions), short(offers), short([...reached([...offers.panel, ...offers.bar])]),
      short(leftToDo(offers).map((one) => one.key)), short(cannot), short([...at]), short(actions.map(gold)), turnOf(view),
    ].join(" ");
  }));
});

test("what is refused is tried on one example of each verb, at one’s own place and the next", () => {
  const view = (character, more = {}) => ({
    edition: "modern", cast: ["witch", "thief", "wizard", "king", "abbot", "merchant", "architect", "warlord"], turn: { character },
    seats: [{ city: [], hand: 2, revealed: [] }, { city: ["keep"], hand: ["docks", "docks", "temple"], revealed: [character] }],
    decision: { kind: "turn", seat: 1, actions: ["gold"] }, ...more,
  });
  const found = {};
  const all = "assassin witch magistrate thief spy blackmailer magician wizard seer king emperor abbot merchant architect navigator scholar warlord diplomat marshal queen artist tax_collector alchemist nobody";
  for (const character of all.split(" ")) found[character] = refusable(view(character), 1).slice(4);
  assert.deepEqual(refusable(view("king"), 1).slice(0, 4), ["build docks", "build temple", "draw", "end"]);
  assert.deepEqual(found, {
    assassin: ["kill warlord"], witch: ["bewitch warlord"], magistrate: ["warrants witch thief wizard"], thief: ["rob warlord"], spy: ["spy 0 noble"],
    blackmailer: ["threats architect warlord"], magician: ["swap 0", "redraw"], wizard: ["peek 0"], seer: ["see"], king: ["income"], emperor: ["crown 0", "income"],
    abbot: ["income 1 0", "tithe 0"], merchant: ["income", "bonus"], architect: ["bonus"], navigator: ["bonus gold", "bonus cards"], scholar: ["study"],
    warlord: ["income", "destroy 0 tavern"], diplomat: ["income", "exchange keep 0 tavern"], marshal: ["income", "seize 0 tavern"], queen: ["bonus"],
    artist: ["beautify keep"], tax_collector: ["collect"], alchemist: [], nobody: [],
  });
  const rich = view("warlord", { seats: [{ city: ["castle", { id: "docks+" }], hand: 0, revealed: [] }, { city: ["smithy", "laboratory", "museum", "armory"], hand: ["temple"], revealed: [] }] });
  assert.deepEqual(refusable(rich, 1).slice(3), ["income", "destroy 0 castle", "smithy", "laboratory temple", "museum temple", "armory 0 castle"]);
  const aimed = { ...rich, decision: { kind: "turn", seat: 1, actions: ["kill king", "destroy 0 castle", "end"] } };
  assert.deepEqual(refusable(aimed, 1).filter((text) => /^(kill|destroy)/.test(text)),
    [...["witch", "thief", "wizard", "abbot", "merchant", "architect", "warlord"].map((id) => `kill ${id}`), "destroy 0 docks+", ...["smithy", "laboratory", "museum", "armory"].map((id) => `destroy 1 ${id}`)]);
  const bare = view("artist", { seats: [{ city: [], hand: [], revealed: [] }, { city: [], hand: [], revealed: [] }] });
  assert.deepEqual(refusable(bare, 1), ["draw", "end", "beautify tavern"]);
  assert.deepEqual(refusable({ ...bare, turn: { character: "diplomat" } }, 1).slice(3), ["exchange tavern 0 tavern"]);
  assert.deepEqual(refusable(view("abbot", { edition: "classic" }), 1).slice(4), ["income", "tithe 0"]);
  for (const [seat, decision] of [[0, view("king").decision], [1, null], [1, { kind: "pick", seat: 1, actions: [] }]]) assert.deepEqual(refusable({ ...view("king"), decision }, seat), []);
  const wide = view("thief", { seats: Array.from({ length: 8 }, () => ({ city: ["keep", "docks", "temple", "castle", "palace", "manor", "church", "tavern", "market", "harbor"], hand: [], revealed: [] })), decision: { kind: "turn", seat: 1, actions: ["destroy 0 keep"] } });
  assert.equal(refusable(wide, 1).length, 64);
});

test("an action has the path that its decision gives it", () => {
  const path = (text, kind = "turn") => paths(readAction(text), kind, 2).map((one) => one.join(" / "));
  assert.deepEqual(["keep docks", "take docks", "build docks"].map((text) => path(text, "take")[0]), ["offer:docks", "offer:docks / verb:take", "offer:docks / verb:build / pay:gold"]);
  assert.deepEqual([path("keep docks", "keep"), path("discard docks", "search"), path("discard docks", "pay")], [["offer:docks"], ["offer:docks"], ["hand:docks"]]);
  assert.deepEqual(path("warrants king thief witch"), [
    "verb:warrants / character:king / character:thief / character:witch", "verb:warrants / character:king / character:witch / character:thief",
  ]);
  assert.deepEqual(["build thieves_den cards 2 from 0", "build thieves_den cards 1", "build docks from 0", "build docks framework", "build necropolis over docks+"].map((text) => path(text)[0]),
    ["hand:thieves_den / pay:cards:2:from:0", "hand:thieves_den / pay:cards:1", "hand:docks / pay:from:0", "hand:docks / pay:framework", "hand:necropolis / pay:over:docks+"]);
  assert.deepEqual([path("exchange docks 0 temple"), path("beautify docks"), path("crown 1 gold"), path("crown 1", "advise"), path("crown 1")],
    [["verb:exchange / city:2:docks / city:0:temple"], ["verb:beautify / city:2:docks"], ["verb:crown / seat:1 / take:gold"], ["seat:1"], ["verb:crown / seat:1 / take:nothing"]]);
  assert.deepEqual([path("give gold"), path("give docks"), path("income"), path("income 1 2"), path("bonus"), path("bonus gold"), path("theater king 1"), path("theater 1")],
    [["verb:give gold"], ["hand:docks"], ["verb:income"], ["verb:income / mix:1:2"], ["verb:bonus"], ["verb:bonus gold"], ["verb:theater / character:king / seat:1"], ["verb:theater / seat:1"]]);
});

test("the bar keeps its order, and what it does not know stands before the end", () => {
  const { bar } = offersOf({ seat: 0, kind: "turn", actions: ["end", "dance", "gold", "theater 1", "draw", "pass"] });
  assert.deepEqual(bar.map((one) => one.token.slice(5)), ["gold", "draw", "theater", "pass", "dance", "end"]);
  assert.deepEqual(leftToDo(offersOf({ seat: 0, kind: "turn", actions: ["gold"] })), []);
  assert.deepEqual(leftToDo(offersOf({ seat: 0, kind: "turn", actions: ["armory 1 docks", "end", "smithy"] })).map((one) => one.action), ["smithy"]);
  assert.deepEqual([trail(offersOf({ seat: 0, kind: "turn", actions: ["spy 1 noble", "spy 1 trade"] }), "verb:spy/seat:1").map((one) => one.key), trail({ panel: [], bar }, null), trail({ panel: [], bar }, "verb:go")],
    [["verb:spy", "verb:spy/seat:1"], [], []]);
});

test("an action tells its price; nothing where nothing is paid, unless it mostly costs something", () => {
  const told = ["build docks", "build docks framework", "build docks over temple", "build thieves_den cards 6", "destroy 1 tavern", "exchange docks 1 docks", "smithy", "end", "bribe"];
  const gold = (price) => {
    const speech = speechOf({ decision: null, edition: "modern" }, 1, names, catalogue("modern"), told.map((text) => ({ text, price })));
    return told.map((text) => goldOf(readAction(text), speech));
  };
  assert.deepEqual(gold(3), told.map(() => 3));
  assert.deepEqual(gold(0), [0, null, null, 0, 0, 0, null, null, null]);
});

test("a sentence calls the viewer you, and a seat without a name by its number", async () => {
  await speak("en");
  const speech = speechOf({ decision: null }, 1, ["Ann", "Bob"], catalogue("modern"));
  assert.deepEqual([speech.name(0), speech.name(1), speech.name(2), speech.waiting()], ["Ann", "you", "Seat 3", ""]);
});
