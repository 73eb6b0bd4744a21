// Who this browser is: an account and its credential, the same in all tabs. The credential goes into headers and nowhere else.
import { signal } from "./component.mjs";
import { writeStored, readStored, onStored } from "./browser_storage.mjs";

/** @typedef {{ id: string, name: string, kind: string }} Who */

/** @returns {{ account: Who, secret: string } | null} */
function read(said = readStored("session")) {
  try {
    const found = JSON.parse(said ?? "null");
    return typeof found?.secret === "string" && typeof found?.account?.id === "string" ? found : null;
  } catch {
    return null;
  }
}

const begun = read();

/** The credential's secret; null where there is none. */
export const credential = signal(begun?.secret ?? null);

/** Who that is. */
export const account = signal(/** @type {Who | null} */ (begun?.account ?? null));

/** Whether the service has said that the credential is no longer good. */
export const revoked = signal(false);

onStored("session", (said) => {
  const found = read(said);
  credential.value = found?.secret ?? null;
  account.value = found?.account ?? null;
  revoked.value = false;
});

/**
 * Be somebody from now on.
 * @param {Who} who
 * @param {string} secret
 */
export function become(who, secret) {
  const { id, name, kind } = who;
  writeStored("session", JSON.stringify({ account: { id, name, kind }, secret }));
  account.value = { id, name, kind };
  credential.value = secret;
  revoked.value = false;
}

/** Be nobody: the credential is forgotten here, and stays good elsewhere. */
export function forget() {
  writeStored("session", null);
  credential.value = null;
  account.value = null;
  revoked.value = false;
}

/**
 * The service has refused that credential.
 * @param {string} secret
 */
export function refused(secret) {
  if (secret === credential.peek()) revoked.value = true;
}

/** @type {Promise<Who> | null} */
let coming = null;

/**
 * Be somebody: a guest is made where there is nobody.
 * @returns {Promise<Who>}
 */
export function ensureAccount() {
  const known = account.peek();
  if (known && credential.peek()) return Promise.resolve(known);
  coming ??= makeGuest().finally(() => {
    coming = null;
  });
  return coming;
}

/** @returns {Promise<Who>} */
async function makeGuest() {
  const { ask } = await import("./graphql.mjs");
  const { makeGuest: made } = await ask("MakeGuest", {});
  if (!made.credential.secret) throw new Error("no guest was made");
  become(made.account, made.credential.secret);
  return made.account;
}

/**
 * Take a credential from elsewhere, after asking the service whose it is.
 * @param {string} secret
 * @returns {Promise<Who>}
 */
export async function useCredential(secret) {
  const { ask, Problem } = await import("./graphql.mjs");
  const before = [credential.peek(), account.peek()];
  credential.value = secret;
  try {
    const { me } = await ask("Me", {});
    if (!me) throw new Problem("unauthenticated", "this credential is not known");
    become(me, secret);
    return me;
  } catch (error) {
    [credential.value, account.value] = /** @type {[string | null, Who | null]} */ (before);
    throw error;
  }
}
