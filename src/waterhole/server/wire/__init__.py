"""What goes over the wire, and the one door through which a table leaves the server."""
