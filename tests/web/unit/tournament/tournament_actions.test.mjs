// What people do with a tournament: drawn as people have looked at it, and what each press asks the service for.
import assert from "node:assert/strict";
import test, { afterEach, mock } from "node:test";

import { lines, makePage, settled } from "../support/dom.mjs";
import { assertKept } from "../support/kept.mjs";
import { answers, asked, serve } from "../support/service.mjs";

const ANN = { id: "acct_ann", name: "Ann", kind: "account" };
makePage({ path: "/tournaments/cup_1", kept: { session: JSON.stringify({ account: ANN, secret: "ctd_live_00000000001secret" }) } });
serve();
const { html, render } = await import("../../../../web/core/component.mjs");
const { loadWords } = await import("../../../../web/i18n/index.mjs");
const { account, become, credential, forget } = await import("../../../../web/core/session.mjs");
const { EditForm } = await import("../../../../web/tournament/form/edit_form.mjs");
const { CorrectionForm } = await import("../../../../web/tournament/correction_form.mjs");
const { CorrectionNotice } = await import("../../../../web/tournament/correction_notice.mjs");
const { Entrants } = await import("../../../../web/tournament/entrants.mjs");
const { OwnCast, Scenarios } = await import("../../../../web/tournament/form/form_cards.mjs");
const { Export, Organizer } = await import("../../../../web/tournament/organizer.mjs");
const { useThrottled } = await import("../../../../web/tournament/tournament_store.mjs");
const { Pairings } = await import("../../../../web/tournament/pairings.mjs");
const { button, clear, drawn, field, inputs, notices, press, problems, submit, tick, type } = await import("../support/forms.mjs");
await loadWords("ui", "tournament", "organizer", "core");

const AT = Date.UTC(2026, 0, 9);
const bot = (name, more = {}) => ({ entrant: `acct_${name}`, name, kind: "bot", level: null, owner: ANN.id, withdrawn: null, ...more });
const settings = {
  format: "ROUND_ROBIN", seats: 2, deals: 2, duplicate: false, rotation: "CYCLE", shared: false, rounds: null, tables: null, advance: null, focus: [], seeding: "LOT", points: "PLACE",
  order: ["POINTS", "LOT"], odd: "BYE", smallField: "REFUSE", filler: "GREEDY", bye: "HALF", late: "ZERO", withdrawal: "KEEP", emptySeat: "HOUSE", fault: "HARMLESS", forfeit: "LAST",
  noShow: "LAST", forfeits: null, bound: 0.02, alpha: 0.05, beta: 0.05, most: 10_000,
};
const cup = (more = {}) => ({
  id: "cup_1", name: "The cup", about: "Every month.", entryOpen: true, rated: false, graceMs: 60_000, atOnce: 4, schedule: { begins: "DEMAND", at: null, everyMs: null, count: null },
  conditions: { kinds: ["bot", "account"], botsPerOwner: null, most: 16, invitedOnly: false, leastRating: null, mostRating: null },
  entrants: ["one", "two", "three", "four"].map((name) => bot(name)), ...more, settings: { ...settings, ...more.settings },
});
afterEach(() => {
  clear();
  mock.restoreAll();
  become(ANN, "ctd_live_00000000001secret");
});

