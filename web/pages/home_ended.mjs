// The game to look at while none is running: one that has ended, from its start.

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
