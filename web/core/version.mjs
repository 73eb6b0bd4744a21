// A page that was left open while the service got a new one: its files are no longer there, so it loads itself anew.

/**
 * Whether a page's text is of another version than the files under a base.
 * @param {string} text
 * @param {string} base such as `/web/0123456789abcdef/`
 */
export const isOther = (text, base) => /\/web\/[\w-]+\/main\.mjs/.test(text) && !text.includes(`${base}main.mjs`);

/** Load the page anew, if the service has another one by now; else, and while it cannot be asked, nothing happens. */
export async function renew() {
  try {
    const answer = await fetch("/", { cache: "no-store" });
    const base = new URL("../", import.meta.url).pathname;
    if (answer.ok && isOther(await answer.text(), base)) location.reload();
  } catch {
    // the service is away
  }
}
