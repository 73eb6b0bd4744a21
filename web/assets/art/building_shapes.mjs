// What houses are made of. The ground is at GROUND; heights go up from it unless a base is named.
import { disc, line, rect } from "./shapes.mjs";

/** @typedef {import("./shapes.mjs").Shape} Shape */
/** @typedef {import("./shapes.mjs").Drawing} Drawing */

/** Where the ground is, in a drawing of 80 by 72. */
export const GROUND = 66;

/**
 * Walls with their side in shade.
 * @param {string} paint @param {number} x @param {number} w @param {number} h @param {number} [base]
 * @returns {Drawing}
 */
export const walls = (paint, x, w, h, base = GROUND) => [
  rect(paint, x, base - h, w, h),
  rect("soft", x + w * 0.66, base - h, w * 0.34, h),
];

/**
 * A gabled roof, or with `flat` a roof whose top is that wide.
 * @param {string} paint @param {number} x @param {number} w @param {number} y @param {number} h @param {number} [flat]
 * @param {number} [over]
 * @returns {Drawing}
 */
export function roof(paint, x, w, y, h, flat = 0, over = 3) {
  const middle = x + w / 2;
  const half = flat / 2;
  return [
    [paint, `M${x - over} ${y}L${middle - half} ${y - h}H${middle + half}L${x + w + over} ${y}z`],
    ["shade", `M${middle + half} ${y - h}L${x + w + over} ${y}H${middle + w * 0.16}L${middle + half * 0.4} ${y - h}z`],
  ];
}

/**
 * Battlements: an odd number of teeth and gaps.
 * @param {string} paint @param {number} x @param {number} w @param {number} y @param {number} [parts]
 * @param {number} [h]
 * @returns {Drawing}
 */
export function teeth(paint, x, w, y, parts = 7, h = 4) {
  const step = w / parts;
  const all = [rect(paint, x, y - 1, w, 3)];
  for (let at = 0; at < parts; at += 2) all.push(rect(paint, x + at * step, y - h, step, h));
  return all;
}

/**
 * A dome.
 * @param {string} paint @param {number} x the middle @param {number} y @param {number} r @param {number} [h]
 * @returns {Drawing}
 */
export const dome = (paint, x, y, r, h = r) => [
  [paint, `M${x - r} ${y}a${r} ${h} 0 0 1 ${2 * r} 0z`],
  ["shade", `M${x} ${y - h}a${r} ${h} 0 0 1 ${r} ${h}h${-r * 0.7}a${r * 0.5} ${h} 0 0 0 ${-r * 0.3} ${-h}z`],
];

/**
 * A window, arched where `round`.
 * @param {number} x @param {number} y @param {number} [w] @param {number} [h] @param {boolean} [round]
 * @returns {Shape}
 */
export const pane = (x, y, w = 4, h = 6, round = false) =>
  round
    ? ["lit", `M${x} ${y + h}v${-(h - w / 2)}a${w / 2} ${w / 2} 0 0 1 ${w} 0v${h - w / 2}z`]
    : rect("lit", x, y, w, h);

/**
 * Rows of windows.
 * @param {number} x @param {number} y @param {number} columns @param {number} rows @param {number} dx
 * @param {number} dy
 * @param {number} [w] @param {number} [h] @param {boolean} [round]
 * @returns {Drawing}
 */
export function panes(x, y, columns, rows, dx, dy, w = 4, h = 6, round = false) {
  const all = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) all.push(pane(x + column * dx, y + row * dy, w, h, round));
  }
  return all;
}

/**
 * An arched door on the ground, or on `base`.
 * @param {number} x the middle @param {number} [w] @param {number} [h] @param {string} [paint] @param {number} [base]
 * @returns {Shape}
 */
export const door = (x, w = 9, h = 13, paint = "wood2", base = GROUND) => [
  paint,
  `M${x - w / 2} ${base}v${-(h - w / 2)}a${w / 2} ${w / 2} 0 0 1 ${w} 0v${h - w / 2}z`,
];

/**
 * A flag on its pole.
 * @param {number} x @param {number} y the foot of the pole @param {string} [paint] @param {number} [h]
 * @returns {Drawing}
 */
export const flag = (x, y, paint = "main", h = 12) => [
  line("gold2", 1.4, `M${x} ${y}v${-h}`),
  [paint, `M${x} ${y - h}h9l-2.5 2.5l2.5 2.5h-9z`],
];

/**
 * A cross.
 * @param {number} x @param {number} y its foot @param {number} [h]
 * @returns {Shape}
 */
export const cross = (x, y, h = 8) => line("gold", 1.8, `M${x} ${y}v${-h}M${x - h * 0.32} ${y - h * 0.64}h${h * 0.64}`);

/**
 * Pillars standing on `base`.
 * @param {string} paint @param {number} x the first one's left @param {number} count @param {number} dx @param
 *   {number} h
 * @param {number} [base] @param {number} [w]
 * @returns {Drawing}
 */
export function pillars(paint, x, count, dx, h, base = GROUND, w = 4) {
  const all = [];
  for (let at = 0; at < count; at++) {
    all.push(rect(paint, x + at * dx, base - h, w, h), rect("soft", x + at * dx + w * 0.6, base - h, w * 0.4, h));
  }
  return all;
}

/**
 * A tree with a round crown.
 * @param {number} x @param {number} r @param {number} [h] of the trunk
 * @returns {Drawing}
 */
export const tree = (x, r, h = 8) => [
  rect("wood2", x - 1.2, GROUND - h, 2.4, h),
  disc("leaf", x, GROUND - h - r * 0.7, r),
  disc("leaf2", x + r * 0.3, GROUND - h - r * 0.5, r * 0.62),
];

/**
 * Water along the ground.
 * @param {number} x @param {number} w
 * @returns {Drawing}
 */
export const waves = (x, w) => [
  rect("water", x, GROUND - 6, w, 12),
  line("light", 1.2, `M${x + 2} ${GROUND - 2}q4 -3 8 0t8 0t8 0t8 0`),
];
