// What people do with their account, their credentials and their bots: drawn as people have looked at it, and what each press asks for.
import assert from "node:assert/strict";
import test, { afterEach, mock } from "node:test";

import { lines, makePage } from "../support/dom.mjs";
import { assertKept } from "../support/kept.mjs";
import { answers, asked, serve } from "../support/service.mjs";

const ANN = { id: "acct_ann", name: "Ann", kind: "account" };
makePage({ path: "/tournaments/cup_1", kept: { session: JSON.stringify({ account: ANN, secret: "ctd_live_00000000001secret" }) } });
serve();
const { html } = await import("../../../../web/core/component.mjs");
const { loadWords, time } = await import("../../../../web/i18n/index.mjs");
const { account, become, credential, forget } = await import("../../../../web/core/session.mjs");
const { Bots } = await import("../../../../web/account/bots.mjs");
const { Credentials } = await import("../../../../web/account/credential_list.mjs");
const { Recover, TakeName, named } = await import("../../../../web/account/registration.mjs");
const { button, clear, drawn, field, inputs, notices, press, submit, tick, type } = await import("../support/forms.mjs");
await loadWords("ui", "tournament", "account", "core");

const AT = Date.UTC(2026, 0, 9);
afterEach(() => {
  clear();
  mock.restoreAll();
  become(ANN, "ctd_live_00000000001secret");
});

test("a guest takes a name and keeps what is his, nobody becomes somebody, and the recovery code is told once", async () => {
  become({ ...ANN, kind: "GUEST" }, "old");
  assert.equal(named(), false);
  const answer = (secret, recovery = "re-co-very") => ({ account: { ...ANN, name: "Bea", kind: "account" }, credential: { secret }, recovery });
  answers.ClaimAccount = { claimAccount: answer("claimed") };
  answers.MakeAccount = { makeAccount: answer("made", null) };
  const box = await drawn(html`<${TakeName} told="A name is needed." />`);
  const kept = ["-- before", ...lines(box)];
  assert.equal((await press(button(box, "Take this name"))).defaultPrevented, true);
  await type(field(box, "Name"), " Bea ");
  await submit(box.querySelector("form"));
  assert.deepEqual([inputs("ClaimAccount"), inputs("MakeAccount"), account.value.name], [[{ name: "Bea" }], [], "Ann"]);
  kept.push("-- the code", ...lines(box.querySelector("dialog")));
  const on = () => button(box.querySelector("dialog"), "Go on");
  assert.equal((await press(on())).defaultPrevented, true);
  assert.equal(box.querySelector("dialog").fire("cancel").defaultPrevented, true);
  await tick(box.querySelector("dialog input"), true);
  await press(on());
  assert.deepEqual([account.value.name, credential.value, box.querySelector("dialog").open, named(), notices().at(-1).includes("Bea")], ["Bea", "claimed", false, true, true]);
  forget();
  assert.equal(named(), false);
  const other = await drawn(html`<${TakeName} />`);
  await type(field(other, "Name"), "Cy");
  for (const [fault, message] of [["name_taken", "no"], ["validation_failed", "name: at most 3 characters"], ["conflict", "somebody was there"]]) {
    answers.MakeAccount = { fault, message };
    await submit(other.querySelector("form"));
    kept.push(`-- ${fault}`, ...lines(other).filter((line) => /field-error|data-problem/.test(line)));
  }
  answers.MakeAccount = { makeAccount: answer("made", null) };
  await submit(other.querySelector("form"));
  assert.deepEqual([inputs("MakeAccount").length, inputs("ClaimAccount"), other.querySelector("dialog").open], [4, [], false]);
  assertKept("take_name", kept);
});

test("who has a recovery code comes back into his account, and is told a new one", async () => {
  forget();
  const box = await drawn(html`<${Recover} />`);
  const kept = ["-- before", ...lines(box)];
  const go = () => button(box, "Come back");
  const [name, code] = box.querySelectorAll("input");
  for (const [one, other] of [["", "x"], ["x", ""], [" ", " "]]) {
    await type(name, one);
    await type(code, other);
    assert.equal(go().getAttribute("aria-disabled"), "true");
  }
  await type(name, " Bea ");
  await type(code, " a-b-c ");
  for (const fault of ["unauthenticated", "conflict"]) {
    answers.RecoverAccount = { fault };
    await submit(box.querySelector("form"));
    kept.push(`-- ${fault}`, ...lines(box).filter((line) => /alert|data-problem/.test(line)));
  }
  answers.RecoverAccount = { recoverAccount: { account: { ...ANN, name: "Bea" }, credential: { secret: "back" }, recovery: "new-code" } };
  await submit(box.querySelector("form"));
  assert.deepEqual([inputs("RecoverAccount").at(-1), code.value, box.querySelector("dialog").open, account.value], [{ name: "Bea", recovery: "a-b-c" }, "", true, null]);
  assert.ok(box.querySelector("#recovery").textContent.includes("new-code"));
  await tick(box.querySelector("dialog input"), true);
  await press(button(box.querySelector("dialog"), "Go on"));
  assert.deepEqual([account.value.name, credential.value, box.querySelector("dialog").open], ["Bea", "back", false]);
  assertKept("recover", kept);
});

