"""Reinforcement learning: games as PettingZoo and Gymnasium environments, actions and views as numbers.

Each adapter is imported by its own name, since each needs a library of its own:

- `citadels_sdk.adapters.pettingzoo`: every seat an agent (needs `citadels-sdk[pettingzoo]`);
- `citadels_sdk.adapters.gymnasium`: one seat learns, bots play the others (needs `citadels-sdk[gymnasium]`);
- `citadels_sdk.adapters.encoding`: what both are made of, and what a trained bot plays with; needs nothing more.
"""

__all__: list[str] = []
