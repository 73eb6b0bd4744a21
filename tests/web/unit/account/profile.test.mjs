// What is known of a player, and of two who have met, drawn and asked for as it should be.
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
const { Profile } = await import("../../../../web/account/profile.mjs");
const { HeadToHead } = await import("../../../../web/account/head_to_head.mjs");
await loadWords("tournament", "account", "ui", "board");
await loadCards("MODERN");
await loadCards("CLASSIC");

async function shown(part) {
  const box = document.createElement("div");
  render(part, box);
  await settled();
  return box.childNodes.flatMap((one) => lines(one));
}

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
