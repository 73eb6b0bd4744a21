"""The settings, the steps and the end of both environments, one against the other and against the table."""

from __future__ import annotations

from typing import Any

import click
import gymnasium
import numpy as np
import pytest
from citadels_sdk.adapters import gymnasium as single
from citadels_sdk.adapters import pettingzoo as many
from citadels_sdk.adapters.common import Setting, picture
from citadels_sdk.adapters.encoding import Encoding
from gymnasium.error import ResetNeeded

CAST = ("witch", "spy", "wizard", "emperor", "abbot", "trader", "navigator", "diplomat")


def first(mask: Any) -> int:
    return int(np.flatnonzero(mask)[0])


# --- one learner -----------------------------------------------------------------------------------------------------


def test_left_to_itself_a_learner_meets_three_greedy_bots() -> None:
    env = single.CitadelsEnv()
    assert (env.players, [one.name for one in env.opponents], env.seat, env.reward, env.illegal) == (
        4,
        ["greedy"] * 3,
        None,
        "win",
        "lose",
    )
    assert (env.setting, env.render_mode, env.table, env.lost, env.me, env.legal) == (
        Setting(4),
        None,
        None,
        False,
        0,
        {},
    )
    assert (env.encoding.edition, env.encoding.seats) == ("modern", 4)
    assert env.metadata == {"render_modes": ["ansi", "human"], "render_fps": 4}


def test_all_settings_of_a_game_are_passed_on() -> None:
    options = {"emperor_min_players": 4}
    env = single.CitadelsEnv("random", players=5, edition="modern", cast=CAST, options=options)
    assert env.setting == Setting(5, "modern", None, CAST, None, options)
    assert [one.name for one in env.opponents] == ["random"] * 4
    assert single.CitadelsEnv(["greedy"], scenario="classic_basic").setting == Setting(2, None, "classic_basic")
    given = Encoding("modern", 8)
    assert single.CitadelsEnv(encoding=given).encoding is given
    other = many.CitadelsEnv(players=5, edition="modern", cast=CAST, options=options)
    assert other.setting == env.setting
    assert many.CitadelsEnv(players=2, scenario="classic_basic").setting == Setting(2, None, "classic_basic")
    assert many.CitadelsEnv(encoding=given).encoding is given
    assert many.CitadelsEnv().setting == Setting(4)


@pytest.mark.parametrize("seat", [-1, 2, "0", True, 1.0])
def test_a_seat_that_there_is_not_is_refused(seat: Any) -> None:
    env = single.CitadelsEnv("random", players=2)
    with pytest.raises(ValueError, match=f"seat: there is no seat {seat!r} among 2"):
        env.reset(seed=1, options={"seat": seat})


def test_a_seat_that_is_asked_for_goes_before_the_usual_one() -> None:
    env = single.CitadelsEnv("random", players=3, seat=0)
    assert [env.reset(seed=1, options=options)[1]["seat"] for options in (None, {"seat": 2}, {})] == [0, 2, 0]


@pytest.mark.parametrize(
    ("seat", "names"),
    [
        (0, "outside greedy random greedy#far"),
        (1, "greedy#far outside greedy random"),
        (3, "greedy random greedy#far outside"),
    ],
)
def test_opponents_sit_in_order_from_the_learners_left(seat: int, names: str) -> None:
    env = single.CitadelsEnv(["greedy", "random", "greedy#far"], seat=seat)
    env.reset(seed=1)
    assert env.table is not None
    assert env.table.names == tuple(names.split())


def test_each_reset_deals_the_next_game_unless_one_is_asked_for() -> None:
    env = single.CitadelsEnv("random", players=2, seat=0)
    seeds = []
    for seed, options in ((1, None), (None, None), (None, {"game_seed": 7}), (1, None)):
        _, info = env.reset(seed=seed, options=options)
        assert env.table is not None
        assert (env.table.started, info["n"], info["seat"]) == (True, env.table.game.n, 0)
        seeds.append(env.table.game.seed)
    assert seeds[0] == seeds[3] != seeds[1]
    assert seeds[2] == "7"
    assert all(len(seed) == 32 for seed in seeds[:2])


