// What is filled in and chosen.
import { html, useId } from "../core/component.mjs";

/**
 * A text field with its label. Other properties go to the input.
 * @param {{
 *   label: any, value: string | number, onInput: (value: string) => void,
 *   hint?: any, error?: any, type?: string, rows?: number, class?: string, [more: string]: any,
 * }} props `rows`: a field of several lines
 */
export function Field({ label, value, onInput, hint, error, type = "text", rows, class: more, ...rest }) {
  const id = useId();
  const shared = {
    id,
    value,
    "aria-invalid": error ? "true" : undefined,
    "aria-describedby": hint || error ? `${id}-more` : undefined,
    onInput: (/** @type {any} */ event) => onInput(event.currentTarget.value),
    ...rest,
  };
  return html`<div class=${`field${more ? ` ${more}` : ""}`}>
    <label for=${id}>${label}</label>
    ${rows ? html`<textarea rows=${rows} ...${shared}></textarea>` : html`<input type=${type} ...${shared} />`}
    ${(error || hint) && html`<p id=${`${id}-more`} class=${error ? "field-error" : "field-hint"}>${error || hint}</p>`}
  </div>`;
}

/**
 * A choice of one from a list.
 * @param {{
 *   label: any, value: string | number, onChange: (value: string) => void,
 *   options: { value: string | number, label: string, disabled?: boolean }[], hint?: any, class?: string, [more:
 *   string]: any,
 * }} props
 */
export function Select({ label, value, onChange, options, hint, class: more, ...rest }) {
  const id = useId();
  return html`<div class=${`field${more ? ` ${more}` : ""}`}>
    <label for=${id}>${label}</label>
    <select
      id=${id}
      aria-describedby=${hint ? `${id}-more` : undefined}
      onChange=${(/** @type {any} */ event) => onChange(event.currentTarget.value)}
      ...${rest}
    >
      ${options.map(
        (option) => html`<option
        key=${option.value}
        value=${option.value}
        disabled=${option.disabled}
        selected=${String(option.value) === String(value)}
      >${option.label}</option>`,
      )}
    </select>
    ${hint && html`<p id=${`${id}-more`} class="field-hint">${hint}</p>`}
  </div>`;
}

/**
 * A yes or no.
 * @param {{ label: any, checked: boolean, onChange: (checked: boolean) => void, hint?: any, [more: string]: any }}
 *   props
 */
export function Check({ label, checked, onChange, hint, ...rest }) {
  const id = useId();
  return html`<div class="check">
    <input
      type="checkbox"
      id=${id}
      checked=${checked}
      aria-describedby=${hint ? `${id}-more` : undefined}
      onChange=${(/** @type {any} */ event) => onChange(event.currentTarget.checked)}
      ...${rest}
    />
    <label for=${id}>${label}</label>
    ${hint && html`<p id=${`${id}-more`} class="field-hint">${hint}</p>`}
  </div>`;
}

/**
 * A choice of one from a few, side by side.
 * @param {{
 *   label: any, value: string, onChange: (value: string) => void,
 *   options: { value: string, label: any, icon?: any }[], quiet?: boolean,
 * }} props `quiet`: the label is read but not drawn
 */
export function Choice({ label, value, onChange, options, quiet }) {
  const name = useId();
  return html`<fieldset class="choice">
    <legend class=${quiet ? "hidden" : ""}>${label}</legend>
    <div class="choice-all">
      ${options.map(
        (option) => html`<label key=${option.value} class="choice-one">
        <input type="radio" name=${name} value=${option.value} checked=${option.value === value}
          onChange=${() => onChange(option.value)} />
        <span>${option.icon && html`<span class="icon">${option.icon}</span>`}${option.label}</span>
      </label>`,
      )}
    </div>
  </fieldset>`;
}
