// Several panels in one place.
import { html, useId, useRef, useState } from "../core/component.mjs";

/**
 * @typedef {object} Tab
 * @property {string} id
 * @property {any} label
 * @property {any} [badge] a number or a sign beside the label
 * @property {() => any} panel drawn when it is chosen
 */

/**
 * Tabs: arrow keys go from one to the next, Tab goes into the panel.
 * @param {{ tabs: Tab[], label: string, chosen?: string, onChoose?: (id: string) => void }} props without `chosen` it
 *   keeps its own choice
 */
export function Tabs({ tabs, label, chosen, onChoose }) {
  const [own, setOwn] = useState(tabs[0]?.id);
  const base = useId();
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const now = tabs.find((tab) => tab.id === (chosen ?? own)) ?? tabs[0];
  const choose = (/** @type {string} */ id) => {
    setOwn(id);
    onChoose?.(id);
  };
  const steps = /** @type {Record<string, (at: number) => number>} */ ({
    ArrowRight: (at) => (at + 1) % tabs.length,
    ArrowLeft: (at) => (at - 1 + tabs.length) % tabs.length,
    Home: () => 0,
    End: () => tabs.length - 1,
  });
  const key = (/** @type {KeyboardEvent} */ event) => {
    const step = steps[event.key];
    if (!step || !now) return;
    event.preventDefault();
    const to = tabs[step(tabs.indexOf(now))];
    if (!to) return;
    choose(to.id);
    /** @type {HTMLElement | null | undefined} */ (list.current?.querySelector(`[data-tab="${to.id}"]`))?.focus();
  };
  if (!now) return null;
  return html`<div class="tabs">
    <div role="tablist" aria-label=${label} ref=${list} onKeyDown=${key}>
      ${tabs.map(
        (tab) => html`<button
        key=${tab.id}
        type="button"
        role="tab"
        id=${`${base}-${tab.id}`}
        data-tab=${tab.id}
        aria-selected=${tab === now ? "true" : "false"}
        aria-controls=${`${base}-panel`}
        tabindex=${tab === now ? 0 : -1}
        onClick=${() => choose(tab.id)}
      >${tab.label}${(tab.badge ?? null) !== null && html`<span class="tab-badge">${tab.badge}</span>`}</button>`,
      )}
    </div>
    <div role="tabpanel" id=${`${base}-panel`} aria-labelledby=${`${base}-${now.id}`} tabindex="0">${now.panel()}</div>
  </div>`;
}