test("a tournament is changed by what was changed of it alone, and stays in the form until it is saved", async () => {
  const put = mock.fn();
  const kept = [];
  const draw = (tournament, begun) => html`<${EditForm} tournament=${tournament} begun=${begun} put=${put} />`;
  const box = await drawn(draw(cup(), false));
  kept.push("-- before the start", ...lines(box));
  const save = () => button(box, "Save");
  assert.equal(save().getAttribute("aria-disabled"), "true");
  await submit(box.querySelector("form"));
  assert.deepEqual(asked.map(([name]) => name).filter((name) => name === "UpdateTournament"), []);
  const name = () => field(box, "Name");
  await type(name(), "");
  kept.push("-- not yet tried", ...lines(box).filter((line) => /field-error|aria-disabled|<button/.test(line)));
  await submit(box.querySelector("form"));
  for (let tries = 0; !box.querySelector("[aria-invalid=true]").scrolledTo && tries < 100; tries++) await settled();
  assert.ok(document.activeElement === name());
  kept.push("-- tried without a name", ...lines(box).filter((line) => /field-error|aria-invalid|aria-disabled/.test(line)));
  assert.deepEqual(inputs("UpdateTournament"), []);
  await type(name(), "The great cup");
  answers.UpdateTournament = { fault: "validation_failed", message: "name: at most 3 characters", details: { errors: [{ path: "input.name", message: "at most 3 characters" }] } };
  document.activeElement = document.body;
  await submit(box.querySelector("form"));
  assert.deepEqual(inputs("UpdateTournament"), [{ tournament: "cup_1", name: "The great cup" }]);
  for (let tries = 0; document.activeElement !== name() && tries < 100; tries++) await settled();
  assert.ok(document.activeElement === name());
  kept.push("-- refused by name", ...lines(box).filter((line) => /field-error|aria-invalid|data-problem/.test(line)));
  await type(name(), "The great cups");
  kept.push("-- typed again", ...lines(box).filter((line) => /field-error|aria-invalid|data-problem/.test(line)));
  answers.UpdateTournament = { fault: "conflict", message: "somebody else was there" };
  await submit(box.querySelector("form"));
  assert.deepEqual(problems(box).length, 1);
  const saved = cup({ name: "The great cups" });
  answers.UpdateTournament = { updateTournament: { tournament: saved } };
  await submit(box.querySelector("form"));
  assert.deepEqual(put.mock.calls.map((one) => one.arguments[0].name), ["The great cups"]);
  assert.equal(notices().at(-1), "Saved.");
  assert.equal(save().getAttribute("aria-disabled"), "true");
  render(draw(cup({ name: "As it stands" }), false), box);
  await settled();
  assert.equal(name().value, "As it stands");
  render(draw(cup(), false), box);
  await settled();
  await type(name(), "Another");
  await press(button(box, "Undo"));
  assert.deepEqual([name().value, save().getAttribute("aria-disabled")], ["The cup", "true"]);
  const format = field(box, "Format");
  await type(format, "SWISS");
  kept.push("-- another format", ...lines(box).filter((line) => /status/.test(line)));
  const late = await drawn(draw(cup(), true));
  kept.push("-- after the start", ...lines(late));
  assertKept("changing", kept);
});

test("what is typed while a change is being saved stays in the form", async () => {
  let answer;
  answers.UpdateTournament = () => new Promise((done) => { answer = () => done({ updateTournament: { tournament: cup({ name: "Two" }) } }); });
  const box = await drawn(html`<${EditForm} tournament=${cup()} begun put=${() => undefined} />`);
  await type(field(box, "Name"), "Two");
  await submit(box.querySelector("form"));
  await type(field(box, "Name"), "Three");
  answer();
  await settled();
  assert.equal(field(box, "Name").value, "Three");
  answers.UpdateTournament = { updateTournament: { tournament: cup() } };
  await submit(box.querySelector("form"));
  assert.deepEqual(inputs("UpdateTournament").map((one) => one.name), ["Two", "Three"]);
});

const game = { game: "1.0.0.0", status: "OVER", seats: ["acct_one", "acct_two", "acct_three"], result: { places: [[1], [0, 2]], totals: [20, 30, 20], left: [] } };
const correcting = (more = {}) => html`<${CorrectionForm} tournament="cup_1" game=${game} name=${(id) => id.slice(5)} onDone=${() => undefined} onClose=${() => undefined} ...${more} />`;

