// Verify the games of a file, one a line, as a page does; then tamper with them in every way below, and tell what was found.
//
//     node tests/web/verifying.mjs GAMES.ndjson
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

import { recordOf } from "../../web/verify/reading.mjs";
import { verify } from "../../web/verify/verify.mjs";

/** A game of the file: its record as the page reads it, what else is told, and the commitment kept. */
function read(line) {
  const { record: text, told, moments } = JSON.parse(line);
  const record = recordOf(text);
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

const told = { games: 0, moments: 0, refused: [], missed: [], tampered: {} };
const tampered = Number(process.argv[3] ?? Infinity);
for (const kind of Object.keys(TAMPERINGS)) told.tampered[kind] = 0;
for await (const line of createInterface({ input: createReadStream(process.argv[2]) })) {
  const whole = read(line);
  told.games += 1;
  told.moments += whole.moments.length;
  const verdict = await verify(whole.record, whole.moments);
  if (!verdict.ok || verdict.checks.some((check) => !check.ok)) told.refused.push([whole.record.id, verdict.checks.filter((check) => !check.ok)]);
  if (told.games > tampered) continue;
  for (const [kind, [check, change]] of Object.entries(TAMPERINGS)) {
    const game = read(line);
    if (change(game) === false) continue;
    told.tampered[kind] += 1;
    const found = await verify(game.record, game.moments);
    if (found.ok || found.checks.find((one) => one.id === check)?.ok !== false) {
      told.missed.push([game.record.id, kind, found.checks.filter((one) => one.ok === false)]);
    }
  }
}
console.log(JSON.stringify(told));
