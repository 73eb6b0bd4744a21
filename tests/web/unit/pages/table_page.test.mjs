// The page of a table, drawn in node from recorded decisions as people have looked at it, and what a press or a key does there.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test, { after, beforeEach } from "node:test";

import { lines, makePage, settled } from "../support/dom.mjs";
import { assertKept } from "../support/kept.mjs";
import { Socket, answers, asked, serve } from "../support/service.mjs";

makePage({ path: "/tables/game_1", kept: { session: JSON.stringify({ account: { id: "account_1", name: "Ann", kind: "guest" }, secret: "s" }) } });
globalThis.HTMLButtonElement = class {
  static [Symbol.hasInstance](one) { return one?.localName === "button"; }
};
serve();
const { html, render } = await import("../../../../web/core/component.mjs");
const { loadWords } = await import("../../../../web/i18n/index.mjs");
const { become } = await import("../../../../web/core/session.mjs");
const { loadRules } = await import("../../../../web/rulebook/index.mjs");
const { loadCards } = await import("../../../../web/core/card_catalogue.mjs");
const { credential } = await import("../../../../web/core/session.mjs");
const { clockText } = await import("../../../../web/play/table_terms.mjs");
const { shortcuts } = await import("../../../../web/play/shortcuts.mjs");
const page = await import("../../../../web/pages/table_page.mjs");
await loadWords(...page.words, "tournament", "rulebook");
await loadRules();

const { decisions } = JSON.parse(readFileSync(new URL("../support/play_decisions.json", import.meta.url), "utf8"));
const NAMES = ["Ann", "Bob", "Óscar", "dee", "Eve", "Ian", "Uma", "Zoé"];
let serial = 0;
let box;

const tableOf = (view, more = {}) => ({
  id: "game_1", name: "", status: "RUNNING", players: view.seats.length, edition: view.edition.toUpperCase(), visibility: "PUBLIC", spectatorDelayMs: 0, yourSeat: null, rated: false,
  clock: { kind: "DECISION", limitMs: 30_000, bankMs: null, incrementMs: null }, timeout: "DEFAULT_ACTION", tournament: null, result: null, commitment: null, rematch: null,
  scenario: null, cast: view.cast, uniques: view.uniques, options: view.options, correction: null,
  seats: view.seats.map((_, seat) => ({ seat, kind: ["HUMAN", "AI", "BOT"][seat % 3], level: null, left: seat === 5 ? "resigned" : null, bankMs: null, reserved: null,
    player: seat % 3 === 1 ? { name: "planner", level: "PLANNER", account: null } : { name: NAMES[seat], level: null, account: `account_${seat}` } })),
  ...more,
});

/** Open the page on a recorded decision, as its seat sees it. */
async function open({ position: view, viewer, prices = {} }, more = {}, seat = viewer) {
  const id = more.id ?? `game_${++serial}`;
  if (box) render(null, box);
  document.body.replaceChildren();
  asked.length = 0;
  answers.PlayTable = { table: { ...tableOf(view, more), id, yourSeat: seat } };
  answers.WhyNot = ({ actions }) => ({ whyNot: actions.map((text) => ({ text, legal: false, rule: "S5.1", why: `${text}: not now (S5.1)` })) });
  answers.PlayLog = { frames: [] };
  answers.PlayPricedMove = () => new Promise(() => undefined);
  await loadCards(view.edition);
  box = document.body.appendChild(document.createElement("main"));
  render(html`<${page.default} params=${{ id }} />`, box);
  await settled();
  const shown = seat === null ? { ...view, decision: { seat: view.decision.seat, kind: view.decision.kind } } : view;
  Socket.opened.at(-1).tell({
    events: { type: "EVENTS", number: 7, at: Date.now(), events: [{ number: 7, kind: "gain", seat: 0, facts: { json: { gold: 2, why: "gather" } } }],
      position: { number: 7, seat, status: "RUNNING", notation: shown, decision: { seat: view.decision.seat, kind: view.decision.kind, n: view.n, asked: 0, deadline: more.deadline ?? null,
        actions: seat === viewer ? view.decision.actions?.map((text) => ({ text, price: prices[text] ?? 0 })) : null }, result: null } },
  });
  await settled();
  return id;
}

