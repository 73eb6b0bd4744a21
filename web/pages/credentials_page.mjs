/**
 * Who one is here, and what one gives to programs: credentials and bots. A secret is shown once, and gone with the
 * page.
 */
import { ask } from "../core/graphql.mjs";
import { html, useState } from "../core/component.mjs";
import { t } from "../i18n/index.mjs";
import { account, ensureAccount, forget, useCredential } from "../core/session.mjs";
import { say } from "../core/toasts.mjs";
import { Badge, Button, Confirm, Disclosure, Field, Panel, Problem } from "../ui/index.mjs";
import { Bots } from "../account/bots.mjs";
import { Credentials } from "../account/credential_list.mjs";
import { faultsOf } from "../tournament/form/form.mjs";
import { Recover, TakeName, named } from "../account/registration.mjs";
import { useMutation } from "../core/query.mjs";
import { faultText, wordOf } from "../tournament/tournament_text.mjs";

export const words = ["ui", "tournament", "account"];
/** The files of style that this page needs. */
export const styles = ["tournament"];

/** The head's title. */
export function title() {
  return t("account.credentials");
}

/** The page. */
export default function CredentialsPage() {
  const who = account.value;
  return html`<div class="tournament stack loose">
    <header class="stack tight"><h1>${t("account.credentials")}</h1>
      <p class="lead">${t("account.credentials_lead")}</p></header>
    <${Whoami} />
    ${who !== null && html`<${Credentials} key=${who.id} />`}
    ${who !== null && named() && who.kind.toLowerCase() === "account" && html`<${Bots} key=${`bots ${who.id}`} />`}
    <${Elsewhere} />
  </div>`;
}

/** Who one is, and how one gets a name. */
function Whoami() {
  const who = account.value;
  const [leaving, setLeaving] = useState(false);
  const doing = useMutation();
  if (who === null) {
    return html`<${Panel} title=${t("account.who_am_i")}>
      <p>${t("account.nobody_yet")}</p>
      <${Problem} problem=${doing.problem} />
      <p><${Button} busy=${doing.busy} onClick=${() => doing.run(ensureAccount)}>${t("account.be_guest")}<//></p>
      <${TakeName} told=${t("account.or_name")} />
    <//>`;
  }
  const guest = who.kind.toLowerCase() === "guest";
  return html`<${Panel} title=${t("account.who_am_i")} id="whoami">
    <div class="row apart">
      <p class="row"><strong class="tournament-me">${who.name}</strong>${" "}
        <${Badge} kind=${guest ? "gold" : "good"}>${wordOf("account", who.kind)}<//>
        <a href=${`/players/${who.id}`}>${t("account.profile")}</a></p>
      <${Button} size="small" kind="quiet" onClick=${() => setLeaving(true)}>${t("account.leave")}<//>
    </div>
    ${guest ? html`<${TakeName} told=${t("account.guest_told")} />` : html`<${Rename} key=${who.id} />`}
    <${Confirm} open=${leaving} danger=${guest} confirm="leave" title=${t("account.leave_sure")}
      yes=${t("account.leave")} onYes=${() => { forget(); say(t("account.left")); }} onClose=${() => setLeaving(false)}>
      <p>${t(guest ? "account.leave_guest" : "account.leave_named")}</p>
    <//>
  <//>`;
}

/** Another name, and what one says of oneself. */
function Rename() {
  const who = account.value;
  const [name, setName] = useState(who?.name ?? "");
  const [about, setAbout] = useState("");
  const doing = useMutation();
  const faults = doing.problem ? faultsOf(doing.problem) : null;
  const wrong = doing.problem?.code === "name_taken" ? t("ui.problem_name_taken") : faultText(faults?.fields.name);
  const save = () => doing.run(async () => {
    const { updateAccount } = await ask("UpdateAccount",
      { input: { name: name.trim() === who?.name ? null : name.trim(), about: about.trim() || null } });
    const after = /** @type {any} */ (updateAccount).account;
    const { become, credential } = await import("../core/session.mjs");
    const secret = credential.peek();
    if (secret !== null) become(after, secret);
    say(t("tournament.saved"), "good");
  });
  return html`<${Disclosure} summary=${t("account.rename")}>
    <form class="stack" onSubmit=${(/** @type {Event} */ event) => { event.preventDefault(); void save(); }}>
      <${Field} label=${t("account.your_name")} value=${name} error=${wrong} onInput=${setName} maxlength="40" />
      <${Field} label=${t("account.about_you")} hint=${t("tournament.optional")} value=${about} onInput=${setAbout}
        rows=${2} maxlength="400" />
      ${!wrong && html`<${Problem} problem=${doing.problem} />`}
      <p><${Button} type="submit" busy=${doing.busy}
        refused=${name.trim() ? "" : t("tournament.fault.needed")}>${t("tournament.save")}<//></p>
    </form>
  <//>`;
}

/** Be somebody that one is elsewhere: by a credential, or by a recovery code. */
function Elsewhere() {
  const [secret, setSecret] = useState("");
  const doing = useMutation();
  const enter = () => doing.run(async () => {
    const me = await useCredential(secret.trim());
    setSecret("");
    say(t("account.you_are_now", { name: me.name }), "good");
  });
  return html`<${Panel} title=${t("account.elsewhere")}>
    <div class="tournament-pair">
      <form class="stack" onSubmit=${(/** @type {Event} */ event) =>
        { event.preventDefault(); if (secret.trim()) void enter(); }}>
        <p class="small quiet">${t("account.enter_told")}</p>
        <${Field} label=${t("account.credential")} type="password" autocomplete="off" spellcheck="false" value=${secret}
          onInput=${setSecret} />
        <${Problem} problem=${doing.problem} />
        <p><${Button} type="submit" busy=${doing.busy}
          refused=${secret.trim() ? "" : t("tournament.fault.needed")}>${t("account.enter_credential")}<//></p>
      </form>
      <${Recover} />
    </div>
  <//>`;
}
