"""The live floor: one socket for every page of the site that changes while somebody looks at it.

It knows neither games nor lobbies. A page is an object that draws itself for one visitor, in
pieces, and hears what the visitor sends (`pages`); the socket sends only the pieces that differ
(`socket`, `sent`); the hub of a process listens and beats for all of its sockets (`hub`); whoever
has changed something pokes a topic (`topics`).
"""