const of = (edition, kind, fits = () => true) => decisions.find((one) => one.position.edition === edition && one.position.decision.kind === kind && fits(one.position));
const can = (verb) => (view) => view.decision.actions.some((text) => text.startsWith(verb));
const button = (selector) => box.querySelector(selector) ?? assert.fail(`there is no ${selector}: ${lines(box.querySelector("#decision") ?? box).join("\n")}`);
const press = async (selector) => {
  const event = button(selector).click();
  await settled();
  return event;
};
const key = async (name, more = {}) => {
  const event = (document.activeElement ?? document.body).fire("keydown", { key: name, ...more });
  await settled();
  return event;
};
const moves = () => asked.filter(([name]) => name === "PlayPricedMove").map(([, { input }]) => input.actions[0].text);
beforeEach(() => { shortcuts.value = true; });
after(() => { if (box) render(null, box); });

test("a table is drawn as people have looked at it, to players of both editions and to whoever looks on", async () => {
  const kept = [];
  const chosen = [
    [of("modern", "turn", can("warrants")), {}], [of("classic", "turn", can("exchange")), { rated: true, name: "The cup" }], [of("modern", "theater"), {}],
    [of("classic", "turn", can("destroy")), {}, null], [of("modern", "keep"), {}], [of("classic", "keep"), { spectatorDelayMs: 5000 }, null],
  ];
  for (const [one, more, seat] of chosen) {
    await open(one, more, seat);
    kept.push(`-- ${one.position.edition} ${one.position.decision.kind} ${seat === null ? "of another" : "of one’s own"}`, ...lines(box));
  }
  assertKept("table", kept);
});

test("every button of every recorded decision is there, and a press on it takes its action or opens its step", async () => {
  const kept = [];
  for (const one of decisions.filter((_, at) => at % 11 === 0)) {
    await open(one);
    const buttons = box.querySelector("#decision").querySelectorAll("button").filter((each) => ["data-action", "data-opens", "data-refused"].some((name) => each.hasAttribute(name)));
    kept.push(`-- ${one.position.edition} ${one.position.decision.kind}`, ...buttons.map((each) => ["data-action", "data-opens", "data-refused", "data-digit", "aria-keyshortcuts", "aria-disabled"].map((name) => each.getAttribute(name) ?? "").join(" | ")));
  }
  assertKept("buttons", kept);
});

test("an action is taken by a press, once, and nothing else can be pressed until it is answered", async () => {
  await open(of("modern", "turn", (view) => can("gold")(view) && can("draw")(view)));
  assert.deepEqual([button("#decision").getAttribute("data-mine"), button("#decision").getAttribute("aria-busy")], ["true", "false"]);
  await press('.bar-row [data-action="gold"]');
  assert.deepEqual([moves(), button("#decision").getAttribute("aria-busy")], [["gold"], "true"]);
  await press('.bar-row [data-action="draw"]');
  assert.deepEqual(moves(), ["gold"]);
  assert.equal(button('[data-action="draw"]').getAttribute("aria-disabled"), "true");
});

test("a step is opened, aims at the board, goes back, and ends in an action", async () => {
  const one = of("modern", "turn", can("destroy"));
  await open(one);
  await press('[data-opens="verb:destroy"]');
  assert.equal(button("#decision").getAttribute("data-armed"), "true");
  assert.ok(button(".step").getAttribute("data-step") === "verb:destroy" && button(".table-main.armed"));
  const target = one.position.decision.actions.find((text) => text.startsWith("destroy"));
  await press("[data-back]");
  assert.ok(!box.querySelector(".step"));
  await press('[data-opens="verb:destroy"]');
  await key("Escape");
  assert.ok(!box.querySelector(".step"));
  await press('[data-opens="verb:destroy"]');
  await press(`#board [data-action="${target}"]`);
  assert.deepEqual(moves(), [target]);
});

