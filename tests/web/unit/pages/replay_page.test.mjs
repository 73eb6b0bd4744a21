// The page of a replay: where one is in the game, by the buttons, the keys, the slider and the address, and what is drawn there.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test, { after, mock } from "node:test";

import { lines, makePage, settled } from "../support/dom.mjs";
import { assertKept } from "../support/kept.mjs";
import { answers, serve } from "../support/service.mjs";

const { history } = makePage({ path: "/replay/game_1" });
navigator.connection = { saveData: true };
serve();
const { html, render } = await import("../../../../web/core/component.mjs");
const { loadWords } = await import("../../../../web/i18n/index.mjs");
const { loadCards } = await import("../../../../web/core/card_catalogue.mjs");
const { addressOf } = await import("../../../../web/replay/playback.mjs");
const { keyed } = await import("../../../../web/replay/replay_keys.mjs");
const { jump, marksOf, momentOf, partOf, roundsOf } = await import("../../../../web/replay/timeline.mjs");
const { Scrubber } = await import("../../../../web/replay/controls.mjs");
const { ScoreSheets } = await import("../../../../web/replay/score_table.mjs");
const page = await import("../../../../web/pages/replay_page.mjs");
await loadWords(...page.words);
await loadCards("MODERN");

const { decisions } = JSON.parse(readFileSync(new URL("../support/play_decisions.json", import.meta.url), "utf8"));
const { position } = decisions.find((one) => one.position.edition === "modern" && one.position.seats.length === 4 && one.position.decision.kind === "turn");
const people = position.seats.map((_, seat) => position.cast[seat]);
const SEATS = position.seats.length;
const LAST = 23;
/** Two rounds and a third: three picks, then the turns of four characters, two moments each; and the end. */
const positionAt = (n) => {
  const [round, at] = n === LAST ? [3, 0] : [1 + Math.floor(n / 11), n % 11];
  const turns = at >= 3 && n < LAST;
  const turn = turns ? Math.floor((at - 3) / 2) : -1;
  const seats = position.seats.map((seat, one) => ({ ...seat, hand: 2, characters: [people[one]], revealed: turns && one <= turn ? [people[one]] : [] }));
  return { ...position, n, round, phase: n === LAST ? "over" : turns ? "turns" : "draft", turn: turns ? { ...position.turn, character: people[turn], resumed: false } : null, seats, decision: null, bewitched: null };
};
const momentAt = (n) => {
  const at = positionAt(n);
  const seat = n === LAST ? null : at.phase === "turns" ? Math.floor((n % 11 - 3) / 2) : n % SEATS;
  return {
    n, seat, do: seat === null ? null : at.phase === "turns" ? "gold" : `pick ${people[0]}`, by: n === 4 ? "default" : n === 5 ? "ai" : null, at: null, position: at,
    decision: seat === null ? null : { seat, kind: at.phase === "turns" ? "turn" : "pick" },
    events: [{ number: 2 * n + 2, kind: "gain", seat: seat ?? 0, facts: { json: { gold: 2, why: "gather" } } }],
  };
};
const table = {
  id: "game_1", name: "The final", status: "OVER", sealed: false, edition: "MODERN", players: SEATS, tournament: "cup_1", fixture: null, commitment: "c0ffee", yourSeat: null, visibility: "PUBLIC",
  seats: people.map((_, seat) => ({ seat, kind: seat === 1 ? "AI" : "BOT", level: null, left: null, player: { name: ["Ann", "planner", "Óscar", "dee"][seat], level: seat === 1 ? "PLANNER" : null, account: null } })), result: null,
};
const scores = people.map((_, seat) => ({ total: 10 + seat, lines: [{ for: "districts", points: 8 + seat }, { for: "five_types", points: 1 }, { for: "districts", points: 1 }].slice(0, seat === 2 ? 1 : 3) }));
answers.WatchedTable = { table };
answers.Replay = ({ table: id, eyes, after: from, first }) => ({
  replay: { table: id, n: LAST, eyes, rules: 1, seed: "5eed", scores, seats: table.seats, result: { places: [[3], [0, 2], [1]], totals: [10, 11, 12, 13], left: [2] },
    moments: Array.from({ length: LAST + 1 }, (_, n) => n).filter((n) => n > from && n <= from + first).map(momentAt), opening: from < 0 ? [{ number: 1, kind: "created", seat: null, facts: { json: {} } }] : [] },
});

