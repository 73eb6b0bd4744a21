"""What goes wrong: which problem, which error, which status, and what is not told."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import pytest
from citadels_api.accounts import service as account_service
from citadels_api.credentials import service as credential_service
from citadels_api.credentials.secrets import new_secret
from citadels_api.graphql.errors import told_error
from citadels_api.graphql.problems import BY_CODE, problem_type
from citadels_api.graphql.schema import CORE
from citadels_api.play import service as play
from citadels_api.problems import PROBLEMS, Refusal
from citadels_api.store.ports import StoreDown, StoreFull, Unknown
from citadels_api.tables import service as tables
from graphql import GraphQLError, GraphQLObjectType, GraphQLUnionType
from structlog.testing import capture_logs

from tests.support.talking import OWN, ask, codes, own, payload, post
from tests.support.world import NOWHERE, living

if TYPE_CHECKING:
    from tests.support.world import World

SECRET = "the hand is castle, temple"


def failing(error: BaseException) -> Any:
    async def fail(*_: Any, **__: Any) -> Any:
        raise error

    return fail


def test_every_code_has_a_type_and_every_type_is_in_the_schema() -> None:
    for code in PROBLEMS:
        named = CORE.type_map[problem_type(code)]
        assert isinstance(named, GraphQLObjectType)
        assert [one.name for one in named.interfaces] == ["Problem"]
    assert set(BY_CODE) <= set(PROBLEMS)


def test_every_mutation_may_answer_with_any_problem() -> None:
    assert CORE.mutation_type is not None
    for field in CORE.mutation_type.fields.values():
        assert isinstance(field.type, GraphQLUnionType), "nullable, and a union"
        names = {one.name for one in field.type.types}
        assert {problem_type(code, names) for code in PROBLEMS} <= names


def test_an_illegal_action_names_what_is_legal(world: World) -> None:
    people = [world.guest(), world.guest()]
    made = world.table(people)
    asked, other, decision = world.asked(made, people)
    said = {"table": made, "n": decision["n"], "actions": [{"text": "build castle"}]}
    told = payload(own(world, "SubmitMove", {"input": said}, who=asked), "IllegalActionProblem")
    assert told["legal"] == [action["text"] for action in decision["actions"]]
    told = payload(own(world, "SubmitMove", {"input": said}, who=other), "NotYourTurnProblem")
    assert (told["code"], told["n"]) == ("NOT_YOUR_TURN", decision["n"])
    told = payload(own(world, "SubmitMove", {"input": said | {"n": 99}}, who=asked), "ConflictProblem")
    assert told["n"] == decision["n"]


def test_a_series_says_why_it_was_stopped(world: World) -> None:
    people = [world.guest(), world.guest()]
    made = world.table(people)
    asked, _, decision = world.asked(made, people)
    texts = [decision["actions"][0]["text"], "build castle"]
    said = {"table": made, "n": decision["n"], "actions": [{"text": text} for text in texts]}
    told = payload(own(world, "SubmitMove", {"input": said}, who=asked), "SubmitPayload")
    assert told["taken"] == 1
    assert told["stopped"]["__typename"] in {"NotYourTurnProblem", "IllegalActionProblem"}


def test_an_action_is_sent_with_its_verb_and_fields_too(world: World) -> None:
    people = [world.guest(), world.guest()]
    made = world.table(people)
    asked, _, _ = world.asked(made, people)
    text = """query Q($id: ID!) { position(table: $id) { decision { n actions { text verb character district seat } } } }"""
    decision = ask(world, text, {"id": made}, who=asked)["position"]["decision"]
    action = decision["actions"][0]
    assert action["text"] == f"{action['verb']} {action['character']}"
    said = {"table": made, "n": decision["n"], "actions": [{"verb": action["verb"], "character": action["character"]}]}
    payload(own(world, "SubmitMove", {"input": said}, who=asked), "SubmitPayload")


@pytest.mark.parametrize("action", [{}, {"text": "gold", "verb": "gold"}, {"seat": 1}])
def test_an_action_is_its_text_or_its_verb(world: World, action: Any) -> None:
    said = {"table": NOWHERE, "n": 0, "actions": [action]}
    payload(own(world, "SubmitMove", {"input": said}, who=world.guest()), "InvalidProblem")


def test_inputs_are_held_to_the_bounds_of_the_other_door(world: World) -> None:
    who = world.guest()
    told = payload(own(world, "CreateTable", {"input": {"players": 99, "name": "x" * 100}}, who=who), "InvalidProblem")
    assert {one["path"] for one in told["errors"]} == {"players", "name"}
    clock = {"kind": "BANK", "bankMs": 1}
    told = payload(own(world, "CreateTable", {"input": {"clock": clock}}, who=who), "InvalidProblem")
    assert [one["path"] for one in told["errors"]] == ["clock.bankMs"]
    payload(own(world, "CreateTable", {"input": {"cast": ["king"]}}, who=who), "BadSetupProblem")
    payload(own(world, "JoinTable", {"input": {"table": "nothing"}}, who=who), "NotFoundProblem")
    answer = post(world, {"query": "{ tables(first: 1000) { nodes { id } } }"})
    assert (answer.status_code, codes(answer)) == (200, ["invalid"])
    assert answer.json()["data"] == {"tables": None}


def test_who_does_not_say_who_he_is_gets_an_access_problem(world: World) -> None:
    told = payload(own(world, "CreateTable", {"input": {}}), "AccessProblem")
    assert told["code"] == "UNAUTHENTICATED"
    assert codes(post(world, {"query": "{ owed { n } }"})) == ["unauthenticated"]


def test_a_credential_without_the_scope_is_not_enough(world: World) -> None:
    who = world.guest()
    text = "mutation { makeCredential(input: {scopes: [PLAY]}) { ... on CredentialPayload { credential { secret } } } }"
    narrow = ask(world, text, who=who)["makeCredential"]["credential"]["secret"]
    answer = post(world, {"query": OWN["CreateTable"], "variables": {"input": {}}}, secret=narrow).json()
    assert answer["data"]["createTable"]["scope"] == "table:create"


@pytest.mark.parametrize("secret", ["nonsense", "ctd_guest_" + "x" * 49])
def test_a_misspelt_credential_is_refused_as_a_whole(world: World, secret: str) -> None:
    answer = post(world, {"query": "{ catalogue { rules } }"}, secret=secret)
    assert (answer.status_code, codes(answer)) == (401, ["unauthenticated"])
    assert answer.headers["www-authenticate"] == "Bearer"


def test_a_revoked_credential_is_refused_as_a_whole(world: World) -> None:
    who = world.guest()
    text = "mutation M($id: ID!) { revokeCredential(input: {credential: $id}) { __typename } }"
    assert ask(world, text, {"id": who.credential}, who=who)
    answer = post(world, {"query": "{ me { id } }"}, secret=who.secret)
    assert (answer.status_code, codes(answer)) == (401, ["expired"])


def test_no_hints_are_given(world: World) -> None:
    for text in (
        "{ mee { id } }",
        "{ table(ids: 3) { id } }",
        "query Q($x: Tabl) { me { id } }",
        "{ tables(status: OPENN) { nodes { id } } }",
    ):
        answer = post(world, {"query": text})
        assert "Did you mean" not in answer.text, answer.text


def test_introspection_can_be_switched_off(world: World) -> None:
    text = "{ __schema { queryType { name } } }"
    assert ask(world, text)["__schema"]["queryType"]["name"] == "Query"
    with living(introspection=False) as shut:
        for asked in (text, '{ __type(name: "Query") { name } }'):
            assert set(codes(post(shut, {"query": asked}))) == {"invalid"}
        assert ask(shut, "{ __typename }") == {"__typename": "Query"}


def test_a_mistake_of_the_service_tells_nothing_and_is_logged_once(
    world: World, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tables, "table", failing(RuntimeError(SECRET)))
    answer = post(world, {"query": OWN["Table"], "variables": {"id": NOWHERE}}, x_request_id="quoted-1")
    assert (answer.status_code, codes(answer)) == (500, ["internal"])
    assert SECRET not in answer.text
    assert answer.json()["errors"][0]["extensions"]["request_id"] == "quoted-1"
    assert answer.json()["errors"][0]["path"] == ["table"]
    logged = capsys.readouterr()
    assert (logged.out + logged.err).count("a field failed") == 1


def test_what_does_not_fit_the_schema_is_a_mistake_of_the_service(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Odd:
        id = None

    async def odd(*_: Any, **__: Any) -> Any:
        return Odd()

    monkeypatch.setattr(account_service, "me", odd)
    answer = post(world, {"query": "{ me { id kind } }"}, secret=world.guest().secret)
    assert (answer.status_code, codes(answer)) == (500, ["internal"])
    assert "Odd" not in answer.text
    assert "non-null" not in answer.text.lower()


def test_mistakes_of_the_asker_are_not_logged(
    world: World, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        for text in (
            "{",
            "{ nope }",
            "{ tables(first: 99999999999) { nodes { id } } }",
            "{ tables(first: -1) { nodes { id } } }",
        ):
            assert codes(post(world, {"query": text}))
        assert codes(post(world, {"query": OWN["Table"], "variables": {"id": []}})) == ["invalid"]
        assert codes(post(world, {"query": OWN["Position"], "variables": {"table": NOWHERE}})) == ["not_found"]
    logged = capsys.readouterr()
    assert "Traceback" not in logged.out + logged.err + caplog.text
    assert "failed" not in logged.out + logged.err + caplog.text


@pytest.mark.parametrize(
    ("error", "code"),
    [(StoreDown(SECRET), "unavailable"), (StoreFull(SECRET), "unavailable"), (Unknown(SECRET), "unknown_outcome")],
)
def test_what_the_house_could_not_do_stands_in_the_status(
    world: World, monkeypatch: pytest.MonkeyPatch, error: Exception, code: str
) -> None:
    who = world.guest()
    monkeypatch.setattr(play, "submit", failing(error))
    said = {"table": NOWHERE, "n": 0, "actions": [{"text": "gold"}]}
    with capture_logs() as logged:
        answer = post(world, {"query": OWN["SubmitMove"], "variables": {"input": said}}, secret=who.secret)
    assert (answer.status_code, codes(answer)) == (503, [code])
    assert [(line["status"], line["code"]) for line in logged] == [(503, code)]
    assert answer.headers["retry-after"] == "1"
    assert SECRET not in answer.text
    monkeypatch.setattr(tables, "table", failing(error))
    answer = post(world, {"query": OWN["Table"], "variables": {"id": NOWHERE}})
    assert (answer.status_code, codes(answer)) == (503, ["unavailable"])


def test_the_store_away_before_anything_is_run_is_a_503(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(credential_service, "authenticate", failing(StoreDown(SECRET)))
    answer = post(world, {"query": "{ me { id } }"}, secret=world.guest().secret)
    assert (answer.status_code, codes(answer)) == (503, ["unavailable"])


def test_the_allowance_stands_in_the_headers_and_ends() -> None:
    with living(rate_burst=30, rate_per_second=0.001) as poor:
        who = poor.guest()
        first = post(poor, {"query": "{ me { id } }"}, secret=who.secret)
        assert first.headers["ratelimit"].startswith('"credential";r=29')
        assert first.json()["extensions"] == {"cost": 1}
        dear = post(poor, {"query": OWN["CreateTable"], "variables": {"input": {}}}, secret=who.secret)
        assert dear.headers["ratelimit"].startswith('"credential";r=19')
        statuses = [
            post(poor, {"query": OWN["CreateTable"], "variables": {"input": {}}}, secret=who.secret).status_code
            for _ in range(3)
        ]
        assert statuses == [200, 429, 429]
        last = post(poor, {"query": OWN["CreateTable"], "variables": {"input": {}}}, secret=who.secret)
        assert codes(last) == ["rate_limited"]
        assert int(last.headers["retry-after"]) >= 1


def test_a_faulty_document_costs_too() -> None:
    with living(address_burst=5, address_per_second=0.001) as poor:
        statuses = [post(poor, {"query": "{ nope }"}).status_code for _ in range(7)]
    assert statuses == [400] * 5 + [429] * 2


def test_who_guesses_credentials_is_limited_by_his_address() -> None:
    with living(address_burst=8, address_per_second=0.001) as poor:
        revoked = poor.guest()
        revoked.post(f"/v1/credentials/{revoked.credential}/revoke")
        asked = {"query": "{ me { id } }"}
        assert codes(post(poor, asked, secret=new_secret("guest"))) == ["unauthenticated"]
        for secret in (new_secret("guest"), new_secret("bot"), revoked.secret, "nonsense"):
            answer = post(poor, asked, secret=secret)
            assert (answer.status_code, codes(answer)) == (429, ["rate_limited"])
            assert answer.headers["ratelimit"].startswith('"address";r=0;t=')


def test_a_refusal_in_a_field_keeps_its_members() -> None:
    error = GraphQLError("x", original_error=Refusal("conflict", "moved on", n=7))
    assert told_error(error, "r") == {"message": "moved on", "extensions": {"code": "conflict", "n": 7}}


@pytest.mark.parametrize(
    ("asked", "path"),
    [
        ("tables(first: 0) { nodes { id } }", "first"),
        ("tables(after: \"nothing\") { nodes { id } }", "after"),
        ("tournaments(first: 101) { nodes { id } }", "first"),
        ("leaderboard(first: 0) { nodes { place } }", "first"),
        ("bots(first: 0) { nodes { present } }", "first"),
        ("replay(table: \"game_00000000000000000000000000\", first: 0) { n }", "first"),
    ],
)  # fmt: skip
def test_a_list_names_the_argument_at_fault_as_the_schema_does(world: World, asked: str, path: str) -> None:
    (error,) = post(world, {"query": f"{{ {asked} }}"}).json()["errors"]
    assert error["extensions"]["code"] == "invalid"
    assert error["message"].startswith(f"{path}: ")
    assert [one["path"] for one in error["extensions"]["errors"]] == [path]


@pytest.mark.parametrize(
    ("given", "path", "words"),
    [
        ({"recovery": SECRET}, "input.name", "to include required field 'name'"),
        ({"name": "x", "recovery": SECRET, "nmae": "x"}, "input.nmae", "not to include unknown field 'nmae'"),
        ({"name": "x", "recovery": SECRET, "a', found: b": 1}, "input.a", "unknown field 'a'"),
        (SECRET, "input", "to be an object"),
    ],
)
def test_an_input_of_a_wrong_form_is_not_repeated(world: World, given: Any, path: str, words: str) -> None:
    asked = "mutation($input: RecoverInput!) { recoverAccount(input: $input) { __typename } }"
    answer = post(world, {"query": asked, "variables": {"input": given}})
    last = answer.json()["errors"][-1]
    assert words in last["message"]
    assert last["extensions"]["errors"][0]["path"] == path
    literal = '{ recoverAccount(input: { recovery: "' + SECRET + '", nmae: 1 }) { __typename } }'
    assert SECRET not in answer.text + post(world, {"query": f"mutation {literal}"}).text


def test_an_option_at_fault_has_the_name_that_options_have(world: World) -> None:
    asked = "{ previewTable(input: { edition: CLASSIC, options: { city_size_8p: 8 } }) { deck } }"
    (error,) = post(world, {"query": asked}).json()["errors"]
    assert [one["path"] for one in error["extensions"]["errors"]] == ["options.city_size_8p"]
