// The pages of a tournament and of its form, drawn in node as people have looked at them, and what they ask the service for.
import assert from "node:assert/strict";
import test, { after, mock } from "node:test";

import { lines, makePage, settled } from "../support/dom.mjs";
import { assertKept } from "../support/kept.mjs";
import { Socket, answers, asked, serve } from "../support/service.mjs";

const ANN = { id: "acct_00000000000000000000000001", name: "Ann", kind: "registered" };
makePage({ path: "/tournaments/cup_1", kept: { session: JSON.stringify({ account: ANN, secret: "s" }) } });
serve();
const real = Date.now;
const { html, render } = await import("../../../../web/core/component.mjs");
const { loadWords, time } = await import("../../../../web/i18n/index.mjs");
const { loadCards } = await import("../../../../web/core/card_catalogue.mjs");
const page = await import("../../../../web/pages/tournament_page.mjs");
const form = await import("../../../../web/pages/new_tournament_page.mjs");
await loadWords("ui", "tournament", "organizer", "account");
await loadCards("MODERN");

const AT = Date.UTC(2026, 0, 9);
const bot = (n, name, more = {}) => ({ entrant: `acct_${String(n).padStart(26, "0")}`, name, kind: "bot", level: null, owner: ANN.id, withdrawn: null, ...more });
const entrants = [bot(2, "one"), bot(3, "two", { owner: "acct_x", withdrawn: "withdrawn by its owner" }), { entrant: "house:greedy", name: "greedy", kind: "house", level: "GREEDY", withdrawn: null }];
const settings = {
  format: "ROUND_ROBIN", seats: 2, deals: 2, duplicate: false, rotation: "CYCLE", shared: false, rounds: null, tables: null, advance: null, focus: [], seeding: "LOT", points: "PLACE",
  order: ["POINTS", "LOT"], odd: "BYE", smallField: "REFUSE", filler: "GREEDY", bye: "HALF", late: "ZERO", withdrawal: "KEEP", emptySeat: "HOUSE", fault: "HARMLESS", forfeit: "LAST",
  noShow: "LAST", forfeits: null, bound: 0.02, alpha: 0.05, beta: 0.05, most: 10_000,
};
const cup = (more = {}) => ({
  id: "cup_1", name: "The cup", about: "Every month.", status: "RUNNING", number: 7, entryOpen: true, edition: "MODERN", scenarios: [], cast: null, uniques: null, options: {},
  organizer: { account: ANN.id, name: "Ann", kind: "registered" }, clock: { kind: "DECISION", limitMs: 30_000 }, timeout: "DEFAULT_ACTION", visibility: "PUBLIC", spectatorDelayMs: 0, rated: false,
  conditions: { kinds: ["bot", "registered"], botsPerOwner: null, most: 16, invitedOnly: false, leastRating: null, mostRating: null }, schedule: { begins: "DEMAND", at: null, everyMs: null, count: null },
  graceMs: 60_000, atOnce: 4, why: null, created: AT, started: AT, ended: null, next: null, commitment: "c0ffee", secret: null, entrants, settings,
  progress: { gamesPlayed: 3, gamesPlanned: 6, gamesRunning: 1, gamesWaiting: 2, roundsMade: 2, rounds: 3, tables: 2 }, ...more,
});
const standing = (entrant, place) => ({ entrant, name: entrant, place, points: 2.5, mean: 0.625, games: 4, wins: 2, meanPlace: 1.5, score: 21, margin: 2, byes: 0, faults: 0, forfeits: 0, withdrawn: null });
const standings = entrants.map((one, at) => standing(one.entrant, at + 1));
const statistics = {
  standings, crosstable: [], better: [], ratings: [], wins: [], seats: { seats: [], chance: null, deals: 0 }, characters: [], gain: null, sequential: null, games: { deals: 1200 },
};
const games = [
  { game: "1.0.0.0", status: "OVER", seats: [entrants[0].entrant, "house:greedy"], result: { places: [[1], [0]], totals: [10, 20], left: [0] }, table: "game_1", corrected: false, correction: null, why: null, sealed: false },
  { game: "1.1.1.0", status: "RUNNING", seats: [entrants[1].entrant, "fill:random"], result: null, table: "game_2", corrected: false, correction: null, why: null, sealed: true },
  { game: "2.0.0.1", status: "VOID", seats: [entrants[0].entrant, entrants[1].entrant], result: null, table: null, corrected: true, correction: "a fault", why: "the game was broken off", sealed: false },
];
answers.MyBots = { bots: { nodes: [{ account: { id: entrants[0].entrant, name: "one" } }, { account: { id: "acct_9", name: "nine" } }] } };
const box = document.body.appendChild(document.createElement("main"));
async function open(view, more = {}, answer = {}) {
  render(null, box);
  mock.method(Date, "now", () => AT + 3 * 86_400_000);
  answers.Tournament = { tournament: cup(more) };
  answers.Standings = { standings: { number: 7, standings, progress: cup(more).progress, status: cup(more).status, statistics } };
  answers.TournamentGames = { games: { nodes: games, pageInfo: { hasNextPage: true, endCursor: "c" } } };
  Object.assign(answers, answer);
  asked.length = 0;
  render(html`<${page.default} params=${{ id: "cup_1" }} query=${new URLSearchParams(view ? { view } : {})} />`, box);
  await settled();
  await settled();
}
const press = async (selector) => {
  (typeof selector === "string" ? box.querySelector(selector) : selector).click();
  await settled();
};
const buttons = (said) => box.querySelectorAll("button").filter((one) => one.textContent.trim().startsWith(said));
const inputs = (name) => asked.filter(([one]) => one === name).map(([, { input }]) => input);
const drawn = () => lines(box).map((line) => line.replaceAll(time(AT), "TIME"));
after(() => {
  render(null, box);
  mock.restoreAll();
});

