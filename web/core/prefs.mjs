// How a person likes the page: its colours and its motion. They stand on <html>, where the styles read them.
import { effect, signal } from "./component.mjs";
import { keep, kept, onKept } from "./browser_storage.mjs";

/**
 * A preference that is one of a few words.
 * @template {string} T
 * @param {string} name
 * @param {readonly T[]} words the first is what holds where nothing was chosen
 */
function preference(name, words) {
  /** @param {string | null} said */
  const known = (said) => words.find((one) => one === said) ?? words[0];
  const chosen = signal(/** @type {T} */ (known(kept(name))));
  onKept(name, (said) => (chosen.value = known(said)));
  effect(() => {
    document.documentElement.dataset[name] = chosen.value;
    keep(name, chosen.value === words[0] ? null : chosen.value);
  });
  return chosen;
}

/** The colours: as the system has them, light or dark. */
export const theme = preference("theme", /** @type {const} */ (["auto", "light", "dark"]));

/** Motion: as the system wants it, or off. */
export const motion = preference("motion", /** @type {const} */ (["auto", "off"]));