const box = document.body.appendChild(document.createElement("main"));
async function open(n, query = "") {
  render(null, box);
  render(html`<${page.default} params=${n === undefined ? { id: "game_1" } : { id: "game_1", n: String(n) }} query=${new URLSearchParams(query)} />`, box);
  await settled();
  await settled();
}
const at = () => Number(box.querySelector("#replay")?.getAttribute("data-n"));
const key = async (name, more = {}) => {
  const event = (more.on ?? document.body).fire("keydown", { key: name, ...more });
  await settled();
  return event;
};
const press = async (selector) => {
  box.querySelector(selector).click();
  await settled();
};
after(() => render(null, box));

test("a replay is drawn as people have looked at it", async () => {
  await open(4);
  const kept = ["-- a moment that a clock decided", ...lines(box)];
  await open(5, "seat=1");
  kept.push("-- with the eyes of a seat", ...lines(box.querySelector(".replay-now")), ...lines(box.querySelector(".replay-more")));
  await open(6, "seat=all");
  kept.push("-- with all eyes", ...lines(box.querySelector(".replay-now")));
  await open(LAST);
  kept.push("-- at the end", ...lines(box.querySelector(".replay-now")), ...lines(box.querySelector(".replay-strip")));
  assertKept("replay", kept);
});

test("the address says the moment and the eyes, and an odd one is read as well as it can be", async () => {
  for (const [n, query, found] of [[undefined, "", 0], ["7", "", 7], ["7.9", "", 7], ["-3", "", 0], ["none", "", 0], ["999", "", LAST], [3, "seat=9", 3]]) {
    await open(n, query);
    assert.equal(at(), found, `${n} ${query}`);
    assert.equal(box.querySelector(".eyes select")?.value ?? "", "");
  }
  assert.equal(addressOf("game 1", 3, null), "/replay/game%201/3");
  assert.equal(addressOf("game_1", 3, "all"), "/replay/game_1/3?seat=all");
  assert.match(addressOf("game_1", 3, "2", "secret"), /^\/replay\/game_1\/3\?seat=2.*secret/);
});

test("another address leads to its moment and its eyes, on the page that is there", async () => {
  await open(2);
  const draw = async (n, query) => {
    render(html`<${page.default} params=${{ id: "game_1", n: String(n) }} query=${new URLSearchParams(query)} />`, box);
    await settled();
  };
  await draw(9, "");
  assert.equal(at(), 9);
  await draw(9, "seat=2");
  assert.equal(box.querySelector(".eyes select").querySelectorAll("option").length, SEATS + 2);
  assert.match(lines(box.querySelector(".eyes")).join(), /value=2/);
});

test("the address follows, a moment later, and is not written where nothing has changed", async () => {
  await open(2);
  history.went.length = 0;
  location.href = "https://arena.example/replay/game_1/2";
  await new Promise((done) => setTimeout(done, 300));
  assert.deepEqual(history.went, []);
  await key("ArrowRight");
  assert.deepEqual(history.went, []);
  await new Promise((done) => setTimeout(done, 300));
  assert.deepEqual(history.went, [["replace", "/replay/game_1/3"]]);
});

test("buttons and keys stride by moments, turns, rounds, and to the ends", async () => {
  await open(8);
  const strides = [
    ["step 1", "ArrowRight", {}, 9], ["step -1", "ArrowLeft", {}, 7], ["turn 1", "ArrowRight", { shiftKey: true }, 9], ["turn -1", "ArrowLeft", { shiftKey: true }, 7],
    ["round 1", "PageDown", {}, 11], ["round -1", "PageUp", {}, 0], ["end 1", "End", {}, LAST], ["end -1", "Home", {}, 0],
  ];
  for (const [button, name, more, found] of strides) {
    await open(8);
    await press(`[data-move="${button}"]`);
    assert.equal(at(), found, button);
    await open(8);
    assert.equal((await key(name, more)).defaultPrevented, true);
    assert.equal(at(), found, name);
  }
  await open(0);
  await key("ArrowLeft");
  assert.equal(at(), 0);
  await open(LAST);
  await key("ArrowRight");
  assert.equal(at(), LAST);
});

