"""Webhooks: who plays at slow tables can be told that it is his turn."""
