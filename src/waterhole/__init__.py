"""Small hidden-information card games to play, study and take apart."""

__version__ = "0.1.0"
