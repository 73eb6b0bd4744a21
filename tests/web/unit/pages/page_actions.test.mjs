// What people do on the pages around the game: who they are, the table they order, what they look up in the rules, and what waits for them.
import assert from "node:assert/strict";
import test, { after, afterEach, mock } from "node:test";

import { lines, makePage, settled } from "../support/dom.mjs";
import { assertKept } from "../support/kept.mjs";
import { Socket, answers, asked, serve } from "../support/service.mjs";

const ANN = { id: "acct_ann", name: "Ann", kind: "account" };
const { history } = makePage({ path: "/credentials", kept: { session: JSON.stringify({ account: ANN, secret: "s" }) } });
serve();
globalThis.print = mock.fn();
const AT = Date.UTC(2026, 0, 9);
const catalogue = answers.Cards;
answers.Cards = (variables) => {
  const found = catalogue(variables).catalogue;
  const scenarios = [{ scenario: "first", title: "The first game", family: "a", ranks: [], rank9: null, uniques: ["smithy", "keep", "graveyard"] }, { scenario: "second", title: "The second", family: "a", ranks: [], rank9: null, uniques: [] }];
  return { catalogue: { ...found, scenarios, options: [{ option: "initial_crown", values: ["random", "chosen_seat"] }, { option: "city_size_8p", values: [7, 8] }] } };
};
const { html, render } = await import("../../../../web/core/component.mjs");
const { loadWords, speak, time } = await import("../../../../web/i18n/index.mjs");
const { loadCards } = await import("../../../../web/core/card_catalogue.mjs");
const { loadRules, ruleText, ruleTitle, rulesOf, search } = await import("../../../../web/rulebook/index.mjs");
const { account, become, credential, forget } = await import("../../../../web/core/session.mjs");
const { act, field: fieldOf, inputs, notices, problems: problemsOf, tick, type } = await import("../support/forms.mjs");
const { CastChoice } = await import("../../../../web/play/new_table/cast_choice.mjs");
const { FIRST } = await import("../../../../web/play/new_table/table_order.mjs");
const PAGES = {
  credentials: await import("../../../../web/pages/credentials_page.mjs"), home: await import("../../../../web/pages/home_page.mjs"), leaderboard: await import("../../../../web/pages/leaderboard_page.mjs"),
  new_table: await import("../../../../web/pages/new_table_page.mjs"), new_tournament: await import("../../../../web/pages/new_tournament_page.mjs"), not_found: await import("../../../../web/pages/not_found_page.mjs"),
  player: await import("../../../../web/pages/player_page.mjs"), replay: await import("../../../../web/pages/replay_page.mjs"), rules: await import("../../../../web/pages/rules_page.mjs"),
  table: await import("../../../../web/pages/table_page.mjs"), tournament: await import("../../../../web/pages/tournament_page.mjs"), tournaments: await import("../../../../web/pages/tournaments_page.mjs"),
};
for (const one of Object.values(PAGES)) await loadWords(...one.words);
const box = document.body.appendChild(document.createElement("main"));
async function open(name, { params = {}, query = "" } = {}) {
  render(null, box);
  await settled();
  asked.length = 0;
  render(html`<${PAGES[name].default} params=${params} query=${new URLSearchParams(query)} />`, box);
  await settled();
  await settled();
}
const drawn = (of = box) => lines(of).map((line) => [AT, AT - 3_600_000].reduce((text, at) => text.replaceAll(time(at), "TIME"), line)).filter((line) => !/^ *<(path|circle|rect|g|line|use|ellipse|polygon)\b/.test(line));
const field = (said, of = box) => fieldOf(of, said);
const radio = (value, of = box) => of.querySelectorAll("input").find((one) => one.getAttribute("type") === "radio" && one.value === value) ?? assert.fail(`there is no ${value}`);
const problems = (of = box) => problemsOf(of);
const notice = () => notices().at(-1);
afterEach(() => {
  mock.restoreAll();
  become(ANN, "s");
});
after(() => render(null, box));

