"""What can go wrong with a bot or with the service: one tree.

    CitadelsError                   the engine's: everything that this project raises on purpose
      BotFault                      a bot did not answer as it should
        BotNotFound                 there is no such bot to play with
        BotRaised                   it raised an exception
        IllegalChoice               it answered what is not legal
        BotTimeout                  it took too long
        BotDied                     its process has ended
        BotBabbled                  its process said what is not the protocol
      MatchBroken                   a match cannot be played to its end
      ClientClosed                  a client was asked for something after it was closed
      ServiceError                  a service did not do what it was asked
        Unreachable                 nobody answers there
        NotCitadels                 what answers there is no Citadels service
        Misread                     it answers what this toolkit cannot read
        Refused                     it says no
          Invalid                   the request has a wrong form
            BadSetup                no game can be set up like this
          NotSignedIn               there is no credential, or one that is not known
            Expired                 the credential has expired, or was revoked
          NotAllowed                the credential does not cover this
            NotEligible             the tournament's conditions of entry are not met
          NotFound                  there is nothing, or nothing that one may see
          IllegalMove               the rules do not allow the action
          KeyReused                 the idempotency key came before, with another request
          TooMany                   the allowance is used up for now
          NotPossible               what stands does not allow it
            Conflict                the game has moved on
            NotYourTurn             another seat is asked
            TimeIsUp                the move came after its time
            GameOver                the game has ended
            TableFull               every seat is taken
            AlreadySeated           one sits there already
            NotSeated               one does not sit there
            NotOpen                 the table does not take players in this way
            NotStarted              the game has not started
            AlreadyStarted          the game has started
            SameOwner               in a rated game no owner has two seats
            NameTaken               somebody else has the name
            QuotaReached            one has as many of these as one may have
            EntryClosed             the tournament takes nobody at present
            Sealed                  the same deal is still played elsewhere
        Unavailable                 it cannot answer at present
          StoreFull                 it has no room for new things
          UnknownOutcome            it may have done it, or not
          Broken                    it has made a mistake

Each has a `code` for programs and `advice` for people: what to do next. A fault says where it happened (`bot`, `seat`, `n`, `kind`) and,
where the game was a local one, the command that brings the very decision back (`repro`). An error of a service carries the HTTP `status`, the
`request_id` to quote, and `retry_after` where it is known when to come back; no error holds a credential. The module is
long because it is the one list of them.

>>> fault = IllegalChoice("it chose 'end', which is not legal now", bot="mason", seat=2, n=17)
>>> fault.code
'illegal_choice'
>>> print(fault)
mason at seat 2, decision 17: it chose 'end', which is not legal now

>>> error = refusal("conflict", "decision 4 was taken; 7 is awaited", status=409, problem={"n": 7})
>>> isinstance(error, NotPossible), error.n, str(error)
(True, 7, 'conflict: decision 4 was taken; 7 is awaited')
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from citadels_engine.errors import CitadelsError

from citadels_sdk.json_values import is_list, is_object

if TYPE_CHECKING:
    from collections.abc import Mapping

    from citadels_sdk.report import Report

__all__ = [
    "CODES",
    "AlreadySeated",
    "AlreadyStarted",
    "BadSetup",
    "BotBabbled",
    "BotDied",
    "BotFault",
    "BotNotFound",
    "BotRaised",
    "BotTimeout",
    "Broken",
    "CitadelsError",
    "ClientClosed",
    "Conflict",
    "EntryClosed",
    "Expired",
    "GameOver",
    "IllegalChoice",
    "IllegalMove",
    "Invalid",
    "KeyReused",
    "MatchBroken",
    "Misread",
    "NameTaken",
    "NotAllowed",
    "NotCitadels",
    "NotEligible",
    "NotFound",
    "NotOpen",
    "NotPossible",
    "NotSeated",
    "NotSignedIn",
    "NotStarted",
    "NotYourTurn",
    "QuotaReached",
    "Refused",
    "SameOwner",
    "Sealed",
    "ServiceError",
    "StoreFull",
    "TableFull",
    "TimeIsUp",
    "TooMany",
    "Unavailable",
    "UnknownOutcome",
    "Unreachable",
    "refusal",
]


class BotFault(CitadelsError):
    """A bot did not answer as it should."""

    code: str = "bot_fault"
    advice: str = "Look at the decision again with the command in `repro`."

    def __init__(
        self,
        what: str,
        *,
        bot: str = "",
        seat: int | None = None,
        n: int | None = None,
        kind: str | None = None,
        repro: str | None = None,
    ) -> None:
        super().__init__(what)
        self.what = what
        self.bot = bot
        self.seat = seat
        self.n = n
        self.kind = kind
        self.repro = repro

    def __str__(self) -> str:
        where = self.bot
        if self.seat is not None:
            where += f" at seat {self.seat}"
        if self.n is not None:
            where += f", decision {self.n}"
        where = where.strip(", ")
        told = f"{where}: {self.what}" if where else self.what
        return told if self.repro is None else f"{told}\nsee it again: {self.repro}"


class BotNotFound(BotFault):
    """There is no such bot to play with."""

    code = "bot_not_found"
    advice = "Name a bot of the house, a Python file (`mybot.py` or `mybot.py:Name`), or the command line of a program."


class BotRaised(BotFault):
    """The bot raised an exception: it is the `__cause__`."""

    code = "bot_raised"


class IllegalChoice(BotFault):
    """The bot answered what is not legal."""

    code = "illegal_choice"
    advice = "Choose one of `view.actions`; `view.explain(action)` says what each does."


class BotTimeout(BotFault):
    """The bot took too long."""

    code = "bot_timeout"
    advice = "Answer within the limit: `view.time_left` tells how many seconds are left."


class BotDied(BotFault):
    """The process of the bot has ended; in a match also the one that it was played in."""

    code = "bot_died"
    advice = "Run the program by hand: what it last wrote on its standard error is in the message."


class BotBabbled(BotFault):
    """The process of the bot said what is not the protocol."""

    code = "bot_babbled"
    advice = "One JSON object a line on standard output, and nothing else there; notes go to standard error."


# the service


class MatchBroken(CitadelsError):
    """A match could not be played to its end: `report` tells of the games that were finished."""

    code: str = "match_broken"
    advice: str = "Play the game that is named alone, with the command in the message, or `citadels bot check` the bot."
    report: Report | None = None


class ClientClosed(CitadelsError):
    """The client is closed: nothing was sent, and nothing can be sent with it any more."""

    code: str = "client_closed"
    advice: str = (
        "Make a new client, or call `close` after the last request; a `with` block closes the client at its end."
    )


class ServiceError(CitadelsError):
    """A service did not do what it was asked."""

    code: str = "service_error"
    advice: str = "Look at the message; `code` is the word for programs."

    def __init__(
        self,
        what: str,
        *,
        code: str | None = None,
        status: int | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
        problem: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__(what)
        self.what = what
        self.code = type(self).code if code is None else code
        self.status = status
        self.request_id = request_id
        self.retry_after = retry_after
        self.problem: Mapping[str, object] = {} if problem is None else problem

    def __str__(self) -> str:
        return f"{self.code}: {self.what}"

    def _texts(self, member: str) -> tuple[str, ...]:
        told = self.problem.get(member)
        return tuple(str(one) for one in told) if is_list(told) else ()

    def _number(self, member: str) -> int | None:
        told = self.problem.get(member)
        return told if isinstance(told, int) else None


class Unreachable(ServiceError):
    """Nobody answers there, and nothing was done."""

    code = "unreachable"
    advice = "Start a service with `citadels up`, or say where one is: `url=` or CITADELS_URL."


class NotCitadels(ServiceError):
    """What answers there is no Citadels service."""

    code = "not_citadels"
    advice = "Look at the address: it is that of the service itself, as `http://host:8000`."


class Misread(ServiceError):
    """The service answers what this toolkit cannot read."""

    code = "misread"
    advice = "The service is of another version: update the toolkit."


class Refused(ServiceError):
    """The service says no: the same request will be refused again."""

    code = "refused"
    advice = "Change the request as the message says."


class Invalid(Refused):
    """The request has a wrong form; `errors` names the fields, each with its fault."""

    code = "invalid"
    advice = "Correct the fields that `errors` names."

    @property
    def errors(self) -> tuple[tuple[str, str], ...]:
        """The fields that are wrong: (path, message)."""
        told = self.problem.get("errors")
        found = told if is_list(told) else ()
        return tuple((str(one.get("path", "")), str(one.get("message", ""))) for one in found if is_object(one))


class BadSetup(Invalid):
    """No game can be set up like this."""

    code = "bad_setup"
    advice = "Choose characters, districts and options that go together; the message says which do not."


class NotSignedIn(Refused):
    """There is no credential, or one that the service does not know."""

    code = "unauthenticated"
    advice = "Give a credential: `token=` or CITADELS_TOKEN; `make_guest()` makes one."


class Expired(NotSignedIn):
    """The credential has expired, or was revoked."""

    code = "expired"
    advice = "Take a new credential: `make_guest()`, `recover_account(...)`, or one from the owner of the bot."


class NotAllowed(Refused):
    """The credential does not cover this operation or this object; `scope` says what it lacks, where it is told."""

    code = "forbidden"
    advice = "Use a credential with the scope that is needed, or ask whoever may do it."

    @property
    def scope(self) -> str | None:
        """The scope that the credential lacks."""
        told = self.problem.get("scope")
        return told if isinstance(told, str) else None


class NotEligible(NotAllowed):
    """The conditions of entry of a tournament are not met."""

    code = "not_eligible"
    advice = "Look at the tournament's `conditions`, or ask its organizer for an invitation."


class NotFound(Refused):
    """There is nothing there, or nothing that one may see."""

    code = "not_found"
    advice = "Look at the id; what is private is seen by those who are invited."


class IllegalMove(Refused):
    """The rules do not allow the action: `rule` is the one that stands in its way, `legal` is what is allowed."""

    code = "illegal_action"
    advice = "Choose one of `legal`."

    @property
    def legal(self) -> tuple[str, ...]:
        """The legal actions, as they can be sent."""
        return self._texts("legal")

    @property
    def rule(self) -> str | None:
        """The id of the rule."""
        told = self.problem.get("rule")
        return told if isinstance(told, str) else None


class KeyReused(Refused):
    """The idempotency key came before, with another request."""

    code = "key_reused"
    advice = "Use a new key for each move; without one the client makes its own."


class TooMany(Refused):
    """The allowance is used up for now; `retry_after` says in how many seconds to come back."""

    code = "rate_limited"
    advice = "Wait `retry_after` seconds; with more `patience` the client does so itself."


class NotPossible(Refused):
    """What stands does not allow it; `reason` is the tournament's own word for why, where it is one that says so."""

    code = "not_possible"
    advice = "Look at the table, or the tournament, again before asking again."

    @property
    def reason(self) -> str | None:
        """Why a tournament cannot take it, in a word."""
        told = self.problem.get("reason")
        return told if isinstance(told, str) else None


