// What this browser keeps from one visit to the next. Where it may keep nothing, things last as long as the page.

/** @type {Map<string, string>} */
const memory = new Map();

/**
 * What is kept under a name.
 * @param {string} name
 * @returns {string | null}
 */
export function readStored(name) {
  try {
    return localStorage.getItem(`citadels.${name}`);
  } catch {
    return memory.get(name) ?? null;
  }
}

/**
 * Keep a text under a name; null forgets it.
 * @param {string} name
 * @param {string | null} value
 */
export function writeStored(name, value) {
  try {
    if (value === null) localStorage.removeItem(`citadels.${name}`);
    else localStorage.setItem(`citadels.${name}`, value);
  } catch {
    if (value === null) memory.delete(name);
    else memory.set(name, value);
  }
}

/**
 * Hear of what another tab keeps under a name.
 * @param {string} name
 * @param {(value: string | null) => void} heard
 */
export function onStored(name, heard) {
  addEventListener("storage", (event) => {
    if (event.key === `citadels.${name}`) heard(event.newValue);
  });
}
