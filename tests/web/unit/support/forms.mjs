// A part of the page as it is drawn, and hands that press and type in it. To be imported once there is a document and a service.
import assert from "node:assert/strict";

import { html, render } from "../../../../web/core/component.mjs";
import { Toasts } from "../../../../web/core/toasts.mjs";
import { settled } from "./dom.mjs";
import { asked } from "./service.mjs";

const boxes = [];
const told = document.body.appendChild(document.createElement("aside"));
render(html`<${Toasts} />`, told);

/** What was said at the edge of the page, in order. */
export const notices = () => told.querySelectorAll(".toast").map((one) => one.textContent);

/** Draw a part in a box of its own; what was asked for before is forgotten. */
export async function drawn(part) {
  asked.length = 0;
  const box = document.body.appendChild(document.createElement("div"));
  boxes.push(box);
  render(part, box);
  await settled();
  return box;
}

/** Take away all that was drawn. */
export const clear = () => boxes.splice(0).forEach((box) => {
  render(null, box);
  box.remove();
});

/** The inputs of an operation, as often as it was asked for. */
export const inputs = (name) => asked.filter(([one]) => one === name).map(([, variables]) => variables.input ?? variables);

/** Do something, and wait until the page has drawn it. */
export const act = async (deed) => {
  const event = deed();
  await settled();
  return event;
};
export const press = (one) => act(() => one.click());
export const type = (input, text) => act(() => {
  input.value = text;
  return input.fire(input.localName === "select" ? "change" : "input");
});
export const tick = (input, on = true) => act(() => {
  input.checked = on;
  return input.fire("change");
});
export const submit = async (form) => assert.equal((await act(() => form.fire("submit"))).defaultPrevented, true);

/** The button, or the field, whose words begin so. */
export const button = (box, said) => begun(box, "button", said);
export const field = (box, said) => {
  const label = begun(box, "label", said);
  return label.querySelector("input, select, textarea") ?? document.getElementById(label.getAttribute("for"));
};
const begun = (box, kind, said) => {
  const all = box.querySelectorAll(kind);
  return all.find((one) => one.textContent.trim().startsWith(said)) ?? assert.fail(`there is no ${said}: ${all.map((one) => one.textContent.trim()).join(" | ")}`);
};

/** The codes of the problems that are shown. */
export const problems = (box) => box.querySelectorAll("[data-problem]").map((one) => one.getAttribute("data-problem"));