class Conflict(NotPossible):
    """The game has moved on; `n` is the number of the decision awaited now."""

    code = "conflict"
    advice = "Look at the position again, and answer decision `n` if it is yours."

    @property
    def n(self) -> int | None:
        """The number of the decision awaited now."""
        return self._number("n")


class NotYourTurn(NotPossible):
    """Another seat is asked."""

    code = "not_your_turn"
    advice = "Wait until the decision is yours: follow the table, or ask `list_owed()`."


class TimeIsUp(NotPossible):
    """The decision's time had run out when the move came; `deadline` says when."""

    code = "clock_expired"
    advice = "Answer before `decision.deadline`."

    @property
    def deadline(self) -> int | None:
        """When the time was up, in milliseconds since 1970."""
        return self._number("deadline")


class GameOver(NotPossible):
    """The game has ended."""

    code = "game_over"
    advice = (
        "Nothing is left to do there; `get_record(table)` has a whole game, `export_tournament(id)` a whole tournament."
    )


class TableFull(NotPossible):
    """Every seat of the table is taken."""

    code = "table_full"
    advice = "Look for another table: `list_tables()`, or `quick_match()`."


class AlreadySeated(NotPossible):
    """One sits at this table already."""

    code = "already_seated"
    advice = "Play on: the seat is `get_table(table).your_seat`."