test("steps that come faster than frames are all drawn, and a jump leaves out what lies between", async () => {
  await open(2);
  const seen = [];
  const frames = [];
  mock.method(globalThis, "requestAnimationFrame", (act) => frames.push(act));
  for (let step = 0; step < 5; step++) document.body.fire("keydown", { key: "ArrowRight" });
  assert.equal(frames.length, 1);
  document.body.fire("keydown", { key: "ArrowRight", repeat: true });
  while (frames.length) {
    frames.shift()();
    await settled();
    if (at() !== seen.at(-1)) seen.push(at());
  }
  assert.deepEqual(seen, [3, 4, 5, 6, 7]);
  for (const name of ["ArrowRight", "ArrowRight", "Home"]) document.body.fire("keydown", { key: name });
  while (frames.length) {
    frames.shift()();
    await settled();
    if (at() !== seen.at(-1)) seen.push(at());
  }
  assert.deepEqual(seen.slice(5), [0]);
  document.body.fire("keydown", { key: "ArrowRight", repeat: true });
  frames.splice(0).forEach((act) => act());
  await settled();
  assert.equal(at(), 1);
  mock.restoreAll();
});

test("it plays by itself at its speed, stops at the end, and begins again from there", async () => {
  await open(LAST - 2);
  const speed = box.querySelector(".speed select");
  speed.value = "16";
  speed.fire("change");
  await settled();
  await press(".play-button");
  assert.equal(box.querySelector(".play-button").getAttribute("data-playing"), "true");
  for (let tries = 0; at() < LAST && tries < 200; tries++) await new Promise((done) => setTimeout(done, 20));
  await settled();
  assert.deepEqual([at(), box.querySelector(".play-button").getAttribute("data-playing")], [LAST, "false"]);
  await press(".play-button");
  assert.equal(box.querySelector(".play-button").getAttribute("data-playing"), "true");
  assert.ok(at() < LAST - 1);
  await key(" ");
  const stopped = at();
  await new Promise((done) => setTimeout(done, 100));
  assert.deepEqual([at(), box.querySelector(".play-button").getAttribute("data-playing")], [stopped, "false"]);
});

test("the slider, the jumps and the eyes lead where they say", async () => {
  await open(1);
  const scrub = box.querySelector("#scrub");
  scrub.value = "12";
  scrub.fire("input");
  await settled();
  assert.equal(at(), 12);
  const jumps = box.querySelector(".jump select");
  assert.deepEqual(jumps.querySelectorAll("option").map((one) => Number(one.value ?? one.getAttribute("value"))), [0, 3, 5, 7, 9, 11, 14, 16, 18, 20, 22, LAST]);
  jumps.value = "5";
  jumps.fire("change");
  await settled();
  assert.equal(at(), 5);
  const eyes = box.querySelector(".eyes select");
  eyes.value = "1";
  eyes.fire("change");
  await settled();
  assert.match(box.querySelector(".replay-now").textContent, /gold/);
  await press('.log-go[data-go="3"]');
  assert.equal(at(), 3);
});

test("a key means what it means only where nothing else wants it", () => {
  const on = (selector = "", id = "") => ({ id, closest: (asked) => (selector !== "" && asked.split(", ").includes(selector) ? {} : null) });
  const press = (name, more = {}) => keyed({ key: name, target: on(), ...more });
  assert.deepEqual([press("ArrowLeft"), press("ArrowRight", { shiftKey: true }), press("PageUp"), press("PageDown"), press("Home"), press("End"), press(" "), press("a"), press("ArrowUp")],
    [{ stride: "step", way: -1 }, { stride: "turn", way: 1 }, { stride: "round", way: -1 }, { stride: "round", way: 1 }, { stride: "end", way: -1 }, { stride: "end", way: 1 }, "play", null, null]);
  for (const name of ["defaultPrevented", "altKey", "ctrlKey", "metaKey"]) assert.equal(press("ArrowLeft", { [name]: true }), null, name);
  const slider = on("input", "scrub");
  assert.deepEqual([keyed({ key: "ArrowUp", target: slider }), keyed({ key: "ArrowDown", target: slider }), keyed({ key: "ArrowLeft", target: slider })],
    [{ stride: "step", way: 1 }, { stride: "step", way: -1 }, { stride: "step", way: -1 }]);
  assert.equal(keyed({ key: "ArrowLeft", target: on("input") }), null);
  for (const name of ["PageUp", "Home", "End", " "]) assert.equal(keyed({ key: name, target: on(".log") }), null, name);
  assert.deepEqual([keyed({ key: " ", target: on("button") }), keyed({ key: "ArrowLeft", target: on(".log") })], [null, { stride: "step", way: -1 }]);
});

