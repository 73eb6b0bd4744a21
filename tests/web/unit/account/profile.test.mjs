// What is known of a player, of two who have met, and of a tournament that is followed, drawn and asked for as it should be.
import assert from "node:assert/strict";
import test, { mock } from "node:test";

import { lines, makePage, settled } from "../support/dom.mjs";
import { assertKept } from "../support/kept.mjs";
import { answers, asked, serve } from "../support/service.mjs";

makePage();
serve();
const { html, render } = await import("../../../../web/core/component.mjs");
const { loadWords } = await import("../../../../web/i18n/index.mjs");
const { loadCards } = await import("../../../../web/core/card_catalogue.mjs");
const { finish, names } = await import("../../../../web/tournament/tournament_state.mjs");
const { useThrottled } = await import("../../../../web/tournament/tournament_store.mjs");
const { Profile } = await import("../../../../web/account/profile.mjs");
const { HeadToHead } = await import("../../../../web/account/head_to_head.mjs");
const { TextToggle, asText } = await import("../../../../web/board/board_text.mjs");
await loadWords("contest", "ui", "board");
await loadCards("MODERN");
await loadCards("CLASSIC");

async function drawn(part) {
  const box = document.createElement("div");
  render(part, box);
  await settled();
  return box;
}
const shown = async (part) => (await drawn(part)).childNodes.flatMap((one) => lines(one));

const profile = {
  games: 1200, wins: 300, low: 0.2, high: 0.31, meanPlace: 2.3456,
  seats: [{ seat: 0, games: 8, wins: 4, low: 0.3, high: 0.7 }, { seat: 1, games: 0, wins: 0, low: null, high: null }],
  characters: [{ character: "king", games: 4, wins: 1, low: 0, high: 1.2, picks: 4 }, { character: "nobody", games: 1, wins: 1, low: null, high: null, picks: 1 }],
};

test("what a player has done is drawn as people have looked at it", async () => {
  const kept = [];
  for (const [edition, players, found] of [["MODERN", 4, profile], [null, null, { ...profile, meanPlace: null }], ["CLASSIC", 2, { ...profile, games: 1, seats: [], characters: [] }], [null, null, { ...profile, games: 0 }], [null, null, null]]) {
    answers.Profile = { profile: found };
    kept.push(`-- ${edition} ${players}`, ...await shown(html`<${Profile} account="account_1" edition=${edition} players=${players} />`));
  }
  answers.Profile = { fault: "not_found" };
  kept.push("-- nobody", ...await shown(html`<${Profile} account="account_2" edition=${null} players=${null} />`));
  assertKept("profile", kept);
});

test("how two have met is drawn as people have looked at it", async () => {
  mock.method(Date, "now", () => Date.UTC(2026, 0, 10));
  answers.Leaderboard = { leaderboard: { nodes: [{ player: { account: "account_1", name: "Ann" } }, { player: { account: "account_2", name: "Bob" } }, { player: { account: null, name: "greedy" } }] } };
  const met = {
    other: { name: "greedy", level: "GREEDY" }, games: 3, share: 0.625, low: 0.2, high: 0.9, ahead: 2, level: 1, behind: 0,
    recent: [[1, 2], [2, 2], [3, 1]].map(([place, otherPlace], at) => ({ table: `game_${at}`, at: Date.UTC(2026, 0, 9 - at), edition: at ? "CLASSIC" : "MODERN", seats: 4, place, otherPlace })),
  };
  const kept = [];
  for (const [chosen, found] of [["", null], ["house:greedy", met], ["account_9", { ...met, other: { name: "Cy", level: null } }], ["account_2", { ...met, games: 0 }], ["account_2", { ...met, share: null }], ["account_8", null]]) {
    answers.HeadToHead = { headToHead: found };
    kept.push(`-- ${chosen || "nobody"}`, ...await shown(html`<${HeadToHead} account="account_1" name="Ann" edition=${null} players=${4} chosen=${chosen} />`));
  }
  assertKept("met", kept);
  assert.ok(asked.filter(([name]) => name === "HeadToHead").every(([, { account, other, players }]) => account === "account_1" && other !== "" && players === 4));
  mock.restoreAll();
});

test("before its end a game has no places, and then the winner comes first", () => {
  assert.deepEqual(finish({ seats: ["a", "b"], result: null }), ["a", "b"].map((who, seat) => ({ seat, who, place: 0, total: null, left: false })));
  assert.deepEqual(finish({ seats: ["a", "b", "c"], result: { places: [[2, 0], [1]], totals: [20, 9, 20], left: [1] } }), [
    { seat: 2, who: "c", place: 1, total: 20, left: false }, { seat: 0, who: "a", place: 1, total: 20, left: false }, { seat: 1, who: "b", place: 3, total: 9, left: true },
  ]);
  const name = names([{ entrant: "a", name: "Ann" }], (one) => one.name, (level) => `<${level}>`);
  assert.deepEqual([name("a"), name("fill:greedy#2"), name("zzz")], ["Ann", "<greedy>", "zzz"]);
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
  mock.restoreAll();
});

test("the board in words is shown where it is asked for, and that is kept", async () => {
  const box = await drawn(html`<${TextToggle} />`);
  const pressed = () => box.querySelector("button").getAttribute("aria-pressed");
  assert.deepEqual([asText.value, pressed()], [false, "false"]);
  box.querySelector("button").click();
  await settled();
  assert.deepEqual([asText.value, pressed(), Boolean(localStorage.getItem("citadels.boardText") ?? localStorage.getItem("boardText"))], [true, "true", true]);
  box.querySelector("button").click();
  await settled();
  assert.deepEqual([asText.value, pressed(), localStorage.getItem("citadels.boardText") ?? localStorage.getItem("boardText")], [false, "false", null]);
});