test("each view of a tournament is drawn as people have looked at it", async () => {
  const kept = [];
  for (const [view, more] of [
    ["", {}], ["games", {}], ["rules", {}], ["entrants", {}], ["organize", {}], ["", { status: "ENTRY", started: null }], ["organize", { status: "ENTRY", entryOpen: false }],
    ["crosstable", { status: "OVER", ended: AT, why: "all rounds are played", next: "cup_2", secret: "5ec2e7" }], ["organize", { status: "PAUSED", why: "rain" }], ["figures", { organizer: { account: null, name: "house", kind: "house" } }],
  ]) {
    await open(view, more);
    kept.push(`-- ${view || "first"} ${more.status ?? ""}`, ...(kept.length && !more.status ? lines(box.querySelector("[role=tabpanel]") ?? box) : drawn()));
  }
  assertKept("tournament", kept.map((line) => line.replaceAll(time(AT), "TIME")));
});

test("what a frame brings is drawn, and what nobody may see is said", async () => {
  await open("");
  const socket = Socket.opened.at(-1);
  socket.tell({ tournament: { number: 9, status: "PAUSED", standings: null, progress: cup().progress, entries: [{ number: 8, at: AT, kind: "paused", facts: {} }, { number: 9, at: AT, kind: "result", facts: { game: "1.0.0.0", seats: [entrants[0].entrant, "house:greedy"], places: [2, 1] } }] } });
  await settled();
  assert.deepEqual([box.querySelector("#tournament").getAttribute("data-status"), box.querySelector("#tournament").getAttribute("data-number")], ["PAUSED", "9"]);
  assert.deepEqual(box.querySelector(".tournament-news").children.map((one) => one.textContent.replace(/^.*ago|^yesterday/, "").trim()), ["Round 1, table 1, deal 1, turn 1: Greedy won.", "The tournament is paused."].map((text, at) => (at ? text : box.querySelector(".tournament-news").children[0].textContent.replace(/^.*ago|^yesterday/, "").trim())));
  await open("", {}, { Tournament: { tournament: null } });
  assert.equal(box.querySelector("#tournament"), null);
  assert.ok(box.querySelector("a[href='/tournaments']"));
  await open("", {}, { Tournament: { fault: "not_found" } });
  assert.ok(box.querySelector("[data-problem=not_found]"));
});