test("each page has its title, a rule and a card their own", async () => {
  const kept = Object.entries(PAGES).map(([name, one]) => `${name}: ${one.title({})} | ${one.words} | ${one.styles ?? ""}`);
  await Promise.all([loadRules(), loadCards("MODERN"), loadCards("CLASSIC")]);
  kept.push(...["s5.1", "king", "KING", "smithy", "zzz"].map((id) => `${id}: ${PAGES.rules.title({ id })}`));
  await open("not_found");
  kept.push(...drawn().filter((line) => /<a|<p|<h1/.test(line)));
  assertKept("titles", kept);
});

test("what is known of the rules is found by rule, by card and by words, and nothing where there is nothing", () => {
  assert.ok(ruleTitle("S5.1").length > 3 && ruleText("S5.1").length > ruleTitle("S5.1").length);
  assert.deepEqual([ruleTitle("Z9"), ruleText("Z9"), rulesOf("zzz")], [null, null, []]);
  assert.ok(rulesOf("king", "modern").length > 0 && rulesOf("king").length > rulesOf("king", "modern").length);
  assert.ok(search("crown").length > 0);
  assert.deepEqual(search("zzzz"), []);
});

test("one changes one’s name and what one says of oneself", async () => {
  answers.CredentialsOf = { credentials: [] };
  answers.MyBots = { bots: { nodes: [] } };
  await open("credentials");
  const form = () => box.querySelector("#whoami form");
  const [name, about] = [() => field("Name", form()), () => field("About", form())];
  const save = () => act(() => form().fire("submit"));
  answers.UpdateAccount = { updateAccount: { account: { ...ANN, name: "Bea" } } };
  await type(about(), " I play. ");
  assert.equal((await save()).defaultPrevented, true);
  for (let tries = 0; account.value.name !== "Bea" && tries < 200; tries++) await settled();
  assert.deepEqual([inputs("UpdateAccount"), account.value.name, credential.value, notice()], [[{ name: null, about: "I play." }], "Bea", "s", "Saved."]);
  await type(name(), " Cy ");
  await type(about(), " ");
  const kept = [];
  for (const [fault, message] of [["name_taken", "no"], ["validation_failed", "name: at most 3 characters"], ["conflict", "somebody was there"]]) {
    answers.UpdateAccount = { fault, message };
    await save();
    kept.push(`-- ${fault}`, ...drawn(form()).filter((line) => /field-error|data-problem/.test(line)));
  }
  assert.deepEqual(inputs("UpdateAccount").at(-1), { name: "Cy", about: null });
  await type(name(), " ");
  assert.equal(form().querySelector("button").getAttribute("aria-disabled"), "true");
  assertKept("renaming", kept);
});

test("one leaves, is a guest, and enters with a credential from elsewhere", async () => {
  answers.CredentialsOf = { credentials: [] };
  answers.MyBots = { bots: { nodes: [] } };
  await open("credentials");
  const leave = box.querySelectorAll("#whoami button").find((one) => one.matches(".quiet"));
  await act(() => leave.click());
  const kept = ["-- somebody leaves", ...drawn(box.querySelectorAll("dialog").find((one) => one.open))];
  await act(() => box.querySelector("[data-confirm=leave]").click());
  assert.deepEqual([account.value, /out/i.test(notice())], [null, true]);
  answers.MakeGuest = { makeGuest: { account: { id: "acct_g", name: "Guest", kind: "guest" }, credential: { secret: "g" } } };
  await act(() => box.querySelector("section .button").click());
  for (let tries = 0; !account.value && tries < 200; tries++) await settled();
  assert.deepEqual([account.value.name, box.querySelector("#bots")], ["Guest", null]);
  await act(() => box.querySelectorAll("#whoami button").find((one) => one.matches(".quiet")).click());
  kept.push("-- a guest leaves", ...drawn(box.querySelectorAll("dialog").find((one) => one.open)).filter((line) => /<p|danger/.test(line)));
  const form = () => box.querySelector(".tournament-pair form");
  await act(() => form().fire("submit"));
  assert.deepEqual(inputs("Me"), []);
  const secret = form().querySelector("input");
  answers.Me = { me: null };
  await type(secret, " other ");
  await act(() => form().fire("submit"));
  for (let tries = 0; problems(form()).length === 0 && tries < 200; tries++) await settled();
  assert.deepEqual([problems(form()), account.value.name], [["unauthenticated"], "Guest"]);
  answers.Me = { me: { id: "acct_o", name: "Óscar", kind: "account" } };
  await act(() => form().fire("submit"));
  for (let tries = 0; account.value.name !== "Óscar" && tries < 200; tries++) await settled();
  await settled();
  assert.deepEqual([account.value.name, credential.value, /Óscar/.test(notice())], ["Óscar", "other", true]);
  assertKept("leaving", kept);
});

