"""Small games to learn by, to test and to measure."""
