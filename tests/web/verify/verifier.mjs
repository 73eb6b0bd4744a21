// Verify games as a page does, as long as they come: one a line on the standard input, and what was found as one line on the standard output.
//
//     {"game": {...}}                        the verdict, and the sheets and places that the page's own scoring gives
//     {"game": {...}, "tamper": true}        for each kind of tampering below: whether its check has found it; null where the game has nothing of the kind
//     {"game": {...}, "change": ["1", 50]}   so many facts changed by lot, one at a time: where each stands, and whether it was found
//     {"score": [[position, left], ...]}     the sheets and places of positions at the end of a game
import { createHash } from "node:crypto";
import { createInterface } from "node:readline";

import { dice } from "../../../web/verify/seeded_dice.mjs";
import { resultOf } from "../../../web/verify/score_check.mjs";
import { claimed } from "../../../web/verify/game_state.mjs";
import { recordOf, verify } from "../../../web/verify/game_check.mjs";

/** A game: its record as the page reads it, what else is told, and the commitment kept. */
function read({ record: lines, told, moments }) {
  const record = recordOf(lines);
  return { record: { ...record, told, kept: record.commitment }, moments };
}
/** The same lie in the record and in what else is told. */
const tell = (record, change) => [record, record.told].forEach(change);
const swapped = (list, one, other) => ([list[one], list[other]] = [list[other], list[one]]);
const different = (list) => list.findIndex((card) => card !== list[0]);
const find = (game, kind, fits = () => true) => {
  for (const moment of game.moments) for (const event of moment.events) if (event.kind === kind && fits(event)) return { moment, event };
  return null;
};
/** Every position from a moment on, changed alike: the lie is kept up to the end. */
const from = (game, n, change) => game.moments.slice(n).forEach(({ position }) => change(position));

