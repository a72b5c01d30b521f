"""Foldtale plays storybook adventure board games, each by its full rulebook, on one small kernel."""

__version__ = "0.2.0"