test("keys do what buttons do: letters the verbs, digits the cards, and the end asks first where something is left", async () => {
  const one = of("modern", "turn", (view) => can("end")(view) && can("build")(view));
  await open(one);
  assert.equal((await key("x")).defaultPrevented, false);
  const letter = button('.bar-row [data-action="end"]').getAttribute("aria-keyshortcuts");
  await key(letter);
  assert.deepEqual([moves(), button(".still").getAttribute("data-still")], [[], "true"]);
  assert.notEqual(button(".still").textContent, "");
  await key("Escape");
  assert.equal(button(".still").textContent, "");
  await key(letter);
  await key(letter);
  assert.deepEqual(moves(), ["end"]);
  await open(of("modern", "pick"));
  const first = button('.offers [data-digit="2"]');
  await key("2");
  assert.deepEqual(moves(), [first.getAttribute("data-action") ?? first.querySelector("[data-action]").getAttribute("data-action")]);
  shortcuts.value = false;
  await open(of("modern", "pick"));
  await key("2");
  assert.deepEqual(moves(), []);
  await open(of("modern", "pick"));
  shortcuts.value = true;
  await key("2", { ctrlKey: true });
  assert.deepEqual(moves(), []);
});

test("all actions stand in a list, and a press takes one", async () => {
  const one = of("modern", "keep");
  await open(one);
  const details = button(".all-actions");
  details.open = true;
  details.fire("toggle");
  await settled();
  assert.deepEqual(details.querySelectorAll("[data-listed]").map((each) => each.getAttribute("data-action")), one.position.decision.actions);
  details.querySelectorAll("[data-listed]")[1].click();
  await settled();
  assert.deepEqual(moves(), [one.position.decision.actions[1]]);
});

test("a move that was not taken is told, and can be put away", async () => {
  const one = of("modern", "turn", (view) => can("gold")(view));
  for (const [code, found] of [["conflict", ".moved-on"], ["not_your_turn", ".moved-on"], ["forbidden", "[data-problem=forbidden]"]]) {
    await open(one);
    answers.PlayPricedMove = { fault: code };
    await press('.bar-row [data-action="gold"]');
    assert.ok(box.querySelector(found), `${code}: ${lines(box.querySelector("#decision")).slice(0, 40).join("\n")}`);
    await press(`${found} button`);
    assert.ok(!box.querySelector(found), code);
  }
});

test("a decision can be folded away, and the next one stands open again", async () => {
  await open(of("modern", "keep"));
  assert.deepEqual([button(".fold").getAttribute("aria-expanded"), button("#decision").matches(".folded")], ["true", false]);
  await press(".fold");
  assert.deepEqual([button(".fold").getAttribute("aria-expanded"), button("#decision").matches(".folded")], ["false", true]);
  await press(".fold");
  assert.equal(button("#decision").matches(".folded"), false);
});

test("the focus comes to one’s own decision, and the window’s title says so", async () => {
  document.title = "Table";
  await open(of("modern", "keep"));
  assert.ok(document.activeElement === button("#decision"));
  assert.equal(document.title, "● Table");
  await open(of("modern", "keep"), {}, null);
  assert.equal(document.title, "Table");
});

test("a table that is not there, or not for everybody, says so", async () => {
  for (const code of ["not_found", "forbidden", "sealed", "later"]) {
    answers.PlayTable = { fault: code };
    if (box) render(null, box);
    box = document.body.appendChild(document.createElement("main"));
    render(html`<${page.default} params=${{ id: `gone_${code}` }} />`, box);
    await settled();
    assert.equal(button("[data-gone]").getAttribute("data-gone"), code);
    assert.equal(box.querySelector("a[href='/new']") === null, code === "later");
  }
  answers.PlayTable = { table: null };
  render(null, box);
  render(html`<${page.default} params=${{ id: "gone_none" }} />`, box);
  await settled();
  assert.equal(button("[data-gone]").getAttribute("data-gone"), "not_found");
});

test("another credential asks for the table anew", async () => {
  await open(of("modern", "keep"));
  const before = asked.filter(([name]) => name === "PlayTable").length;
  become({ id: "account_2", name: "Bob", kind: "guest" }, "other");
  await settled();
  assert.equal(asked.filter(([name]) => name === "PlayTable").length, before + 1);
});

