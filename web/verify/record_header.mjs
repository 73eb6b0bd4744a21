// A record, read: its header, its decisions and its result.

/** @typedef {import("./game_check.mjs").Record} Record */

/**
 * The record that a text of newline-delimited JSON holds.
 * @param {string} text
 * @returns {Record}
 */
export function recordOf(text) {
  const [header, ...lines] = text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
  const { result } = lines[lines.length - 1] ?? {};
  const taken = lines.filter((line) => !line.result);
  return {
    setup: { edition: header.edition, players: header.players, cast: header.cast, uniques: header.uniques, options: header.options },
    id: header.id, rules: header.rules, seed: header.seed ?? "", commitment: header.commitment, crown: header.crown ?? null,
    n: taken.length, taken: taken.map((line, n) => [line.n === n ? line.seat : -1, line.do]),
    result: result ? { places: result.places, left: result.left } : null, scores: result?.scores ?? null,
  };
}
