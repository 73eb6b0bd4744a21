// Where the page begins.
import { html, render } from "./core/html.mjs";
import { loadWords } from "./core/i18n.mjs";
import "./core/prefs.mjs";
import { arrive, listen } from "./core/router.mjs";
import { Shell } from "./core/shell.mjs";

listen();
const app = /** @type {HTMLElement} */ (document.getElementById("app"));
await Promise.all([loadWords("core"), arrive()]);
app.replaceChildren();
render(html`<${Shell} />`, app);