def test_a_game_of_the_learner_is_that_of_its_table() -> None:
    env = single.CitadelsEnv("random", players=3, seat=1, reward="score")
    seen, info = env.reset(seed=3)
    rewards, over = [], False
    while not over:
        assert env.table is not None
        view = env.table.view().raw
        assert view.own is not None
        assert (view.own.seat, info["n"]) == (1, env.table.game.n)
        assert seen["observation"].tolist() == list(env.encoding.observe(view))
        assert seen["action_mask"].tolist() == list(env.encoding.mask(view))
        seen, reward, over, truncated, info = env.step(first(info["action_mask"]))
        assert truncated is False
        rewards.append(reward)
    game = env.table.result()  # type: ignore[union-attr]  # it is there
    assert set(rewards[:-1]) <= {0.0}
    assert rewards[-1] == round((game.scores[1] - sum(game.scores) / 3) / 100, 6)
    assert (info["place"], info["score"], info["seat"]) == (game.places[1], game.scores[1], 1)
    assert "illegal" not in info


def test_a_lost_game_is_over_until_the_next_reset() -> None:
    env = single.CitadelsEnv("random", players=2, seat=0)
    with pytest.raises(ResetNeeded, match="there is no game under way: call reset"):
        env.step(0)
    _, info = env.reset(seed=1)
    wrong = next(index for index in range(env.encoding.actions) if not info["action_mask"][index])
    seen, reward, over, truncated, info = env.step(wrong)
    assert (reward, over, truncated, env.lost) == (-1.0, True, False, True)
    assert env.table is not None
    assert info["illegal"] == env.encoding.refusal(env.table.view(0).raw, wrong)
    assert np.array_equal(seen["action_mask"], info["action_mask"])
    with pytest.raises(ResetNeeded):
        env.step(first(info["action_mask"]))
    _, info = env.reset()
    assert env.lost is False
    assert env.step(first(info["action_mask"]))[2] is False


def test_an_illegal_action_that_raises_changes_nothing() -> None:
    env = single.CitadelsEnv("random", players=2, seat=0, illegal="raise")
    _, info = env.reset(seed=1)
    with pytest.raises(ValueError, match=f"there is no action {env.encoding.actions}"):
        env.step(env.encoding.actions)
    assert env.lost is False
    assert env.step(first(info["action_mask"]))[2] is False


def test_a_picture_is_that_of_the_learners_seat(capsys: pytest.CaptureFixture[str]) -> None:
    env = single.CitadelsEnv("random", players=2, seat=1, render_mode="ansi")
    env.reset(seed=1)
    assert env.table is not None
    assert env.render() == picture(env.table, 1, env.table.names)
    human = single.CitadelsEnv("random", players=2, seat=1, render_mode="human")
    _, info = human.reset(seed=1)
    assert capsys.readouterr().out == ""
    human.step(first(info["action_mask"]))
    assert human.table is not None
    assert capsys.readouterr().out == picture(human.table, 1, human.table.names) + "\n"
    assert human.render() is None


def test_bots_are_let_go_at_the_end_and_with_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    env = single.CitadelsEnv("random", players=2, seat=0)
    env.close()
    _, info = env.reset(seed=1)
    closed: list[int] = []
    table = env.table
    assert table is not None
    monkeypatch.setattr(table, "close", lambda: closed.append(1))
    wrong = next(index for index in range(env.encoding.actions) if not info["action_mask"][index])
    env.step(wrong)
    assert closed == [1]
    env.close()
    env.close()
    assert (closed, env.table) == ([1, 1], None)


def test_the_environment_is_known_by_its_name() -> None:
    assert single.ID == "citadels_sdk/Citadels-v0"
    assert gymnasium.registry[single.ID].entry_point == "citadels_sdk.adapters.gymnasium:CitadelsEnv"


# --- a learner at each seat ------------------------------------------------------------------------------------------


