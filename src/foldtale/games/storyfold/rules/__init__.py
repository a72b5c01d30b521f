"""The rules, a module a theme, in the order of the rulebook."""
