// The pages of a tournament draw what its figures say, and what people have looked at.
import assert from "node:assert/strict";
import test from "node:test";

import { lines, makePage, settled } from "../support/dom.mjs";
import { assertKept } from "../support/kept.mjs";

makePage();
const { html, render } = await import("../../../../web/core/component.mjs");
const { loadWords } = await import("../../../../web/i18n/index.mjs");
const charts = await import("../../../../web/ui/plots.mjs");
const figures = await import("../../../../web/tournament/figures.mjs");
const { Standings } = await import("../../../../web/tournament/standings_table.mjs");
const { bins, curve, range, share, thinned, ticks } = await import("../../../../web/ui/scales.mjs");
await loadWords("tournament", "ui");

const names = { a: "Ann", b: "Bob", c: "Cy", d: "Greedy" };
const name = (id) => names[id] ?? id;

function drawn(part) {
  const box = document.createElement("div");
  render(part, box);
  return box;
}
const shown = (part) => drawn(part).childNodes.flatMap((one) => lines(one));

const standing = (entrant, place, more = {}) => ({
  entrant, name: name(entrant), place, points: 3.256, mean: 0.8, games: 4, wins: 2.55, meanPlace: 1.5, score: 21.25, margin: 3.5, byes: 0, faults: 0, forfeits: 0,
  withdrawn: null, ...more,
});
const result = {
  standings: ["a", "b", "c"].map((entrant, at) => standing(entrant, at + 1)),
  crosstable: [], better: [
    { first: "a", second: "b", share: 0.9, gap: 0.2, low: 0.1, high: 0.3, deals: 8 }, { first: "b", second: "a", share: 0.1, gap: -0.2, low: -0.3, high: -0.1, deals: 8 },
    { first: "a", second: "c", share: 0.5, gap: 0, low: -0.1, high: 0.1, deals: 8 }, { first: "c", second: "a", share: 0.5, gap: 0, low: -0.1, high: 0.1, deals: 8 },
    { first: "b", second: "c", share: null, gap: null, low: null, high: null, deals: 0 }, { first: "c", second: "b", share: null, gap: null, low: null, high: null, deals: 0 },
    { first: "a", second: "d", share: 0.6, gap: 0.1, low: 0, high: 0.3, deals: 1 },
  ],
  ratings: [{ entrant: "a", rating: 1612.4, low: 1500.2, high: 1700.7, games: 1 }, { entrant: "b", rating: 1400, low: null, high: null, games: 12 }, { entrant: "c", rating: 1500, low: null, high: null, games: 0 }],
  wins: [{ entrant: "a", wins: 0.5, low: 0.25, high: 0.75, games: 8 }, { entrant: "b", wins: 0.125, low: null, high: null, games: 1 }, { entrant: "c", wins: 0, low: null, high: null, games: 0 }],
  seats: { seats: [{ seat: 0, points: 0.55, low: 0.5, high: 0.65, wins: 3, games: 8 }, { seat: 1, points: 0.45, low: null, high: null, wins: 0, games: 0 }], chance: 0.031, deals: 4 },
  characters: [{ character: "king", wins: 0.3, low: 0.2, high: 0.4, picks: 12, share: 0.125 }, { character: "thief", wins: 0.1, low: null, high: null, picks: 1, share: 0.01 }],
  gain: { paired: 0.0123, unpaired: 0.0456, factor: 3.7 }, sequential: { first: "a", second: "b", verdict: "better", gap: 0.12, low: 0.01, high: 0.23, deals: 40, alpha: 0.05, beta: 0.1 },
};

