// SHA-256 by hand: a page that came over plain http, as in a home network, has no `crypto.subtle`, and a game needs thousands of blocks at once.

const K = new Uint32Array(64);
const START = new Uint32Array(8);
{
  const part = (/** @type {number} */ root) => Math.floor((root - Math.floor(root)) * 4294967296);
  let found = 0;
  for (let n = 2; found < 64; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
    if (!prime) continue;
    if (found < 8) START[found] = part(Math.sqrt(n));
    K[found++] = part(Math.cbrt(n));
  }
}

const W = new Uint32Array(64);

/**
 * Mix one block of 64 bytes into the state.
 * @param {Uint32Array} state
 * @param {Uint8Array} bytes
 * @param {number} at
 */
function block(state, bytes, at) {
  for (let i = 0; i < 16; i++) {
    const b = at + 4 * i;
    W[i] = (bytes[b] << 24) | (bytes[b + 1] << 16) | (bytes[b + 2] << 8) | bytes[b + 3];
  }
  for (let i = 16; i < 64; i++) {
    const x = W[i - 15], y = W[i - 2];
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    W[i] = W[i - 16] + s0 + W[i - 7] + s1;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const one = (h + s1 + ((e & f) ^ (~e & g)) + K[i] + W[i]) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g; g = f; f = e; e = (d + one) | 0; d = c; c = b; b = a; a = (one + two) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] += word));
}

/**
 * The SHA-256 of some bytes, as 32 bytes.
 * @param {Uint8Array} bytes
 * @returns {Uint8Array}
 */
export function sha256(bytes) {
  const padded = new Uint8Array(((bytes.length + 72) >> 6) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x20000000));
  view.setUint32(padded.length - 4, bytes.length << 3);
  const state = START.slice();
  for (let at = 0; at < padded.length; at += 64) block(state, padded, at);
  const digest = new Uint8Array(32);
  const out = new DataView(digest.buffer);
  state.forEach((word, i) => out.setUint32(4 * i, word));
  return digest;
}

const UTF8 = new TextEncoder();

/** @param {Uint8Array} bytes */
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * The SHA-256 of a text, in hex: by the browser where it can, and by hand; the two must agree.
 * @param {string} text
 * @returns {Promise<string>}
 */
export async function hashed(text) {
  const own = hex(sha256(UTF8.encode(text)));
  const subtle = globalThis.crypto?.subtle;
  if (!subtle) return own;
  const theirs = hex(new Uint8Array(await subtle.digest("SHA-256", UTF8.encode(text))));
  if (theirs !== own) throw new Error("two ways to compute SHA-256 disagree");
  return theirs;
}