test("parts of a game begin where the draft and each turn begin, and a bewitched one is played by the Witch", () => {
  const moments = Array.from({ length: LAST + 1 }, (_, n) => momentOf(momentAt(n)));
  const marks = marksOf(moments);
  assert.deepEqual(marks.map((mark) => [mark.n, mark.round, mark.character === null ? null : people.indexOf(mark.character), mark.seat]).slice(0, 6),
    [[0, 1, null, null], [3, 1, 0, 0], [5, 1, 1, 1], [7, 1, 2, 2], [9, 1, 3, 3], [11, 2, null, null]]);
  assert.deepEqual(roundsOf(marks).map((mark) => mark.n), [0, 11, 22]);
  assert.deepEqual([jump(marks, 5, 1, LAST), jump(marks, 6, -1, LAST), jump(marks, 5, -1, LAST), jump(marks, LAST, 1, LAST), jump(marks, 0, -1, LAST)], [7, 5, 3, LAST, 0]);
  assert.deepEqual([partOf(marks, 4)?.n, partOf(marks, 5)?.n, partOf([], 5)], [3, 5, null]);
  const witch = momentOf(momentAt(7));
  const resumed = (bewitched, turn = { ...witch.position.turn, resumed: true }) => marksOf([{ ...witch, position: { ...witch.position, bewitched, turn } }])[0]?.seat;
  assert.deepEqual([resumed({ character: "king", by: 2 }), resumed("king"), resumed(null), resumed({ character: "king" }), resumed(null, null)], [2, null, null, null, undefined]);
  assert.deepEqual([momentOf(momentAt(4)).position.decision, momentOf(momentAt(LAST)).position.decision, momentOf(momentAt(4)).events],
    [{ seat: 0, kind: "turn", n: 4 }, null, [{ gold: 2, why: "gather", kind: "gain", seat: 0, number: 10, n: 5 }]]);
  assert.deepEqual(marksOf([undefined, moments[3], undefined, moments[4], moments[5]]).map((mark) => mark.n), [3, 5]);
});

test("rounds are marked on the slider where there is room for their number", () => {
  const ticks = (of, ...at) => {
    const made = document.createElement("div");
    render(html`<${Scrubber} n=${0} of=${of} round=${1} rounds=${at.map((n, one) => ({ n, round: one + 1 }))} onGo=${() => undefined} />`, made);
    return made.querySelectorAll(".tick").map((one) => [one.style.left, one.textContent]);
  };
  assert.deepEqual(ticks(100, 0, 4, 5, 9.5, 50), [["0.00%", "1"], ["4.00%", ""], ["5.00%", "3"], ["9.50%", ""], ["50.00%", "5"]]);
  assert.deepEqual(ticks(0, 0), [["0.00%", "1"]]);
});

test("score sheets stand in the order of the places, lines of one kind together", () => {
  const made = document.createElement("div");
  render(html`<${ScoreSheets} scores=${scores} places=${[[3], [0, 2], [1]]} left=${[2]} names=${["Ann", "planner", "Óscar", "dee"]} cards=${{ district: () => null, character: () => null }} />`, made);
  assert.deepEqual(made.querySelectorAll("tr").map((row) => row.children.map((cell) => cell.textContent.trim().replace(/\s+/g, " "))), [
    ["For", "dee", "Ann", "Óscar left", "planner"].map((text, number) => made.querySelectorAll("tr")[0].children[number].textContent.trim().replace(/\s+/g, " ")),
    [made.querySelectorAll("tr")[1].children[0].textContent, "12", "9", "10", "10"], [made.querySelectorAll("tr")[2].children[0].textContent, "1", "1", "–", "1"],
    [made.querySelectorAll("tr")[3].children[0].textContent, "13", "10", "12", "11"], [made.querySelectorAll("tr")[4].children[0].textContent, "1", "2", "2", "4"],
  ]);
  assert.deepEqual(made.querySelectorAll("th[data-seat]").map((one) => one.getAttribute("data-seat")), ["3", "0", "2", "1"]);
});

test("where there is nothing to replay it is said why, and where to go", async () => {
  for (const [more, kind, href] of [[{ status: "RUNNING" }, "running", "/table/game_1"], [{ status: "OPEN" }, "open", "/table/game_1"], [{ status: "ABORTED" }, "aborted", "/"], [{ sealed: true }, "sealed", "/"]]) {
    answers.WatchedTable = { table: { ...table, ...more } };
    await open(0);
    assert.deepEqual([box.querySelector("[data-no-replay]").getAttribute("data-no-replay"), box.querySelector("a").getAttribute("href")], [kind, href]);
  }
  answers.WatchedTable = { table: null };
  await open(0);
  assert.equal(box.querySelector("#replay"), null);
  answers.WatchedTable = { table };
});

