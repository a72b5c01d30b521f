"""Measurements, side by side with other engines, each one command."""
