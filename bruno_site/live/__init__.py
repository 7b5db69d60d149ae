"""Live pages: one socket for every page of the site that changes while someone looks at it.

This package knows neither games nor lobbies. A page is an object that draws itself for one visitor,
in parts, and handles what the visitor sends (`page`). The socket sends only the parts that differ
(`socket`, `page_diff`). The hub of a process receives pokes and beats for all of its sockets
(`hub`, `heartbeat`). Code that has changed something pokes a topic (`topics`).
"""
