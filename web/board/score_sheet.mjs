// Score sheets side by side, and the places.

/** @typedef {{ total: number, lines: Array<{ for: string, points: number }> }} Sheet */

/**
 * What each seat had of each kind of points, the kinds in the order in which they first come up.
 * @param {Sheet[]} sheets
 * @returns {Array<{ what: string, points: number[] }>}
 */
export function linesOf(sheets) {
  const kinds = [...new Set(sheets.flatMap((sheet) => sheet.lines.map((line) => line.for)))];
  return kinds.map((what) => ({
    what,
    points: sheets.map((sheet) => sheet.lines.filter((line) => line.for === what).reduce((sum, line) => sum + line.points, 0)),
  }));
}

/**
 * The place of each seat, from 1.
 * @param {readonly (readonly number[])[]} places
 * @returns {Map<number, number>}
 */
export function placed(places) {
  const found = new Map();
  let place = 1;
  for (const seats of places) {
    for (const seat of seats) found.set(seat, place);
    place += seats.length;
  }
  return found;
}