test("a game counts with other places and points, or for nobody, and only with a reason", async () => {
  const [onDone, onClose] = [mock.fn(), mock.fn()];
  const box = await drawn(correcting({ onDone, onClose }));
  const kept = ["-- places", ...lines(box)];
  answers.CorrectResult = { correctResult: {} };
  const go = () => box.querySelector("[data-confirm=correct]");
  assert.equal((await press(go())).defaultPrevented, true);
  await type(field(box, "Reason"), "  a fault ");
  const cells = () => box.querySelectorAll("td input");
  assert.deepEqual(cells().map((one) => one.value), ["2", "20", "1", "30", "2", "20"]);
  for (const [place, wrong] of [["0", true], ["1.5", true], ["x", true], ["4", true], ["3", false], ["2", false]]) {
    await type(cells()[0], place);
    assert.equal(go().getAttribute("aria-disabled") === "true", wrong, place);
  }
  await type(cells()[0], "4");
  kept.push("-- wrong", ...lines(box).filter((line) => /data-confirm/.test(line)));
  await type(cells()[1], "9");
  await type(cells()[0], "1");
  await type(cells()[2], "3");
  await type(cells()[4], "1");
  await press(go());
  assert.deepEqual(inputs("CorrectResult"), [{ tournament: "cup_1", game: "1.0.0.0", why: "a fault", places: [1, 3, 1], scores: [9, 30, 20] }]);
  assert.deepEqual([onDone.mock.callCount(), onClose.mock.callCount(), notices().length > 0], [1, 1, true]);
  for (const score of ["", "1.5", "x"]) {
    await type(cells()[1], score);
    await press(go());
    assert.equal(inputs("CorrectResult").at(-1).scores, null, score);
  }
  await tick(box.querySelectorAll("input").find((one) => one.value === "void"), true);
  kept.push("-- for nobody", ...lines(box));
  await press(go());
  assert.deepEqual(inputs("CorrectResult").at(-1), { tournament: "cup_1", game: "1.0.0.0", why: "a fault", places: null, scores: null });
  answers.CorrectResult = { fault: "conflict" };
  await press(go());
  assert.equal(problems(box).length, 1);
  assertKept("correcting", kept);
});

test("another game is corrected from its own result, and one without a result by seat", async () => {
  const box = await drawn(correcting());
  await type(field(box, "Reason"), "a fault");
  await tick(box.querySelectorAll("input").find((one) => one.value === "void"), true);
  render(correcting({ game: { ...game, game: "2.0.0.0", result: null } }), box);
  await settled();
  assert.deepEqual([box.querySelectorAll("td input").map((one) => one.value), field(box, "Reason").value], [["1", "", "2", "", "3", ""], ""]);
  render(correcting({ game: null }), box);
  await settled();
  assert.deepEqual([box.querySelector("dialog").open, box.querySelectorAll("td").length], [false, 0]);
});

test("as what a game counts is told on the pages of the game, where it is not what was played", async () => {
  const kept = [];
  const found = { game: "1.0.0.0", seats: ["a", "b"], result: { places: [[1], [0]], totals: [10, 20], left: [] }, corrected: false, correction: null, why: "" };
  for (const [about, one] of [
    ["corrected", { ...found, status: "OVER", corrected: true, correction: "a fault" }], ["void", { ...found, status: "VOID", why: "the game was broken off" }],
    ["without points", { ...found, status: "OVER", corrected: true, correction: "a fault", result: { ...found.result, totals: [] } }], ["as it was played", { ...found, status: "OVER" }], ["nothing", null],
  ]) {
    answers.TournamentGames = { games: one ? { nodes: [one] } : null };
    const box = await drawn(html`<${CorrectionNotice} table=${{ tournament: "cup_1", fixture: "1.0.0.0" }} names=${["Ann", "Bob"]} />`);
    await settled();
    kept.push(`-- ${about}`, ...box.childNodes.flatMap((each) => lines(each)));
    assert.deepEqual(asked, [["TournamentGames", { tournament: "cup_1", game: "1.0.0.0", first: 1 }]]);
    assert.equal(box.children.length > 0, !/as it was|nothing/.test(about));
  }
  answers.TournamentGames = ({ game }) => ({ games: { nodes: [{ ...found, status: "OVER", corrected: game === "1.0.0.0" }] } });
  const both = (fixture) => html`<${CorrectionNotice} table=${{ tournament: "cup_1", fixture }} names=${["Ann", "Bob"]} />`;
  const one = await drawn(both("1.0.0.0"));
  await settled();
  assert.equal(one.children.length, 1);
  render(both("2.0.0.0"), one);
  await settled();
  assert.equal(one.children.length, 0);
  for (const table of [{ tournament: "cup_1", fixture: null }, { tournament: null, fixture: "1.0.0.0" }, {}]) {
    await drawn(html`<${CorrectionNotice} table=${table} names=${[]} />`);
    assert.deepEqual(asked, []);
  }
  assertKept("correction", kept);
});

