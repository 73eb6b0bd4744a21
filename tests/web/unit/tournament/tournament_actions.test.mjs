// What people do with a tournament and with themselves: drawn as people have looked at it, and what each press asks the service for.
import assert from "node:assert/strict";
import test, { afterEach, mock } from "node:test";

import { lines, makePage, settled } from "../support/dom.mjs";
import { assertKept } from "../support/kept.mjs";
import { answers, asked, serve } from "../support/service.mjs";

const ANN = { id: "acct_ann", name: "Ann", kind: "account" };
makePage({ path: "/tournaments/cup_1", kept: { session: JSON.stringify({ account: ANN, secret: "ctd_live_00000000001secret" }) } });
serve();
const { html, render } = await import("../../../../web/core/component.mjs");
const { loadWords, time } = await import("../../../../web/i18n/index.mjs");
const { account, become, credential, forget } = await import("../../../../web/core/session.mjs");
const { Toasts } = await import("../../../../web/core/toasts.mjs");
const { Bots } = await import("../../../../web/account/bots.mjs");
const { Changing } = await import("../../../../web/tournament/form/edit_form.mjs");
const { Correcting } = await import("../../../../web/tournament/correction_form.mjs");
const { Correction } = await import("../../../../web/tournament/correction_notice.mjs");
const { Credentials } = await import("../../../../web/account/credential_list.mjs");
const { Entrants } = await import("../../../../web/tournament/entrants.mjs");
const { OwnCast, Scenarios } = await import("../../../../web/tournament/form/form_cards.mjs");
const { Recover, TakeName, named } = await import("../../../../web/account/registration.mjs");
const { useAsked, useTick, useTitle } = await import("../../../../web/core/query.mjs");
const { Export, Organizer } = await import("../../../../web/tournament/organizer.mjs");
const { Pairings } = await import("../../../../web/tournament/pairings.mjs");
await loadWords("ui", "contest", "core");

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
const boxes = [];
const told = document.body.appendChild(document.createElement("aside"));
render(html`<${Toasts} />`, told);
const notices = () => told.querySelectorAll(".toast").map((one) => one.textContent);
async function drawn(part) {
  asked.length = 0;
  const box = document.body.appendChild(document.createElement("div"));
  boxes.push(box);
  render(part, box);
  await settled();
  return box;
}
afterEach(() => {
  boxes.splice(0).forEach((box) => {
    render(null, box);
    box.remove();
  });
  mock.restoreAll();
  become(ANN, "ctd_live_00000000001secret");
});
const inputs = (name) => asked.filter(([one]) => one === name).map(([, variables]) => variables.input ?? variables);
const press = async (one) => {
  const event = one.click();
  await settled();
  return event;
};
const button = (box, said) => box.querySelectorAll("button").find((one) => one.textContent.trim().startsWith(said)) ?? assert.fail(`there is no ${said}: ${box.querySelectorAll("button").map((one) => one.textContent.trim()).join(" | ")}`);
const field = (box, said) => box.querySelectorAll("label").filter((one) => one.textContent.trim().startsWith(said)).map((one) => one.querySelector("input, select, textarea") ?? document.getElementById(one.getAttribute("for")))[0] ?? assert.fail(`there is no field ${said}`);
const type = async (input, text) => {
  input.value = text;
  input.fire(input.localName === "select" ? "change" : "input");
  await settled();
};
const tick = async (input, on) => {
  input.checked = on;
  input.fire("change");
  await settled();
};
const submit = async (form) => {
  assert.equal(form.fire("submit").defaultPrevented, true);
  await settled();
};
const problems = (box) => box.querySelectorAll("[data-problem]").map((one) => one.getAttribute("data-problem"));

