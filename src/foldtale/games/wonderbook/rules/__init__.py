"""The rules of Wonder Book, a module for each part of the rulebook."""
