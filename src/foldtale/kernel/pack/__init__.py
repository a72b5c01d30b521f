"""Packs: folders of YAML that say what cards are called, what they say and what they do."""
