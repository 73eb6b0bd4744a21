#!/usr/bin/env node
// A bot over lines of JSON: it builds the dearest that it can, and draws when it has little to build. docs/STDIO.md is the protocol.

function choose({ actions, options, view }) {
  const builds = options.filter((option) => option.verb === "build").sort((a, b) => b.cost - a.cost);
  if (builds.length > 0) return builds[0].text;
  const hand = view.seats[view.decision.seat].hand;
  const liked = ["income", "bonus", hand.length < 2 ? "draw" : "gold", "study", "smithy", "keep", "end"];
  for (const verb of liked) {
    const found = actions.filter((action) => action.split(" ")[0] === verb);
    if (found.length > 0) return found[0];
  }
  return actions[actions.length >> 1];
}

const say = (line) => process.stdout.write(JSON.stringify(line) + "\n");

require("node:readline").createInterface({ input: process.stdin }).on("line", (text) => {
  const line = JSON.parse(text);
  if (line.type === "hello") {
    say({ type: "ready", protocol: "citadels-stdio/1", name: "mason-js", games: "many", without: ["events", "words"] });
  } else if (line.type === "choose") {
    say({ game: line.game, n: line.n, action: choose(line) });
  }
});
