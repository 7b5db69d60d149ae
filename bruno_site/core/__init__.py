"""Modules that every app uses. They should depend on no app; templates.py still imports games."""