test("the clock of a decision is drawn, and says aloud when it is short", async () => {
  const drawn = () => {
    const one = button("[data-clock]");
    return [one.getAttribute("class"), one.children[0].textContent.replace(/\d\d?$/, ""), one.querySelector("[role=alert]").textContent !== ""];
  };
  /** As it is at its next beat, a quarter of a second later at most. */
  const clock = async (ms, state, seat) => {
    await open(of("modern", "keep"), { deadline: Date.now() + ms }, seat);
    for (let tries = 0; tries < 200 && drawn()[0] !== `clock ${state}`; tries++) await new Promise((done) => setTimeout(done, 10));
    return drawn();
  };
  assert.deepEqual(await clock(1_770_000, "calm"), ["clock calm", "29:", false]);
  assert.deepEqual(await clock(25_000, "near"), ["clock near", "0:", false]);
  assert.deepEqual(await clock(9_000, "soon"), ["clock soon", "0:", true]);
  assert.deepEqual(await clock(9_000, "soon", null), ["clock soon", "0:", false]);
  assert.match((await clock(2.5 * 86_400_000, "calm"))[1], /^2 days/);
  await open(of("modern", "keep"));
  assert.equal(box.querySelector("[data-clock]") === null, true);
  assertKept("clocks", [
    { kind: "DECISION", limitMs: 30_000 }, { kind: "BANK", bankMs: 600_000, incrementMs: 2000 }, { kind: "CORRESPONDENCE", limitMs: 172_800_000 }, { kind: "NONE" },
    { kind: "DECISION" }, { kind: "BANK" }, { kind: "CORRESPONDENCE" },
  ].map(clockText));
});

test("what was before is asked for once, however many frames come", async () => {
  answers.PlayLog = ({ after: from }) => ({ frames: from < 5 ? [{ number: from + 3, events: [{ number: from + 1, kind: "gain", seat: 0, facts: { json: { gold: 1, why: "tax" } } }] }] : [] });
  const one = of("modern", "keep");
  await open(one);
  answers.PlayLog = ({ after: from }) => ({ frames: from < 5 ? [{ number: from + 3, events: [] }] : [] });
  for (const number of [8, 9]) {
    Socket.opened.at(-1).tell({ events: { type: "EVENTS", number, at: Date.now(), events: [{ number, kind: "gain", seat: 0, facts: { json: { gold: 1, why: "tax" } } }] } });
    await settled();
  }
  assert.deepEqual(asked.filter(([name]) => name === "PlayLog").map(([, variables]) => variables.after), [0]);
  assert.equal(box.querySelectorAll(".log li[data-n]").length, 3);
});

test("a waiting room is drawn as people have looked at it, and each button asks for what it says", async () => {
  const one = of("modern", "turn", (view) => view.seats.length === 4);
  const seats = (kinds) => kinds.map((kind, seat) => ({ seat, kind, level: null, left: null, bankMs: null, reserved: null, player: /OPEN|RESERVED/.test(kind) ? null : { name: NAMES[seat], level: null, account: `account_${seat}` } }));
  const room = async (kinds, yourSeat, more = {}) => {
    if (box) render(null, box);
    const id = `game_${++serial}`;
    answers.PlayTable = { table: { ...tableOf(one.position, { status: "OPEN", start: "DEMAND", creator: { account: "account_2" }, seats: seats(kinds), visibility: "PRIVATE", tournament: null, ...more }), id, yourSeat } };
    asked.length = 0;
    box = document.body.appendChild(document.createElement("main"));
    render(html`<${page.default} params=${{ id }} />`, box);
    await settled();
    return id;
  };
  const kept = [];
  become({ id: "account_9", name: "Ida", kind: "guest" }, "s9");
  await room(["HUMAN", "OPEN", "RESERVED", "AI"], null);
  kept.push("-- to who may come", ...lines(box));
  answers.JoinTable = ({ input }) => ({ joinTable: { table: { yourSeat: input.seat } } });
  const id = await room(["HUMAN", "OPEN", "RESERVED", "AI"], null);
  await press("[data-join]");
  assert.deepEqual(asked.filter(([name]) => name === "JoinTable").map(([, { input }]) => input), [{ table: id, seat: 1 }]);
  become({ id: "account_2", name: "Ann", kind: "guest" }, "s2");
  await room(["HUMAN", "HUMAN", "BOT", "AI"], 0);
  kept.push("-- to who has made it, full", ...lines(box).slice(0, 60));
  await room(["HUMAN", "OPEN", "OPEN", "RESERVED"], 0);
  kept.push("-- to who has made it", ...lines(box).slice(0, 70));
  await room(["HUMAN", "HUMAN", "BOT", "RESERVED"], 0, { start: "FULL" });
  kept.push("-- kept", ...lines(box).filter((line) => /lead|data-/.test(line)));
  await room(["HUMAN", "HUMAN", "BOT", "AI"], 0, { start: "FULL" });
  kept.push("-- starting", ...lines(box).filter((line) => /lead|data-/.test(line)));
  assertKept("waiting", kept);
  for (const [operation, field, selector, kinds] of [["SeatAi", "seatAi", "[data-seat-ai]", ["HUMAN", "OPEN", "BOT", "AI"]], ["StartTable", "startTable", "[data-start]", ["HUMAN", "BOT", "BOT", "AI"]], ["LeaveTable", "leaveTable", "[data-leave]", ["HUMAN", "OPEN", "BOT", "AI"]]]) {
    answers[operation] = { [field]: { table: {} } };
    const at = await room(kinds, 0);
    await press(selector);
    assert.deepEqual(asked.filter(([name]) => name === operation).map(([, { input }]) => input), [{ table: at, ...(operation === "SeatAi" ? { seat: 1, level: "GREEDY" } : {}) }]);
  }
  answers.AbortTable = { abortTable: { table: { status: "ABORTED" } } };
  await room(["HUMAN", "OPEN", "BOT", "AI"], 0);
  await press("[data-call-off]");
  assert.equal(asked.some(([name]) => name === "AbortTable"), false);
  await press("[data-confirm=abort]");
  assert.equal(asked.filter(([name]) => name === "AbortTable").length, 1);
  answers.MakeInviteLink = { makeInviteLink: { invite: "secret" } };
  const made = await room(["HUMAN", "OPEN", "BOT", "AI"], 0);
  box.querySelectorAll("button").find((each) => /link/i.test(each.textContent) && !each.hasAttribute("data-call-off")).click();
  await settled();
  assert.ok(box.textContent.includes("Copy") || box.querySelector("code, input, .copy"), made);
});

