#!/usr/bin/env node
// A bot over lines of JSON: it builds the dearest that it can, else takes its income, else gold. docs/STDIO.md is the protocol.

const liked = ["income", "bonus", "gold", "study", "smithy", "give", "keep", "end"];

function choose({ actions, options }) {
  const builds = options.filter((option) => option.verb === "build").sort((a, b) => b.cost - a.cost);
  if (builds.length > 0) return builds[0].text;
  for (const verb of liked) {
    const found = actions.find((action) => action.split(" ")[0] === verb);
    if (found !== undefined) return found;
  }
  return actions[0];
}

const say = (line) => process.stdout.write(JSON.stringify(line) + "\n");

require("node:readline").createInterface({ input: process.stdin }).on("line", (text) => {
  const line = JSON.parse(text);
  if (line.type === "hello") {
    say({ type: "ready", protocol: "citadels-stdio/1", name: "mason-js", games: "many", without: ["words", "events"] });
  } else if (line.type === "choose") {
    say({ game: line.game, n: line.n, action: choose(line) });
  }
});
