"""The record of a tournament's game, written at once: the same bytes as the engine's own."""

from __future__ import annotations

import pytest
from citadels_engine import apply, awaited, is_over, new_game, scores
from citadels_engine.bots import make
from citadels_engine.formats import record
from citadels_engine.views.view import view
from citadels_sdk.tournaments.record_writer import picks_of, write_down


@pytest.mark.parametrize(("players", "classic"), [(2, False), (4, True), (7, False)])
def test_a_record_is_written_as_the_engine_writes_it(players: int, classic: bool) -> None:
    edition = "classic" if classic else "modern"
    game = new_game(players, edition=edition, seed="s")
    names = [f"é{seat}" for seat in range(players)]
    kept = record.begin(game, game_id="1.0.0.3", names=names, date="2026-01-31")
    bots = [make("greedy", f"{seat}") for seat in range(players)]
    taken = []
    while not is_over(game):
        seat = awaited(game).seat
        action = bots[seat].choose(view(game, seat), [])
        taken.append((seat, action))
        apply(game, action)
    again = new_game(players, edition=edition, seed="s")
    for number, (_, action) in enumerate(taken):
        kept.take(again, action, by="default" if number in (3, 9) else None)
    kept.finish(again)
    written = write_down(game, "1.0.0.3", names, "2026-01-31", taken, {3: "default", 9: "default"}, [])
    assert written.record.decode() == kept.text()
    assert kept.result is not None
    assert written.order == [list(together) for together in kept.result.places]
    assert written.totals == tuple(sheet.total for sheet in scores(game))
    assert written.decisions == tuple(sum(seat == one for one, _ in taken) for seat in range(players))
    assert written.picks == picks_of([(seat, action.text) for seat, action in taken], players)
    assert sum(map(len, written.picks)) >= game.round * players - players
    left = write_down(game, "1.0.0.3", names, "2026-01-31", taken, {}, [written.order[0][0]])
    assert left.order[-1] == [written.order[0][0]]
    assert record.read(left.record.decode()).result.left == [written.order[0][0]]  # type: ignore[union-attr]  # it is over


def test_picks_are_those_of_each_seat_in_order() -> None:
    said = [(0, "pick king"), (1, "pick"), (1, "pick thief"), (0, "gold"), (2, "picked x"), (0, "pick bishop")]
    assert picks_of(said, 3) == (("king", "bishop"), ("thief",), ())