test("who has no name of his own is asked for one before he makes a tournament", async () => {
  become({ ...ANN, kind: "guest" }, "s");
  await open("new_tournament");
  assert.deepEqual([box.querySelectorAll("form").length, box.querySelector("h1").textContent.length > 3, box.querySelector("[autocomplete=username]") !== null], [1, true, true]);
});

test("a tournament that was made is gone to, its organizer’s part first while it can be entered", async () => {
  answers.Cards = answers.Cards ?? catalogue;
  for (const [status, to] of [["ENTRY", "/tournaments/cup_9?view=organize"], ["RUNNING", "/tournaments/cup_9"]]) {
    await open("new_tournament");
    answers.MakeTournament = { fault: "validation_failed", message: "name: at most 3 characters" };
    const name = field("Name");
    await type(name, "The cup");
    history.went.length = 0;
    await act(() => box.querySelector("form").fire("submit"));
    assert.deepEqual([box.querySelectorAll(".field-error").map((one) => one.textContent), history.went], [["At most 3 characters."], []]);
    answers.MakeTournament = { makeTournament: { tournament: { id: "cup_9", status } } };
    answers.Tournament = { tournament: null };
    await act(() => box.querySelector("form").fire("submit"));
    assert.deepEqual([inputs("MakeTournament").at(-1).name, history.went], ["The cup", [["push", to]]]);
  }
});

