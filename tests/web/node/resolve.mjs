// Bare imports go where the page's import map sends them, so that its modules run in node as they stand.
import { readFileSync } from "node:fs";
import { register } from "node:module";

const web = new URL("../../../web/", import.meta.url);
const page = readFileSync(new URL("index.html", web), "utf8");
const map = /<script type="importmap">([^]*?)<\/script>/.exec(page)?.[1] ?? "{}";
const imports = JSON.parse(map.replaceAll("{{base}}", web.href)).imports ?? {};
const hooks = `
  const imports = ${JSON.stringify(imports)};
  export const resolve = (name, context, next) => next(imports[name] ?? name, context);
`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
