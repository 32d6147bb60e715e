"""The server: tables that never lose a move and never show a card."""
