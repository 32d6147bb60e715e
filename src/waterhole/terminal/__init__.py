"""The terminal: tables drawn from views, events in words, a match at the keyboard."""