test("the characters of a new table are those of a scenario, with what is left to choose, or chosen by hand", async () => {
  await loadCards("MODERN");
  const preview = { cast: ["witch", "king"], uniques: ["smithy", "keep"], rank9: "CHOICE", places: [{ rank: 3, wanted: "wizard", chosen: "magician", choices: ["magician", "seer"] }, { rank: 5, wanted: null, chosen: "abbot", choices: ["abbot", "bishop"] }] };
  answers.PreviewTable = { previewTable: preview };
  answers.CreateTable = { createTable: { table: { id: "game_8" } } };
  await open("new_table");
  const kept = ["-- a scenario", ...drawn(box.querySelectorAll(".panel")[2])];
  const wanted = () => inputs("PreviewTable").at(-1);
  assert.deepEqual(wanted(), { edition: "MODERN", players: 4 });
  await tick(box.querySelector("[data-ninth]"));
  assert.deepEqual(wanted(), { edition: "MODERN", players: 4, rank9: true });
  const place = (rank) => box.querySelector(`[data-place="${rank}"]`);
  await type(place(3), "seer");
  await type(place(5), "bishop");
  assert.deepEqual(wanted().substitutes, ["seer", "bishop"]);
  await type(place(3), "magician");
  assert.deepEqual(wanted().substitutes, ["bishop", "magician"]);
  await type(box.querySelectorAll("select").find((one) => one.querySelectorAll("option").some((each) => each.getAttribute("value") === "second")), "second");
  assert.deepEqual(wanted(), { edition: "MODERN", players: 4, scenario: "second" });
  await tick(radio("hand"));
  const panel = () => box.querySelectorAll(".panel")[2];
  kept.push("-- by hand", ...drawn(panel()));
  assert.deepEqual(wanted(), { edition: "MODERN", players: 4, cast: ["witch", "king"] });
  const ranks = () => panel().querySelectorAll("select");
  await type(ranks()[2], "seer");
  assert.deepEqual(wanted().cast, ["witch", "king", "seer"]);
  await type(ranks()[1], "");
  assert.deepEqual(wanted().cast, ["witch", "seer"]);
  await tick(radio("hand", panel().querySelector("details")));
  kept.push("-- unique districts by hand", ...drawn(panel().querySelector("details")));
  assert.deepEqual(wanted().uniques, ["smithy", "keep", "graveyard"]);
  const district = (name) => panel().querySelectorAll(".unique-choices label").find((one) => one.textContent.startsWith(name));
  await tick(document.getElementById(district("Smithy").getAttribute("for")), false);
  assert.deepEqual(wanted().uniques, ["keep", "graveyard"]);
  await tick(document.getElementById(district("Museum").getAttribute("for")));
  assert.deepEqual(wanted().uniques, ["keep", "graveyard", "museum"]);
  await tick(radio("usual", panel().querySelector("details")));
  assert.equal("uniques" in wanted(), false);
  await type(ranks()[7], "diplomat");
  await tick(radio("hand", panel().querySelector("details")));
  assert.deepEqual(wanted().uniques, ["smithy", "keep"]);
  history.went.length = 0;
  answers.PlayTable = { table: null };
  await act(() => box.querySelector("form").fire("submit"));
  assert.deepEqual([inputs("CreateTable").length, history.went], [1, [["push", "/table/game_8"]]]);
  answers.PreviewTable = { fault: "conflict" };
  await tick(radio("CLASSIC"));
  await settled();
  assert.deepEqual(problems(), ["conflict"]);
  answers.PreviewTable = { previewTable: { ...preview, rank9: "NEVER", places: [] } };
  await tick(radio("7"));
  await settled();
  await tick(radio("hand"));
  await tick(radio("hand", panel().querySelector("details")));
  kept.push("-- a classic deck", ...drawn(panel()).filter((line) => /<select|status|label/.test(line)));
  assertKept("casts", kept);
});

test("the terms of a new table are what was chosen, and only what goes with it is asked", async () => {
  answers.PreviewTable = { previewTable: null };
  answers.CreateTable = { fault: "conflict" };
  await open("new_table");
  const terms = () => box.querySelectorAll("details").at(-1);
  const kept = ["-- at first", ...drawn(terms())];
  const make = async () => {
    await act(() => box.querySelector("form").fire("submit"));
    return inputs("CreateTable").at(-1);
  };
  const number = (at) => terms().querySelectorAll("input").filter((one) => one.getAttribute("type") === "number")[at];
  await type(terms().querySelector("input"), "The table");
  for (const [clock, amounts] of [["DECISION", ["90"]], ["BANK", ["20", "-3"]], ["CORRESPONDENCE", ["2"]], ["NONE", []]]) {
    await tick(radio(clock));
    kept.push(`-- ${clock}`, ...terms().querySelectorAll("label").map((one) => one.textContent.trim()));
    for (const [at, amount] of amounts.entries()) await type(number(at), amount);
    kept.push(JSON.stringify(await make()));
  }
  const select = (value) => terms().querySelectorAll("select").find((one) => one.querySelectorAll("option").some((each) => each.getAttribute("value") === value));
  await tick(radio("DECISION"));
  await type(select("FORFEIT"), "FORFEIT");
  await type(select("8"), "8");
  await type(select('"chosen_seat"'), '"chosen_seat"');
  await type(number(1), "30");
  kept.push("-- an option, and a delay", JSON.stringify(await make()));
  await type(select("PRIVATE"), "PRIVATE");
  kept.push("-- private", ...terms().querySelectorAll("label").map((one) => one.textContent.trim()), JSON.stringify(await make()));
  const checks = terms().querySelectorAll("input").filter((one) => one.getAttribute("type") === "checkbox");
  await tick(checks[0]);
  kept.push("-- rated", JSON.stringify(await make()), box.querySelector("[data-make]").textContent);
  await tick(checks[1]);
  await type(box.querySelectorAll("[data-wish]")[1], "open");
  await type(box.querySelectorAll("[data-wish]")[2], "you");
  kept.push("-- on demand, with an open seat", JSON.stringify(await make()), box.querySelector("[data-make]").textContent, ...problems());
  assertKept("terms", kept);
});

