"""The rules of Dice Upon a Time, in the order of its rulebook."""
