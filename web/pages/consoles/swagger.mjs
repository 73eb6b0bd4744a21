// Swagger UI over the service's own description.
import { authorization, fillBar } from "./bar.mjs";

fillBar();
const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", follow);
follow();
const place = /** @type {HTMLElement} */ (document.getElementById("console"));
place.replaceChildren();
SwaggerUIBundle({
  url: "/openapi.json",
  domNode: place,
  presets: [SwaggerUIBundle.presets.apis],
  layout: "BaseLayout",
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  tryItOutEnabled: true,
  validatorUrl: null,
  requestInterceptor: (/** @type {any} */ request) => {
    if (!request.loadSpec && !request.headers.Authorization) Object.assign(request.headers, authorization());
    return request;
  },
});
