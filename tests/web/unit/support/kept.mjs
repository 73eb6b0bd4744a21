// Texts that the page says or draws, as people have read them last: `kept/NAME.txt`, compared line by line.
// `CITADELS_KEEP=1 ./citadels test tests/web/unit/FOLDER/NAME.test.mjs` writes them anew. Read the difference before you commit it.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

/** Compare lines with those that are kept under a name. */
export function assertKept(name, texts) {
  const lines = texts.join("\n").split("\n").map((line) => line.trimEnd());
  const place = new URL(`../kept/${name}.txt`, import.meta.url);
  if (process.env.CITADELS_KEEP) {
    mkdirSync(new URL("../kept/", import.meta.url), { recursive: true });
    writeFileSync(place, `${lines.join("\n")}\n`);
  }
  const kept = readFileSync(place, "utf8").slice(0, -1).split("\n");
  const at = lines.findIndex((line, number) => line !== kept[number]);
  assert.equal(at < 0 ? undefined : `${name}.txt:${at + 1}: ${lines[at]}`, at < 0 ? undefined : `${name}.txt:${at + 1}: ${kept[at]}`);
  assert.equal(lines.length, kept.length, `${name}.txt: the number of lines`);
}