test("a game that is over shows its result, and from there one goes on", async () => {
  const one = of("modern", "turn", (view) => view.seats.length === 4);
  answers.PlayScores = { replay: { scores: [10, 30, 20, 30].map((total) => ({ total, lines: [{ for: "districts", points: total - 3 }, { for: "five_types", points: 3 }] })) } };
  answers.RematchTable = { rematchTable: { table: { id: "game_again" } } };
  const kept = [];
  for (const [yourSeat, places, more] of [[1, [[1, 3], [2], [0]], {}], [3, [[3], [1], [2], [0]], { tournament: "cup_1" }], [null, [[1, 3], [2], [0]], { rematch: "game_next" }], [0, [[1], [3], [2], [0]], {}]]) {
    await open({ ...one, position: { ...one.position, phase: "over", decision: { ...one.position.decision } } }, { status: "OVER", id: "game_over", result: { places, totals: [10, 30, 20, 30], left: [0] }, ...more }, yourSeat);
    kept.push(`-- ${yourSeat}`, ...lines(button("[data-result]")));
  }
  assertKept("result", kept);
  await press("[data-rematch]");
  assert.equal(asked.filter(([name]) => name === "RematchTable").length, 1);
});

test("who plays may resign, call off before the first pick, come back, and ask what the keys are", async () => {
  for (const [name, field] of [["ResignTable", "resignTable"], ["AbortTable", "abortTable"], ["JoinTable", "joinTable"]]) answers[name] = { [field]: { table: {} } };
  const count = (operation) => asked.filter(([name]) => name === operation).length;
  await open(of("modern", "keep"));
  assert.deepEqual(["[data-resign]", "[data-abort]", "[data-come-back]"].map((one) => box.querySelector(one) !== null), [true, false, false]);
  await press("[data-resign]");
  assert.equal(count("ResignTable"), 0);
  await press("[data-confirm=resign]");
  assert.equal(count("ResignTable"), 1);
  const first = of("modern", "pick", (view) => view.round === 1);
  await open(first);
  assert.deepEqual(["[data-resign]", "[data-abort]"].map((one) => box.querySelector(one) !== null), [false, true]);
  await press("[data-abort]");
  await press("[data-confirm=abort]");
  assert.equal(count("AbortTable"), 1);
  await open(first, { tournament: "cup_1" });
  assert.deepEqual(["[data-resign]", "[data-abort]"].map((one) => box.querySelector(one) !== null), [true, false]);
  await open(of("modern", "keep"), {}, null);
  assert.deepEqual(["[data-resign]", "[data-abort]"].map((one) => box.querySelector(one) !== null), [false, false]);
  const taken = of("modern", "keep");
  const seats = tableOf(taken.position).seats.map((seat) => ({ ...seat, level: seat.seat === taken.viewer ? "GREEDY" : null }));
  await open(taken, { seats });
  await press("[data-come-back]");
  assert.equal(count("JoinTable"), 1);
  await key("h");
  assert.equal(box.querySelectorAll("dl.keys div").length, 17);
});

