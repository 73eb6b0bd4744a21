// The other pages, drawn in node as people have looked at them, and what their buttons ask for.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import test, { after, mock } from "node:test";

import { lines, makePage, settled } from "../support/dom.mjs";
import { assertKept } from "../support/kept.mjs";
import { Socket, answers, asked, serve } from "../support/service.mjs";

const ANN = { id: "acct_ann", name: "Ann", kind: "account" };
makePage({ path: "/", kept: { session: JSON.stringify({ account: ANN, secret: "ctd_live_00000000001secret" }) } });
serve();
const AT = Date.UTC(2026, 0, 9);
mock.method(Date, "now", () => AT);
globalThis.print = () => undefined;
const { html, render } = await import("../../../../web/core/component.mjs");
const { day, loadWords, time } = await import("../../../../web/i18n/index.mjs");
const { loadCards } = await import("../../../../web/core/card_catalogue.mjs");
const { loadRules } = await import("../../../../web/rulebook/index.mjs");
const { account, become, forget } = await import("../../../../web/core/session.mjs");
/** Each by its whole name: so it is seen which modules these tests are about. */
const PAGES = {
  home: () => import("../../../../web/pages/home_page.mjs"), leaderboard: () => import("../../../../web/pages/leaderboard_page.mjs"), player: () => import("../../../../web/pages/player_page.mjs"),
  tournaments: () => import("../../../../web/pages/tournaments_page.mjs"), credentials: () => import("../../../../web/pages/credentials_page.mjs"),
  new_table: () => import("../../../../web/pages/new_table_page.mjs"), rules: () => import("../../../../web/pages/rules_page.mjs"),
};
const page = async (name) => {
  const found = await PAGES[name]();
  await loadWords(...found.words);
  return found;
};
const HOUR = 3_600_000;
const box = document.body.appendChild(document.createElement("main"));
async function open(name, props = {}) {
  render(null, box);
  asked.length = 0;
  const { default: Page } = await page(name);
  render(html`<${Page} params=${{}} query=${new URLSearchParams(props.query ?? "")} ...${props.params ? { params: props.params } : {}} />`, box);
  await settled();
  await settled();
}
const TIMES = [AT, AT - HOUR, AT - 48 * HOUR, AT + 48 * HOUR, AT + HOUR].map((at) => time(at));
const DAY = day("2026-01-05");
const plain = (found) => found.map((line) => TIMES.reduce((text, at) => text.replaceAll(at, "TIME"), line).replaceAll(DAY, "DAY"));
const drawn = () => plain(lines(box));
const inputs = (name) => asked.filter(([one]) => one === name).map(([, { input }]) => input);
after(() => {
  render(null, box);
  mock.restoreAll();
});
const rating = (more = {}) => ({ rating: 1612.4, low: 1500.2, high: 1700.7, games: 1200, provisional: false, gamesLeft: 0, widthLeft: 0, lastSeen: AT - HOUR, ...more });

const seat = (name, kind = "account", level = null) => ({ kind: kind === "ai" ? "AI" : "HUMAN", player: name === null ? null : { name, kind, level, account: kind === "ai" ? null : `acct_${name}` } });
const game = (id, seats, more = {}) => ({ id, name: "", players: seats.length, edition: "MODERN", clock: { kind: "DECISION", limitMs: 30_000, bankMs: null }, seats, started: AT - HOUR, ended: null, rated: false, tournament: null, result: null, ...more });
const house = seat("greedy", "ai", "GREEDY");
const cups = [["RUNNING", 3, 6, AT - HOUR, null], ["ENTRY", 0, null, null, null], ["OVER", 6, 6, AT - 48 * HOUR, AT - HOUR]].map(([status, gamesPlayed, gamesExpected, started, ended], at) => ({
  id: `cup_${at}`, name: `Cup ${at}`, status, entryOpen: at === 1, edition: "CLASSIC", started, ended, created: AT - 48 * HOUR, rated: at === 0, visibility: at === 1 ? "UNLISTED" : "PUBLIC", organizer: { name: "Ann", account: ANN.id, kind: "account" },
  settings: { format: "SWISS", seats: 3 }, schedule: { begins: "DEMAND" }, progress: { gamesPlayed, gamesExpected, gamesPlanned: 6, gamesRunning: 1, gamesWaiting: 2, roundsMade: 1, rounds: 3, tables: 2 },
}));
const home = {
  running: { nodes: [game("game_1", [seat("Bob"), house, house])] }, waiting: { nodes: [game("game_2", [seat("Bob"), seat(null)], { started: null, clock: { kind: "BANK", bankMs: 600_000 } }), game("game_3", [seat(null), seat(null)], { started: null, clock: { kind: "NONE" }, edition: "CLASSIC" })] },
  results: { nodes: [game("game_4", [seat("Bob"), house], { ended: AT - HOUR, rated: true, result: { places: [[0], [1]], totals: [30, 20] } }), game("game_5", [house, house], { result: { places: [[0, 1]], totals: [30, 30] } }), game("game_6", [house, house], {})] },
  leaderboard: { nodes: [{ place: 1, player: { name: "Bob", kind: "account", account: "acct_bob" }, rating: rating() }, { place: null, player: { name: "x", kind: "ai", level: "PLANNER", account: null }, rating: rating({ games: 1 }) }] },
  tournaments: { nodes: cups }, mine: { nodes: [] }, owed: [],
};

