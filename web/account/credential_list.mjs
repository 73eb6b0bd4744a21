/** The credentials of an account or of a bot: made, rotated, revoked. A new secret is shown once. */
import { ask } from "../core/graphql.mjs";
import { html, useState } from "../core/component.mjs";
import { ago, day, t, time } from "../i18n/index.mjs";
import { account, become, credential as secretHere } from "../core/session.mjs";
import { say } from "../core/toasts.mjs";
import { Badge, Button, Check, Confirm, Copy, Dialog, Disclosure, Empty, Field, Loading, Panel, Problem,
  Select } from "../ui/index.mjs";
import { faultsOf, typed } from "../tournament/form/form.mjs";
import { useQuery, useMutation } from "../core/query.mjs";
import { faultText, wordOf } from "../tournament/tournament_text.mjs";

const SCOPES = /** @type {const} */ (["PLAY", "TABLE_CREATE", "ACCOUNT_WRITE", "CREDENTIAL_WRITE", "TOURNAMENT_WRITE"]);
const OVERLAPS = [0, 3600, 86_400];

/**
 * The panel; of oneself, or of a bot of one's own.
 * @param {{ bot?: { id: string, name: string } }} props
 */
export function Credentials({ bot }) {
  const { data, problem, asking, again } = useQuery("CredentialsOf", { account: bot?.id ?? null });
  const [fresh, setFresh] = useState("");
  const [revoking, setRevoking] = useState(/** @type {any} */ (null));
  const [rotating, setRotating] = useState(/** @type {any} */ (null));
  const doing = useMutation();
  const now = Date.now();
  const all = [...(data?.credentials ?? [])].sort((one, other) => other.created - one.created);
  const good = all.filter((one) => (one.revoked === null || one.revoked > now) && one.expires > now);
  const gone = all.filter((one) => !good.includes(one));
  const revoke = () => doing.run(async () => {
    await ask("RevokeCredential", { input: { credential: revoking.id } });
    say(t("account.revoked_done"), "good");
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
    ${data && good.length === 0 && html`<${Empty} title=${t("account.no_credentials")} />`}
    ${good.length > 0 && html`<ul class="plain tournament-keys">
      ${good.map((one) => html`<${Key} key=${one.id} credential=${one} rotate=${() => setRotating(one)}
        revoke=${() => setRevoking(one)} />`)}
    </ul>`}
    <${Make} account=${bot?.id ?? null} isBot=${bot !== undefined} onMade=${made} />
    ${gone.length > 0 && html`<${Disclosure} summary=${t("account.old_credentials", { n: gone.length })}>
      <ul class="plain tournament-keys">
      ${gone.map((one) => html`<${Key} key=${one.id} credential=${one} />`)}</ul><//>`}
    <${Confirm} open=${revoking !== null} danger confirm="revoke"
      title=${t("account.revoke_sure", { name: called(revoking) })} yes=${t("account.revoke")} onYes=${revoke}
        onClose=${() => setRevoking(null)}>
      <p>${t(revoking !== null && used(revoking) ? "account.revoke_own" : "account.revoke_told")}</p>
    <//>
    <${Rotate} credential=${rotating} onClose=${() => setRotating(null)} onMade=${made} />
  </div>`;
  return bot === undefined ? html`<${Panel} title=${t("account.your_credentials")}>
    <p class="small quiet prose">${t("account.credentials_told")}</p>${body}<//>` : body;
}

/** @param {any} credential */
function called(credential) {
  return credential === null ? "" : credential.name || t("account.unnamed");
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
    ? t(revoked > Date.now() ? "account.good_until" : "account.ended_at", { when: time(revoked) })
      : t("account.good_until", { when: time(expires) });
  return html`<li class="tournament-key">
    <div class="grow stack tight">
      <p class="row tight"><strong>${called(credential)}</strong> ${revoke && used(credential)
        && html`<${Badge} kind="accent">${t("account.in_use_here")}<//>`}${" "}
          <code class="quiet">${credential.id}</code></p>
      <p class="row tight">${scopes.map((/** @type {string} */ one) =>
        html`<${Badge} key=${one} title=${wordOf("scope_told", one)}>${wordOf("scope", one)}<//>`)}
        ${table && html`<${Badge} kind="gold">${t("account.bound_to_table")}<//>`}</p>
      <p class="small quiet">${ending} · ${t("account.credential_made", { when: ago(created) })} · ${lastUsed
        ? t("account.last_used", { day: day(lastUsed) }) : t("account.never_used")}</p>
    </div>
    ${revoke && html`<div class="row tight">
      <${Button} size="small" onClick=${rotate}>${t("account.rotate")}
        <span class="hidden"> ${called(credential)}</span><//>
      <${Button} size="small" kind="danger" onClick=${revoke}>${t("account.revoke")}
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
  return html`<section class="tournament-secret stack" id="secret" aria-label=${t("account.new_secret")} role="alert">
    <p><strong>${t("account.new_secret")}</strong> ${t("account.secret_once")}</p>
    <p><${Copy} text=${secret} label=${t("account.credential")} /></p>
    <p class="small">${t("account.in_a_shell")}</p>
    <p><${Copy} text=${`export CITADELS_TOKEN=${secret}`} label=${t("account.in_a_shell")} secret /></p>
    <p><${Button} size="small" onClick=${onDone}>${t("account.secret_kept")}<//></p>
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
  const doing = useMutation();
  const faults = doing.problem ? faultsOf(doing.problem).fields : {};
  const make = () => doing.run(async () => {
    const input = { account, name: name.trim(), scopes: /** @type {any} */ (scopes), days: typed(days) };
    const { makeCredential } = await ask("MakeCredential", { input });
    setName("");
    onMade(/** @type {any} */ (makeCredential).credential.secret);
  });
  const general = doing.problem && Object.keys(faults).length === 0;
  return html`<${Disclosure} summary=${t("account.make_credential")}>
    <form class="stack" onSubmit=${(/** @type {Event} */ event) =>
      { event.preventDefault(); if (scopes.length > 0) void make(); }}>
      <${Field} label=${t("account.credential_name")} hint=${t("account.credential_name_hint")} value=${name}
        error=${faultText(faults.name)} onInput=${setName} maxlength="60" />
      <fieldset class="tournament-set"><legend>${t("account.scopes")}</legend>
        ${SCOPES.map((one) => html`<${Check} key=${one} label=${wordOf("scope", one)} hint=${wordOf("scope_told", one)}
          checked=${scopes.includes(one)}
          onChange=${(/** @type {boolean} */ on) =>
            setScopes(on ? [...scopes, one] : scopes.filter((each) => each !== one))} />`)}
        ${faults.scopes && html`<p class="field-error" role="alert">${faultText(faults.scopes)}</p>`}
      </fieldset>
      <${Field} label=${t("account.days")} hint=${t("account.days_hint")} value=${days} error=${faultText(faults.days)}
        inputmode="numeric" class="tournament-number" onInput=${setDays} />
      ${general && html`<${Problem} problem=${doing.problem} />`}
      <p><${Button} type="submit" kind="primary" busy=${doing.busy}
        refused=${scopes.length === 0 ? t("account.needs_scope") : ""}>${t("account.make_credential")}<//></p>
    </form>
  <//>`;
}

/**
 * A new secret in place of the old one, which may stay good for a while.
 * @param {{ credential: any, onClose: () => void, onMade: (secret: string | null) => void }} props
 */
function Rotate({ credential, onClose, onMade }) {
  const [overlap, setOverlap] = useState("3600");
  const doing = useMutation();
  const rotate = () => doing.run(async () => {
    const { rotateCredential } =
      await ask("RotateCredential", { input: { credential: credential.id, overlapS: Number(overlap) } });
    const { secret } = /** @type {any} */ (rotateCredential).credential;
    if (used(credential) && account.peek()) become(/** @type {any} */ (account.peek()), secret);
    onMade(secret);
    onClose();
  });
  return html`<${Dialog} open=${credential !== null} title=${t("account.rotate_title", { name: called(credential) })}
    onClose=${onClose}
    actions=${html`<${Button} onClick=${onClose}>${t("ui.back")}<//><${Button} kind="primary" busy=${doing.busy}
      data-confirm="rotate" onClick=${rotate}>${t("account.rotate")}<//>`}>
    <div class="stack">
      <p>${t("account.rotate_told")}</p>
      <${Select} label=${t("account.overlap")} value=${overlap} onChange=${setOverlap}
        options=${OVERLAPS.map((one) => ({ value: String(one), label: t(`account.overlap_${one}`) }))} />
      <${Problem} problem=${doing.problem} />
    </div>
  <//>`;
}