test("an organizer pairs the next round: everybody gets a table or rests", async () => {
  const put = mock.fn();
  const draw = (more) => html`<${Pairings} tournament=${cup(more)} rounds=${2} put=${put} />`;
  const box = await drawn(draw({ entrants: ["one", "two", "three", "four", "five"].map((name) => bot(name, name === "five" ? { withdrawn: "gone" } : {})) }));
  const kept = ["-- at first", ...lines(box)];
  const set = () => box.querySelectorAll("button").at(-1);
  assert.equal(set().getAttribute("aria-disabled"), "true");
  const choose = async (...tables) => {
    for (const [at, table] of tables.entries()) await type(box.querySelectorAll("select")[at], String(table));
    return set().getAttribute("aria-disabled") === "true";
  };
  assert.deepEqual([await choose(1, 0, 0, 0), await choose(1, 1, 1, 0), await choose(2, 1, 1, 0), await choose(1, 1, 0, 0), await choose(2, 1, 1, 2)], [true, true, true, false, false]);
  answers.SetPairings = { fault: "conflict" };
  await press(set());
  assert.equal(problems(box).length, 1);
  answers.SetPairings = { setPairings: { tournament: { id: "cup_1" } } };
  await press(set());
  assert.deepEqual(inputs("SetPairings").at(-1), { tournament: "cup_1", round: 3, pairings: [["acct_two", "acct_three"], ["acct_one", "acct_four"]] });
  assert.deepEqual([put.mock.callCount(), notices().at(-1).includes("3"), box.querySelectorAll("option").filter((one) => one.getAttribute("selected") === "true").map((one) => one.getAttribute("value"))], [1, true, ["0", "0", "0", "0"]]);
  for (const [names, seats] of [[["one"], 2], [["one", "two"], 8], [["one", "two", "three"], 2], [["one", "two", "three", "four"], 4]]) {
    const other = await drawn(draw({ entrants: names.map((name) => bot(name)), settings: { seats } }));
    kept.push(`-- ${names.length} at tables of ${seats}`, String(other.querySelectorAll("select")[0]?.querySelectorAll("option").length ?? "nothing"));
  }
  assertKept("pairings", kept);
});

const cards = {
  scenarios: [{ scenario: "a", title: "The first", ranks: ["king", "queen"] }, { scenario: "b", title: "The second", ranks: ["queen"] }],
  characters: [["queen", 9, 5], ["king", 4, 2], ["emperor", 4, 3], ["witch", 1, 2]].map(([character, rank, minPlayers]) => ({ character, rank, minPlayers, name: character.toUpperCase() })),
  districts: [["keep", true], ["manor", false], ["smithy", true]].map(([district, unique]) => ({ district, unique, name: district.toUpperCase() })),
  character: (id) => cards.characters.find((one) => one.character === id),
};

test("scenarios are chosen as they are ticked, and let go again", async () => {
  const onChange = mock.fn();
  const box = await drawn(html`<${Scenarios} cards=${cards} chosen=${["b"]} onChange=${onChange} />`);
  const kept = ["-- scenarios", ...lines(box), "-- not there yet", ...lines(await drawn(html`<${Scenarios} cards=${null} chosen=${[]} onChange=${onChange} />`))];
  const [first, second] = box.querySelectorAll("input");
  await tick(first, true);
  await tick(second, false);
  assert.deepEqual(onChange.mock.calls.map((one) => one.arguments[0]), [["b", "a"], []]);
  assertKept("scenarios", kept);
});

