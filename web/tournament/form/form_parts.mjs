/** The parts of the organizer's form: each choice is explained where it is made. */
import { useCards } from "../../core/card_catalogue.mjs";
import { html } from "../../core/component.mjs";
import { t } from "../../i18n/index.mjs";
import { Check, Choice, Disclosure, Field, Select } from "../../ui/index.mjs";
import { OwnCast, Scenarios } from "./form_cards.mjs";
import { LEVELS, POLICIES, asked } from "./form.mjs";
import { wordOf } from "../tournament_text.mjs";

/**
 * @typedef {object} Part
 * @property {import("./form.mjs").Form} form
 * @property {(changed: Partial<import("./form.mjs").Form>) => void} put
 * @property {(path: string) => string | undefined} error
 */

const FORMATS = ["ROUND_ROBIN", "SWISS", "KNOCK_OUT", "GAUNTLET", "ARENA", "SEQUENTIAL"];

/**
 * A number; `field` is its name in the form, `path` its path in the input.
 * @param {Part & { field: string, path: string, label: string, hint?: string, placeholder?: string }} props
 */
function Figure({ form, put, error, field, path, label, hint, placeholder }) {
  if (!asked(form, path)) return null;
  return html`<${Field} label=${label} hint=${hint} error=${error(path)} value=${/** @type {any} */ (form)[field]}
    inputmode="decimal" autocomplete="off"
    placeholder=${placeholder} class="tournament-number"
      onInput=${(/** @type {string} */ value) => put({ [field]: value })} />`;
}

/**
 * A choice of one, with what the chosen one means below it.
 * @param {Part & { field: string, kind: string, values: readonly string[], label: string, path?: string, told?:
 *   string }} props
 *   `told`: the kind of words that explain it
 */
function OneOf({ form, put, error, field, kind, values, label, path, told }) {
  const value = /** @type {any} */ (form)[field];
  const wrong = path && error(path);
  return html`<div class="stack tight">
    <${Select} label=${label} value=${value} options=${values.map((one) => ({ value: one, label: wordOf(kind, one) }))}
      hint=${told ? wordOf(told, value) : undefined}
        onChange=${(/** @type {string} */ chosen) => put({ [field]: chosen })} />
    ${wrong && html`<p class="field-error" role="alert">${wrong}</p>`}
  </div>`;
}

/** @param {Part} part */
export function Naming(part) {
  const { form, put, error } = part;
  return html`<div class="stack">
    <${Field} label=${t("organizer.form.name")} value=${form.name} error=${error("name")} maxlength="60" required
      onInput=${(/** @type {string} */ name) => put({ name })} />
    <${Field} label=${t("organizer.form.about")} hint=${t("tournament.optional")} value=${form.about} error=${error("about")}
      rows=${2} maxlength="2000" onInput=${(/** @type {string} */ about) => put({ about })} />
  </div>`;
}

/** @param {Part & { duplicate?: readonly string[] }} part `duplicate`: what there is to choose */
export function Format({ duplicate = ["AUTO", "YES", "NO"], ...part }) {
  return html`<div class="stack">
    <${OneOf} ...${part} field="format" kind="format" told="format_told" values=${FORMATS}
      label=${t("organizer.form.format")} path="settings.format" />
    <div class="tournament-fields">
      <${Figure} ...${part} field="seats" path="settings.seats" label=${t("organizer.form.seats")}
        hint=${t("organizer.form.seats_hint")} />
      <${Figure} ...${part} field="deals" path="settings.deals" label=${t("organizer.form.deals")}
        hint=${t("organizer.form.deals_hint")} />
      <${Figure} ...${part} field="rounds" path="settings.rounds" label=${t("organizer.form.rounds")}
        hint=${t("organizer.form.rounds_hint")} placeholder=${t("organizer.as_needed")} />
      <${Figure} ...${part} field="advance" path="settings.advance" label=${t("organizer.form.advance")}
        hint=${t("organizer.form.advance_hint")} placeholder=${t("organizer.half")} />
      <${Figure} ...${part} field="bound" path="settings.bound" label=${t("organizer.form.bound")}
        hint=${t("organizer.form.bound_hint")} />
      <${Figure} ...${part} field="most" path="settings.most" label=${t("organizer.form.most")}
        hint=${t("organizer.form.most_hint")} placeholder="10000" />
    </div>
    <${OneOf} ...${part} field="duplicate" kind="duplicate" told="duplicate_told" values=${duplicate}
      label=${t("organizer.form.duplicate")} path="settings.duplicate" />
    <${OneOf} ...${part} field="points" kind="points" values=${["PLACE", "WINS", "SHARE"]}
      label=${t("organizer.form.points")} path="settings.points" />
  </div>`;
}

