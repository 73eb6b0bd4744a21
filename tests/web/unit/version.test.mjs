import assert from "node:assert/strict";
import test from "node:test";

import { isOther } from "../../../web/core/version.mjs";

const page = '<script type="module" src="/web/0123456789abcdef/main.mjs"></script>';

test("a page is of another version if it names other files, and an answer that is no page is of none", () => {
  assert.equal(isOther(page, "/web/0123456789abcdef/"), false);
  assert.equal(isOther(page, "/web/fedcba9876543210/"), true);
  assert.equal(isOther("<h1>Bad gateway</h1>", "/web/fedcba9876543210/"), false);
});
