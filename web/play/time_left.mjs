// How much time is left, in milliseconds; null where there is no limit.

/**
 * How long the seat that has to act still has.
 * @param {{ deadline?: number | null } | null | undefined} decision
 * @param {number} now this clock
 * @param {number} skew how far it is ahead of the service's
 * @returns {number | null}
 */
export function timeLeft(decision, now, skew) {
  if (decision?.deadline == null) return null;
  return Math.max(0, decision.deadline - (now - skew));
}

/**
 * How much of its bank a seat has: what the deadline leaves it while it has to act, else what was left after its last move.
 * @param {{ kind: string }} clock
 * @param {{ bankMs?: number | null }} seat
 * @param {boolean} acts
 * @param {number | null} left of the decision, where it acts
 * @returns {number | null}
 */
export function bankLeft(clock, seat, acts, left) {
  if (clock.kind !== "BANK") return null;
  return acts && left !== null ? left : (seat.bankMs ?? null);
}

/**
 * How urgent it is: from `near` on the clock stands out, at `soon` it is said aloud.
 * @param {number | null} left
 * @returns {"none" | "calm" | "near" | "soon"}
 */
export function urgency(left) {
  if (left === null) return "none";
  if (left <= 10_000) return "soon";
  return left <= 30_000 ? "near" : "calm";
}
