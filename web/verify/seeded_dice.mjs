// All chance of a game: numbers that anybody can compute again from the seed. The same numbers as the engine's `dice.py` has.
import { sha256 } from "./sha256.mjs";

const UTF8 = new TextEncoder();

/**
 * One labelled stream of numbers.
 * @param {string} seed
 * @param {string} label
 */
export function dice(seed, label) {
  const prefix = UTF8.encode(`${seed}\0${label}\0`);
  const message = new Uint8Array(prefix.length + 4);
  message.set(prefix);
  const counter = new DataView(message.buffer, prefix.length);
  let count = 0;
  let at = 32;
  /** @type {DataView} */
  let words = new DataView(new ArrayBuffer(32));

  /** The next 32 bits. */
  function word() {
    if (at === 32) {
      counter.setUint32(0, count++);
      words = new DataView(sha256(message).buffer);
      at = 0;
    }
    at += 4;
    return words.getUint32(at - 4);
  }

  /**
   * A number from 0 to n-1, each equally likely.
   * @param {number} n
   */
  function below(n) {
    const limit = 4294967296 - (4294967296 % n);
    let found = word();
    while (found >= limit) found = word();
    return found % n;
  }

  /**
   * Put the cards in a random order, in place.
   * @template T
   * @param {T[]} cards
   * @returns {T[]}
   */
  function shuffle(cards) {
    for (let i = cards.length - 1; i > 0; i--) {
      const j = below(i + 1);
      [cards[i], cards[j]] = [/** @type {T} */ (cards[j]), /** @type {T} */ (cards[i])];
    }
    return cards;
  }

  return { word, below, shuffle };
}