/** @param {Part} part */
export function House(part) {
  const { form, put, error } = part;
  const wrong = error("house");
  return html`<div class="stack tight">
    <p class="small quiet">${t("organizer.form.house_hint")}</p>
    <div class="tournament-fields">
      ${LEVELS.map((level) => html`<${Field} key=${level} label=${wordOf("level", level)}
        hint=${wordOf("level_told", level)} value=${form.house[level]} inputmode="numeric" class="tournament-number"
        aria-invalid=${wrong ? "true" : undefined}
          onInput=${(/** @type {string} */ value) => put({ house: { ...form.house, [level]: value } })} />`)}
    </div>
    ${wrong && html`<p class="field-error" role="alert">${wrong}</p>`}
  </div>`;
}

/** @param {Part} part */
export function Play(part) {
  const { form, put, error } = part;
  const cards = useCards(form.edition);
  const options = cards?.options.filter((one) => one.option !== "initial_crown") ?? [];
  const wrong = error("scenarios") ?? error("cast") ?? error("uniques") ?? error("edition");
  return html`<div class="stack">
    <${Choice} label=${t("ui.edition")} value=${form.edition}
      onChange=${(/** @type {any} */ edition) => put({ edition, scenarios: [], cast: [], uniques: [], options: {} })}
      options=${["MODERN", "CLASSIC"].map((one) => ({ value: one, label: wordOf("edition", one) }))} />
    <${OneOf} ...${part} field="play" kind="play" told="play_told" values=${["FIRST", "SOME", "ALL", "OWN"]}
      label=${t("organizer.form.play")} />
    ${form.play === "SOME" && html`<${Scenarios} cards=${cards} chosen=${form.scenarios}
      onChange=${(/** @type {string[]} */ scenarios) => put({ scenarios })} />`}
    ${form.play === "OWN" && html`<${OwnCast} cards=${cards} seats=${Number(form.seats) || 4} cast=${form.cast}
      uniques=${form.uniques}
      onCast=${(/** @type {string[]} */ cast) => put({ cast })}
        onUniques=${(/** @type {string[]} */ uniques) => put({ uniques })} />`}
    ${wrong && html`<p class="field-error" role="alert">${wrong}</p>`}
    ${options.length > 0 && html`<${Disclosure} summary=${t("organizer.form.options")}>
      <div class="tournament-fields">${options.map((one) =>
        html`<${Select} key=${one.option} label=${wordOf("option", one.option)}
          value=${JSON.stringify(form.options[one.option] ?? one.values[0])}
        options=${one.values.map((/** @type {any} */ value) =>
          ({ value: JSON.stringify(value), label: wordOf(`option_${one.option}`, String(value)) }))}
        onChange=${(/** @type {string} */ value) =>
          put({ options: { ...form.options, [one.option]: JSON.parse(value) } })} />`)}</div>
      ${error("options") && html`<p class="field-error" role="alert">${error("options")}</p>`}
    <//>`}
  </div>`;
}

/** @param {Part} part */
export function Time(part) {
  return html`<div class="stack">
    <${OneOf} ...${part} field="clock" kind="clock" told="clock_about"
      values=${["DECISION", "BANK", "CORRESPONDENCE", "NONE"]} label=${t("tournament.form.clock")} path="clock.kind" />
    <div class="tournament-fields">
      <${Figure} ...${part} field="limit" path="clock.limitMs" label=${t("organizer.form.limit")} />
      <${Figure} ...${part} field="bank" path="clock.bankMs" label=${t("organizer.form.bank")} />
      <${Figure} ...${part} field="increment" path="clock.incrementMs" label=${t("organizer.form.increment")} />
      <${Figure} ...${part} field="days" path="clock.days" label=${t("organizer.form.days")} />
    </div>
    <${OneOf} ...${part} field="timeout" kind="timeout" values=${["DEFAULT_ACTION", "AI_TAKES_OVER", "FORFEIT"]}
      label=${t("organizer.form.timeout")} path="timeout" />
    <${Waiting} ...${part} />
  </div>`;
}

/** @param {Part} part */
export function Waiting(part) {
  return html`<div class="tournament-fields">
    <${Figure} ...${part} field="grace" path="graceMs" label=${t("organizer.form.grace")}
      hint=${t("organizer.form.grace_hint")} />
    <${Figure} ...${part} field="atOnce" path="atOnce" label=${t("organizer.form.at_once")}
      hint=${t("organizer.form.at_once_hint")} />
  </div>`;
}

/** @param {Part} part */
export function Conditions(part) {
  const { form, put, error } = part;
  const turn = (/** @type {string} */ kind, /** @type {boolean} */ on) =>
    put({ kinds: on ? [...form.kinds, kind] : form.kinds.filter((one) => one !== kind) });
  const wrong = error("conditions.kinds");
  return html`<div class="stack">
    <fieldset class="tournament-set"><legend>${t("organizer.form.kinds")}</legend>
      ${["BOT", "ACCOUNT", "GUEST"].map((kind) =>
        html`<${Check} key=${kind} label=${wordOf("kinds_label", kind)} checked=${form.kinds.includes(kind)}
          onChange=${(/** @type {boolean} */ on) => turn(kind, on)} />`)}
      ${wrong && html`<p class="field-error" role="alert">${wrong}</p>`}
    </fieldset>
    <${Check} label=${t("organizer.form.invited")} checked=${form.invitedOnly}
      onChange=${(/** @type {boolean} */ invitedOnly) => put({ invitedOnly })} />
    <div class="tournament-fields">
      <${Figure} ...${part} field="entrants" path="conditions.most" label=${t("organizer.form.entrants")}
        placeholder="256" />
      <${Figure} ...${part} field="perOwner" path="conditions.botsPerOwner" label=${t("organizer.form.per_owner")}
        hint=${t("organizer.form.per_owner_hint")} placeholder=${t(form.rated ? "organizer.one" : "tournament.any_number")} />
      <${Figure} ...${part} field="leastRating" path="conditions.leastRating" label=${t("organizer.form.least_rating")}
        hint=${t("tournament.optional")} />
      <${Figure} ...${part} field="mostRating" path="conditions.mostRating" label=${t("organizer.form.most_rating")}
        hint=${t("tournament.optional")} />
    </div>
  </div>`;
}

/** @param {Part & { begins?: readonly string[] }} part `begins`: what there is to choose */
export function Schedule({ begins = ["DEMAND", "NOW", "AT", "EVERY"], ...part }) {
  const { form, put, error } = part;
  const timed = form.begins === "AT" || form.begins === "EVERY";
  return html`<div class="stack">
    <${OneOf} ...${part} field="begins" kind="begins" told="begins_about" values=${begins}
      label=${t("organizer.form.begins")} path="schedule.begins" />
    <div class="tournament-fields">
      ${timed && html`<${Field} label=${t("organizer.form.at")} type="datetime-local" value=${form.at}
        error=${error("schedule.at")} onInput=${(/** @type {string} */ at) => put({ at })} />`}
      <${Figure} ...${part} field="every" path="schedule.everyMs" label=${t("organizer.form.every")} />
      ${form.begins === "EVERY"
        && html`<${OneOf} ...${part} field="unit" kind="unit" values=${["HOUR", "DAY", "WEEK"]}
          label=${t("organizer.form.unit")} />`}
      <${Figure} ...${part} field="count" path="schedule.count" label=${t("organizer.form.count")}
        placeholder=${t("organizer.no_end")} />
    </div>
  </div>`;
}

/** @param {Part} part */
export function Seeing(part) {
  const { form, put, error } = part;
  return html`<div class="stack">
    <${Check} label=${t("organizer.form.rated")} hint=${t("organizer.form.rated_hint")} checked=${form.rated}
      onChange=${(/** @type {boolean} */ rated) => put({ rated })} />
    ${error("rated") && html`<p class="field-error" role="alert">${error("rated")}</p>`}
    <${OneOf} ...${part} field="visibility" kind="visibility" values=${["PUBLIC", "UNLISTED", "PRIVATE"]}
      label=${t("organizer.form.visibility")} path="visibility" />
    <${Figure} ...${part} field="delay" path="spectatorDelayMs" label=${t("organizer.form.delay")}
      hint=${t("organizer.form.delay_hint")} />
  </div>`;
}

/** @param {Part} part */
export function Policies(part) {
  const { form, put, error } = part;
  return html`<div class="stack">
    <p class="small quiet prose">${t("organizer.policies_told")}</p>
    <div class="tournament-fields wide">
      ${Object.entries(POLICIES).map(([name, values]) => html`<div key=${name} class="stack tight">
        <${Select} label=${t(`tournament.term.${name}`)} value=${form.policies[name] ?? ""}
          onChange=${(/** @type {string} */ value) => put({ policies: { ...form.policies, [name]: value } })}
          options=${[{ value: "", label: t("organizer.as_format") },
            ...values.map((one) => ({ value: one, label: name === "filler" ? wordOf("level", one) : wordOf(name, one) }))]}
              />
        ${error(`settings.${name}`) && html`<p class="field-error" role="alert">${error(`settings.${name}`)}</p>`}
      </div>`)}
      <${Figure} ...${part} field="forfeits" path="settings.forfeits" label=${t("organizer.form.forfeits")}
        placeholder=${t("organizer.never")} />
    </div>
  </div>`;
}

/**
 * Go to the first field of a form that is at fault, once it says so.
 * @param {HTMLFormElement | null} form
 */
export function toFault(form) {
  setTimeout(() => {
    const wrong = /** @type {HTMLElement | null} */ (form?.querySelector("[aria-invalid=true], .field-error"));
    wrong?.closest("details")?.setAttribute("open", "");
    wrong?.scrollIntoView({ block: "center" });
    wrong?.focus();
  }, 30);
}