test("a cast of one’s own has one character of each rank that fits the seats, in the order of the ranks", async () => {
  const [onCast, onUniques] = [mock.fn(), mock.fn()];
  const draw = (seats, cast = ["witch", "king"], from = cards) => drawn(html`<${OwnCast} cards=${from} seats=${seats} cast=${cast} uniques=${["smithy"]} onCast=${onCast} onUniques=${onUniques} />`);
  const box = await draw(4);
  const kept = ["-- for four", ...lines(box), "-- for two", ...lines(await draw(2)).filter((line) => /option/.test(line)), "-- for five", ...lines(await draw(5)).filter((line) => /option/.test(line)), "-- not there yet", ...lines(await draw(2, [], null))];
  const ranks = box.querySelectorAll("select");
  await type(ranks[1], "emperor");
  await type(ranks[0], "");
  await type(ranks[2], "queen");
  assert.deepEqual(onCast.mock.calls.map((one) => one.arguments[0]), [["witch", "emperor"], ["king"], ["witch", "king", "queen"]]);
  const last = await draw(4, ["king"]);
  await type(last.querySelectorAll("select")[0], "witch");
  assert.deepEqual(onCast.mock.calls.at(-1).arguments[0], ["witch", "king"]);
  const [keep, smithy] = box.querySelectorAll("input");
  await tick(keep, true);
  await tick(smithy, false);
  assert.deepEqual(onUniques.mock.calls.map((one) => one.arguments[0]), [["smithy", "keep"], []]);
  assertKept("own_cast", kept);
});

test("who may take part, and who may be withdrawn, is offered to whom it concerns", async () => {
  answers.MyBots = { bots: { nodes: [{ account: { id: "acct_one", name: "one" } }, { account: { id: "acct_nine", name: "nine" } }] } };
  const entrants = [bot("one"), bot("other", { owner: "acct_zoe" }), bot("gone", { withdrawn: "withdrawn by its owner" }), { ...bot("ann"), kind: "account", owner: null }];
  const kept = [];
  const draw = (more, status = "ENTRY", organizer = false) => drawn(html`<${Entrants} tournament=${cup({ entrants, ...more })} status=${status} organizer=${organizer} put=${() => undefined} />`);
  const said = (box) => box.querySelectorAll("button, .badge, .tournament-sentence, .tournament-command").map((one) => one.textContent.trim().replace(/\s+/g, " ")).filter(Boolean);
  const conditions = (...kinds) => ({ conditions: { ...cup().conditions, kinds } });
  for (const [about, who, more, status, organizer] of [
    ["who is in it", ANN, {}], ["its organizer", ANN, {}, "RUNNING", true], ["another", { ...ANN, id: "acct_bob" }, {}], ["over", ANN, {}, "OVER"], ["closed", ANN, { entryOpen: false }],
    ["a guest", { ...ANN, id: "acct_g", kind: "GUEST" }, {}], ["a guest where guests may", { ...ANN, id: "acct_g", kind: "guest" }, conditions("GUEST")], ["a bot", { ...ANN, id: "acct_one", kind: "BOT" }, {}],
    ["nobody", null, {}], ["nobody where guests may", null, conditions("guest")], ["no entrants", ANN, { entrants: [] }],
  ]) {
    if (who) become(who, "s");
    else forget();
    const box = await draw(more, status, organizer);
    kept.push(`-- ${about}`, ...said(box), asked.map(([name]) => name).join(" "));
  }
  become(ANN, "s");
  answers.WithdrawEntrant = { withdrawEntrant: { tournament: cup() } };
  const box = await draw({}, "RUNNING");
  await press(box.querySelectorAll(".tournament-entrants button")[0]);
  kept.push("-- sure", ...lines(box.querySelectorAll("dialog").find((one) => one.open)));
  await type(field(box.querySelector("dialog"), "Reason"), " it is ill ");
  await press(box.querySelector("[data-confirm=withdraw]"));
  assert.deepEqual(inputs("WithdrawEntrant"), [{ tournament: "cup_1", entrant: "acct_one", why: "it is ill" }]);
  const early = await draw({}, "ENTRY");
  await press(early.querySelectorAll(".tournament-entrants button")[0]);
  kept.push("-- before the start", ...lines(early.querySelectorAll("dialog").find((one) => one.open)).filter((line) => /<p/.test(line)));
  forget();
  answers.MakeGuest = { makeGuest: { account: { id: "acct_new", name: "Guest", kind: "guest" }, credential: { secret: "new" } } };
  answers.EnterTournament = { enterTournament: { tournament: cup() } };
  const open = await draw(conditions("guest"));
  await press(open.querySelectorAll("button")[0]);
  for (let tries = 0; inputs("EnterTournament").length === 0 && tries < 200; tries++) await settled();
  assert.deepEqual([asked.map(([name]) => name).slice(0, 2), inputs("EnterTournament")], [["MakeGuest", "EnterTournament"], [{ tournament: "cup_1", account: null }]]);
  const bob = await (become({ ...ANN, id: "acct_bob" }, "s"), draw({ conditions: cup().conditions }));
  await press(button(bob, "Enter nine"));
  assert.deepEqual(inputs("EnterTournament"), [{ tournament: "cup_1", account: "acct_nine" }]);
  assertKept("entrants", kept);
});