test("the figures of a tournament are drawn as people have looked at them", () => {
  const { Characters, Crosstable, Gain, Ratings, Seats, Wins } = figures;
  const cards = { character: (id) => ({ name: `*${id}*` }) };
  const crosstable = [
    { row: "a", column: "b", games: 8, points: 5, ahead: 0.7512, low: 0.6049, high: 0.9 }, { row: "a", column: "c", games: 1, points: 5, ahead: 0.25, low: null, high: null }, { row: "b", column: "a", games: 2, points: 1, ahead: 0.5, low: 0.1, high: null },
    { row: "c", column: "b", games: 2, points: 1, ahead: 0.4999, low: null, high: 0.9 },
  ];
  const seats = (more) => ({ ...result, seats: { ...result.seats, ...more } });
  const parts = [
    html`<${Crosstable} figures=${{ ...result, crosstable }} name=${name} />`, html`<${Crosstable} figures=${result} name=${name} />`,
    html`<${Crosstable} figures=${{ ...result, crosstable, better: [] }} name=${name} />`,
    html`<${Ratings} figures=${result} name=${name} />`, html`<${Ratings} figures=${{ ratings: [] }} name=${name} />`,
    html`<${Wins} figures=${result} name=${name} seats=${4} />`, html`<${Wins} figures=${{ wins: [] }} name=${name} seats=${4} />`,
    html`<${Wins} figures=${{ wins: [{ entrant: "a", wins: 1.2, low: null, high: null, games: 2 }] }} name=${name} seats=${2} />`,
    html`<${Seats} figures=${result} />`, html`<${Seats} figures=${seats({ chance: null })} />`, html`<${Seats} figures=${seats({ chance: 0.05 })} />`, html`<${Seats} figures=${seats({ chance: 0.1, deals: 1 })} />`,
    html`<${Seats} figures=${seats({ seats: [] })} />`,
    html`<${Characters} figures=${result} cards=${cards} seats=${4} />`, html`<${Characters} figures=${result} cards=${null} seats=${4} />`, html`<${Characters} figures=${{ characters: [] }} cards=${cards} seats=${4} />`,
    html`<${Gain} figures=${result} name=${name} />`, html`<${Gain} figures=${{ gain: null, sequential: null }} name=${name} />`,
    html`<${Gain} figures=${{ gain: { paired: 0.01, unpaired: 0.02, factor: null }, sequential: null }} name=${name} />`,
    html`<${Gain} figures=${{ gain: { paired: 0.01234, unpaired: 0.01, factor: 1.04 }, sequential: { ...result.sequential, verdict: null, gap: null } }} name=${name} />`,
    html`<${Gain} figures=${{ gain: { paired: 0.01, unpaired: 0.01, factor: 1.05 }, sequential: null }} name=${name} />`,
  ];
  assertKept("figures", parts.flatMap((part, at) => [`-- ${at}`, ...shown(part)]));
});

test("the standings are drawn as people have looked at them", () => {
  const entrants = [{ entrant: "a", name: "Ann", level: null, account: "account_1" }, { entrant: "b", name: "greedy", level: "GREEDY" }];
  const rows = [
    [standing("a", 1), standing("b", 2, { mean: 0.4, games: 0, margin: -1 }), standing("c", 3, { mean: 0, withdrawn: "withdrawn by its owner" })],
    [standing("a", 1, { byes: 1 }), standing("b", 2, { faults: 2 })], [standing("a", 1, { forfeits: 1, games: 1200 })], [],
  ];
  assertKept("standings", rows.flatMap((standings, at) => [`-- ${at}`, ...shown(html`<${Standings} standings=${standings} entrants=${entrants} points="PLACE" />`)]));
});

const points = [1500, 1540, 1525, 1490].map((value, at) => ({ at, value, low: value - 100, high: value + 80 }));

test("a line is read by its points, with the pointer and with the keys", async () => {
  const box = drawn(html`<${charts.LineBand} points=${points} label="Rating" told=${(one) => `told ${one.value}`} value=${(one) => `v${one}`} moment=${(one) => `m${one}`} />`);
  const area = () => box.querySelector(".chart-area");
  const read = () => [area().getAttribute("aria-valuenow"), box.querySelector(".chart-told").textContent, box.querySelectorAll(".chart-cursor").map((one) => one.getAttribute("x1"))];
  const after = async (act) => {
    const event = act();
    await settled();
    return [...read(), event?.defaultPrevented];
  };
  const kept = ["at first", ...box.childNodes.flatMap((one) => lines(one))];
  assert.deepEqual(read(), ["3", "told 1490", []]);
  area().box = { left: 100, right: 400 };
  assert.deepEqual(await after(() => area().fire("pointermove", { clientX: 190 })), ["1", "told 1540", ["33.333333333333336"], false]);
  kept.push("with the pointer on it", ...box.childNodes.flatMap((one) => lines(one)));
  assert.deepEqual(await after(() => area().fire("keydown", { key: "ArrowRight" })), ["2", "told 1525", ["66.66666666666667"], true]);
  assert.deepEqual(await after(() => area().fire("keydown", { key: "End" })), ["3", "told 1490", ["100"], true]);
  assert.deepEqual(await after(() => area().fire("keydown", { key: "ArrowRight" })), ["3", "told 1490", ["100"], true]);
  assert.deepEqual(await after(() => area().fire("keydown", { key: "Home" })), ["0", "told 1500", ["0"], true]);
  assert.deepEqual(await after(() => area().fire("keydown", { key: "ArrowLeft" })), ["0", "told 1500", ["0"], true]);
  assert.deepEqual(await after(() => area().fire("keydown", { key: "x" })), ["0", "told 1500", ["0"], false]);
  assert.deepEqual(await after(() => area().fire("keydown", { key: "Escape" })), ["3", "told 1490", [], false]);
  assert.deepEqual(await after(() => area().fire("keydown", { key: "ArrowLeft" })), ["3", "told 1490", ["100"], true]);
  assert.deepEqual(await after(() => area().fire("pointerleave")), ["3", "told 1490", [], false]);
  await after(() => area().fire("keydown", { key: "Home" }));
  assert.deepEqual(await after(() => area().fire("blur")), ["3", "told 1490", [], false]);
  assertKept("line", kept);
  assert.deepEqual(shown(html`<${charts.LineBand} points=${[]} label="" told=${String} />`), []);
  const many = Array.from({ length: 500 }, (_, at) => ({ at, value: at, low: at, high: at }));
  assert.equal(drawn(html`<${charts.LineBand} points=${many} label="" told=${(one) => String(one.at)} />`).querySelector(".chart-area").getAttribute("aria-valuemax"), "239");
});

