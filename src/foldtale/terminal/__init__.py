"""The text table: scenes for people with a terminal."""
