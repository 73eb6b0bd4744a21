/** Invitations: the secret of a link to a private table. It stands in the fragment of an address, which is never sent. */
import { place } from "./router.mjs";

/** @type {Map<string, string>} What the address said of a table, for as long as this page is open: another fragment does not unsay it. */
const said = new Map();

/**
 * The secret that opens a table, where the address has one or had one.
 * @param {string | undefined} table
 * @returns {string | undefined}
 */
export function inviteTo(table = "") {
  const here = new URLSearchParams(place.value.hash.slice(1)).get("invite");
  if (here) said.set(table, here);
  return said.get(table);
}

/**
 * The end of an address that hands an invitation on.
 * @param {string | undefined} invite
 */
export const withInvite = (invite) => (invite ? `#invite=${encodeURIComponent(invite)}` : "");
