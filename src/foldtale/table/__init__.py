"""The table: who sits where, what they may do, and where it is all kept."""
