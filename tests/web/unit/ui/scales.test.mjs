// Charts say what the numbers say: every point within its band, every value in one bin, ticks that are round.
import assert from "node:assert/strict";
import test from "node:test";

import { bins, curve, range, share, thinned, ticks } from "../../../../web/ui/scales.mjs";

const points = [1500, 1540, 1525].map((value, at) => ({ at, value, low: value - 100, high: value + 80 }));

test("a share lies between nothing and all, and an empty range has a middle", () => {
  assert.deepEqual([share(5, 0, 10), share(-1, 0, 10), share(11, 0, 10), share(3, 3, 3)], [0.5, 0, 1, 0.5]);
});

test("ticks are round and within the range", () => {
  assert.deepEqual(ticks(1387, 1634, 4), [1400, 1500, 1600]);
  assert.deepEqual(ticks(0, 1, 4), [0, 0.25, 0.5, 0.75, 1]);
  assert.deepEqual(ticks(3, 3), [3]);
});

test("the range holds every interval whole", () => {
  const { from, to } = range(points);
  assert.ok(from < 1400 && to > 1620);
  assert.deepEqual(range([]), { from: 0, to: 1 });
});

test("the line goes from edge to edge inside its band", () => {
  const { line, band, places } = curve(points, { from: 1400, to: 1700 });
  assert.deepEqual(places.map((one) => one.x), [0, 50, 100]);
  assert.equal(line, "M0 66.67L50 53.33L100 58.33");
  assert.equal(band.startsWith("M0 40L50 26.67L100 31.67L100 91.67L50 86.67L0 100Z"), true, band);
  assert.deepEqual(curve([]).places, []);
  assert.equal(curve([points[0]]).places[0].x, 50);
});

test("long histories are thinned and keep both ends", () => {
  const many = Array.from({ length: 1001 }, (_, n) => n);
  const few = thinned(many, 11);
  assert.deepEqual([few.length, few[0], few[10]], [11, 0, 1000]);
  assert.deepEqual(thinned([1, 2], 11), [1, 2]);
});

test("every value falls into one bin", () => {
  const values = [868, 1298, 1500, 1564, 1634, 1500];
  const found = bins(values, 8);
  assert.equal(found.reduce((sum, one) => sum + one.count, 0), values.length);
  for (const one of found) assert.equal(one.count,
    values.filter((value) => value >= one.from && (value < one.to || one === found.at(-1))).length);
  assert.deepEqual(bins([5]), [{ from: 5, to: 6, count: 1 }]);
  assert.deepEqual(bins([]), []);
});

test("two points stand at both ends, one in the middle", () => {
  const points = [1, 2].map((value) => ({ at: 0, value, low: value, high: value }));
  assert.deepEqual(curve(points).places.map((one) => one.x), [0, 100]);
  assert.deepEqual(curve(points.slice(1)).places.map((one) => one.x), [50]);
});