/** Each kind of tampering: what it does, and the check that must find it. It answers false where the game has nothing of the kind. */
const TAMPERINGS = {
  "another seed": ["commitment", ({ record }) => tell(record, (one) => (one.seed = one.seed.replace(/.$/, (last) => (last === "f" ? "0" : "f"))))],
  "another commitment": ["commitment", ({ record }) => tell(record, (one) => (one.commitment = one.commitment.replace(/^./, (digit) => (digit === "0" ? "1" : "0"))))],
  "a table that told another commitment": ["commitment", ({ record }) => (record.told.commitment = "0".repeat(64))],
  "another id": ["commitment", ({ record }) => tell(record, (one) => (one.id += "x"))],
  "a seed chosen afterwards, and a commitment made to fit": ["kept", ({ record }) => {
    record.seed = record.seed.replace(/.$/, (last) => (last === "f" ? "0" : "f"));
    record.commitment = createHash("sha256").update(`${record.id}|${record.rules}|${record.seed}`).digest("hex");
  }],
  "the same, and the deal left as it was": ["deal", ({ record }) => {
    record.seed = "0".repeat(63) + "x";
    record.commitment = record.kept = createHash("sha256").update(`${record.id}|${record.rules}|${record.seed}`).digest("hex");
  }],
  "two cards of the first hands swapped": ["deal", ({ moments }) => {
    const { seats } = moments[0].position;
    const at = seats[1].hand.findIndex((card) => card !== seats[0].hand[0]);
    if (at < 0) return false;
    [seats[0].hand[0], seats[1].hand[at]] = [seats[1].hand[at], seats[0].hand[0]];
  }],
  "two cards of the deck swapped": ["deal", ({ moments }) => {
    const { deck } = moments[0].position;
    swapped(deck, 0, different(deck));
  }],
  "the crown elsewhere at first": ["deal", (game) => {
    const { position } = game.moments[0];
    position.crown = (position.crown + 1) % position.seats.length;
  }],
  "another character facedown": ["characters", ({ moments }) => {
    const { position } = moments[0];
    [position.facedown[0].character, position.pool[0]] = [position.pool[0], position.facedown[0].character];
  }],
  "another character faceup in a later round": ["characters", (game) => {
    const there = find(game, "round", (event) => event.faceup.length);
    if (!there) return false;
    const { n } = there.moment, { round } = there.event;
    const other = game.moments[n + 1].position.pool[0], shown = there.event.faceup[0];
    there.event.faceup[0] = other;
    from(game, n + 1, (position) => {
      if (position.round !== round) return;
      position.faceup[0] = other;
      position.pool = position.pool.map((one) => (one === other ? shown : one));
    });
  }],
  "a card drawn that was not on top": ["cards", (game) => {
    const there = find(game, "draw", (event) => different([...event.districts]) > 0);
    if (!there) return false;
    there.event.districts.reverse();
  }],
  "a hand changed on the way": ["cards", (game) => {
    const at = game.moments.findIndex(({ n, position }) => n > 20 && position.seats[0].hand.length && position.deck.length && position.deck[0] !== position.seats[0].hand[0]);
    if (at < 0) return false;
    from(game, at, ({ seats, deck }) => {
      if (seats[0].hand.length && deck.length) [seats[0].hand[0], deck[0]] = [deck[0], seats[0].hand[0]];
    });
  }],
  "a card that chance did not take": ["chance", (game) => {
    const there = find(game, "move", (event) => event.why === "seer");
    if (!there || there.moment.do !== "see") return false;
    const hand = there.moment.position.seats[there.event.seat].hand;
    const other = hand.find((card) => card !== there.event.districts[0]);
    if (!other) return false;
    there.event.districts = [other];
  }],
  "gold from nowhere": ["gold", (game) => from(game, 30, ({ seats }) => (seats[0].gold += 1))],
  "too much gold gathered": ["gold", (game) => {
    const there = find(game, "gain", (event) => event.why === "gather");
    if (!there) return false;
    there.event.gold += 1;
    from(game, there.moment.n + 1, ({ seats }) => (seats[there.event.seat].gold += 1));
  }],
  "a district that was never built": ["cards", (game) => from(game, 40, ({ seats }) => seats[0].city.push("palace"))],
  "the crown handed on": ["course", (game) => from(game, 25, (position) => (position.crown = (position.crown + 1) % position.seats.length))],
  "another action written down": ["decisions", (game) => {
    const there = game.moments.find(({ do: act }) => act === "gold");
    if (!there) return false;
    there.do = "build palace";
  }],
  "a decision of another seat": ["decisions", ({ moments }) => {
    moments[0].seat = moments[0].decision.seat = (moments[0].seat + 1) % moments[0].position.seats.length;
  }],
  "a character picked that was not on offer": ["decisions", ({ moments }) => {
    moments[0].do = `pick ${moments[0].position.facedown[0].character}`;
  }],
  "a moment left out": ["whole", ({ moments }) => moments.splice(10, 1)],
  "an end that is none": ["whole", (game) => {
    const kept = game.moments.slice(0, 30);
    Object.assign(kept[29], { do: null, seat: null, decision: null, events: [] });
    game.moments = kept;
    game.record.n = 29;
  }],
  "another total": ["result", ({ record }) => (record.told.totals[0] += 1)],
  "a decision rewritten in the record": ["whole", ({ record }) => (record.taken[7] = [record.taken[7][0], "pick nobody"])],
  "another character in the record's cast": ["whole", ({ record }) => (record.setup.cast = [...record.setup.cast.slice(1), "nobody"])],
  "a unique district more in the record": ["whole", ({ record }) => record.setup.uniques.push("palace")],
  "another option in the record": ["whole", ({ record }) => (record.setup.options.discard_order = "none")],
  "another edition in the record": ["whole", ({ record }) => (record.setup.edition += "x")],
  "two decisions in the other order": ["whole", ({ moments }) => {
    const { length } = moments, at = moments.findIndex(({ do: act }, n) => n > 5 && n + 2 < length && act !== moments[n + 1].do);
    for (const part of ["do", "seat", "events", "decision"]) [moments[at][part], moments[at + 1][part]] = [moments[at + 1][part], moments[at][part]];
  }],
  "a hidden card of another seat": ["cards", (game) => {
    const at = game.moments.findIndex(({ n, position }) => n > 20 && position.seats[1].hand.length && position.seats[1].hand[0] !== "palace");
    if (at < 0) return false;
    from(game, at, ({ seats }) => seats[1].hand.length && (seats[1].hand[0] = "palace"));
  }],
  "another crown, said to be chosen": ["deal", (game) => {
    game.record.crown = (game.moments[0].position.crown + 1) % game.moments[0].position.seats.length;
  }],
  "another line of a score sheet": ["result", ({ record }) => (record.scores[0].lines[0].points += 1)],
  "two places swapped": ["result", ({ record }) => {
    if (record.result.places.length < 2) return false;
    tell(record, (one) => swapped((one.result ?? one).places, 0, (one.result ?? one).places.length - 1));
  }],
  "somebody left who stayed": ["result", ({ record }) => {
    const { places, left } = record.result;
    if (places.length < 2 || left.length) return false;
    left.push(places[0][0]);
  }],
};


