"""Those who play for themselves."""