test("the first page is drawn as people have looked at it, and asks again when it is looked at again", async () => {
  answers.Home = home;
  await open("home");
  const kept = ["-- with all", ...drawn()];
  const count = () => asked.filter(([name]) => name === "Home").length;
  assert.equal(count(), 1);
  document.visibilityState = "hidden";
  document.fire("visibilitychange");
  await settled();
  assert.equal(count(), 1);
  document.visibilityState = "visible";
  document.fire("visibilitychange");
  await settled();
  assert.equal(count(), 2);
  answers.Home = { ...home, running: { nodes: [] }, waiting: null, results: { nodes: [game("game_9", [house, house], { ended: AT - HOUR })] }, leaderboard: { nodes: [] }, tournaments: null };
  await open("home");
  kept.push("-- with little", ...drawn().filter((line) => /home-line|home-none|<a|<p/.test(line)));
  answers.Home = { fault: "forbidden" };
  await open("home");
  kept.push("-- with nothing", ...drawn().filter((line) => /problem|stale/.test(line)));
  assertKept("home", kept);
  assert.ok(Socket.opened.length > 0);
});

test("a press begins a game as it was wished, and the wish is kept", async () => {
  answers.Home = home;
  answers.QuickMatch = { quickMatch: { table: { id: "game_7" } } };
  await open("home");
  const [players, edition, level] = box.querySelectorAll(".home-wish select");
  for (const [select, value] of [[players, "6"], [edition, "CLASSIC"], [level, "PLANNER"]]) {
    select.value = value;
    select.fire("change");
    await settled();
  }
  box.querySelector("#play-now").click();
  await settled();
  assert.deepEqual(inputs("QuickMatch"), [{ players: 6, edition: "CLASSIC", aiFill: "PLANNER", clock: { kind: "NONE" } }]);
  assert.deepEqual(JSON.parse(localStorage.getItem("citadels.play_now")), { players: 6, edition: "CLASSIC", level: "PLANNER" });
  answers.QuickMatch = { fault: "conflict" };
  await open("home");
  box.querySelector("#quick-match").click();
  await settled();
  assert.deepEqual([inputs("QuickMatch"), box.querySelector("[data-problem]").getAttribute("data-problem")], [[{ players: 6, edition: "CLASSIC" }], "conflict"]);
  for (const [said, found] of [["{", 4], [JSON.stringify({ players: 9, edition: "X", level: "Y" }), 4], [JSON.stringify({ players: 2.9 }), 2], [JSON.stringify({ players: 8 }), 8], [JSON.stringify({ players: 1 }), 4]]) {
    localStorage.setItem("citadels.play_now", said);
    await open("home");
    assert.ok(box.querySelector("#play-now").textContent.includes(String(found - 1)), said);
  }
});

test("the leaderboard is drawn as people have looked at it, by edition and players, a page at a time", async () => {
  const nodes = [[1, "Bob"], [2, "Ann"], [3, "Cy"], [null, "Dee"], [null, "Eve"]].map(([place, name], at) => ({ place, anchor: false, player: { name, kind: at === 2 ? "bot" : "account", account: `acct_${name.toLowerCase()}`, level: null }, rating: rating({ rating: 1700 - 50 * at, provisional: place === null, gamesLeft: at, widthLeft: 3, lastSeen: at ? AT - HOUR : null }) }));
  nodes.push({ place: 4, anchor: true, player: { name: "greedy", kind: "ai", account: null, level: "GREEDY" }, rating: rating({ rating: 1500, low: 1500, high: 1500 }) });
  answers.Leaderboard = { leaderboard: { nodes, pageInfo: { hasNextPage: true, endCursor: "c" } } };
  await open("leaderboard", { query: "edition=classic&seats=4" });
  const kept = ["-- some", ...drawn()];
  const wanted = () => asked.filter(([name]) => name === "Leaderboard").at(-1)[1];
  assert.deepEqual([wanted().edition, wanted().players, wanted().after], ["CLASSIC", 4, null]);
  box.querySelectorAll(".pager button")[1].click();
  await settled();
  assert.equal(wanted().after, "c");
  box.querySelectorAll(".pager button")[0].click();
  await settled();
  assert.equal(wanted().after, null);
  answers.Leaderboard = { leaderboard: { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } } };
  for (const [query, found] of [["edition=x&seats=9", [null, null]], ["seats=1", [null, null]], ["seats=2.5", [null, null]], ["seats=8&edition=MODERN", ["MODERN", 8]], ["seats=2", [null, 2]]]) {
    await open("leaderboard", { query });
    assert.deepEqual([wanted().edition, wanted().players], found, query);
  }
  kept.push("-- nobody", ...drawn());
  assertKept("leaderboard", kept);
});