test("the rules are looked through a while after the last letter, in the edition that is chosen, and printed", async () => {
  location.href = "https://arena.example/rules?edition=both";
  await Promise.all([loadCards("MODERN"), loadCards("CLASSIC"), loadRules()]);
  await open("rules", { query: "edition=both" });
  const real = setTimeout;
  let waiting = [];
  mock.method(globalThis, "setTimeout", (deed, ms) => (ms === 400 ? waiting.push(deed) : real(deed, ms)));
  history.went.length = 0;
  const field = box.querySelector("input[type=search]");
  await type(field, " crown ");
  await type(field, " bell tower ");
  assert.equal(box.querySelector(".rules-body"), null);
  waiting.at(-1)();
  await settled();
  assert.deepEqual([waiting.length, history.went], [2, [["replace", "/rules?edition=both&q=bell+tower"]]]);
  waiting = [];
  await type(field, " ");
  waiting[0]();
  await settled();
  assert.deepEqual([box.querySelector(".rules-body") !== null, history.went.at(-1)], [true, ["replace", "/rules?edition=both"]]);
  await tick(radio("classic"));
  assert.deepEqual(history.went.at(-1), ["replace", "/rules?edition=classic"]);
  await tick(radio("modern"));
  assert.deepEqual(history.went.at(-1), ["replace", "/rules"]);
  const before = print.mock.callCount();
  await act(() => box.querySelector(".rules-print").click());
  assert.equal(print.mock.callCount(), before + 1);
});

test("an address of the rulebook leads to what it names", async () => {
  const went = async (id) => {
    location.href = `https://arena.example/rules/${id}`;
    history.went.length = 0;
    await open("rules", { params: { id } });
    return [history.went, box.querySelectorAll("article").length, box.querySelectorAll("h1").map((one) => one.textContent.trim().replace(/\s+/g, " "))];
  };
  const kept = [];
  for (const id of ["S5", "s10", "scoring", "characters", "s5.1", "king", "keep", "zzz"]) kept.push(`${id}: ${JSON.stringify(await went(id))}`);
  assertKept("addresses", kept);
  location.href = "https://arena.example/rules#s5%2E1";
  const there = document.body.appendChild(document.createElement("i"));
  there.setAttribute("id", "s5.1");
  const before = location.replace.mock.callCount();
  await open("rules");
  assert.deepEqual(location.replace.mock.calls.slice(before).map((one) => one.arguments), [["#s5%2E1"]]);
  for (const [hash, query] of [["", ""], ["#nowhere", ""], ["#s5.1", "q=crown"]]) {
    location.href = `https://arena.example/rules${hash}`;
    await open("rules", { query });
  }
  assert.equal(location.replace.mock.callCount(), before + 1);
  there.remove();
});