class NotSeated(NotPossible):
    """One does not sit at this table."""

    code = "not_seated"
    advice = "Take a seat first: `join_table(table)`."


class NotOpen(NotPossible):
    """The table does not take players in this way, or its record is not open yet."""

    code = "not_open"
    advice = "Look at the table's `status`, and whether a seat is kept for somebody."


class NotStarted(NotPossible):
    """The game has not started."""

    code = "not_started"
    advice = "Wait until the table is full, or start it: `start_table(table)`."


class AlreadyStarted(NotPossible):
    """The game has started."""

    code = "already_started"
    advice = "Look at the table again; once a game has started one can only resign."


class SameOwner(NotPossible):
    """In a rated game no owner has two seats."""

    code = "same_owner"
    advice = "Play with yourself where it is not rated; a tournament may have `conditions.bots_per_owner`."


class NameTaken(NotPossible):
    """Another account has this name."""

    code = "name_taken"
    advice = "Choose another name."


class QuotaReached(NotPossible):
    """One already has as many of these as one owner may have."""

    code = "too_many"
    advice = "Give some back first: close streams, leave tables, retire bots, revoke credentials."


class EntryClosed(NotPossible):
    """The tournament takes nobody at present."""

    code = "entry_closed"
    advice = "Look at the tournament's `entry_open` and `conditions.most`."


