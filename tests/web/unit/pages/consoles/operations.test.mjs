import assert from "node:assert/strict";
import test from "node:test";

import { meant, operations } from "../../../../../web/pages/consoles/operations.mjs";

const DOCUMENT = `
# query Not { here }
query First($of: Input = {query: "mutation Nor"}) @live { field(say: "}") { query mutation subscription } }
fragment Some on Query { field }
mutation Second { a }
subscription { b }
`;

test("operations are found by what stands outside of braces, comments and strings", () => {
  assert.deepEqual(operations(DOCUMENT), [
    { kind: "query", name: "First" },
    { kind: "mutation", name: "Second" },
    { kind: "subscription", name: "" },
  ]);
});

test("the operation of the name is meant, else the first, and a bare selection is a query", () => {
  assert.equal(meant(DOCUMENT, "Second").kind, "mutation");
  assert.equal(meant(DOCUMENT, "Gone").name, "First");
  assert.deepEqual(meant("{ a }", undefined), { kind: "query", name: "" });
});