test("each kind of decision is drawn as people have looked at it, with its steps and with what cannot be done", async () => {
  const kept = [];
  const seen = new Set();
  const plain = () => lines(box.querySelector("#decision")).map((line) => line.trim())
    .filter((line) => /^<(section|h2|p class=hint|button|span class=(play-card|unseen|holding)|span aria-hidden=true class=(aside|card-count)|kbd|div (aria-label|class=step))/.test(line));
  for (const one of decisions) {
    const { edition, decision, turn } = one.position;
    const about = `${edition} ${decision.kind} ${decision.kind === "turn" ? decision.actions.map((text) => text.split(" ")[0]).find((verb) => !/^(gold|draw|build|end|income|bonus)$/.test(verb)) ?? turn.gathered : ""}`;
    if (seen.has(about)) continue;
    seen.add(about);
    await open(one);
    kept.push(`-- ${about}`, ...plain());
    for (const opener of box.querySelectorAll("#decision [data-opens]").slice(0, 2)) {
      opener.click();
      await settled();
      const step = box.querySelector(".step");
      if (!step) continue;
      kept.push(`-- ${about}: ${step.getAttribute("data-step")}`, ...step.querySelectorAll(".step-ask, .play-card, button").map((each) => `${each.getAttribute("class")} ${each.getAttribute("data-action") ?? each.getAttribute("data-opens") ?? each.getAttribute("data-refused") ?? each.getAttribute("data-token") ?? ""}: ${each.textContent.trim().replace(/\s+/g, " ")}`));
      const spots = box.querySelectorAll("#board [data-action], #board [data-opens], #board [data-refused]");
      kept.push(...spots.map((each) => `  on the board ${each.getAttribute("data-action") ?? each.getAttribute("data-opens") ?? each.getAttribute("data-refused")}`));
      await press("[data-back]");
    }
  }
  assertKept("asked", kept);
});

test("what cannot be done says why, with its rule, where one asks", async () => {
  const one = of("modern", "turn", (view) => can("build")(view) && can("end")(view));
  await open(one);
  const kept = [];
  for (const refused of box.querySelectorAll("#decision [data-refused]").slice(0, 3)) {
    refused.click();
    await settled();
    kept.push(`-- ${refused.getAttribute("data-refused")}`, ...box.querySelectorAll("[role=tooltip]").flatMap((each) => lines(each)));
    refused.click();
    await settled();
  }
  assert.ok(kept.length);
  assertKept("refused", kept);
});

test("a number chooses only what has it, arrows go from button to button, and the focus stays one stop", async () => {
  const one = of("modern", "turn", (view) => can("gold")(view) && can("draw")(view));
  await open(one);
  assert.equal((await key("9")).defaultPrevented, false);
  const buttons = () => box.querySelector(".bar-row").querySelectorAll("button");
  const stops = () => buttons().map((each) => each.tabIndex);
  assert.deepEqual(stops(), buttons().map((_, at) => (at ? -1 : 0)));
  buttons()[0].focus();
  const at = () => buttons().indexOf(document.activeElement);
  const move = async (name, more) => {
    const event = await key(name, more);
    return [at(), event.defaultPrevented];
  };
  const last = buttons().length - 1;
  assert.ok(last >= 1);
  assert.deepEqual([await move("ArrowRight"), await move("ArrowLeft"), await move("ArrowLeft"), await move("ArrowDown"), await move("ArrowUp"), await move("Home"), await move("End")],
    [[1, true], [0, true], [last, true], [0, true], [last, true], [0, true], [last, true]]);
  for (const name of ["altKey", "ctrlKey", "metaKey"]) assert.deepEqual(await move("ArrowLeft", { [name]: true }), [last, false], name);
  assert.deepEqual(stops(), buttons().map((_, one) => (one === last ? 0 : -1)));
  buttons()[0].focus();
  assert.deepEqual(stops(), buttons().map((_, one) => (one ? -1 : 0)));
  const row = box.querySelector(".bar-row");
  render(null, box);
  await settled();
  assert.deepEqual(row.heard, []);
});