test("a player is drawn as people have looked at it", async () => {
  const history = Array.from({ length: 14 }, (_, at) => ({ at: AT - 48 * HOUR, rating: 1400 + 7 * (at % 5), low: 1300, high: 1500, games: at + 1, table: `game_${at}` }));
  const ladder = (edition, seats, more = {}) => ({ edition, seats, ...rating(), history, ...more });
  const bot = { account: { id: "acct_bot", name: "Botty", kind: "BOT", about: "plays", owner: ANN.id, created: AT - 48 * HOUR }, present: true, accepts: { editions: ["modern", "classic"], players: [2, 3], clocks: ["decision"], leastMs: 1500, rated: true } };
  answers.AccountName = { profile: { player: { name: "Ann" } } };
  answers.Profile = { profile: null };
  answers.Leaderboard = { leaderboard: { nodes: [], pageInfo: { hasNextPage: false } } };
  const kept = [];
  for (const [about, data, query] of [
    ["a bot", { account: null, bot, profile: null, ratings: [ladder("all", 0), ladder("modern", 4, { provisional: true, gamesLeft: 3, widthLeft: 0 })] }, ""],
    ["another ladder", { account: null, bot: { ...bot, present: false, accepts: { ...bot.accepts, leastMs: 0, rated: false } }, profile: null, ratings: [ladder("all", 0), ladder("modern", 4, { history: [] })] }, "ladder=modern.4"],
    ["not rated", { account: { id: "acct_ann", name: "Ann", kind: "ACCOUNT", about: "", owner: null, created: null }, bot: null, profile: null, ratings: [] }, ""],
    ["by the profile alone", { account: null, bot: null, profile: { player: { account: "acct_x", name: "Xi", kind: "bot" } }, ratings: null }, ""],
    ["nobody", { account: null, bot: null, profile: null, ratings: null }, ""],
  ]) {
    answers.Player = data;
    await open("player", { params: { id: "acct_bot" }, query });
    kept.push(`-- ${about}`, ...drawn());
  }
  assertKept("player", kept);
});

test("tournaments are listed as people have looked at them, by what was chosen", async () => {
  answers.Tournaments = { tournaments: { nodes: cups, pageInfo: { hasNextPage: true } } };
  await open("tournaments", { query: "status=running&mine=yes" });
  const kept = ["-- some", ...drawn()];
  const wanted = () => asked.filter(([name]) => name === "Tournaments").at(-1)[1];
  assert.deepEqual(wanted(), { first: 20, status: "RUNNING", mine: true });
  box.querySelector(".pager button").click();
  await settled();
  assert.equal(wanted().first, 40);
  answers.Tournaments = { tournaments: { nodes: [], pageInfo: { hasNextPage: false } } };
  await open("tournaments", { query: "status=x" });
  kept.push("-- none", ...drawn().filter((line) => /empty|<a/.test(line)));
  assert.deepEqual(wanted(), { first: 20, status: null, mine: false });
  assertKept("tournaments", kept);
});

const keys = [
  { id: "cred_00000000001", name: "here", scopes: ["PLAY", "TABLE_CREATE"], created: AT - HOUR, expires: AT + 48 * HOUR, revoked: null, table: null, lastUsed: "2026-01-05" },
  { id: "cred_2", name: "", scopes: ["PLAY"], created: AT, expires: AT + 48 * HOUR, revoked: AT + HOUR, table: "game_1", lastUsed: null },
  { id: "cred_3", name: "old", scopes: [], created: AT - 48 * HOUR, expires: AT - HOUR, revoked: null, table: null, lastUsed: null },
  { id: "cred_4", name: "gone", scopes: ["PLAY"], created: AT - 48 * HOUR, expires: AT + 48 * HOUR, revoked: AT - HOUR, table: null, lastUsed: null },
];

