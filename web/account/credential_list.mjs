/** The credentials of an account or of a bot: made, rotated, revoked. A new secret is shown once. */
import { ask } from "../core/graphql.mjs";
import { html, useState } from "../core/component.mjs";
import { ago, day, t, time } from "../i18n/index.mjs";
import { account, become, credential as secretHere } from "../core/session.mjs";
import { say } from "../core/toasts.mjs";
import { Badge, Button, Check, Confirm, Copy, Dialog, Disclosure, Empty, Field, Loading, Panel, Problem,
  Select } from "../ui/index.mjs";
import { faultsOf, typed } from "../tournament/form/form.mjs";
import { useAsked, useDoing } from "../core/query.mjs";
import { faultTold, word } from "../tournament/tournament_text.mjs";

const SCOPES = /** @type {const} */ (["PLAY", "TABLE_CREATE", "ACCOUNT_WRITE", "CREDENTIAL_WRITE", "TOURNAMENT_WRITE"]);
const OVERLAPS = [0, 3600, 86_400];

/**
 * The panel; of oneself, or of a bot of one's own.
 * @param {{ bot?: { id: string, name: string } }} props
 */
export function Credentials({ bot }) {
  const { data, problem, asking, again } = useAsked("CredentialsOf", { account: bot?.id ?? null });
  const [fresh, setFresh] = useState("");
  const [revoking, setRevoking] = useState(/** @type {any} */ (null));
  const [rotating, setRotating] = useState(/** @type {any} */ (null));
  const doing = useDoing();
  const now = Date.now();
  const all = [...(data?.credentials ?? [])].sort((one, other) => other.created - one.created);
  const good = all.filter((one) => (one.revoked === null || one.revoked > now) && one.expires > now);
  const gone = all.filter((one) => !good.includes(one));
  const revoke = () => doing.run(async () => {
    await ask("RevokeCredential", { input: { credential: revoking.id } });
    say(t("contest.revoked_done"), "good");
    again();
  });
  const made = (/** @type {string | null} */ secret) => {
    setFresh(secret ?? "");
    again();
  };
  const body = html`<div class="stack">
    <${Problem} problem=${doing.problem ?? problem} onRetry=${again} />
    ${asking && data === null && html`<${Loading} lines=${3} />`}
    <${Secret} secret=${fresh} onDone=${() => setFresh("")} />
    ${data && good.length === 0 && html`<${Empty} title=${t("contest.no_credentials")} />`}
    ${good.length > 0 && html`<ul class="plain contest-keys">
      ${good.map((one) => html`<${Key} key=${one.id} credential=${one} rotate=${() => setRotating(one)}
        revoke=${() => setRevoking(one)} />`)}
    </ul>`}
    <${Make} account=${bot?.id ?? null} isBot=${bot !== undefined} onMade=${made} />
    ${gone.length > 0 && html`<${Disclosure} summary=${t("contest.old_credentials", { n: gone.length })}>
      <ul class="plain contest-keys">
      ${gone.map((one) => html`<${Key} key=${one.id} credential=${one} />`)}</ul><//>`}
    <${Confirm} open=${revoking !== null} danger confirm="revoke"
      title=${t("contest.revoke_sure", { name: called(revoking) })} yes=${t("contest.revoke")} onYes=${revoke}
        onClose=${() => setRevoking(null)}>
      <p>${t(revoking !== null && used(revoking) ? "contest.revoke_own" : "contest.revoke_told")}</p>
    <//>
    <${Rotate} credential=${rotating} onClose=${() => setRotating(null)} onMade=${made} />
  </div>`;
  return bot === undefined ? html`<${Panel} title=${t("contest.your_credentials")}>
    <p class="small quiet prose">${t("contest.credentials_told")}</p>${body}<//>` : body;
}

/** @param {any} credential */
function called(credential) {
  return credential === null ? "" : credential.name || t("contest.unnamed");
}

/**
 * Whether this browser uses it: the secret begins with what the id ends with.
 * @param {any} credential
 */
function used(credential) {
  const own = /^ctd_[a-z]+_(.*)$/.exec(secretHere.value ?? "")?.[1] ?? "";
  return own.startsWith(credential.id.replace(/^cred_/, ""));
}

/**
 * One credential: what it is good for, until when, and what can be done with it.
 * @param {{ credential: any, rotate?: () => void, revoke?: () => void }} props
 */