/** Where each fact of a game stands: the list or the object that holds it, and its place there; an order is a fact too. */
function factsOf(value, path, found) {
  const add = (name, holder, key) => (found[name] ??= []).push([holder, key]);
  if (Array.isArray(value)) {
    if (value.length > 1) add(`${path} in order`, value, "order");
    value.forEach((one, at) => (one !== null && typeof one === "object" ? factsOf(one, `${path}[]`, found) : add(`${path}[]`, value, at)));
    return found;
  }
  for (const [key, one] of Object.entries(value)) {
    const name = key === "events" ? key : `${path.replace(/^moments\[\]/, "moment")}.${key}`;
    if (name !== "events") one !== null && typeof one === "object" ? factsOf(one, name, found) : add(name, value, key);
    else {
      if (one.length > 1) add("events in order", one, "order");
      for (const event of one) factsOf(event, event.kind, found);
    }
  }
  return found;
}

/** Change a fact; what puts it back, or null where there was no other value for it. */
function change(facts, lot) {
  const [holder, key] = facts[lot.below(facts.length)];
  if (key === "order") {
    const other = holder.findIndex((one) => JSON.stringify(one) !== JSON.stringify(holder[0]));
    if (other <= 0) return null;
    swapped(holder, 0, other);
    return () => swapped(holder, 0, other);
  }
  const now = holder[key];
  if (typeof now === "number") holder[key] = now + 1;
  else if (typeof now === "boolean") holder[key] = !now;
  else {
    const others = [...new Set(facts.map(([one, at]) => one[at]))].filter((one) => one !== now && one !== null);
    if (!others.length || now === null) return null;
    holder[key] = others[lot.below(others.length)];
  }
  return () => (holder[key] = now);
}

/** The end of a game, scored by the page. */
function scored(position, left) {
  const { edition, options } = position;
  const { sheets, places } = resultOf(claimed(position, { edition, options, building: null }), left);
  return { sheets, places };
}

async function tampered(text) {
  const found = {};
  for (const [kind, [check, lie]] of Object.entries(TAMPERINGS)) {
    const game = read(JSON.parse(text));
    if (lie(game) === false) {
      found[kind] = null;
      continue;
    }
    const { ok, checks } = await verify(game.record, game.moments);
    found[kind] = !ok && checks.find((one) => one.id === check)?.ok === false;
  }
  return found;
}

async function changed(asked, seed, count) {
  const found = [];
  const lot = dice(seed, "change");
  const before = JSON.stringify(asked);
  const game = read(asked);
  const facts = factsOf(game.moments, "moments", {});
  const names = Object.keys(facts).sort();
  while (found.length < count) {
    const name = names[lot.below(names.length)];
    const back = change(facts[name], lot);
    if (!back) continue;
    found.push([name, !(await verify(game.record, game.moments)).ok]);
    back();
  }
  if (JSON.stringify(asked) !== before) throw new Error("a change was not undone, or the verification changes what it looks at");
  return found;
}

console.error = () => {}; // what a tampered game breaks is told by the verdict
for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  const answer = {};
  if (asked.score) answer.scored = asked.score.map(([position, left]) => scored(position, left));
  else if (asked.tamper) answer.tampered = await tampered(JSON.stringify(asked.game));
  else if (asked.change) answer.changed = await changed(asked.game, ...asked.change);
  else {
    const { record, moments } = read(asked.game);
    const { ok, checks } = await verify(record, moments);
    Object.assign(answer, { ok, faults: checks.filter((check) => !check.ok), ...scored(moments[moments.length - 1].position, record.result.left) });
  }
  console.log(JSON.stringify(answer));
}
