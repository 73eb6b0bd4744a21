// The commitments that this browser itself has seen before a seed was revealed: what a service cannot change afterwards.
import { writeStored, readStored } from "../core/browser_storage.mjs";

const MOST = 300;

/** @returns {[table: string, commitment: string][]} */
function all() {
  try {
    const found = JSON.parse(readStored("commitments") ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/**
 * Keep the commitment of a table whose game is not over yet; the first one seen stays.
 * @param {{ id: string, status: string, commitment: string }} table
 */
export function rememberCommitment({ id, status, commitment }) {
  if (!["OPEN", "RUNNING"].includes(status.toUpperCase()) || !commitment) return;
  const known = all();
  if (known.some(([table]) => table === id)) return;
  writeStored("commitments", JSON.stringify([...known, [id, commitment]].slice(-MOST)));
}

/**
 * The commitment of a table as this browser saw it while the game was open or running.
 * @param {string} table
 * @returns {string | null}
 */
export const rememberedCommitment = (table) => all().find(([id]) => id === table)?.[1] ?? null;
