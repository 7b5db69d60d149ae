"""What somebody is told wherever on the site they are: it is their turn, they are called."""
