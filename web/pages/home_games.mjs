// The games that the first page offers: one's own, and one that has ended while none is running.

/** @typedef {import("../core/api").Operations["Home"]["data"]} HomeData */
/** @typedef {NonNullable<HomeData["results"]>["nodes"][number]} EndedTable */

/**
 * The newest game that the house has played alone, such as the demo of a service that was just started, or else the newest of all.
 * What belongs to a tournament may be sealed while its deals are played elsewhere, and is left out.
 * @param {HomeData} data
 * @returns {{ table: EndedTable, demo: boolean } | null}
 */
export function endedGame(data) {
  const free = (data.results?.nodes ?? []).filter((table) => !table.tournament);
  const demo = free.find((table) => table.seats.every((seat) => seat.kind === "AI"));
  const table = demo ?? free[0];
  return table ? { table, demo: table === demo } : null;
}

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
