// What people are made of, in a drawing of 64 by 64: shoulders, a neck, a head, eyes, and what they hold.
import { disc, line } from "./shapes.mjs";

/** @typedef {import("./shapes.mjs").Shape} Shape */
/** @typedef {import("./shapes.mjs").Drawing} Drawing */

/**
 * Shoulders in a robe, its left half in the light.
 * @param {string} [paint] @param {number} [top] where the collar is
 * @returns {Drawing}
 */
export const robe = (paint = "main", top = 45) => [
  [paint, `M6 64C7 52 17 ${top} 32 ${top}S57 52 58 64z`],
  ["shade", `M32 ${top}C47 ${top} 57 52 58 64H36Q40 54 32 ${top}z`],
];

/**
 * A neck and a head.
 * @param {string} skin @param {number} [y] the middle of the head
 * @returns {Drawing}
 */
export const head = (skin, y = 28) => [
  [skin, `M27 ${y + 8}h10v9q-5 5-10 0z`],
  ["shade", `M27 ${y + 10}q5 5 10 0v4q-5 4-10 1z`],
  [
    skin,
    `M21.5 ${y - 3}C21.5 ${y - 11} 26 ${y - 14} 32 ${y - 14}S42.5 ${y - 11} 42.5 ${y - 3}C42.5 ${y + 6} 38 ${y + 12} 32 ${y + 12}S21.5 ${y + 6} 21.5 ${y - 3}z`,
  ],
  [
    "soft",
    `M34 ${y - 14}C39 ${y - 13} 42.5 ${y - 10} 42.5 ${y - 3}C42.5 ${y + 6} 38 ${y + 12} 32 ${y + 12}Q39 ${y + 5} 38.5 ${y - 4}Q38 ${y - 10} 34 ${y - 14}z`,
  ],
];

/**
 * Eyes, brows, a nose and a mouth.
 * @param {{ y?: number, brow?: string, mouth?: string, paint?: string, up?: number, closed?: boolean }} [how] `up`:
 *   how far the brows
 *   rise to the outside
 * @returns {Drawing}
 */
export function look({ y = 28, brow = "wood2", mouth = "smile", paint = "ink", up = 0, closed = false } = {}) {
  const mouths = /** @type {Record<string, string>} */ ({
    smile: `M28.5 ${y + 6.5}q3.5 2.6 7 0`,
    flat: `M29 ${y + 7}h6`,
    stern: `M28.8 ${y + 7.5}q3.2-1.6 6.4 0`,
    smirk: `M29 ${y + 7.2}q4 1 6.5-1.2`,
    none: "",
  });
  const eyes = closed
    ? [line(paint, 1.1, `M25.8 ${y - 1}q1.7 1.4 3.4 0M34.8 ${y - 1}q1.7 1.4 3.4 0`)]
    : [
        disc(paint, 27.5, y - 1, 1.35, 1.6),
        disc(paint, 36.5, y - 1, 1.35, 1.6),
        disc("white", 28, y - 1.6, 0.45),
        disc("white", 37, y - 1.6, 0.45),
      ];
  return [
    ...eyes,
    line(brow, 1.3, `M25 ${y - 4.2 - up}q2.4-1.3 4.8 ${0.2 + up}M39 ${y - 4.2 - up}q-2.4-1.3-4.8 ${0.2 + up}`),
    line("shade", 1.2, `M32 ${y}q-1.6 2.8.2 3.4`),
    ...(mouths[mouth] ? [line(paint, 1.2, mouths[mouth])] : []),
  ];
}

/**
 * A beard from ear to ear.
 * @param {string} paint @param {number} [length] @param {number} [y] the middle of the head
 * @returns {Drawing}
 */
export const beard = (paint, length = 8, y = 28) => [
  [
    paint,
    `M21.4 ${y - 3}q.6 9 3.4 10q1.2-3.4 7.2-3.4t7.2 3.4q2.8-1 3.4-10q1.4 8-.6 13q-2 ${length * 0.7}-10 ${length}q-8-${length * 0.3}-10-${length}q-2-5-.6-13z`,
  ],
  line("ink", 1.1, `M29.5 ${y + 8}q2.5 1.4 5 0`),
];

/**
 * A moustache.
 * @param {string} paint @param {number} [y] the middle of the head @param {number} [w]
 * @returns {Shape}
 */
export const moustache = (paint, y = 28, w = 6) => [
  paint,
  `M32 ${y + 4.4}q-2.5-1.6-4.2.6q-1.6 2-${w - 3} .6q1 2.8 4 2.6q2.4-.2 3.2-1.4q.8 1.2 3.2 1.4q3 .2 4-2.6q-${w - 4} 1.4-${w - 3}-.6q-1.7-2.2-4.2-.6z`,
];

/**
 * A hand that holds.
 * @param {string} skin @param {number} x @param {number} y
 * @returns {Shape}
 */
export const hand = (skin, x, y) => disc(skin, x, y, 4, 3.6);
