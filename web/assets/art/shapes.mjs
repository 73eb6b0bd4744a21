// How the drawings are written down: shapes, each a paint and a path, from the back to the front.
//
// 1. A shape is `[paint, path]`, filled, or `[paint, path, width]`, drawn as a line.
// 2. A paint is a word of PAINTS. `main` is the colour of the card's type or rank, set by a class on the <svg>.
// 3. A drawing is made into text once and kept: a board of a hundred cards costs a hundred lookups.

/** @typedef {[paint: string, path: string, width?: number]} Shape */
/** @typedef {Shape | Drawing} Part */
/** @typedef {Part[]} Drawing */

/** The paints of the drawings. */
export const PAINTS = /** @type {Readonly<Record<string, string>>} */ ({
  main: "var(--main)",
  deep: "var(--deep)",
  pale: "var(--pale)",
  shade: "#0b062240",
  soft: "#0b062220",
  light: "#ffffff38",
  ink: "#1d1836",
  night: "#2b2450",
  lit: "#ffe2a0",
  wall: "#e8d2b2",
  wall2: "#cbab88",
  stone: "#a9a1b5",
  stone2: "#837a94",
  wood: "#80553a",
  wood2: "#5c3a29",
  water: "#4079b0",
  leaf: "#5d9a5f",
  leaf2: "#3f7550",
  gold: "#f2c14a",
  gold2: "#b9832a",
  white: "#fbf3e4",
  cream: "#ead9bd",
  red: "#c8453f",
  rose: "#e58fa0",
  steel: "#c4ccd8",
  steel2: "#8894a8",
  paper: "#f6e7c6",
  black: "#2a2233",
  skin1: "#f6d3b0",
  skin2: "#dfa676",
  skin3: "#ad7347",
  skin4: "#7c4d31",
  glass: "#bfe6d6",
  green: "#57c286",
  violet: "#a77be0",
});

/**
 * A number as short as it may be.
 * @param {number} value
 */
const f = (value) => String(Math.round(value * 10) / 10);

/**
 * A rectangle by its left upper corner.
 * @param {string} paint @param {number} x @param {number} y @param {number} w @param {number} h
 * @returns {Shape}
 */
export const rect = (paint, x, y, w, h) => [paint, `M${f(x)} ${f(y)}h${f(w)}v${f(h)}h${f(-w)}z`];

/**
 * A disc, or an ellipse where `ry` is given.
 * @param {string} paint @param {number} x @param {number} y @param {number} r @param {number} [ry]
 * @returns {Shape}
 */
export const disc = (paint, x, y, r, ry = r) => [
  paint,
  `M${f(x - r)} ${f(y)}a${f(r)} ${f(ry)} 0 1 0 ${f(2 * r)} 0a${f(r)} ${f(ry)} 0 1 0 ${f(-2 * r)} 0z`,
];

/**
 * A ring.
 * @param {string} paint @param {number} x @param {number} y @param {number} r @param {number} width
 * @returns {Shape}
 */
export const ring = (paint, x, y, r, width) => [paint, disc(paint, x, y, r)[1], width];

/**
 * A line.
 * @param {string} paint @param {number} width @param {string} path
 * @returns {Shape}
 */
export const line = (paint, width, path) => [paint, path, width];

/**
 * A star of five points.
 * @param {string} paint @param {number} x @param {number} y @param {number} r
 * @returns {Shape}
 */
export function star(paint, x, y, r) {
  let path = "";
  for (let at = 0; at < 10; at++) {
    const far = at % 2 ? r * 0.42 : r;
    const angle = (Math.PI * at) / 5 - Math.PI / 2;
    path += `${at ? "L" : "M"}${f(x + far * Math.cos(angle))} ${f(y + far * Math.sin(angle))}`;
  }
  return [paint, `${path}z`];
}

/** @param {string} paint */
function colour(paint) {
  const found = PAINTS[paint];
  if (!found) throw new Error(`no paint is called ${paint}`);
  return found;
}

/**
 * The drawing as the inside of an <svg>.
 * @param {Drawing} drawing
 * @returns {string}
 */
export function drawn(drawing) {
  let text = "";
  for (const part of drawing) {
    if (typeof part[0] !== "string") {
      text += drawn(/** @type {Drawing} */ (part));
      continue;
    }
    const [paint, path, width] = /** @type {Shape} */ (part);
    const painted = width
      ? `fill="none" stroke="${colour(paint)}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"`
      : `fill="${colour(paint)}"`;
    text += `<path d="${path}" ${painted}/>`;
  }
  return text;
}
