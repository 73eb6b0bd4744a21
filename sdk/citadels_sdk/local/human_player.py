"""A person at the keyboard: the legal actions are numbered, and one of them is chosen by number or by its text."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

import click
from citadels_engine import UnknownAction, parse
from citadels_engine.rules.reasons import why_not

from citadels_sdk.render.board import LEGEND, board, colour, paragraph, width
from citadels_sdk.view.explanations import explain

if TYPE_CHECKING:
    from collections.abc import Iterable

    from citadels_engine.actions.types import Action
    from citadels_engine.views.view import View

    from citadels_sdk.render.sentences import Teller


LONG = 30
SHOWN = 20
BRIEF = 10
HELP = "a number or an action; ? cards, ? NAME one card, b board, l list, q quit"
QUESTIONS = {
    "pick": "Choose your character.",
    "set_aside": "Put one character facedown aside.",
    "theater": "Swap characters (Theater)?",
    "turn": "Your turn.",
    "keep": "Keep which card?",
    "redraw": "Discard which cards?",
    "pay": "Pay with which card?",
    "take": "Take which card?",
    "return": "Give back which card?",
    "threat": "You are threatened. Bribe?",
    "expose": "The bribe is refused. Turn the threat up?",
    "warrant": "A district is being built under your warrant.",
    "advise": "Who receives the crown?",
    "tribute": "What do you give the Emperor?",
    "chime": "Announce the shorter game (Bell Tower)?",
    "search": "Take which card of the deck?",
    "ward": "The murdered character is called (Hospital).",
    "ransom": "Recover the district destroyed (Graveyard)?",
}


def refusal(view: View, said: str) -> str:
    """Why a line is no answer: the rule that stands in the way, where it is an action at all."""
    try:
        return why_not(view, parse(said))
    except UnknownAction:
        return f"{said}: no action that there is"


class Quit(Exception):
    """The person has had enough."""


def echo(lines: Iterable[str] | str = "") -> None:
    """Show one line or several."""
    for line in [lines] if isinstance(lines, str) else lines:
        click.echo(line, color=colour())


class Person:
    """Asks for each decision at the terminal, or line by line where there is none."""

    def __init__(self, teller: Teller) -> None:
        self.teller = teller
        self.asked = 0
        self.seen: object = None

    def choose(self, view: View) -> Action:
        """The action that the person chooses; `Quit` for `q`, EOFError where the input ends."""
        listed = [(number, action) for number, action in enumerate(view.actions, 1)]
        self.look(view)
        self.ask(view)
        self.show(view, listed)
        if self.asked == 0:
            echo(click.style(line, dim=True) for line in paragraph(f"[{HELP}]"))
        self.asked += 1
        while True:
            said = " ".join(self.read().lower().split())
            action = self.answer(view, listed, said)
            if action is not None:
                return action

    def look(self, view: View) -> None:
        """The board; within one turn only the person's own seat again."""
        own, decision = view.own, view.decision
        seen = (
            view.round,
            view.phase,
            None if view.turn is None else view.turn["character"],
            decision and decision.kind,
        )
        if seen == self.seen and own is not None:
            lines = board(self.teller, view, width(), only=own.seat)
        else:
            lines = board(self.teller, view, width())
        self.seen = seen
        echo(lines)

    def ask(self, view: View) -> None:
        """The question."""
        decision = view.decision
        if decision is not None:
            question = QUESTIONS.get(decision.kind, f"Decide: {decision.kind}.")
            turn = view.turn
            if decision.kind == "turn" and turn is not None:
                question = f"Your turn as the {self.teller.card(str(turn['character']))}."
            details = decision.details
            named = details.get("district")
            if isinstance(named, str):
                question += f" It is the {self.teller.card(named)}."
            echo(["", click.style(question, bold=True)])

    def read(self) -> str:
        """One line of input."""
        return input("> ")

    def answer(self, view: View, listed: list[tuple[int, Action]], said: str) -> Action | None:
        """What the line means: an action, or None after showing what was asked for."""
        if said in ("q", "quit"):
            raise Quit
        if said in ("b", "board"):
            echo(board(self.teller, view, width()))
        elif said in ("l", "list"):
            self.show(view, listed, len(listed))
        elif said.startswith("?"):
            echo(card_texts(self.teller, view, said[1:].strip()))
        elif said.isascii() and said.isdigit() and 1 <= int(said) <= len(listed):
            return listed[int(said) - 1][1]
        elif said:
            for _, action in listed:
                if action.text == said:
                    return action
            words = said.split()
            fitting = [(number, action) for number, action in listed if fits(action.text.split(), words)]
            if fitting:
                self.show(view, fitting, len(fitting))
            else:
                echo(paragraph(f"{refusal(view, said)}. Answer with {HELP}."))
        return None

    def show(self, view: View, listed: list[tuple[int, Action]], most: int = 0) -> None:
        """The actions, numbered and explained; of a long list the beginning."""
        shown = listed if most or len(listed) <= LONG else listed[:SHOWN]
        room = max(len(action.text) for _, action in shown)
        for number, action in shown:
            text = f"{number:>4}  {action.text:<{room}}  {explain(self.teller, view, action)}"
            lines = textwrap.wrap(text, width(), subsequent_indent=" " * 8)
            echo(lines if len(shown) <= BRIEF else cut(text, width()))
        if len(shown) < len(listed):
            first = " ".join(listed[0][1].text.split()[:2])
            echo(
                f"      and {len(listed) - len(shown)} more: l lists them all, a beginning such as {first!r} those that fit"
            )


def fits(words: list[str], said: list[str]) -> bool:
    """Whether the action's words begin with what was said, the last word perhaps unfinished."""
    return len(said) <= len(words) and words[: len(said) - 1] == said[:-1] and words[len(said) - 1].startswith(said[-1])


def cut(text: str, columns: int) -> str:
    """The text, at most that wide."""
    return text if len(text) <= columns else text[: columns - 3].rstrip() + "..."


def card_texts(teller: Teller, view: View, word: str) -> list[str]:
    """What cards do: those whose name has the word in it, or, without one, those that lie open or in the hand."""
    characters = [teller.characters[name] for name in view.cast]
    lines: list[str] = []
    if word:
        wanted = word.casefold().replace("_", " ")
        everything = [*teller.characters.values(), *teller.districts.values()]
        found = [
            card
            for card in everything
            if wanted in card["id"].replace("_", " ") or wanted in teller.card(card["id"]).casefold()
        ]
        lines = [text_of(teller, card["id"]) for card in found] or [f"There is no card {word!r}."]
    else:
        hand = view.own.hand if view.own is not None else []
        names = dict.fromkeys([*hand, *(built.id for seat in view.seats for built in seat.city)])
        lines = [text_of(teller, card["id"]) for card in characters]
        lines += [text_of(teller, name) for name in names if teller.districts[name]["text"]]
        lines.append(LEGEND)
    return [line for text in lines for line in paragraph(text)]


def text_of(teller: Teller, name: str) -> str:
    """One card: its title, its rank or type and cost, what it does."""
    if name in teller.characters:
        card = teller.characters[name]
        return f"{teller.card(name)} ({card['rank']}): {card['text']}"
    district = teller.districts[name]
    return f"{teller.card(name)} ({district['type']} {district['cost']}): {district['text'] or 'no effect'}"
