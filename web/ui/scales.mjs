/**
 * The geometry of the charts: pure functions of numbers.
 *
 * All lengths are in parts of the plot, from 0 (left, below) to 100 (right, above), so that a chart fits any width
 * without being measured.
 *
 * @typedef {{ at: number, value: number, low: number, high: number }} Point  a value with its interval, at a moment
 */

/**
 * Where a value lies between two others, from 0 to 1, and no further.
 * @param {number} value
 * @param {number} from
 * @param {number} to
 * @returns {number}
 */
export function share(value, from, to) {
  if (!(to > from)) return 0.5;
  return Math.min(1, Math.max(0, (value - from) / (to - from)));
}

/**
 * Round numbers that cover a range, about so many.
 * @param {number} from
 * @param {number} to
 * @param {number} [count]
 * @returns {number[]}
 */
export function ticks(from, to, count = 4) {
  if (!(to > from)) return [from];
  const rough = (to - from) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((one) => one >= rough) ?? 10 * power;
  const found = [];
  for (let at = Math.ceil(from / step - 1e-9); at * step <= to + step * 1e-9; at += 1) found.push(at * step);
  return found.map((one) => Number(one.toPrecision(12)));
}

/**
 * The range that holds all points with their intervals, with a little room on both sides.
 * @param {readonly Point[]} points
 * @returns {{ from: number, to: number }}
 */
export function range(points) {
  if (points.length === 0) return { from: 0, to: 1 };
  const low = Math.min(...points.map((one) => one.low));
  const high = Math.max(...points.map((one) => one.high));
  const room = Math.max((high - low) * 0.06, 1e-9);
  return { from: low - room, to: high + room };
}

/**
 * At most so many of the points: the last of each stretch, and always the first and the last.
 * @template T
 * @param {readonly T[]} points
 * @param {number} most
 * @returns {T[]}
 */
export function thinned(points, most) {
  if (points.length <= most) return [...points];
  return Array.from({ length: most }, (_, n) => points[Math.round((n * (points.length - 1)) / (most - 1))]);
}

/**
 * The line through the values, and the band around it, as the `d` of two SVG paths in a box of 100 by 100.
 * @param {readonly Point[]} points
 * @param {{ from: number, to: number }} [spread]
 * @returns {{ line: string, band: string, places: { x: number, y: number }[] }}
 */
export function curve(points, spread = range(points)) {
  const across = (/** @type {number} */ n) => (points.length < 2 ? 50 : (100 * n) / (points.length - 1));
  const up = (/** @type {number} */ value) => 100 - 100 * share(value, spread.from, spread.to);
  const places = points.map((one, n) => ({ x: across(n), y: up(one.value) }));
  const there = points.map((one, n) => `${rounded(across(n))} ${rounded(up(one.high))}`);
  const back = points.map((one, n) => `${rounded(across(n))} ${rounded(up(one.low))}`).reverse();
  return {
    line: places.length === 0 ? "" : `M${places.map((one) => `${rounded(one.x)} ${rounded(one.y)}`).join("L")}`,
    band: there.length === 0 ? "" : `M${[...there, ...back].join("L")}Z`,
    places,
  };
}

/**
 * How many of the values fall into each of so many equal, round steps.
 * @param {readonly number[]} values
 * @param {number} [count]
 * @returns {{ from: number, to: number, count: number }[]}
 */
export function bins(values, count = 8) {
  if (values.length === 0) return [];
  const low = Math.min(...values);
  const high = Math.max(...values);
  const found = ticks(low, high, count);
  const step = found.length > 1 ? found[1] - found[0] : 1;
  const first = Math.floor(low / step) * step;
  const made = [];
  for (let from = first; from <= high; from += step) made.push({ from, to: from + step, count: 0 });
  for (const value of values) made[Math.min(made.length - 1, Math.floor((value - first) / step + 1e-9))].count += 1;
  return made;
}

/** @param {number} value */
function rounded(value) {
  return Number(value.toFixed(2));
}
