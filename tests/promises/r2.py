"""One winner: many submissions for one decision, over several API processes with random delays, give exactly one acceptance.

1. Every submission has a key of its own, and an action that is legal. One is answered 200, and the others 409 `conflict` with the number
   of the decision awaited now (`game_over` where the winner ended the game). Nothing else, and no silence.
2. The record holds the winners' actions and no others.
"""

from __future__ import annotations

import asyncio
import random
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeGuard

from tests.support.line import Line
from tests.support.recorded import Move, differing, opened
from tests.support.running import Caller, Service, offered
from tests.support.telling import Findings

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support.line import Answer


DELAYS_S = (0.0, 0.001, 0.005, 0.02)


@dataclass(frozen=True)
class Size:
    """How many decisions, how many submit for each, over how many API processes."""

    decisions: int
    clients: int
    apis: int


SIZES = {"quick": Size(20, 16, 2), "ci": Size(60, 16, 2), "full": Size(2_000, 64, 4)}


def judge(n: int, answers: list[Answer | Exception]) -> list[str]:
    """What is wrong with the answers to all submissions for decision `n`."""
    silent = [answer for answer in answers if isinstance(answer, Exception)]
    said = [answer for answer in answers if not isinstance(answer, Exception)]
    won = [answer for answer in said if answer.status == 200]
    faults = []
    if silent:
        faults.append(f"decision {n}: {len(silent)} submissions had no answer: {silent[0]!r}")
    if len(won) != 1:
        return [*faults, f"decision {n}: {len(won)} of {len(said)} submissions were accepted"]
    told = won[0].json()
    over = told["position"]["status"] == "over"
    for answer in said:
        if answer.status == 200:
            continue
        if answer.status != 409 or answer.code not in ("conflict", "game_over" if over else "conflict"):
            faults.append(f"decision {n}: a loser was answered {answer}")
        elif answer.code == "conflict" and answer.json().get("n") != told["n"]:
            faults.append(
                f"decision {n}: a loser was told of decision {answer.json().get('n')}, awaited is {told['n']}"
            )
    return faults


async def prove(size: Size, say: Callable[[str], None], spoilt: str | None = None) -> Findings:
    """Let many submit for one decision after the other."""
    found = Findings()
    service = Service(apis=size.apis, workers=0, clocks=0, spoilt=spoilt)
    async with service, Caller(service.ports) as one, Caller(service.ports) as other:
        contest = Contest(size, service, [await one.guest(), await other.guest()], found)
        try:
            while contest.done < size.decisions and not found.faults:
                await contest.play(say)
        finally:
            contest.close()
    found.figures |= {
        "decisions": contest.done,
        "clients": size.clients,
        "apis": size.apis,
        "submissions": sum(contest.answers.values()),
        "answers": dict(sorted(contest.answers.items())),
        "games": contest.games,
    }
    return found


class Contest:
    """Two people, in whose names many submit at a time."""

    def __init__(self, size: Size, service: Service, people: list[Caller], found: Findings) -> None:
        self.size = size
        self.people = people
        self.found = found
        self.lines = [Line(service.ports[place % size.apis]) for place in range(size.clients)]
        self.chance = random.Random(1)
        self.answers: dict[str, int] = {}
        self.done = 0
        self.games = 0

    def close(self) -> None:
        """Hang up."""
        for line in self.lines:
            line.close()

    async def play(self, say: Callable[[str], None]) -> None:
        """Play one game to its end; every decision is contested until there were enough of them."""
        self.games += 1
        table = await self.people[0].table(players=2, seats=[{"kind": "you"}])
        await self.people[1].join(table["id"])
        accepted: list[Move] = []
        position = await self.people[0].position(table["id"])
        while position["status"] == "running":
            n, seat = position["decision"]["n"], position["decision"]["seat"]
            actor = self.people[seat]
            if position["seat"] != seat:
                position = await actor.position(table["id"])
            actions = [action["text"] for action in offered(position) or []]
            if self.done < self.size.decisions:
                tried = await self.submit(actor, table["id"], n, actions)
                if faults := judge(n, [answer for _, answer in tried]):
                    self.found.all(faults)
                    return
                self.done += 1
                say(f"{self.done:,} of {self.size.decisions:,} decisions")
                ((action, won),) = [(do, answer) for do, answer in tried if accepts(answer)]
                told = won.json()
            else:
                action = self.chance.choice(actions)
                told = (await actor.move(table["id"], n, [action])).json()
            accepted.append((n, seat, action))
            position = told["position"]
        record, faults = opened(await self.people[0].record(table["id"]), table["id"], table["commitment"])
        self.found.all(faults)
        if record is not None:
            self.found.all(differing(record, accepted, (0, 1)))

    async def submit(
        self, actor: Caller, table: str, n: int, actions: list[str]
    ) -> list[tuple[str, Answer | Exception]]:
        """All submissions for one decision: what was submitted, and how it was answered."""
        most = self.chance.choice(DELAYS_S)
        plans = [(line, self.chance.choice(actions), self.chance.uniform(0, most)) for line in self.lines]

        async def one(line: Line, action: str, delay: float) -> Answer | Exception:
            headers = {"Authorization": f"Bearer {actor.secret}", "Idempotency-Key": secrets.token_hex(8)}
            await asyncio.sleep(delay)
            try:
                return await line.ask("POST", f"/v1/tables/{table}/actions", {"n": n, "action": action}, headers)
            except (ConnectionError, TimeoutError) as error:
                return error

        ended = await asyncio.gather(*[one(*plan) for plan in plans])
        for answer in ended:
            word = type(answer).__name__ if isinstance(answer, Exception) else f"{answer.status} {answer.code}".strip()
            self.answers[word] = self.answers.get(word, 0) + 1
        return [(action, answer) for (_, action, _), answer in zip(plans, ended, strict=True)]


def accepts(answer: Answer | Exception) -> TypeGuard[Answer]:
    """Whether a submission was accepted."""
    return not isinstance(answer, Exception) and answer.status == 200
