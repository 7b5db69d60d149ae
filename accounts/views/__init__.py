"""The views of accounts, with a module for each group of pages."""