function Key({ credential, rotate, revoke }) {
  const { scopes, created, expires, revoked, table, lastUsed } = credential;
  const ending = revoked !== null
    ? t(revoked > Date.now() ? "contest.good_until" : "contest.ended_at", { when: time(revoked) })
      : t("contest.good_until", { when: time(expires) });
  return html`<li class="contest-key">
    <div class="grow stack tight">
      <p class="row tight"><strong>${called(credential)}</strong> ${revoke && used(credential)
        && html`<${Badge} kind="accent">${t("contest.in_use_here")}<//>`}${" "}
          <code class="quiet">${credential.id}</code></p>
      <p class="row tight">${scopes.map((/** @type {string} */ one) =>
        html`<${Badge} key=${one} title=${word("scope_told", one)}>${word("scope", one)}<//>`)}
        ${table && html`<${Badge} kind="gold">${t("contest.bound_to_table")}<//>`}</p>
      <p class="small quiet">${ending} · ${t("contest.credential_made", { when: ago(created) })} · ${lastUsed
        ? t("contest.last_used", { day: day(lastUsed) }) : t("contest.never_used")}</p>
    </div>
    ${revoke && html`<div class="row tight">
      <${Button} size="small" onClick=${rotate}>${t("contest.rotate")}
        <span class="hidden"> ${called(credential)}</span><//>
      <${Button} size="small" kind="danger" onClick=${revoke}>${t("contest.revoke")}
        <span class="hidden"> ${called(credential)}</span><//>
    </div>`}
  </li>`;
}

/**
 * A new secret, once.
 * @param {{ secret: string, onDone: () => void }} props
 */
export function Secret({ secret, onDone }) {
  if (secret === "") return null;
  return html`<section class="contest-secret stack" id="secret" aria-label=${t("contest.new_secret")} role="alert">
    <p><strong>${t("contest.new_secret")}</strong> ${t("contest.secret_once")}</p>
    <p><${Copy} text=${secret} label=${t("contest.credential")} /></p>
    <p class="small">${t("contest.in_a_shell")}</p>
    <p><${Copy} text=${`export CITADELS_TOKEN=${secret}`} label=${t("contest.in_a_shell")} secret /></p>
    <p><${Button} size="small" onClick=${onDone}>${t("contest.secret_kept")}<//></p>
  </section>`;
}

/**
 * The form of a new credential.
 * @param {{ account: string | null, isBot: boolean, onMade: (secret: string | null) => void }} props
 */
function Make({ account, isBot, onMade }) {
  const first = isBot ? ["PLAY"] : ["PLAY", "TABLE_CREATE"];
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState(/** @type {string[]} */ (first));
  const [days, setDays] = useState("30");
  const doing = useDoing();
  const faults = doing.problem ? faultsOf(doing.problem).fields : {};
  const make = () => doing.run(async () => {
    const input = { account, name: name.trim(), scopes: /** @type {any} */ (scopes), days: typed(days) };
    const { makeCredential } = await ask("MakeCredential", { input });
    setName("");
    onMade(/** @type {any} */ (makeCredential).credential.secret);
  });
  const general = doing.problem && Object.keys(faults).length === 0;
  return html`<${Disclosure} summary=${t("contest.make_credential")}>
    <form class="stack" onSubmit=${(/** @type {Event} */ event) =>
      { event.preventDefault(); if (scopes.length > 0) void make(); }}>
      <${Field} label=${t("contest.credential_name")} hint=${t("contest.credential_name_hint")} value=${name}
        error=${faultTold(faults.name)} onInput=${setName} maxlength="60" />
      <fieldset class="contest-set"><legend>${t("contest.scopes")}</legend>
        ${SCOPES.map((one) => html`<${Check} key=${one} label=${word("scope", one)} hint=${word("scope_told", one)}
          checked=${scopes.includes(one)}
          onChange=${(/** @type {boolean} */ on) =>
            setScopes(on ? [...scopes, one] : scopes.filter((each) => each !== one))} />`)}
        ${faults.scopes && html`<p class="field-error" role="alert">${faultTold(faults.scopes)}</p>`}
      </fieldset>
      <${Field} label=${t("contest.days")} hint=${t("contest.days_hint")} value=${days} error=${faultTold(faults.days)}
        inputmode="numeric" class="contest-number" onInput=${setDays} />
      ${general && html`<${Problem} problem=${doing.problem} />`}
      <p><${Button} type="submit" kind="primary" busy=${doing.busy}
        refused=${scopes.length === 0 ? t("contest.needs_scope") : ""}>${t("contest.make_credential")}<//></p>
    </form>
  <//>`;
}

/**
 * A new secret in place of the old one, which may stay good for a while.
 * @param {{ credential: any, onClose: () => void, onMade: (secret: string | null) => void }} props
 */
function Rotate({ credential, onClose, onMade }) {
  const [overlap, setOverlap] = useState("3600");
  const doing = useDoing();
  const rotate = () => doing.run(async () => {
    const { rotateCredential } =
      await ask("RotateCredential", { input: { credential: credential.id, overlapS: Number(overlap) } });
    const { secret } = /** @type {any} */ (rotateCredential).credential;
    if (used(credential) && account.peek()) become(/** @type {any} */ (account.peek()), secret);
    onMade(secret);
    onClose();
  });
  return html`<${Dialog} open=${credential !== null} title=${t("contest.rotate_title", { name: called(credential) })}
    onClose=${onClose}
    actions=${html`<${Button} onClick=${onClose}>${t("ui.back")}<//><${Button} kind="primary" busy=${doing.busy}
      data-confirm="rotate" onClick=${rotate}>${t("contest.rotate")}<//>`}>
    <div class="stack">
      <p>${t("contest.rotate_told")}</p>
      <${Select} label=${t("contest.overlap")} value=${overlap} onChange=${setOverlap}
        options=${OVERLAPS.map((one) => ({ value: String(one), label: t(`contest.overlap_${one}`) }))} />
      <${Problem} problem=${doing.problem} />
    </div>
  <//>`;
}
