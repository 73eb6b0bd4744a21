"""The Gymnasium environment: the library's own check, and what it leaves open."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from citadels_engine import is_over
from citadels_sdk import Bot
from citadels_sdk.adapters.gymnasium import ID, CitadelsEnv
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

SETTINGS: list[dict[str, Any]] = [
    {},
    {"opponents": "random", "players": 2, "edition": "classic"},
    {"opponents": ["greedy", "random"], "scenario": "vicious_nobles__000", "reward": "place"},
    {"opponents": "random", "players": 8, "seat": 7, "reward": "score"},
]


@pytest.mark.parametrize("setting", SETTINGS, ids=["default", "classic", "scenario", "eight"])
def test_passes_the_official_check(setting: dict[str, Any]) -> None:
    """It takes actions without looking at the mask, and makes each render mode."""
    check_env(gymnasium.make(ID, render_mode="ansi", **setting).unwrapped)


def play(env: CitadelsEnv, seed: int | None = None) -> tuple[list[int], float, dict[str, Any]]:
    """Play a game at random: what was chosen, the reward, the last info."""
    observation, info = env.reset(seed=seed)
    picks = np.random.default_rng(0)
    chosen = []
    while True:
        assert np.array_equal(observation["action_mask"], info["action_mask"])
        chosen.append(int(picks.choice(np.flatnonzero(info["action_mask"]))))
        observation, reward, over, truncated, info = env.step(chosen[-1])
        assert truncated is False
        if over:
            return chosen, reward, info
        assert reward == 0.0


@pytest.mark.parametrize("setting", SETTINGS, ids=["default", "classic", "scenario", "eight"])
def test_a_game_ends_with_a_reward_a_place_and_a_score(setting: dict[str, Any]) -> None:
    env = CitadelsEnv(**setting)
    _, reward, info = play(env, 4)
    assert env.table is not None
    assert is_over(env.table.game)
    assert 1 <= info["place"] <= env.players
    assert not info["action_mask"].any()
    if env.reward == "win":
        assert (reward > 0) == (info["place"] == 1)
    with pytest.raises(ResetNeeded):
        env.step(0)


def test_the_same_seed_gives_the_same_games_one_after_the_other() -> None:
    one, other = CitadelsEnv("random", players=3), CitadelsEnv("random", players=3)
    first = [play(one, 8)[0], play(one)[0]]
    assert first == [play(other, 8)[0], play(other)[0]]
    assert first[0] != first[1]


def test_a_game_may_be_asked_for() -> None:
    env = CitadelsEnv("random", players=3)
    observation, info = env.reset(options={"game_seed": "this one", "seat": 2})
    assert info["seat"] == 2
    again, _ = env.reset(options={"game_seed": "this one", "seat": 2})
    assert np.array_equal(observation["observation"], again["observation"])
    with pytest.raises(ValueError, match="there is no seat 3 among 3"):
        env.reset(options={"seat": 3})


def test_the_opponents_sit_from_the_learners_left() -> None:
    env = CitadelsEnv(["greedy", "random", "greedy#far"], seat=2)
    env.reset(seed=1)
    assert env.table is not None
    assert env.table.names == ("random", "greedy#far", "outside", "greedy")
    anywhere = CitadelsEnv("random", players=4)
    assert {anywhere.reset(seed=seed)[1]["seat"] for seed in range(30)} == {0, 1, 2, 3}


def test_an_illegal_action_loses_and_says_why() -> None:
    env = CitadelsEnv("random", players=2)
    env.reset(seed=1)
    _, reward, over, truncated, info = env.step(2)
    assert (reward, over, truncated) == (-1.0, True, False)
    assert info["illegal"].startswith("action 2 (end) is not legal now: the decision is 'pick'")
    with pytest.raises(ResetNeeded):
        env.step(0)


def test_the_table_can_be_looked_at_after_a_game_that_an_illegal_action_lost() -> None:
    """Gymnasium 1.2 draws the table when its check has stepped, whatever the step was."""
    env = CitadelsEnv("random", players=2, render_mode="ansi")
    env.reset(seed=1)
    before = env.render()
    env.step(2)
    assert env.render() == before


def test_an_illegal_action_may_be_an_error() -> None:
    env = CitadelsEnv("random", players=2, illegal="raise")
    observation, _ = env.reset(seed=1)
    with pytest.raises(ValueError, match="is not legal now"):
        env.step(2)
    _, _, over, _, _ = env.step(int(np.flatnonzero(observation["action_mask"])[0]))
    assert over is False


class Counting(Bot):
    """Takes the first legal action and counts its games."""

    started = 0
    ended = 0

    def on_start(self, start: object) -> None:
        Counting.started += 1

    def on_end(self, outcome: object) -> None:
        Counting.ended += 1

    def choose(self, view: Any) -> Any:
        return view.actions[0]


def test_a_bot_of_ones_own_is_an_opponent() -> None:
    env = CitadelsEnv([Counting, "random"])
    play(env, 1)
    assert (Counting.started, Counting.ended) == (1, 1)
    env.close()
    env.close()


def test_what_cannot_be_set_up_is_refused_at_once() -> None:
    with pytest.raises(ValueError, match="1 for a table of 4"):
        CitadelsEnv(["greedy"], players=4)
    with pytest.raises(ValueError, match="'forgive' is not one of lose, raise"):
        CitadelsEnv(illegal="forgive")  # type: ignore[arg-type]  # that is the fault
    with pytest.raises(ValueError, match="'gold' is not one of"):
        CitadelsEnv(reward="gold")
    with pytest.raises(ResetNeeded):
        CitadelsEnv(render_mode="ansi").render()
    with pytest.raises(ValueError, match="without a render mode"):
        CitadelsEnv().render()


def test_a_learner_that_masks_asks_for_the_mask_by_name() -> None:
    """As sb3-contrib does: `action_masks` of the outermost wrapper, found through all of them; True is legal."""
    env = gymnasium.make(ID, opponents="random", players=2)
    wrapped = gymnasium.wrappers.FilterObservation(env, ["observation"])
    _, info = wrapped.reset(seed=5)
    for _ in range(10):
        mask = wrapped.get_wrapper_attr("action_masks")()
        assert (mask.dtype, mask.shape) == (np.bool_, info["action_mask"].shape)
        assert np.array_equal(mask, info["action_mask"] == 1)
        assert mask.any()
        *_, info = wrapped.step(int(np.flatnonzero(mask)[-1]))


def test_the_mask_by_name_is_that_of_the_last_observation() -> None:
    env = CitadelsEnv("random", players=2)
    with pytest.raises(ResetNeeded):
        env.action_masks()
    play(env, 4)
    assert not env.action_masks().any()
    env.reset(seed=4)
    *_, info = env.step(2)
    assert np.array_equal(env.action_masks(), info["action_mask"] == 1)


def test_many_play_side_by_side() -> None:
    envs = gymnasium.make_vec(ID, num_envs=2, vectorization_mode="sync", opponents="random", players=2)
    assert isinstance(envs, gymnasium.vector.SyncVectorEnv)
    _, infos = envs.reset(seed=3)
    for _ in range(20):
        actions = np.array([np.flatnonzero(mask)[0] for mask in infos["action_mask"]])
        *_, infos = envs.step(actions)
        masks = np.stack([env.get_wrapper_attr("action_masks")() for env in envs.envs])
        assert np.array_equal(masks, infos["action_mask"] == 1)
    envs.close()


def test_a_human_sees_every_step(capsys: pytest.CaptureFixture[str]) -> None:
    env = CitadelsEnv("random", players=2, render_mode="human")
    observation, _ = env.reset(seed=1)
    env.step(int(np.flatnonzero(observation["action_mask"])[0]))
    assert "You" in capsys.readouterr().out
