// The bar above a console: whom one asks as. The credential stays in this tab and goes into the Authorization header, nowhere else.

const NAME = "citadels.console";

/** @returns {string} the credential given in this tab, else the one that the page plays with, else nothing */
function begun() {
  try {
    const given = sessionStorage.getItem(NAME);
    if (given !== null) return given;
    return JSON.parse(localStorage.getItem("citadels.session") ?? "null")?.secret ?? "";
  } catch {
    return "";
  }
}

let secret = begun();
/** @type {(secret: string) => void} */
let heard = () => undefined;

/** @returns {Record<string, string>} the header that tells who asks; none where nobody is */
export function authorization() {
  return secret ? { Authorization: `Bearer ${secret}` } : {};
}

/** @param {string} given */
function take(given) {
  secret = given.trim();
  try {
    sessionStorage.setItem(NAME, secret);
  } catch {
    // it is kept as long as the page
  }
  heard(secret);
}

/**
 * Fill the bar.
 * @param {(secret: string) => void} [changed] told at once, and each time that another credential is given
 */
export function fillBar(changed = () => undefined) {
  const bar = /** @type {HTMLElement} */ (document.getElementById("bar"));
  bar.innerHTML = `
    <nav aria-label="Citadels Arena"><a href="/">Citadels Arena</a> <a href="/graphiql">GraphQL</a> <a href="/docs">REST</a></nav>
    <form>
      <label>Credential <input type="password" name="credential" autocomplete="off" spellcheck="false" placeholder="ctd_..."></label>
      <button type="button">New guest</button>
      <output role="status"></output>
    </form>`;
  const form = /** @type {HTMLFormElement} */ (bar.querySelector("form"));
  const field = /** @type {HTMLInputElement} */ (bar.querySelector("input"));
  const told = /** @type {HTMLOutputElement} */ (bar.querySelector("output"));
  const guest = /** @type {HTMLButtonElement} */ (bar.querySelector("button"));
  heard = changed;
  field.value = secret;

  async function look() {
    told.value = "";
    if (!secret) return;
    const answer = await fetch("/v1/me", { headers: authorization() });
    const said = await answer.json();
    told.value = answer.ok ? `You are ${said.name ?? said.account?.name ?? said.id}` : said.title;
  }
  form.addEventListener("submit", (event) => event.preventDefault());
  field.addEventListener("change", () => {
    take(field.value);
    look();
  });
  guest.addEventListener("click", async () => {
    const answer = await fetch("/v1/guests", { method: "POST" });
    const said = await answer.json();
    if (!answer.ok) {
      told.value = said.title;
      return;
    }
    field.value = said.credential.secret;
    take(field.value);
    look();
  });
  heard(secret);
  look();
}