test("a bot of one’s own is made with a first credential, and retired", async () => {
  answers.MyBots = { bots: { nodes: [{ account: { id: "acct_x", name: "Xi" }, present: false }] } };
  answers.CredentialsOf = { credentials: [] };
  const box = await drawn(html`<${Bots} />`);
  const kept = ["-- some", ...lines(box)];
  const form = () => box.querySelectorAll("form").at(-1);
  await submit(form());
  assert.deepEqual(inputs("MakeBot"), []);
  const bots = () => asked.filter(([name]) => name === "MyBots").length;
  const before = bots();
  await type(field(form(), "Name"), " Yu ");
  await type(field(form(), "What it is"), " plays ");
  for (const [fault, message] of [["name_taken", "no"], ["validation_failed", "about: at most 3 characters"], ["conflict", "somebody was there"]]) {
    answers.MakeBot = { fault, message };
    await submit(form());
    kept.push(`-- ${fault}`, ...lines(form()).filter((line) => /field-error|data-problem/.test(line)));
  }
  answers.MakeBot = { makeBot: { credential: { secret: "ctd_live_bot" } } };
  await submit(form());
  assert.deepEqual([inputs("MakeBot").at(-1), bots() - before, field(form(), "Name").value, field(form(), "What it is").value], [{ name: "Yu", about: "plays" }, 1, "", ""]);
  kept.push("-- made", ...lines(box.querySelector("#secret")), ...lines(box).filter((line) => /tournament-command/.test(line)));
  await press(button(box.querySelector("#secret"), "I have"));
  assert.equal(box.querySelector("#secret"), null);
  answers.RetireBot = { retireBot: {} };
  await press(box.querySelectorAll("button.danger").find((one) => /Xi/.test(one.textContent)));
  kept.push("-- sure", ...lines(box.querySelectorAll("dialog").find((one) => one.open)));
  await press(box.querySelector("[data-confirm=retire]"));
  assert.deepEqual([inputs("RetireBot"), bots() - before, notices().at(-1).includes("Xi")], [[{ bot: "acct_x" }], 2, true]);
  answers.MyBots = { bots: { nodes: [] } };
  kept.push("-- none", ...lines(await drawn(html`<${Bots} />`)).filter((line) => /details/.test(line)));
  answers.MyBots = { fault: "forbidden" };
  kept.push("-- not for everybody", ...lines(await drawn(html`<${Bots} />`)).filter((line) => /details|data-problem/.test(line)));
  assertKept("bots", kept);
});

test("a credential is rotated with an overlap, and the browser goes on with the new one where it was its own", async () => {
  mock.method(Date, "now", () => AT);
  const key = (id, more = {}) => ({ id, name: id, scopes: ["PLAY"], created: AT - 1000, expires: AT + 1000, revoked: null, table: null, lastUsed: null, ...more });
  answers.CredentialsOf = { credentials: [
    key("cred_00000000001"), key("cred_b", { created: AT, revoked: AT + 1 }), key("cred_c", { revoked: AT }), key("cred_d", { expires: AT }), key("cred_e", { expires: AT + 1, name: "" }), key("cred_f", { revoked: AT - 1 }),
  ] };
  const box = await drawn(html`<${Credentials} />`);
  const ids = (one) => one.querySelectorAll("code.quiet").map((each) => each.textContent);
  const plain = (found) => found.map((line) => [AT, AT + 1, AT - 1, AT + 1000].reduce((text, at) => text.replaceAll(time(at), "TIME"), line));
  const kept = ["-- all", ...plain(box.querySelectorAll(".tournament-key").flatMap((one) => lines(one)))];
  assert.deepEqual(box.querySelectorAll(".tournament-keys").map(ids), [["cred_b", "cred_00000000001", "cred_e"], ["cred_c", "cred_d", "cred_f"]]);
  answers.RotateCredential = { rotateCredential: { credential: { secret: "ctd_live_new" } } };
  const rotate = async (at, overlap) => {
    await press(box.querySelectorAll(".tournament-key button").filter((one) => !one.matches(".danger"))[at]);
    const dialog = box.querySelectorAll("dialog").find((one) => one.open);
    if (overlap) await type(dialog.querySelector("select"), overlap);
    await press(dialog.querySelector("[data-confirm=rotate]"));
    return credential.value;
  };
  assert.equal(await rotate(0, "86400"), "ctd_live_00000000001secret");
  assert.equal(await rotate(1), "ctd_live_new");
  assert.deepEqual(inputs("RotateCredential"), [{ credential: "cred_b", overlapS: 86_400 }, { credential: "cred_00000000001", overlapS: 86_400 }]);
  const form = box.querySelectorAll("form").at(-1);
  await type(field(form, "Good for so many days"), "7");
  for (const one of form.querySelectorAll("input").filter((each) => each.getAttribute("type") === "checkbox" && each.checked)) await tick(one, false);
  await submit(form);
  assert.deepEqual(inputs("MakeCredential"), []);
  await tick(form.querySelectorAll("input").filter((each) => each.getAttribute("type") === "checkbox")[2], true);
  for (const [fault, message] of [["validation_failed", "days: at most 3"], ["validation_failed", "name: at most 3 characters"], ["validation_failed", "scopes: too many"], ["conflict", "somebody was there"]]) {
    answers.MakeCredential = { fault, message };
    await submit(form);
    kept.push(`-- ${message}`, ...lines(form).filter((line) => /field-error|data-problem/.test(line)));
  }
  assert.deepEqual(inputs("MakeCredential")[0], { account: null, name: "", scopes: ["ACCOUNT_WRITE"], days: 7 });
  const other = await drawn(html`<${Credentials} bot=${{ id: "acct_bot", name: "Botty" }} />`);
  assert.deepEqual(asked[0], ["CredentialsOf", { account: "acct_bot" }]);
  answers.MakeCredential = { makeCredential: { credential: { secret: null } } };
  await submit(other.querySelectorAll("form").at(-1));
  assert.deepEqual([inputs("MakeCredential"), other.querySelector("#secret")], [[{ account: "acct_bot", name: "", scopes: ["PLAY"], days: 30 }], null]);
  assertKept("keys", kept);
});