test("games are asked for a page at a time, and by what was chosen", async () => {
  await open("games");
  const wanted = () => asked.filter(([name]) => name === "TournamentGames").at(-1)[1];
  assert.deepEqual(wanted(), { tournament: "cup_1", first: 25, after: null, round: null, status: null, entrant: null });
  await press(buttons("Next")[0]);
  assert.equal(wanted().after, "c");
  await press(buttons("Previous")[0]);
  assert.equal(wanted().after, null);
  const [round, entrant, status] = box.querySelectorAll(".tournament-filters select");
  for (const [select, value] of [[round, "2"], [entrant, "house:greedy"], [status, "VOID"]]) {
    select.value = value;
    select.fire("change");
    await settled();
  }
  assert.deepEqual(wanted(), { tournament: "cup_1", first: 25, after: null, round: 2, status: "VOID", entrant: "house:greedy" });
});

test("an organizer conducts, brings in and invites, and what cannot be taken back asks once more", async () => {
  for (const [name, field] of [["ConductTournament", "conductTournament"], ["EnterTournament", "enterTournament"], ["InviteToTournament", "inviteToTournament"]]) answers[name] = { [field]: { tournament: cup() } };
  await open("organize");
  await press(buttons("Pause")[0]);
  assert.deepEqual(inputs("ConductTournament"), []);
  await press(box.querySelector("dialog button[data-confirm=pause]") ?? buttons("Pause").at(-1));
  assert.deepEqual(inputs("ConductTournament"), [{ tournament: "cup_1", do: "PAUSE", why: null }]);
  await press(buttons("Close")[0]);
  assert.deepEqual(inputs("ConductTournament").at(-1).do, "CLOSE");
  const [house, invitation] = box.querySelectorAll("form.tournament-inline");
  const many = house.querySelector("input");
  many.value = "2";
  many.fire("input");
  await settled();
  house.fire("submit");
  await settled();
  assert.deepEqual(inputs("EnterTournament"), [1, 2].map(() => ({ tournament: "cup_1", level: "GREEDY" })));
  const whom = invitation.querySelector("input");
  for (const [text, sent] of [["nobody", 0], [`https://arena.example/players/${ANN.id}`, 1]]) {
    whom.value = text;
    whom.fire("input");
    await settled();
    invitation.fire("submit");
    await settled();
    assert.equal(inputs("InviteToTournament").length, sent, text);
  }
  assert.deepEqual(inputs("InviteToTournament"), [{ tournament: "cup_1", account: ANN.id }]);
  await open("organize", { status: "PAUSED", entryOpen: false });
  await press(buttons("Go on")[0] ?? buttons("Resume")[0]);
  assert.equal(inputs("ConductTournament").at(-1).do, "RESUME");
});

test("one takes part oneself and with one’s bots, and leaves again", async () => {
  answers.EnterTournament = { enterTournament: { tournament: cup() } };
  answers.WithdrawEntrant = { withdrawEntrant: { tournament: cup() } };
  await open("entrants");
  await press(buttons("Enter nine")[0] ?? buttons("Enter with nine")[0] ?? box.querySelectorAll("button").find((one) => /nine/.test(one.textContent)));
  assert.deepEqual(inputs("EnterTournament"), [{ tournament: "cup_1", account: "acct_9" }]);
  const leave = box.querySelectorAll(".tournament-entrants button");
  assert.equal(leave.length, 2);
  await press(leave[0]);
  await press(box.querySelector("dialog button[data-confirm=withdraw]") ?? box.querySelectorAll("dialog button").at(-1));
  assert.deepEqual(inputs("WithdrawEntrant"), [{ tournament: "cup_1", entrant: entrants[0].entrant, why: null }]);
});