test("intervals, heat and steps are drawn as people have looked at them", () => {
  const { HeatMap, Histogram, Interval } = charts;
  const cell = (row, column) => (column === 2 ? null : { heat: row === 0 ? 0.8 : row === 1 ? 0.5 : 0.1, text: `${row}${column}`, small: column ? "s" : "", title: "title" });
  assertKept("charts", [
    html`<${Interval} value=${1500} low=${1400} high=${1600} from=${1000} to=${2000} middle=${1450} />`, html`<${Interval} value=${0.5} low=${null} high=${0.5} from=${0} to=${1} />`,
    html`<${Interval} value=${0.25} low=${0.25} high=${0.252} from=${0} to=${1} />`, html`<${Interval} value=${0.25} low=${0.1} high=${null} from=${0} to=${1} middle=${0} />`,
    html`<${HeatMap} label="heat" corner="c" names=${["Ann", "Bob", "Cy"]} cell=${cell} legend=${["less", "more", "far"]} />`,
    html`<${HeatMap} label="heat" corner="c" names=${["Ann", "Bob"]} short=${["1", "2"]} cell=${cell} legend=${["less", "more", "far"]} />`,
    html`<${Histogram} label="steps" bins=${bins([1, 2, 2, 9], 4)} told=${(one) => `${one.from}-${one.to}: ${one.count}`} value=${(one) => `v${one}`} />`,
    html`<${Histogram} label="none" bins=${[]} told=${String} />`, html`<${Histogram} label="empty" bins=${[{ from: 0, to: 1, count: 0 }]} told=${(one) => String(one.count)} />`,
  ].flatMap((part, at) => [`-- ${at}`, ...shown(part)]));
});

test("scales hold all that they are made of", () => {
  assert.deepEqual(range(points), { from: 1390 - 13.8, to: 1620 + 13.8 });
  assert.deepEqual(range([{ value: 5, low: 5, high: 5 }]), { from: 5 - 1e-9, to: 5 + 1e-9 });
  assert.deepEqual([range([]), thinned([1, 2, 3], 3), thinned([0, 1, 2, 3, 4], 3), thinned([0, 1, 2, 3], 3)], [{ from: 0, to: 1 }, [1, 2, 3], [0, 2, 4], [0, 2, 3]]);
  assert.deepEqual(curve([{ value: 1, low: 0, high: 2 }], { from: 0, to: 2 }), { line: "M50 50", band: "M50 0L50 100Z", places: [{ x: 50, y: 50 }] });
  assert.deepEqual(curve([{ value: 1, low: 0, high: 2 }, { value: 2, low: 1, high: 2 }, { value: 0, low: 0, high: 1 }], { from: 0, to: 2 }),
    { line: "M0 50L50 0L100 100", band: "M0 0L50 0L100 50L100 100L50 50L0 100Z", places: [{ x: 0, y: 50 }, { x: 50, y: 0 }, { x: 100, y: 100 }] });
  assert.deepEqual(curve([]), { line: "", band: "", places: [] });
  assert.deepEqual(bins([0, 1, 2, 3, 4, 4], 4).map((one) => [one.from, one.count]), [[0, 1], [1, 1], [2, 1], [3, 1], [4, 2]]);
  assert.deepEqual(bins([5, 5]), [{ from: 5, to: 6, count: 2 }]);
  assert.deepEqual([bins([]), bins([12, 47], 4).map((one) => [one.from, one.to, one.count])], [[], [[10, 20, 1], [20, 30, 0], [30, 40, 0], [40, 50, 1]]]);
  assert.deepEqual([ticks(0, 10, 5), ticks(-1, 1, 4), ticks(0.1, 0.35, 5), ticks(12, 13, 2), ticks(0, 1000, 3), ticks(7, 3, 4)],
    [[0, 2, 4, 6, 8, 10], [-1, -0.5, 0, 0.5, 1], [0.1, 0.15, 0.2, 0.25, 0.3, 0.35], [12, 12.5, 13], [0, 500, 1000], ticks(7, 3, 4)]);
  assert.deepEqual([share(3, 2, 4), share(3, 4, 2), share(1, 1, 1)], [0.5, share(3, 4, 2), 0.5]);
});
