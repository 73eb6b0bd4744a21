// Who this browser is: kept from visit to visit, the same in all tabs, asked of the service where a credential is entered.
import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";

const heard = {};
globalThis.addEventListener = (kind, hear) => (heard[kind] ??= []).push(hear);
/** @type {Map<string, string>} */
const storage = new Map();
let full = false;
const allowed = (act) => (...given) => {
  if (full) throw new DOMException("no", "SecurityError");
  return act(...given);
};
globalThis.localStorage = {
  getItem: allowed((name) => storage.get(name) ?? null), setItem: allowed((name, value) => storage.set(name, value)),
  removeItem: allowed((name) => storage.delete(name)),
};
const ANN = { id: "account_1", name: "Ann", kind: "guest" };
storage.set("citadels.session", JSON.stringify({ account: ANN, secret: "kept" }));

const { account, become, credential, ensureAccount, forget, refused, revoked, useCredential } = await import("../../../../web/core/session.mjs");
const { writeStored, readStored } = await import("../../../../web/core/browser_storage.mjs");
const who = () => [credential.value, account.value?.name ?? null, revoked.value];
const other = (value, key = "citadels.session") => heard.storage.forEach((hear) => hear({ key, newValue: value }));
/** What was asked, and what is answered. */
let sent = [];
let answer = {};
globalThis.fetch = async (_url, { headers, body }) => {
  sent.push([JSON.parse(body).operationName, headers.Authorization ?? null]);
  return { statusText: "", json: async () => answer };
};
const first = who();
beforeEach(() => {
  [sent, full] = [[], false];
  forget();
});

test("who was here before is here again, and has not been refused yet", () => assert.deepEqual(first, ["kept", "Ann", false]));

test("somebody is kept with nothing but what is needed, and nobody is not", () => {
  become({ ...ANN, email: "ann@example.com" }, "secret");
  assert.deepEqual(who(), ["secret", "Ann", false]);
  assert.deepEqual(JSON.parse(readStored("session")), { account: ANN, secret: "secret" });
  refused("secret");
  assert.equal(revoked.value, true);
  become(ANN, "another");
  assert.equal(revoked.value, false);
  refused("another");
  forget();
  assert.deepEqual([...who(), readStored("session")], [null, null, false, null]);
});

test("only the credential in use is refused", () => {
  become(ANN, "new");
  refused("old");
  assert.equal(revoked.value, false);
});

test("another tab says who one is, and what is no session is nobody", () => {
  become(ANN, "secret");
  refused("secret");
  other(JSON.stringify({ account: { ...ANN, name: "Bo" }, secret: "two" }), "citadels.theme");
  assert.deepEqual(who(), ["secret", "Ann", true]);
  other(JSON.stringify({ account: { ...ANN, name: "Bo" }, secret: "two" }));
  assert.deepEqual(who(), ["two", "Bo", false]);
  for (const broken of [null, "null", "{", "7", '{"secret":"x"}', '{"secret":7,"account":{"id":"a"}}', '{"secret":"x","account":{"id":7}}', '{"account":{"id":"a"}}']) {
    become(ANN, "secret");
    other(broken);
    assert.deepEqual(who(), [null, null, false], String(broken));
  }
});

test("where nothing may be kept, all lasts as long as the page", () => {
  full = true;
  assert.equal(readStored("theme"), null);
  writeStored("theme", "dark");
  assert.equal(readStored("theme"), "dark");
  writeStored("theme", null);
  assert.equal(readStored("theme"), null);
});

test("a guest is made where there is nobody, once for all who ask", async () => {
  answer = { data: { makeGuest: { account: ANN, credential: { secret: "made" } } } };
  const [one, two] = await Promise.all([ensureAccount(), ensureAccount()]);
  assert.deepEqual([one, two, sent], [ANN, ANN, [["MakeGuest", null]]]);
  assert.deepEqual(who(), ["made", "Ann", false]);
  assert.deepEqual(await ensureAccount(), ANN);
  assert.equal(sent.length, 1);
  forget();
  answer = { data: { makeGuest: { account: ANN, credential: { secret: null } } } };
  await assert.rejects(ensureAccount(), /no guest/);
  answer = { data: { makeGuest: { account: ANN, credential: { secret: "again" } } } };
  await ensureAccount();
  assert.deepEqual(who(), ["again", "Ann", false]);
});

test("a credential from elsewhere is asked about with itself, and one stays who one was where it is not known", async () => {
  become(ANN, "mine");
  answer = { data: { me: { id: "account_2", name: "Bo", kind: "human" } } };
  assert.equal((await useCredential("other")).name, "Bo");
  assert.deepEqual([who(), sent], [["other", "Bo", false], [["Me", "Bearer other"]]]);
  for (const unknown of [{ data: { me: null } }, { data: null, errors: [{ message: "no", extensions: { code: "FORBIDDEN" } }] }]) {
    answer = unknown;
    await assert.rejects(useCredential("wrong"), { name: "Problem" });
    assert.deepEqual(who().slice(0, 2), ["other", "Bo"]);
    assert.equal(JSON.parse(readStored("session")).secret, "other");
  }
});