test("a step that is opened has the focus, and what opened it has it again after the way back", async () => {
  await open(of("modern", "turn", can("destroy")));
  await press('[data-opens="verb:destroy"]');
  assert.ok(button(".step .offers").contains(document.activeElement));
  await key("Backspace");
  assert.equal(document.activeElement.getAttribute("data-opens"), "verb:destroy");
  document.title = "Table";
  const field = document.body.appendChild(document.createElement("input"));
  field.focus();
  await press('[data-opens="verb:destroy"]');
  assert.ok(document.activeElement === field);
  assert.equal((await key("Escape")).defaultPrevented, false);
  assert.ok(box.querySelector(".step"));
});

test("a second click of a double click and a key that is held choose nothing", async () => {
  const { isForTheGame, letterOf, onePress, useShortcuts } = await import("../../../../web/play/shortcuts.mjs");
  const on = (selector) => Object.assign(document.createElement("i"), { closest: (asked) => (asked.split(", ").includes(selector) ? {} : null) });
  const click = (detail, selector) => {
    let stopped = false;
    onePress.onClickCapture({ detail, target: on(selector), stopPropagation: () => { stopped = true; } });
    return stopped;
  };
  assert.deepEqual([click(1, "[data-action]"), click(2, "[data-action]"), click(2, "[data-opens]"), click(2, "[data-back]"), click(2, "a")], [false, true, true, true, false]);
  const held = (name, repeat, selector = "[data-action]") => {
    let prevented = false;
    onePress.onKeyDownCapture({ key: name, repeat, target: on(selector), preventDefault: () => { prevented = true; } });
    return prevented;
  };
  assert.deepEqual([held("Enter", true), held("Enter", false), held(" ", true), held("Enter", true, "a")], [true, false, false, false]);
  assert.equal(isForTheGame({ target: null }), true);
  assert.deepEqual(["a", "input", "select", "textarea", "dialog", "[contenteditable]", ".menu", "[popover]"].map((selector) => isForTheGame({ target: on(selector) })), [true, false, false, false, false, false, false, false]);
  for (const name of ["defaultPrevented", "ctrlKey", "metaKey", "altKey", "repeat"]) assert.equal(isForTheGame({ target: on("a"), [name]: true }), false, name);
  assert.deepEqual(["verb:gold", "verb:bonus", "verb:bonus cards", "verb:bonus gold", "verb:destroy", "verb:build"].map(letterOf), ["g", "x", "c", "x", "a", null]);
  useShortcuts(false);
  assert.deepEqual([shortcuts.value, localStorage.getItem("citadels.shortcuts")], [false, "off"]);
  useShortcuts(true);
  assert.deepEqual([shortcuts.value, localStorage.getItem("citadels.shortcuts")], [true, null]);
});

test("a game that ends before one’s eyes has the focus at its result, and one that had ended has not", async () => {
  const one = of("modern", "turn", (view) => view.seats.length === 4);
  answers.PlayScores = { fault: "not_found" };
  const over = { ...one, position: { ...one.position, phase: "over", decision: { ...one.position.decision } } };
  const result = { places: [[1], [2], [0], [3]], totals: [10, 30, 20, 5], left: [] };
  await open(over, { status: "OVER", result }, 1);
  assert.ok(document.activeElement === document.body);
  await open(one, {}, null);
  document.activeElement = document.body;
  answers.PlayTable = { table: { ...tableOf(one.position, { status: "OVER", result }), id: `game_${serial}`, yourSeat: 1 } };
  Socket.opened.at(-1).tell({ events: { type: "END", number: 9, at: Date.now(), events: [{ number: 9, kind: "end", seat: null, facts: { json: { places: result.places, totals: result.totals } } }] } });
  await settled();
  await settled();
  assert.equal(document.activeElement.getAttribute("id"), "result-title");
  answers.RematchTable = { fault: "conflict" };
  await press("[data-rematch]");
  assert.ok(button("[data-result]").querySelector("[data-problem=conflict]"));
});
