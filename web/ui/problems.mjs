// What is shown of a problem beside its words in the language spoken: what the service says of it, in English, where that tells more.

/** Problems of which their own words say all. */
const SAY_ALL = new Set([
  "offline", "unavailable", "not_found", "unauthenticated", "expired", "rate_limited", "name_taken", "clock_expired", "game_over", "table_full",
  "already_seated", "not_seated", "not_started", "already_started", "sealed",
]);
/** Problems that stay the same however often one asks. */
const FINAL = new Set(["not_found", "forbidden"]);

/**
 * What the service says of a problem, where that is more than its words say; else null.
 * @param {string | undefined} code
 * @param {string | undefined} message
 * @param {string} told the words
 * @returns {string | null}
 */
export function detailOf(code, message, told) {
  if (!message || message === told || (code && SAY_ALL.has(code)) || ofCharacters(message)) return null;
  return message;
}

/**
 * Whether it says that there are characters in a text which cannot be used: a pattern, which is nothing to read.
 * @param {string | undefined} message
 */
export const ofCharacters = (message) => /a text of the form/.test(message ?? "");

/**
 * Whether it is of use to try again.
 * @param {string | undefined} code
 */
export const mayPass = (code) => !code || !FINAL.has(code);
