// Which operations a document has, as it is written: GraphiQL says it a moment late when one tab follows on another.

/**
 * The operations of a document, by what stands outside of all braces.
 * @param {string} document
 * @returns {{ kind: string, name: string }[]}
 */
export function operations(document) {
  const code = document.replace(/"""[^]*?"""|"(?:\\.|[^"\\\n])*"|#.*/g, " ");
  let depth = 0;
  let outside = "";
  for (const sign of code) {
    if (sign === "}" || sign === ")") depth -= 1;
    if (depth === 0) outside += sign;
    if (sign === "{" || sign === "(") depth += 1;
  }
  const found = [...outside.matchAll(/\b(query|mutation|subscription)\b\s*(\w*)/g)];
  return found.map(([, kind, name]) => ({ kind, name }));
}

/**
 * The operation that is meant: the one of that name, else the first.
 * @param {string} document
 * @param {string | null | undefined} name
 * @returns {{ kind: string, name: string }} without a keyword it is a query
 */
export function meant(document, name) {
  const found = operations(document);
  return found.find((one) => one.name === name) ?? found[0] ?? { kind: "query", name: "" };
}
