"""Tools for those who write chapters."""
