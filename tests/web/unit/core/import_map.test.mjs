import assert from "node:assert/strict";
import test from "node:test";

import { h } from "preact";
import { signal } from "@preact/signals-core";

test("a bare import is the vendored file that the import map names", async () => {
  assert.equal(h("p", null).type, "p");
  assert.equal(signal(3).value, 3);
  assert.match(import.meta.resolve("htm"), /web\/vendor\/htm\.mjs$/);
});
