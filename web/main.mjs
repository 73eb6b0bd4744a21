// Where the page begins.
import { html, render } from "./core/component.mjs";
import { loadWords } from "./i18n/index.mjs";
import { arrive, listen } from "./core/router.mjs";
import { Shell } from "./core/shell.mjs";

listen();
const app = /** @type {HTMLElement} */ (document.getElementById("app"));
await Promise.all([loadWords("core"), arrive()]);
app.replaceChildren();
render(html`<${Shell} />`, app);
