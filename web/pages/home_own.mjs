// Which of the games are one's own, and which of them wait for one's move.

/** @typedef {import("../core/api").Operations["Home"]["data"]} HomeData */

/**
 * One's own games, those that wait for one's move first and the most urgent of them foremost.
 * @param {HomeData | null} data
 */
export function ownTables(data) {
  if (!data) return null;
  const owed = data.owed ?? [];
  const at = (/** @type {string} */ id) => {
    const place = owed.findIndex((one) => one.table === id);
    return place < 0 ? owed.length : place;
  };
  const tables = [...(data.playing?.nodes ?? []), ...(data.sitting?.nodes ?? [])].filter((table) => table.yourSeat !== null);
  return tables
    .map((table) => ({ table, owed: owed.find((one) => one.table === table.id) }))
    .sort((one, other) => at(one.table.id) - at(other.table.id));
}
