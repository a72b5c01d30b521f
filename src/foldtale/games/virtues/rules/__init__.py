"""The rules, a module for each theme of the rulebook."""
