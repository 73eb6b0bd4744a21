// The bar above the consoles: whom one asks as, kept in this tab and sent in a header.
import assert from "node:assert/strict";
import test from "node:test";

import { makePage, settled } from "../../support/dom.mjs";

makePage({ kept: { session: JSON.stringify({ secret: "ctd_kept" }) } });
const { document } = globalThis;
const asked = [];
let me = { ok: true, told: { name: "Ann" } };
let guest = { ok: true, told: { credential: { secret: "ctd_guest" } } };
globalThis.fetch = async (to, options = {}) => {
  asked.push([to, options.method ?? "GET", options.headers?.Authorization ?? null]);
  const { ok, told } = to === "/v1/me" ? me : guest;
  return { ok, json: async () => told };
};
globalThis.sessionStorage = globalThis.sessionStorage ?? {};
const kept = new Map();
Object.assign(globalThis.sessionStorage, { getItem: (name) => kept.get(name) ?? null, setItem: (name, text) => void kept.set(name, text) });
const bar = Object.assign(document.createElement("div"), { attributes: { id: "bar" } });
document.body.append(bar);
const made = { form: document.createElement("form"), input: document.createElement("input"), output: document.createElement("output"), button: document.createElement("button") };
bar.append(...Object.values(made));
const { authorization, fillBar } = await import("../../../../../web/pages/consoles/bar.mjs");

test("one asks as who is here, and the field says so", async () => {
  const heard = [];
  assert.deepEqual(authorization(), { Authorization: "Bearer ctd_kept" });
  fillBar((secret) => heard.push(secret));
  await settled();
  assert.deepEqual([made.input.value, made.output.value, heard, asked], ["ctd_kept", "You are Ann", ["ctd_kept"], [["/v1/me", "GET", "Bearer ctd_kept"]]]);
  assert.match(bar.innerHTML, /name="credential"/);
  assert.equal(made.form.fire("submit").defaultPrevented, true);
});

test("another credential is taken, kept in this tab, and its owner named", async () => {
  me = { ok: true, told: { account: { name: "Bob" } } };
  made.input.value = "  ctd_other ";
  made.input.fire("change");
  await settled();
  assert.deepEqual([authorization(), kept.get("citadels.console"), made.output.value], [{ Authorization: "Bearer ctd_other" }, "ctd_other", "You are Bob"]);
  me = { ok: false, told: { title: "Not signed in" } };
  made.input.fire("change");
  await settled();
  assert.equal(made.output.value, "Not signed in");
  made.input.value = "";
  made.input.fire("change");
  await settled();
  assert.deepEqual([authorization(), made.output.value], [{}, ""]);
});

test("a guest is made by a press, or it is said why not", async () => {
  me = { ok: true, told: { id: "acct_1" } };
  made.button.click();
  await settled();
  assert.deepEqual([made.input.value, authorization(), made.output.value], ["ctd_guest", { Authorization: "Bearer ctd_guest" }, "You are acct_1"]);
  assert.ok(asked.some(([to, method]) => to === "/v1/guests" && method === "POST"));
  guest = { ok: false, told: { title: "Too many" } };
  made.button.click();
  await settled();
  assert.deepEqual([made.output.value, made.input.value], ["Too many", "ctd_guest"]);
});
