"""How the learned bot learns: by playing itself, in a kernel that is proved equal to the rules."""
