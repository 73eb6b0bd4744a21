// What stands beside the words of a problem.
import assert from "node:assert/strict";
import test from "node:test";

import { detailOf, mayPass } from "../../../web/ui/problems.mjs";

test("what the service says in English stands there only where it says more than the words", () => {
  assert.equal(detailOf("offline", "the service cannot be reached", "Le service est injoignable."), null);
  assert.equal(detailOf("not_found", "there is no such table, or none that you may see", "Il n’y a rien ici."), null);
  assert.equal(detailOf("invalid", "name: at most 60 characters", "Quelque chose manque."), "name: at most 60 characters");
  assert.equal(detailOf("invalid", "name: a text of the form ^[a-z]+$ is needed", "Quelque chose manque."), null);
  assert.equal(detailOf("strange", "no words for it", "no words for it"), null);
  assert.equal(detailOf(undefined, "", "Erreur."), null);
});

test("nobody is asked to try again where it would be the same", () => {
  assert.deepEqual(["not_found", "forbidden", "offline", "internal", undefined].map(mayPass), [false, false, true, true, true]);
});
