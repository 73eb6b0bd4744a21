"""The whole GraphQL schema: all domains together, and graphql-core's own form of it, ready to execute.

1. A field reads its source with one call. A root field checks its scope first. A mutation returns a refusal as a problem. A lookup returns
   null if the object does not exist for the viewer.
2. The class of an answer determines its object type.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import strawberry
from graphql import GraphQLInputObjectType, GraphQLInterfaceType, GraphQLObjectType, GraphQLUnionType, Undefined
from strawberry.schema.schema_converter import GraphQLCoreConverter

from citadels_api.accounts.contract import AccountAnswer
from citadels_api.accounts.graphql import Account, AccountMutations, AccountQueries
from citadels_api.bots.graphql import BotMutations, BotQueries
from citadels_api.catalogue.graphql import CatalogueQueries
from citadels_api.credentials.contract import CredentialAnswer
from citadels_api.credentials.graphql import Credential, CredentialMutations, CredentialQueries
from citadels_api.graphql import problems, scalars
from citadels_api.graphql.fields import looked_up, read_directly
from citadels_api.graphql.problems import PASSED_ON, Told, problem_type
from citadels_api.graphql.rest_twins import LOOKUPS, TWINS, scope_of
from citadels_api.http.auth import covered
from citadels_api.meta.graphql import HouseQueries
from citadels_api.operations import PUBLIC
from citadels_api.play.graphql import MoveMutations, MoveQueries
from citadels_api.problems import Refusal
from citadels_api.ratings.graphql import RatingQueries
from citadels_api.records.graphql import ReplayQueries
from citadels_api.streams.graphql import FollowQueries, Subscription
from citadels_api.tables.contract import TableAnswer
from citadels_api.tables.graphql import Table, TableMutations, TableQueries
from citadels_api.tournaments.contract import TournamentAnswer
from citadels_api.tournaments.graphql import TournamentMutations, TournamentQueries
from citadels_api.tournaments.graphql_types import Tournament

if TYPE_CHECKING:
    from collections.abc import Callable

    from graphql import GraphQLArgument, GraphQLField, GraphQLInputField, GraphQLSchema


NODES: Final[dict[type, str]] = {
    TableAnswer: "Table",
    TournamentAnswer: "Tournament",
    AccountAnswer: "Account",
    CredentialAnswer: "Credential",
}


@strawberry.type(description="The queries.")
class Query(
    AccountQueries,
    CredentialQueries,
    BotQueries,
    TableQueries,
    MoveQueries,
    ReplayQueries,
    FollowQueries,
    TournamentQueries,
    RatingQueries,
    CatalogueQueries,
    HouseQueries,
):
    """The queries."""


@strawberry.type(description="The mutations. Each returns its payload, or a problem that gives the reason.")
class Mutation(AccountMutations, CredentialMutations, BotMutations, TableMutations, MoveMutations, TournamentMutations):
    """The mutations."""


def build() -> strawberry.Schema:
    """The schema in strawberry's form."""
    refused = [getattr(problems, name) for name in vars(problems) if name.endswith("Problem") and name != "Problem"]
    return strawberry.Schema(
        query=Query,
        mutation=Mutation,
        subscription=Subscription,
        types=[*refused, Table, Tournament, Account, Credential],
        config=scalars.config(),
    )


def made_ready(schema: strawberry.Schema) -> GraphQLSchema:
    """The schema in graphql-core's form, with our resolvers for fields and types."""
    core = schema._schema  # noqa: SLF001  strawberry gives it no other name
    leave_out_nulls(core)
    read_directly(core.type_map, GraphQLCoreConverter.DEFINITION_BACKREF)
    for named in core.type_map.values():
        if isinstance(named, GraphQLObjectType):
            named.is_type_of = None
        elif isinstance(named, GraphQLUnionType):
            named.resolve_type = member_of(named)
        elif isinstance(named, GraphQLInterfaceType):
            named.resolve_type = node_type if named.name == "Node" else told_type
    for root in (core.query_type, core.mutation_type, core.subscription_type):
        assert root is not None
        for name, field in root.fields.items():
            guard(root.name, name, field)
    return core


def leave_out_nulls(core: GraphQLSchema) -> None:
    """Remove null defaults of optional arguments; they say nothing new."""
    for named in core.type_map.values():
        taken: list[GraphQLArgument | GraphQLInputField] = []
        if isinstance(named, GraphQLInputObjectType):
            taken += named.fields.values()
        elif isinstance(named, GraphQLObjectType):
            taken += [argument for field in named.fields.values() for argument in field.args.values()]
        for one in taken:
            if one.default_value is None:
                one.default_value = Undefined


def node_type(value: Any, _info: object, _of: object) -> str:
    """The type of a node."""
    return NODES[type(value)]


def told_type(value: Told, _info: object, _of: object) -> str:
    """The type of a problem."""
    return problem_type(value.code)


def member_of(union: GraphQLUnionType) -> Callable[[Any, object, object], str]:
    """The member of a result union: a problem for a refusal, otherwise its payload."""
    names = [one.name for one in union.types]
    payload = names[0]
    among = frozenset(names)

    def resolve_type(value: Any, _info: object, _of: object) -> str:
        return problem_type(value.code, among) if type(value) is Told else payload

    return resolve_type


def guard(root: str, name: str, field: GraphQLField) -> None:
    """Make a root field check its scope first."""
    twin = f"{root}.{name}"
    if twin not in TWINS:
        raise ValueError(f"{twin} has no scope and no cost: name it in operations.TWINS")
    scope = scope_of(twin)
    if root == "Subscription":
        assert field.subscribe is not None
        field.subscribe = scoped(scope, field.subscribe)
    else:
        assert field.resolve is not None
        run = scoped(scope, field.resolve)
        field.resolve = answered(run) if root == "Mutation" else looked_up(run) if twin in LOOKUPS else run


def scoped(scope: str, resolve: Callable[..., Any]) -> Callable[..., Any]:
    """The same resolver with a check of the scope."""
    if scope == PUBLIC:
        return resolve

    def resolve_scoped(source: Any, info: Any, **arguments: Any) -> Any:
        covered(info.context.who, scope)
        return resolve(source, info, **arguments)

    return resolve_scoped


def answered(resolve: Callable[..., Any]) -> Callable[..., Any]:
    """The same resolver, which returns a refusal as a problem."""

    async def resolve_answered(source: Any, info: Any, **arguments: Any) -> Any:
        try:
            return await resolve(source, info, **arguments)
        except Refusal as refusal:
            if refusal.code in PASSED_ON:
                raise
            return Told.of(refusal)

    return resolve_answered


SCHEMA: Final = build()
CORE: Final = made_ready(SCHEMA)