test("house bots are brought in as many as are wished, from one to sixty-four", async () => {
  answers.EnterTournament = { enterTournament: { tournament: cup() } };
  const put = mock.fn();
  const state = (status) => ({ status, progress: { roundsMade: 1 } });
  const box = await drawn(html`<${Organizer} tournament=${cup()} state=${state("ENTRY")} put=${put} />`);
  const [house] = box.querySelectorAll("form.tournament-inline");
  const counts = [];
  await type(house.querySelector("select"), "PLANNER");
  for (const many of ["", "0", "2", "65"]) {
    asked.length = 0;
    await type(house.querySelector("input"), many);
    house.fire("submit");
    for (let turn = 0; turn < 12; turn++) await settled();
    counts.push(inputs("EnterTournament").length);
  }
  assert.deepEqual([counts, inputs("EnterTournament")[0]], [[1, 1, 2, 64], { tournament: "cup_1", level: "PLANNER" }]);
  assert.equal(put.mock.callCount(), 4);
  const kept = [];
  for (const [status, more] of [["ENTRY", {}], ["RUNNING", {}], ["RUNNING", { settings: { late: "REFUSE" } }], ["ENTRY", { settings: { late: "REFUSE" }, entryOpen: false }], ["PAUSED", {}], ["OVER", {}], ["CANCELLED", {}]]) {
    const other = await drawn(html`<${Organizer} tournament=${cup(more)} state=${state(status)} put=${put} />`);
    kept.push(`-- ${status} ${JSON.stringify(more)}`, ...other.querySelectorAll("h2, p.quiet, p.prose").map((one) => one.textContent.trim()), ...other.querySelectorAll("button").map((one) => `${one.getAttribute("class")}: ${one.textContent.trim().replace(/\s+/g, " ")}`));
  }
  assertKept("organizing", kept);
});

test("what cannot be taken back is asked once more, with a reason for all", async () => {
  answers.ConductTournament = { conductTournament: { tournament: cup() } };
  const box = await drawn(html`<${Organizer} tournament=${cup()} state=${{ status: "RUNNING", progress: { roundsMade: 1 } }} put=${() => undefined} />`);
  await press(button(box, "Cancel"));
  const dialog = box.querySelectorAll("dialog").find((one) => one.open);
  const kept = lines(dialog);
  assert.deepEqual(inputs("ConductTournament"), []);
  await type(field(dialog, "Reason"), " rain ");
  await press(dialog.querySelector("[data-confirm=cancel]"));
  assert.deepEqual(inputs("ConductTournament"), [{ tournament: "cup_1", do: "CANCEL", why: "rain" }]);
  assertKept("cancelling", kept);
});

