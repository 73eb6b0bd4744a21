"""The PettingZoo environment: the library's own suite, and what it leaves open."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from citadels_sdk.adapters import pettingzoo
from citadels_sdk.adapters.encoding import Encoding
from pettingzoo.test import api_test, render_test, seed_test  # type: ignore[import-untyped]  # the library is not marked as typed

# The suite warns of observations that are a dict with a mask, and of masks without a legal action (an agent whose game is over),
# unless the environment is one of the library's own.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning"),
]

SETTINGS: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 3, "edition": "classic", "reward": "place"},
    {"players": 5, "scenario": "illustrious_emissaries__001", "reward": "score"},
    {"players": 8, "scenario": "devious_dignitaries__000"},
]
IDS = [f"{one['players']}-{one.get('scenario', one.get('edition', 'modern'))}" for one in SETTINGS]


@pytest.mark.parametrize("setting", SETTINGS, ids=IDS)
@pytest.mark.parametrize("make", [pettingzoo.env, pettingzoo.raw_env], ids=["env", "raw_env"])
def test_passes_the_official_suite(make: Callable[..., Any], setting: dict[str, Any]) -> None:
    """Long enough for whole games, and the end of each agent."""
    api_test(make(**setting), num_cycles=3_000)


@pytest.mark.parametrize("setting", SETTINGS, ids=IDS)
def test_passes_the_official_test_of_seeds(setting: dict[str, Any]) -> None:
    seed_test(lambda: pettingzoo.env(**setting), num_cycles=100)


def test_passes_the_official_test_of_rendering(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(pettingzoo.env)
    assert "Round 1" in capsys.readouterr().out


def play(env: Any, chance: int, most: int = 100_000) -> dict[str, float]:
    """Play at random; what each agent got."""
    got: dict[str, float] = {}
    picks = np.random.default_rng(chance)
    for agent in env.agent_iter(most):
        observation, reward, terminated, _, _ = env.last()
        if terminated:
            got[agent] = got.get(agent, 0.0) + reward
            env.step(None)
        else:
            assert reward == 0
            env.step(int(picks.choice(np.flatnonzero(observation["action_mask"]))))
    return got


@pytest.mark.parametrize("setting", SETTINGS, ids=IDS)
def test_all_live_to_the_end_and_the_rewards_sum_to_nothing(setting: dict[str, Any]) -> None:
    env = pettingzoo.env(**setting)
    env.reset(seed=5)
    got = play(env, 5)
    assert env.unwrapped.table.over
    assert set(got) == {f"player_{seat}" for seat in range(setting["players"])}
    assert sum(got.values()) == pytest.approx(0, abs=1e-5)
    assert max(got.values()) > 0 > min(got.values())
    assert env.agents == []


def test_the_mask_stands_in_both_places_and_is_empty_for_who_is_not_asked() -> None:
    env = pettingzoo.env(players=3)
    env.reset(seed=1)
    for _ in range(100):
        for agent in env.agents:
            mask = env.observe(agent)["action_mask"]
            assert np.array_equal(mask, env.infos[agent]["action_mask"])
            assert mask.any() == (agent == env.agent_selection)
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))


def test_the_info_at_the_end_has_the_place_and_the_score() -> None:
    env = pettingzoo.raw_env(players=4, reward="win")
    env.reset(seed=3)
    picks = np.random.default_rng(3)
    while not any(env.terminations.values()):
        env.step(int(picks.choice(np.flatnonzero(env.infos[env.agent_selection]["action_mask"]))))
    assert min(info["place"] for info in env.infos.values()) == 1
    for agent, info in env.infos.items():
        assert (env.rewards[agent] > 0) == (info["place"] == 1)
        assert not info["action_mask"].any()


def test_the_raw_environment_refuses_what_is_illegal_and_goes_on() -> None:
    env = pettingzoo.raw_env(players=2)
    env.reset(seed=1)
    before = env.last()
    with pytest.raises(ValueError, match=r"action 2 \(end\) is not legal now: the decision is 'pick'"):
        env.step(2)
    with pytest.raises(ValueError, match="there is no action 99999"):
        env.step(99_999)
    with pytest.raises(ValueError, match="None is for agents whose game is over"):
        env.step(None)
    after = env.last()
    assert np.array_equal(before[0]["observation"], after[0]["observation"])
    assert before[1:4] == after[1:4]


def test_the_wrapped_environment_ends_the_game_at_an_illegal_action() -> None:
    env = pettingzoo.env(players=3)
    env.reset(seed=1)
    wrong = env.agent_selection
    env.step(2)
    assert env.terminations == dict.fromkeys(env.possible_agents, True)
    assert play(env, 0) == {agent: -1.0 if agent == wrong else 0.0 for agent in env.possible_agents}


def test_a_seed_is_a_sequence_of_games() -> None:
    first, second = pettingzoo.raw_env(), pettingzoo.raw_env()
    seeds = []
    for env in (first, second):
        env.reset(seed=9)
        one = env.table.game.seed
        env.reset()
        seeds.append((one, env.table.game.seed))
    assert seeds[0] == seeds[1]
    assert seeds[0][0] != seeds[0][1]
    first.reset(options={"game_seed": "this one"})
    assert first.table.game.seed == "this one"


def test_a_larger_encoding_serves_a_smaller_table() -> None:
    wide = Encoding("modern", seats=8)
    env = pettingzoo.raw_env(players=3, encoding=wide)
    env.reset(seed=1)
    assert env.last()[0]["observation"].shape == (wide.length,)
    with pytest.raises(ValueError, match="does not fit a modern game of 5 players"):
        pettingzoo.raw_env(players=5, encoding=Encoding("modern", seats=4))


def test_a_picture_needs_a_mode_and_ends_with_the_score_sheet() -> None:
    env = pettingzoo.raw_env(players=2, render_mode="ansi")
    env.reset(seed=1)
    assert "Your hand:" in str(env.render())
    picks = np.random.default_rng(1)
    while not any(env.terminations.values()):
        env.step(int(picks.choice(np.flatnonzero(env.infos[env.agent_selection]["action_mask"]))))
    assert "1st: player_" in str(env.render())
    plain = pettingzoo.raw_env(players=2)
    plain.reset(seed=1)
    with pytest.raises(ValueError, match="without a render mode: ansi, human"):
        plain.render()
    with pytest.raises(ValueError, match="'rgb_array' is not one of"):
        pettingzoo.env(render_mode="rgb_array")
    with pytest.raises(ValueError, match="'gold' is not one of"):
        pettingzoo.env(reward="gold")
