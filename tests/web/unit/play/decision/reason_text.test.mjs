// Why something cannot be done, in the words of the page: the service says it in English.
import assert from "node:assert/strict";
import test from "node:test";

import { makePage } from "../../support/dom.mjs";

makePage();
const { loadWords, speak } = await import("../../../../../web/i18n/index.mjs");
const { reasonText } = await import("../../../../../web/play/decision/reason_text.mjs");
const words = (await import("../../../../../web/i18n/fr/reasons.mjs")).default;
await loadWords("reasons");

test("a reason that is known has the words of the language, and another has none", async () => {
  await speak("fr");
  assert.deepEqual(["it comes at the end of the turn", "rank 8 cannot affect it", "it costs more than 3", "there is nothing to gain"].map(reasonText), [words.at_end, words.rank8_keep, words.marshal, words.nothing]);
  assert.deepEqual([reasonText("nobody has ever said so"), reasonText("")], [null, null]);
  await speak("en");
  assert.notEqual(reasonText("it comes at the end of the turn"), words.at_end);
});