test("a tournament is changed by what was changed of it alone, and stays in the form until it is saved", async () => {
  const put = mock.fn();
  const kept = [];
  const draw = (tournament, begun) => html`<${Changing} tournament=${tournament} begun=${begun} put=${put} />`;
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
  const box = await drawn(html`<${Changing} tournament=${cup()} begun put=${() => undefined} />`);
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
const correcting = (more = {}) => html`<${Correcting} tournament="cup_1" game=${game} name=${(id) => id.slice(5)} onDone=${() => undefined} onClose=${() => undefined} ...${more} />`;

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
    const box = await drawn(html`<${Correction} table=${{ tournament: "cup_1", fixture: "1.0.0.0" }} names=${["Ann", "Bob"]} />`);
    await settled();
    kept.push(`-- ${about}`, ...box.childNodes.flatMap((each) => lines(each)));
    assert.deepEqual(asked, [["TournamentGames", { tournament: "cup_1", game: "1.0.0.0", first: 1 }]]);
    assert.equal(box.children.length > 0, !/as it was|nothing/.test(about));
  }
  answers.TournamentGames = ({ game }) => ({ games: { nodes: [{ ...found, status: "OVER", corrected: game === "1.0.0.0" }] } });
  const both = (fixture) => html`<${Correction} table=${{ tournament: "cup_1", fixture }} names=${["Ann", "Bob"]} />`;
  const one = await drawn(both("1.0.0.0"));
  await settled();
  assert.equal(one.children.length, 1);
  render(both("2.0.0.0"), one);
  await settled();
  assert.equal(one.children.length, 0);
  for (const table of [{ tournament: "cup_1", fixture: null }, { tournament: null, fixture: "1.0.0.0" }, {}]) {
    await drawn(html`<${Correction} table=${table} names=${[]} />`);
    assert.deepEqual(asked, []);
  }
  assertKept("correction", kept);
});

test("a guest takes a name and keeps what is his, nobody becomes somebody, and the recovery code is told once", async () => {
  become({ ...ANN, kind: "GUEST" }, "old");
  assert.equal(named(), false);
  const answer = (secret, recovery = "re-co-very") => ({ account: { ...ANN, name: "Bea", kind: "account" }, credential: { secret }, recovery });
  answers.ClaimAccount = { claimAccount: answer("claimed") };
  answers.MakeAccount = { makeAccount: answer("made", null) };
  const box = await drawn(html`<${TakeName} told="A name is needed." />`);
  const kept = ["-- before", ...lines(box)];
  assert.equal((await press(button(box, "Take this name"))).defaultPrevented, true);
  await type(field(box, "Name"), " Bea ");
  await submit(box.querySelector("form"));
  assert.deepEqual([inputs("ClaimAccount"), inputs("MakeAccount"), account.value.name], [[{ name: "Bea" }], [], "Ann"]);
  kept.push("-- the code", ...lines(box.querySelector("dialog")));
  const on = () => button(box.querySelector("dialog"), "Go on");
  assert.equal((await press(on())).defaultPrevented, true);
  assert.equal(box.querySelector("dialog").fire("cancel").defaultPrevented, true);
  await tick(box.querySelector("dialog input"), true);
  await press(on());
  assert.deepEqual([account.value.name, credential.value, box.querySelector("dialog").open, named(), notices().at(-1).includes("Bea")], ["Bea", "claimed", false, true, true]);
  forget();
  assert.equal(named(), false);
  const other = await drawn(html`<${TakeName} />`);
  await type(field(other, "Name"), "Cy");
  for (const [fault, message] of [["name_taken", "no"], ["validation_failed", "name: at most 3 characters"], ["conflict", "somebody was there"]]) {
    answers.MakeAccount = { fault, message };
    await submit(other.querySelector("form"));
    kept.push(`-- ${fault}`, ...lines(other).filter((line) => /field-error|data-problem/.test(line)));
  }
  answers.MakeAccount = { makeAccount: answer("made", null) };
  await submit(other.querySelector("form"));
  assert.deepEqual([inputs("MakeAccount").length, inputs("ClaimAccount"), other.querySelector("dialog").open], [4, [], false]);
  assertKept("take_name", kept);
});

