"""Thief, Spy, Blackmailer: who pays, and who hears of it."""

from citadels_engine.testing import act, legal, seat, table


def test_the_robbery_is_told_on_the_reveal() -> None:
    game = table(seat("thief"), seat("king", gold=5), turn="thief", gathered=True, robbed="king", crown=2)
    told = [event.for_seat(None) for event in act(game, "end")]
    revealed = told.index({"kind": "reveal", "seat": 1, "character": "king"})
    assert told[revealed + 1] == {"kind": "lose", "seat": 1, "gold": 5, "to": 0, "why": "robbery"}
    assert told[revealed + 2] == {"kind": "crown", "seat": 1, "from": 2}


def test_an_empty_stash_is_robbed_in_silence() -> None:
    game = table(seat("thief"), seat("king"), turn="thief", gathered=True, robbed="king")
    assert "lose" not in [event.kind for event in act(game, "end")]


def test_the_spys_look_is_told_to_all_and_the_hand_to_him() -> None:
    game = table(seat("spy"), seat(hand="castle manor docks", gold=1), turn="spy", top="keep temple")
    look, paid, gained = act(game, "spy 1 noble")
    public = {"kind": "look", "seat": 0, "of": 1, "type": "noble", "matches": 2}
    assert look.for_seat(2) == look.for_seat(1) == public
    assert look.for_seat(0) == {**public, "hand": ["castle", "docks", "manor"]}  # not the order in which they came
    assert paid.for_seat(2) == {"kind": "lose", "seat": 1, "gold": 1, "to": 0, "why": "spy"}
    assert gained.for_seat(1) == {"kind": "gain", "seat": 0, "cards": 2, "why": "spy"}
    assert gained.for_seat(0)["districts"] == ["keep", "temple"]


def test_a_bribe_goes_to_the_blackmailer_and_the_marker_is_never_seen() -> None:
    game = table(
        seat("blackmailer"),
        seat("king", gold=3),
        turn="king",
        threats={"flowered": "king", "blank": "bishop"},
        crown=1,
    )
    told = act(game, "gold", "bribe")
    assert [event.for_seat(None) for event in told] == [
        {"kind": "gain", "seat": 1, "gold": 2, "why": "gather"},
        {"kind": "answer", "seat": 1, "do": "bribe"},
        {"kind": "lose", "seat": 1, "gold": 2, "to": 0, "why": "bribe"},
    ]
    assert [event.secrets for event in told] == [(), (), ()]


def test_an_exposed_threat_says_whether_it_was_flowered() -> None:
    for flowered, blank, real in (("king", "bishop", True), ("bishop", "king", False)):
        game = table(
            seat("blackmailer"), seat("king", gold=3), turn="king", threats={"flowered": flowered, "blank": blank}
        )
        told = act(game, "gold", "refuse", "expose")
        answer = [event.for_seat(None) for event in told if event.kind == "answer"][-1]
        assert answer == {"kind": "answer", "seat": 0, "do": "expose", "flowered": real}
        assert game.seats[0].gold == (5 if real else 0)


def test_a_threatened_player_only_gathers_first() -> None:
    game = table(
        seat("blackmailer"),
        seat("merchant", hand="castle", city="laboratory market"),
        turn="merchant",
        threats={"flowered": "merchant", "blank": "bishop"},
    )
    assert legal(game) == ["gold", "draw"]