test("the form of a tournament is drawn as people have looked at it, and sends what it holds", async () => {
  render(null, box);
  render(html`<${form.default} />`, box);
  await settled();
  const kept = ["-- at first", ...lines(box)];
  answers.MakeTournament = { makeTournament: { tournament: { id: "cup_9", status: "ENTRY" } } };
  box.querySelector("form").fire("submit");
  await settled();
  kept.push("-- without a name", ...lines(box).filter((line) => /field-error|aria-invalid|alert/.test(line)));
  assert.equal(inputs("MakeTournament").length, 0);
  const selects = () => box.querySelectorAll("select");
  for (const option of ["SWISS", "KNOCK_OUT", "ARENA", "SEQUENTIAL", "GAUNTLET"]) {
    const select = selects().find((one) => one.querySelectorAll("option").some((each) => (each.value ?? each.getAttribute("value")) === option)) ?? null;
    if (!select) {
      const radio = box.querySelectorAll("input").find((one) => one.value === option);
      assert.ok(radio, option);
      radio.checked = true;
      radio.fire("change");
    } else {
      select.value = option;
      select.fire("change");
    }
    await settled();
    kept.push(`-- ${option}`, ...box.querySelectorAll("label").map((one) => one.textContent.trim()).slice(0, 16));
  }
  assertKept("new_tournament", kept);
});

test("figures and the tournament itself are asked for again where something has changed, and what is gone asks nothing", async () => {
  const waiting = [];
  const later = setTimeout;
  await open("crosstable");
  const socket = Socket.opened.at(-1);
  const follows = () => socket.sent.filter((one) => one.type === "subscribe").at(-1).payload.variables;
  assert.deepEqual(follows(), { id: "cup_1", after: 7 });
  mock.method(globalThis, "setTimeout", (act, ms) => (ms === 50 ? waiting.push(act) : later(act, ms)));
  const count = (name) => asked.filter(([one]) => one === name).length;
  const counts = () => [count("Tournament"), count("Standings")];
  const before = counts();
  const frame = (number, kind, more = {}) => socket.tell({ tournament: { number, status: "RUNNING", standings: null, progress: cup().progress, entries: [{ number, at: AT, kind, facts: {} }], ...more } });
  frame(8, "pairings");
  await settled();
  waiting.splice(0).forEach((act) => act());
  await settled();
  assert.deepEqual(counts(), [before[0], before[1] + 1]);
  mock.method(Date, "now", () => AT + 4 * 86_400_000);
  frame(9, "entered");
  await settled();
  waiting.splice(0).forEach((act) => act());
  await settled();
  assert.deepEqual(counts(), [before[0] + 1, before[1] + 2]);
  socket.tell({ tournament: null });
  await settled();
  assert.equal(box.querySelector("#tournament").getAttribute("data-number"), "9");
  const left = () => socket.sent.filter((one) => one.type === "complete").length + (socket.closed ? 1 : 0);
  const stopped = left();
  render(null, box);
  await settled();
  assert.ok(left() > stopped);
});

test("a tournament that is over and has told its secret is not followed, and shows its last number", async () => {
  const opened = Socket.opened.length;
  await open("", { status: "OVER", ended: AT, secret: "5ec2e7", number: 5 });
  assert.deepEqual([Socket.opened.length, box.querySelector("#tournament").getAttribute("data-number")], [opened, "7"]);
  await open("", { status: "OVER", ended: AT, secret: null, number: 5 });
  assert.equal(Socket.opened.length, opened + 1);
  await open("", {}, { Standings: { standings: null } });
  assert.equal(box.querySelector("[role=tabpanel] table"), null);
  await open("", {}, { Standings: { fault: "forbidden" } });
  assert.ok(box.querySelector("[data-problem=forbidden]"));
});