class Sealed(NotPossible):
    """The same deal is still being played elsewhere: seed, record and open views are withheld until that is over."""

    code = "sealed"
    advice = "Come back when all games of the deal are over."


class Unavailable(ServiceError):
    """The service cannot answer at present."""

    code = "unavailable"
    advice = "Ask again in a while; nothing is lost by that."


class StoreFull(Unavailable):
    """The service has no room for new things: games that run go on."""

    code = "store_full"
    advice = "Play on where you sit; make new tables or guests later."


class UnknownOutcome(Unavailable):
    """It may have been done, or not: the answer was lost on its way."""

    code = "unknown_outcome"
    advice = "Look at what stands before asking again; a move may be sent again under the same key."


class Broken(Unavailable):
    """The service has made a mistake."""

    code = "internal"
    advice = "Report it with the `request_id`."


_FAMILIES: Final[dict[int, type[ServiceError]]] = {
    401: NotSignedIn, 403: NotAllowed, 404: NotFound, 409: NotPossible, 422: Invalid, 429: TooMany, 500: Broken, 503: Unavailable,
}  # fmt: skip
_INVALID: Final = (
    "too_complex", "too_large", "headers_too_large", "unsupported_media_type", "not_acceptable", "method_not_allowed",
    "precondition_failed", "timed_out",
)  # fmt: skip
_CLASSES: Final[tuple[type[ServiceError], ...]] = (
    Invalid, BadSetup, NotSignedIn, Expired, NotAllowed, NotEligible, NotFound, IllegalMove, KeyReused, TooMany, NotPossible, Conflict,
    NotYourTurn, TimeIsUp, GameOver, TableFull, AlreadySeated, NotSeated, NotOpen, NotStarted, AlreadyStarted, SameOwner, NameTaken,
    QuotaReached, EntryClosed, Sealed,
    Unavailable, StoreFull, UnknownOutcome, Broken,
)  # fmt: skip
CODES: Final[Mapping[str, type[ServiceError]]] = {
    **{kind.code: kind for kind in _CLASSES},
    **dict.fromkeys(_INVALID, Invalid),
}
"""What each code of the service is raised as."""


def refusal(
    code: str,
    what: str,
    *,
    status: int,
    request_id: str | None = None,
    retry_after: float | None = None,
    problem: Mapping[str, object] | None = None,
) -> ServiceError:
    """The error for a code of the service; an unknown code is of its status's family."""
    family = _FAMILIES.get(status, Unavailable if status >= 500 else Refused)
    kind = CODES.get(code, family)
    return kind(what, code=code, status=status, request_id=request_id, retry_after=retry_after, problem=problem)