test("the whole of a tournament is taken as a file that bears its name", async () => {
  const fetched = [];
  const links = [];
  const answer = { ok: true, statusText: "Gone", blob: async () => "blob" };
  mock.method(globalThis, "fetch", async (to, { headers }) => (fetched.push([to, headers.Authorization ?? null]), answer));
  mock.method(URL, "createObjectURL", (blob) => `made:${blob}`);
  const revoked = mock.method(URL, "revokeObjectURL", () => undefined);
  const make = document.createElement;
  mock.method(document, "createElement", (name) => {
    const one = make(name);
    if (name === "a") one.click = () => links.push([one.href, one.download]);
    return one;
  });
  const real = setTimeout;
  const timers = [];
  mock.method(globalThis, "setTimeout", (act, ms) => (ms === 10_000 ? timers.push(act) : real(act, ms)));
  const kept = [];
  for (const [name, over] of [["The cup: No. 7!", true], ["¡Óscar’s!", false], ["***", true]]) {
    const box = await drawn(html`<${Export} id="cup_1" name=${name} over=${over} />`);
    if (kept.length < 2) kept.push(...lines(box));
    await press(box.querySelector("button"));
  }
  timers[0]();
  assert.deepEqual(revoked.mock.calls.map((one) => one.arguments), [["made:blob"]]);
  assert.deepEqual(links, [["made:blob", "The-cup-No-7.ndjson"], ["made:blob", "Óscar-s.ndjson"], ["made:blob", "tournament.ndjson"]]);
  forget();
  Object.assign(answer, { ok: false, json: async () => ({ detail: "not yet" }) });
  const box = await drawn(html`<${Export} id="cup_1" name="x" over />`);
  await press(box.querySelector("button"));
  kept.push("-- refused", ...lines(box).filter((line) => /not yet|Gone/.test(line)));
  answer.json = async () => { throw new Error("no JSON"); };
  await press(box.querySelector("button"));
  kept.push("-- refused without a word", ...lines(box).filter((line) => /not yet|Gone/.test(line)));
  assert.deepEqual(fetched.map(([, secret]) => secret), ["Bearer ctd_live_00000000001secret", "Bearer ctd_live_00000000001secret", "Bearer ctd_live_00000000001secret", null, null]);
  assert.ok(fetched.every(([to]) => to === "/v1/tournaments/cup_1/export"));
  assertKept("export", kept);
});

test("what has changed is asked for once, after a while, and not for the first number that comes", async () => {
  const done = [];
  let now = 100_000;
  const timers = [];
  const box = document.createElement("div");
  function Part({ value }) {
    useThrottled(value, 1000, async () => void done.push(value));
    return null;
  }
  const draw = async (value) => {
    render(html`<${Part} value=${value} />`, box);
    await settled();
  };
  mock.method(Date, "now", () => now);
  const real = setTimeout;
  mock.method(globalThis, "setTimeout", (act, ms) => (ms >= 50 && ms <= 1000 && ms !== 100 ? timers.push([act, ms]) : real(act, ms)));
  await draw(null);
  await draw(1);
  await draw(1);
  assert.equal(timers.length, 0);
  await draw(2);
  await draw(3);
  assert.deepEqual(timers.map(([, ms]) => ms), [50]);
  timers.pop()[0]();
  assert.deepEqual(done, [3]);
  now += 400;
  await draw(4);
  await draw(null);
  assert.deepEqual(timers.map(([, ms]) => ms), [600]);
  const cleared = mock.method(globalThis, "clearTimeout");
  const [, waiting] = [...timers.entries()].at(-1);
  assert.ok(waiting);
  render(null, box);
  await settled();
  assert.ok(cleared.mock.callCount() > 0);
});
