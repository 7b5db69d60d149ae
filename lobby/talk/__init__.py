"""What people say to each other: at a table, in its room, and about each other to an admin."""
