"""A first bot in ten lines: it takes gold until it can pay, and builds the dearest district it can pay for."""

from citadels_sdk import Action, Bot, View


class First(Bot):
    """Gold, and whatever it buys."""

    def choose(self, view: View) -> Action:
        """The action with the highest number."""
        worth = {"build": 30, "gold": 20, "income": 10}
        return max(view.actions, key=lambda action: (worth.get(action.verb, 0), view.cost(action)))