def test_agents_are_named_by_their_seats() -> None:
    env = many.raw_env(players=3, reward="place", render_mode="ansi")
    assert (env.possible_agents, env.agents) == (["player_0", "player_1", "player_2"], [])
    assert (env.reward, env.render_mode, env.encoding.seats) == ("place", "ansi", 3)
    assert env.metadata == {"name": "citadels_v0", "render_modes": ["ansi", "human"], "is_parallelizable": False}
    for agent in env.possible_agents:
        assert env.observation_space(agent) is env.observation_space(agent)
        assert env.action_space(agent).n == env.encoding.actions  # type: ignore[attr-defined]  # it is discrete


def test_a_game_of_agents_is_that_of_its_table() -> None:
    env = many.raw_env(players=3, reward="score")
    env.reset(seed=5)
    nothing, chance = [0] * env.encoding.actions, np.random.default_rng(0)
    while not env.table.over:
        agent = env.agent_selection
        seat = env.table.awaited
        assert agent == f"player_{seat}"
        for other in env.agents:
            mask = list(env.encoding.mask(env.table.view().raw)) if other == agent else nothing
            seen = env.observe(other)
            assert env.infos[other]["action_mask"].tolist() == seen["action_mask"].tolist() == mask
        assert seen["observation"].tolist() == list(env.encoding.observe(env.table.view(2).raw))
        assert not any(env.terminations.values())
        assert not any(env.rewards.values())
        env.step(int(chance.choice(np.flatnonzero(env.infos[agent]["action_mask"]))))
    game = env.table.result()
    mean = sum(game.scores) / 3
    assert env.rewards == {f"player_{seat}": round((score - mean) / 100, 6) for seat, score in enumerate(game.scores)}
    assert env._cumulative_rewards == env.rewards
    assert (set(env.terminations.values()), set(env.truncations.values())) == ({True}, {False})
    for seat, agent in enumerate(env.agents):
        info = env.infos[agent]
        assert (info["place"], info["score"], info["action_mask"].any()) == (
            game.places[seat],
            game.scores[seat],
            np.False_,
        )
    assert (env.agent_selection, env.legal) == ("player_0", {})
    env.step(None)
    assert "player_0" not in env.agents


def test_agents_have_to_act_and_legally() -> None:
    env = many.raw_env(players=2)
    env.reset(seed=5)
    agent, n = env.agent_selection, env.table.game.n
    with pytest.raises(ValueError, match=f"{agent} has to act: None is for agents whose game is over"):
        env.step(None)
    wrong = env.encoding.actions - 1
    with pytest.raises(ValueError, match=f"action {wrong} "):
        env.step(wrong)
    assert env.table.game.n == n


def test_each_reset_of_agents_deals_the_next_game() -> None:
    env = many.raw_env(players=2)
    seeds = []
    for seed, options in ((5, None), (None, None), (None, {"game_seed": 9}), (5, {}), (None, None)):
        env.reset(seed=seed, options=options)
        assert env.agents == env.possible_agents
        assert env.agents is not env.possible_agents
        seeds.append(env.table.game.seed)
    assert seeds[:2] == seeds[3:]
    assert seeds[0] != seeds[1]
    assert seeds[2] == "9"
    assert len(seeds[0]) == 32


def test_a_picture_is_that_of_who_has_to_act(monkeypatch: pytest.MonkeyPatch) -> None:
    env = many.raw_env(players=2, render_mode="ansi")
    env.reset(seed=5)
    assert env.render() == picture(env.table, env.table.awaited, ["player_0", "player_1"])
    drawn: list[str] = []
    monkeypatch.setattr(click, "echo", drawn.append)
    human = many.raw_env(players=2, render_mode="human")
    human.reset(seed=5)
    human.step(first(human.infos[human.agent_selection]["action_mask"]))
    assert drawn == [picture(human.table, human.table.awaited, human.possible_agents)]
    with pytest.raises(ValueError, match="this environment was made without a render mode: ansi, human"):
        many.raw_env(players=2).render()


def test_who_chooses_what_is_illegal_loses_one_point_in_the_wrapped_environment() -> None:
    env = many.env(players=2)
    env.reset(seed=5)
    agent = env.agent_selection
    env.step(env.unwrapped.encoding.actions - 1)
    assert env.unwrapped.rewards[agent] == -1
