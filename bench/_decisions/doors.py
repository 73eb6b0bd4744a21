"""Two doors beside one: what a move costs at each, what each takes to show a table, and how much code each is.

- `move`: a move in this process over a store in memory, by REST and by the trusted document `SubmitMove`, with everything around it.
- `shown`: what a client asks for to show a table with its game: requests, and kilobytes of answers.
- `lines`: lines of the doors, without those of the other.
"""

import json
from pathlib import Path
from typing import Any, Final

from citadels_api.graphql.documents import trusted_by_name

from bench._decisions.turns import awaited, in_turns, loop
from bench._decisions.world import PLAYERS, World
from bench._moves import Script, make_script
from bench.service import send_rest, sending, step, trusted

API: Final = Path(__file__).resolve().parents[2] / "api/citadels_api"
MOVES: Final = 40


def measure(rounds: int) -> dict[str, Any]:
    """The figures."""
    with loop() as runner:
        world: World = runner.run(World.make(MOVES))
        players = {"rest": Player(world, 10_000, send_rest), "graphql": Player(world, 20_000, sending(*trusted()))}
        costs = in_turns({name: awaited(runner, one.play) for name, one in players.items()}, rounds)
        return {
            "move": costs.figures("rest"),
            "shown": {"rest": runner.run(shown_by_rest(world)), "graphql": runner.run(shown_by_graphql(world))},
            "lines": {"rest": lines("rest"), "graphql": lines("graphql")},
        }


def line(found: dict[str, Any]) -> str:
    """The figures in a sentence."""
    rest, graphql = found["shown"]["rest"], found["shown"]["graphql"]
    return (
        f"a GraphQL move costs {found['move']['over_ours']['graphql']} times a REST move; a table takes {rest['requests']} requests and {rest['kb']} kB "
        f"over REST, {graphql['requests']} and {graphql['kb']} kB over GraphQL; {found['lines']['rest']} and {found['lines']['graphql']} lines"
    )


class Player:
    """Plays game after game at one door; to set the tables up is a small part of it."""

    def __init__(self, world: World, first: int, send: Any) -> None:
        self.world = world
        self.number = first
        self.send = send
        self.script: Script | None = None

    async def play(self, count: int) -> None:
        """So many moves."""
        for _ in range(count):
            if self.script is None or self.script.game.pending is None:
                self.number += 1
                self.script = await make_script(self.world.caller, self.number, PLAYERS)
            await step(self.world.caller, self.script, self.send)


async def shown_by_rest(world: World) -> dict[str, Any]:
    """The table, then the game."""
    told = 0
    paths = (f"/v1/tables/{world.table}", f"/v1/tables/{world.table}/position")
    for path in paths:
        status, body = await world.caller.call("GET", path, Authorization=f"Bearer {world.secret}")
        assert status == 200, body
        told += len(body)
    return {"requests": len(paths), "kb": round(told / 1000, 1)}


async def shown_by_graphql(world: World) -> dict[str, Any]:
    """Both in one document, with the fields that the page of a table asks for."""
    of_table, of_position = fragments("PlayTable"), fragments("PlayMove")
    query = "query Shown($id: ID!) { table(id: $id) { ...PlayedTable } position(table: $id) { ...BoardFields } }"
    text = " ".join([query, *(of_table | of_position).values()])
    asked = json.dumps({"query": text, "variables": {"id": world.table}}).encode()
    status, body = await world.caller.call("POST", "/graphql", asked, Authorization=f"Bearer {world.secret}")
    assert status == 200, body
    assert b'"errors"' not in body, body
    return {"requests": 1, "kb": round(len(body) / 1000, 1)}


def fragments(name: str) -> dict[str, str]:
    """The fragments that a trusted document has, without those that only its own part uses."""
    from graphql import FragmentDefinitionNode, parse, print_ast

    parsed = parse(trusted_by_name()[name]).definitions
    found = {one.name.value: one for one in parsed if isinstance(one, FragmentDefinitionNode)}
    roots = {"PlayTable": "PlayedTable", "PlayMove": "BoardFields"}
    used: dict[str, str] = {}
    todo = [roots[name]]
    while todo:
        one = todo.pop()
        if one not in used:
            used[one] = print_ast(found[one])
            todo += [other for other in found if f"...{other}" in used[one].split()]
    return used


def lines(door: str) -> int:
    """How many lines a door has, in its own folder and in the domains."""
    files = [*(API / door).glob("*.py"), *API.glob(f"*/{door}*.py")]
    return sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files)