test("who has a recovery code comes back into his account, and is told a new one", async () => {
  forget();
  const box = await drawn(html`<${Recover} />`);
  const kept = ["-- before", ...lines(box)];
  const go = () => button(box, "Come back");
  const [name, code] = box.querySelectorAll("input");
  for (const [one, other] of [["", "x"], ["x", ""], [" ", " "]]) {
    await type(name, one);
    await type(code, other);
    assert.equal(go().getAttribute("aria-disabled"), "true");
  }
  await type(name, " Bea ");
  await type(code, " a-b-c ");
  for (const fault of ["unauthenticated", "conflict"]) {
    answers.RecoverAccount = { fault };
    await submit(box.querySelector("form"));
    kept.push(`-- ${fault}`, ...lines(box).filter((line) => /alert|data-problem/.test(line)));
  }
  answers.RecoverAccount = { recoverAccount: { account: { ...ANN, name: "Bea" }, credential: { secret: "back" }, recovery: "new-code" } };
  await submit(box.querySelector("form"));
  assert.deepEqual([inputs("RecoverAccount").at(-1), code.value, box.querySelector("dialog").open, account.value], [{ name: "Bea", recovery: "a-b-c" }, "", true, null]);
  assert.ok(box.querySelector("#recovery").textContent.includes("new-code"));
  await tick(box.querySelector("dialog input"), true);
  await press(button(box.querySelector("dialog"), "Go on"));
  assert.deepEqual([account.value.name, credential.value, box.querySelector("dialog").open], ["Bea", "back", false]);
  assertKept("recover", kept);
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

test("a bot of one’s own is made with a first credential, and retired", async () => {
  answers.MyBots = { bots: { nodes: [{ account: { id: "acct_x", name: "Xi" }, present: false }] } };
  answers.CredentialsOf = { credentials: [] };
  const box = await drawn(html`<${Bots} />`);
  const kept = ["-- some", ...lines(box)];
  const form = () => box.querySelectorAll("form").at(-1);
  await submit(form());
  assert.deepEqual(inputs("MakeBot"), []);
  const bots = () => asked.filter(([name]) => name === "MyBots").length;
  const before = bots();
  await type(field(form(), "Name"), " Yu ");
  await type(field(form(), "What it is"), " plays ");
  for (const [fault, message] of [["name_taken", "no"], ["validation_failed", "about: at most 3 characters"], ["conflict", "somebody was there"]]) {
    answers.MakeBot = { fault, message };
    await submit(form());
    kept.push(`-- ${fault}`, ...lines(form()).filter((line) => /field-error|data-problem/.test(line)));
  }
  answers.MakeBot = { makeBot: { credential: { secret: "ctd_live_bot" } } };
  await submit(form());
  assert.deepEqual([inputs("MakeBot").at(-1), bots() - before, field(form(), "Name").value, field(form(), "What it is").value], [{ name: "Yu", about: "plays" }, 1, "", ""]);
  kept.push("-- made", ...lines(box.querySelector("#secret")), ...lines(box).filter((line) => /contest-command/.test(line)));
  await press(button(box.querySelector("#secret"), "I have"));
  assert.equal(box.querySelector("#secret"), null);
  answers.RetireBot = { retireBot: {} };
  await press(box.querySelectorAll("button.danger").find((one) => /Xi/.test(one.textContent)));
  kept.push("-- sure", ...lines(box.querySelectorAll("dialog").find((one) => one.open)));
  await press(box.querySelector("[data-confirm=retire]"));
  assert.deepEqual([inputs("RetireBot"), bots() - before, notices().at(-1).includes("Xi")], [[{ bot: "acct_x" }], 2, true]);
  answers.MyBots = { bots: { nodes: [] } };
  kept.push("-- none", ...lines(await drawn(html`<${Bots} />`)).filter((line) => /details/.test(line)));
  answers.MyBots = { fault: "forbidden" };
  kept.push("-- not for everybody", ...lines(await drawn(html`<${Bots} />`)).filter((line) => /details|data-problem/.test(line)));
  assertKept("bots", kept);
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
  const said = (box) => box.querySelectorAll("button, .badge, .contest-sentence, .contest-command").map((one) => one.textContent.trim().replace(/\s+/g, " ")).filter(Boolean);
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
  await press(box.querySelectorAll(".contest-entrants button")[0]);
  kept.push("-- sure", ...lines(box.querySelectorAll("dialog").find((one) => one.open)));
  await type(field(box.querySelector("dialog"), "Reason"), " it is ill ");
  await press(box.querySelector("[data-confirm=withdraw]"));
  assert.deepEqual(inputs("WithdrawEntrant"), [{ tournament: "cup_1", entrant: "acct_one", why: "it is ill" }]);
  const early = await draw({}, "ENTRY");
  await press(early.querySelectorAll(".contest-entrants button")[0]);
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
  const [house] = box.querySelectorAll("form.contest-inline");
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

test("a credential is rotated with an overlap, and the browser goes on with the new one where it was its own", async () => {
  mock.method(Date, "now", () => AT);
  const key = (id, more = {}) => ({ id, name: id, scopes: ["PLAY"], created: AT - 1000, expires: AT + 1000, revoked: null, table: null, lastUsed: null, ...more });
  answers.CredentialsOf = { credentials: [
    key("cred_00000000001"), key("cred_b", { created: AT, revoked: AT + 1 }), key("cred_c", { revoked: AT }), key("cred_d", { expires: AT }), key("cred_e", { expires: AT + 1, name: "" }), key("cred_f", { revoked: AT - 1 }),
  ] };
  const box = await drawn(html`<${Credentials} />`);
  const ids = (one) => one.querySelectorAll("code.quiet").map((each) => each.textContent);
  const plain = (found) => found.map((line) => [AT, AT + 1, AT - 1, AT + 1000].reduce((text, at) => text.replaceAll(time(at), "TIME"), line));
  const kept = ["-- all", ...plain(box.querySelectorAll(".contest-key").flatMap((one) => lines(one)))];
  assert.deepEqual(box.querySelectorAll(".contest-keys").map(ids), [["cred_b", "cred_00000000001", "cred_e"], ["cred_c", "cred_d", "cred_f"]]);
  answers.RotateCredential = { rotateCredential: { credential: { secret: "ctd_live_new" } } };
  const rotate = async (at, overlap) => {
    await press(box.querySelectorAll(".contest-key button").filter((one) => !one.matches(".danger"))[at]);
    const dialog = box.querySelectorAll("dialog").find((one) => one.open);
    if (overlap) await type(dialog.querySelector("select"), overlap);
    await press(dialog.querySelector("[data-confirm=rotate]"));
    return credential.value;
  };
  assert.equal(await rotate(0, "86400"), "ctd_live_00000000001secret");
  assert.equal(await rotate(1), "ctd_live_new");
  assert.deepEqual(inputs("RotateCredential"), [{ credential: "cred_b", overlapS: 86_400 }, { credential: "cred_00000000001", overlapS: 86_400 }]);
  const form = box.querySelectorAll("form").at(-1);
  await type(field(form, "Good for so many days"), "7");
  for (const one of form.querySelectorAll("input").filter((each) => each.getAttribute("type") === "checkbox" && each.checked)) await tick(one, false);
  await submit(form);
  assert.deepEqual(inputs("MakeCredential"), []);
  await tick(form.querySelectorAll("input").filter((each) => each.getAttribute("type") === "checkbox")[2], true);
  for (const [fault, message] of [["validation_failed", "days: at most 3"], ["validation_failed", "name: at most 3 characters"], ["validation_failed", "scopes: too many"], ["conflict", "somebody was there"]]) {
    answers.MakeCredential = { fault, message };
    await submit(form);
    kept.push(`-- ${message}`, ...lines(form).filter((line) => /field-error|data-problem/.test(line)));
  }
  assert.deepEqual(inputs("MakeCredential")[0], { account: null, name: "", scopes: ["ACCOUNT_WRITE"], days: 7 });
  const other = await drawn(html`<${Credentials} bot=${{ id: "acct_bot", name: "Botty" }} />`);
  assert.deepEqual(asked[0], ["CredentialsOf", { account: "acct_bot" }]);
  answers.MakeCredential = { makeCredential: { credential: { secret: null } } };
  await submit(other.querySelectorAll("form").at(-1));
  assert.deepEqual([inputs("MakeCredential"), other.querySelector("#secret")], [[{ account: "acct_bot", name: "", scopes: ["PLAY"], days: 30 }], null]);
  assertKept("keys", kept);
});

test("a question is asked again by the clock while one looks, and when one asks; its answer stays until the next", async () => {
  let beat;
  mock.method(globalThis, "setInterval", (act, ms) => (beat = [act, ms], 77));
  const cleared = mock.method(globalThis, "clearInterval", () => undefined);
  const seen = [];
  let again;
  function Part({ of, every }) {
    const found = useAsked("MyBots", of, { every });
    again = found.again;
    seen.push([found.data?.bots ?? null, found.problem?.code ?? null, found.asking]);
    return null;
  }
  const draw = (box, of, every) => (render(html`<${Part} of=${of} every=${every} />`, box), settled());
  answers.MyBots = { bots: 1 };
  const box = await drawn(html`<${Part} of=${null} />`);
  assert.deepEqual([asked, seen.at(-1)], [[], [null, null, true]]);
  await draw(box, { first: 1 }, 5000);
  assert.deepEqual([asked.length, seen.at(-1), beat[1]], [1, [1, null, false], 5000]);
  seen.length = 0;
  answers.MyBots = { bots: 2 };
  beat[0]();
  await settled();
  assert.deepEqual([asked.length, seen.some(([, , asking]) => asking), seen.at(-1)], [2, false, [2, null, false]]);
  document.visibilityState = "hidden";
  beat[0]();
  await settled();
  document.visibilityState = "visible";
  assert.equal(asked.length, 2);
  answers.MyBots = { fault: "forbidden" };
  again();
  await settled();
  assert.deepEqual([asked.length, seen.at(-1)], [3, [2, "forbidden", false]]);
  answers.MyBots = { bots: 3 };
  seen.length = 0;
  await draw(box, { first: 2 }, 5000);
  assert.deepEqual([seen.some(([, , asking]) => asking), seen.at(-1)], [true, [3, null, false]]);
  await draw(box, { first: 2 }, null);
  assert.deepEqual(cleared.mock.calls.map((one) => one.arguments[0]).includes(77), true);
});

test("what is shown names the page once its name is known, and is drawn again by the clock", async () => {
  let beat;
  mock.method(globalThis, "setInterval", (act, ms) => (beat = [act, ms], 78));
  const cleared = mock.method(globalThis, "clearInterval", () => undefined);
  document.title = "before";
  let count = 0;
  function Part({ name, ms }) {
    useTitle(name);
    useTick(ms);
    count++;
    return null;
  }
  const box = await drawn(html`<${Part} name=${null} ms=${null} />`);
  assert.deepEqual([document.title, beat], ["before", undefined]);
  render(html`<${Part} name="The cup" ms=${1000} />`, box);
  await settled();
  assert.deepEqual([document.title, beat[1]], ["The cup · Citadels Arena", 1000]);
  const before = count;
  beat[0]();
  await settled();
  assert.equal(count, before + 1);
  render(null, box);
  await settled();
  assert.deepEqual(cleared.mock.calls.map((one) => one.arguments[0]), [78]);
});