test("a replay that is not there is said to be so, and what went wrong can be tried again", async () => {
  const press = async (one) => {
    one.click();
    await settled();
    await settled();
  };
  const kept = [];
  for (const fault of ["not_found", "forbidden", "strange"]) {
    answers.WatchedTable = { fault };
    await open(0);
    kept.push(`-- ${fault}`, ...lines(box));
  }
  answers.WatchedTable = { table };
  await press(box.querySelector(".problem button"));
  assert.equal(at(), 0);
  const { Replay } = answers;
  answers.Replay = { fault: "strange", message: "what is this" };
  await open(3);
  kept.push("-- no moments", ...lines(box));
  answers.Replay = Replay;
  await press(box.querySelector(".problem button"));
  assert.equal(at(), 3);
  answers.WatchedTable = { table: { ...table, name: "" } };
  await open(3);
  kept.push("-- without a name", ...lines(box).filter((line) => /<h1/.test(line)));
  answers.WatchedTable = { table };
  assertKept("no_replay", kept);
});

test("it is told who decided in whose place, and what was done to whoever may know", async () => {
  const said = async (n, query) => {
    await open(n, query);
    return box.querySelector(".replay-now").textContent.trim().replace(/\s+/g, " ");
  };
  const { Replay } = answers;
  answers.Replay = (variables) => {
    const found = Replay(variables);
    return { replay: { ...found.replay, moments: found.replay.moments.map((one) => (one.n === 9 ? { ...one, seat: 1, by: "ai" } : one.n === 10 ? { ...one, do: null } : one.n === 8 ? { ...one, by: "ai" } : one.n === 7 ? { ...one, by: "somebody" } : one)) } };
  };
  const kept = [];
  for (const n of [3, 4, 5, 7, 8, 9, 10, 22, LAST]) for (const query of ["", "seat=all", "seat=0", "seat=1"]) kept.push(`${n} ${query}: ${await said(n, query)}`);
  answers.Replay = Replay;
  assertKept("decided", kept);
});

test("the scores and the verification are gone to, and a verification begins when it is asked for", async () => {
  answers.InvitedRecord = { record: JSON.stringify({ id: "game_1", rules: 1, seed: "5eed", commitment: "c0ffee" }) };
  mock.method(console, "error", () => undefined);
  await open(4);
  const ways = box.querySelectorAll(".replay-head button, .replay-head a");
  const gone = [];
  for (const way of ways) {
    document.activeElement = document.body;
    const { defaultPrevented } = way.click();
    await settled();
    await settled();
    gone.push([way.localName, way.getAttribute("href"), defaultPrevented, at(), document.activeElement.id, Boolean(document.activeElement.scrolledTo)].join(" "));
  }
  assertKept("ways", gone);
  await open(4);
  assert.equal(box.querySelector("#verified").getAttribute("data-verified"), "checking");
  await press("#verification button, .verification button");
  for (let tries = 0; !box.querySelector(".checks") && tries < 200; tries++) await settled();
  assert.equal(box.querySelector("#verified").getAttribute("data-verified"), "no");
  const there = box.querySelector(".checks button");
  const n = /\d+/.exec(there.textContent)[0];
  there.click();
  await settled();
  assert.equal(at(), Number(n));
  mock.restoreAll();
});

test("why there is nothing to replay is drawn as people have looked at it", async () => {
  const kept = [];
  for (const [about, more] of [["running", { status: "RUNNING" }], ["open", { status: "OPEN", name: "" }], ["aborted", { status: "ABORTED" }], ["sealed", { sealed: true }], ["sealed and running", { sealed: true, status: "RUNNING" }]]) {
    answers.WatchedTable = { table: { ...table, ...more } };
    await open(0);
    kept.push(`-- ${about}`, ...lines(box.querySelector("[data-no-replay]")));
  }
  answers.WatchedTable = { table };
  assertKept("nothing_to_replay", kept);
});

test("it plays on from where one is, and stops there", async () => {
  await open(5);
  await press(".play-button");
  assert.equal(box.querySelector(".play-button").getAttribute("data-playing"), "true");
  await press(".play-button");
  assert.deepEqual([box.querySelector(".play-button").getAttribute("data-playing"), at() >= 5], ["false", true]);
});