test("one’s own games come first, whose move it is foremost, and are asked for again when something is told", async () => {
  mock.method(Date, "now", () => AT);
  const seat = (name, kind = "account") => ({ kind: kind === "ai" ? "AI" : "HUMAN", player: name === null ? null : { name, kind, level: kind === "ai" ? name.toUpperCase() : null, account: null } });
  const game = (id, seats, more = {}) => ({ id, name: "", players: seats.length, edition: "MODERN", clock: { kind: "CORRESPONDENCE" }, seats, started: null, ended: null, rated: false, tournament: null, result: null, yourSeat: 0, ...more });
  answers.Home = {
    running: { nodes: [game("game_w", [seat("Bob"), seat("Cy")], { rated: true, clock: { kind: "DECISION", limitMs: null } }), game("game_v", [seat("Bob"), seat("greedy", "ai"), seat("greedy", "ai"), { player: { kind: "ai", level: null, name: null } }], { clock: { kind: "BANK", bankMs: null } })] },
    waiting: { nodes: [] }, results: { nodes: [] }, leaderboard: { nodes: [] }, tournaments: { nodes: [] },
    playing: { nodes: [game("game_a", [seat("Ann"), seat("Bob")]), game("game_b", [seat("Ann"), seat("Cy")]), game("game_c", [seat("Ann"), seat("Dee")], { name: "The long one" })] }, sitting: { nodes: [game("game_d", [seat("Ann"), seat(null), seat(null)]), game("game_e", [seat(null)], { yourSeat: null })] },
    owed: [{ table: "game_b", deadline: AT + 90_000 }, { table: "game_c", deadline: null }, { table: "game_a", deadline: AT - 5 }],
  };
  await open("home");
  const kept = drawn().filter((line) => /home-line|home-name|home-more|badge|href=.table|home-none/.test(line));
  assertKept("own_games", kept);
  const count = () => asked.filter(([name]) => name === "Home").length;
  const timers = [];
  const real = setTimeout;
  mock.method(globalThis, "setTimeout", (deed, ms) => (ms === 250 ? timers.push(deed) : real(deed, ms)));
  const before = count();
  for (const kind of ["yourTurn", "yourTurn"]) Socket.opened.at(-1).tell({ notices: { kind } });
  await settled();
  assert.deepEqual([timers.length, count()], [2, before]);
  timers.at(-1)();
  await settled();
  assert.equal(count(), before + 1);
  forget();
  await open("home");
  assert.equal(asked.find(([name]) => name === "Home")[1].known, false);
});

test("there is nothing to choose from before the cards of the edition are there", async () => {
  answers.PreviewTable = { previewTable: null };
  for (const [edition, cards] of [["MODERN", null], ["CLASSIC", await loadCards("MODERN")]]) {
    render(html`<${CastChoice} wish=${{ ...FIRST, edition }} cards=${cards} change=${() => undefined} />`, box);
    await settled();
    assert.deepEqual([box.querySelectorAll("input, select").length, box.querySelectorAll(".loading").length], [0, 1]);
  }
});

test("a player that cannot be asked for is a problem, and one that is not there is nobody", async () => {
  answers.Player = { fault: "strange", message: "what is this" };
  await open("player", { params: { id: "acct_x" } });
  assert.deepEqual([problems(), box.querySelectorAll(".empty").length], [["strange"], 0]);
  answers.Player = { account: null, bot: null, profile: null, ratings: null };
  await act(() => box.querySelector(".problem button").click());
  assert.deepEqual([problems(), box.querySelectorAll(".empty").length], [[], 1]);
  let answer;
  answers.Player = () => new Promise((done) => { answer = done; });
  await open("player", { params: { id: "acct_y" } });
  assert.deepEqual([box.querySelectorAll(".loading").length, box.querySelectorAll(".empty").length], [1, 0]);
  answer({ account: { id: "acct_y", name: "Yu", kind: "ACCOUNT", about: "", owner: null, created: null }, bot: null, profile: null, ratings: [] });
  await settled();
  assert.match(document.title, /^Yu · /);
});

test("rules that cannot be loaded are a problem, and are loaded when one tries again", async () => {
  location.href = "https://arena.example/rules";
  await speak("fr");
  await loadCards("MODERN");
  const real = globalThis.fetch;
  mock.method(globalThis, "fetch", async (to, more) => (/\/fr\/course/.test(String(to)) ? { ok: false } : real(to, more)));
  await open("rules");
  assert.deepEqual([box.querySelectorAll(".problem").length, box.querySelectorAll(".rules-body").length], [1, 0]);
  mock.restoreAll();
  await act(() => box.querySelector(".problem button").click());
  for (let tries = 0; !box.querySelector(".rules-body") && tries < 200; tries++) await settled();
  assert.deepEqual([box.querySelectorAll(".problem").length, box.querySelectorAll(".rules-body").length], [0, 1]);
  await speak("en");
});
