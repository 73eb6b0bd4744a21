// What the seats of a table are called.
import { t } from "../i18n/index.mjs";

/** @typedef {{ kind?: string, player?: { name?: string | null, level?: string | null } | null }} Sitting */

/**
 * The names of the seats, no two the same.
 * @param {{ seats: readonly Sitting[] } | null | undefined} table
 * @param {number} count how many seats there are
 * @returns {string[]}
 */
export function seatNames(table, count) {
  const names = Array.from({ length: count }, (_, at) => {
    const seat = table?.seats[at];
    if (seat?.kind === "AI" && seat.player?.level) return t(`ui.level.${seat.player.level.toLowerCase()}`);
    return seat?.player?.name || t("board.seat", { n: at + 1 });
  });
  return names.map((name, at) => (names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} ${at + 1}`));
}