test("credentials and bots are drawn as people have looked at them, made, changed and revoked", async () => {
  answers.CredentialsOf = { credentials: keys };
  answers.MyBots = { bots: { nodes: [{ account: { id: "acct_bot", name: "Botty" }, present: true }] } };
  await open("credentials");
  const kept = ["-- by name", ...drawn()];
  for (const name of ["RevokeCredential", "RetireBot"]) answers[name] = { [name[0].toLowerCase() + name.slice(1)]: {} };
  answers.RotateCredential = { rotateCredential: { credential: { secret: "ctd_live_new" } } };
  answers.MakeCredential = { makeCredential: { credential: { secret: "ctd_live_made" } } };
  answers.MakeBot = { makeBot: { credential: { secret: "ctd_live_bot" } } };
  const dangers = () => box.querySelectorAll(".tournament-key button").filter((one) => one.matches(".danger"));
  dangers()[0].click();
  await settled();
  box.querySelector("[data-confirm=revoke]").click();
  await settled();
  assert.deepEqual(inputs("RevokeCredential"), [{ credential: "cred_2" }]);
  box.querySelectorAll(".tournament-key button").find((one) => /here/.test(one.textContent)).click();
  await settled();
  box.querySelectorAll("[data-confirm=rotate]").at(-1) && box.querySelectorAll("dialog").find((one) => one.open).querySelector("[data-confirm=rotate]").click();
  await settled();
  assert.deepEqual(inputs("RotateCredential"), [{ credential: "cred_00000000001", overlapS: 3600 }]);
  const form = box.querySelectorAll("form").find((one) => one.querySelector("fieldset"));
  form.fire("submit");
  await settled();
  assert.deepEqual(inputs("MakeCredential"), [{ account: null, name: "", scopes: ["PLAY", "TABLE_CREATE"], days: 30 }]);
  assert.ok(box.querySelector("#secret"));
  box.querySelectorAll("button").find((one) => one.matches(".danger") && /Botty/.test(one.textContent)).click();
  await settled();
  box.querySelector("[data-confirm=retire]").click();
  await settled();
  assert.deepEqual(inputs("RetireBot"), [{ bot: "acct_bot" }]);
  become({ ...ANN, kind: "guest" }, "ctd_live_00000000001secret");
  answers.CredentialsOf = { credentials: [] };
  await open("credentials");
  kept.push("-- a guest", ...drawn());
  forget();
  await open("credentials");
  kept.push("-- nobody", ...drawn());
  become(ANN, "ctd_live_00000000001secret");
  assertKept("credentials", kept);
  assert.equal(account.value.name, "Ann");
});

test("a new table is drawn as people have looked at it, and asks for what was chosen", async () => {
  await loadCards("MODERN");
  answers.PreviewTable = { preview: { cast: ["king"], uniques: ["keep"], scenario: null } };
  await open("new_table");
  const kept = ["-- at first", ...drawn()];
  const choose = async (value) => {
    const radio = box.querySelectorAll("input").find((one) => one.getAttribute("type") === "radio" && one.value === value);
    radio.fire("change");
    await settled();
  };
  await choose("3");
  for (const clock of ["DECISION", "BANK", "CORRESPONDENCE"]) {
    await choose(clock);
    kept.push(`-- ${clock}`, ...box.querySelectorAll("label").map((one) => one.textContent.trim()));
  }
  answers.CreateTable = { createTable: { table: { id: "game_8" } } };
  box.querySelector("form").fire("submit");
  await settled();
  const [input] = inputs("CreateTable");
  assert.deepEqual([input.players, input.clock, input.seats.length], [3, { kind: "CORRESPONDENCE", days: 3 }, 3]);
  assertKept("new_table", kept);
});

test("the rulebook is drawn as people have looked at it: whole, a rule, a card, and what is found", async () => {
  await Promise.all([loadCards("MODERN"), loadCards("CLASSIC"), loadRules()]);
  const kept = [];
  for (const [about, props] of [
    ["modern", {}], ["classic", { query: "edition=classic" }], ["both", { query: "edition=both" }], ["other", { query: "edition=x" }], ["found", { query: "q=crown" }], ["found in classic", { query: "q=bell tower&edition=classic" }], ["not found", { query: "q=zzzz" }],
    ["a rule", { params: { id: "s5.1" } }], ["another rule", { params: { id: "C-KING-1" } }], ["a card", { params: { id: "king" } }], ["a district", { params: { id: "smithy" } }], ["nothing", { params: { id: "zzz" } }],
  ]) {
    await open("rules", props);
    const found = drawn();
    kept.push(`-- ${about}`, `${found.length} ${createHash("sha256").update(found.join("\n")).digest("hex").slice(0, 12)}`, ...(found.length < 200 ? found : found.slice(0, 60)));
  }
  assertKept("rules", kept);
});
