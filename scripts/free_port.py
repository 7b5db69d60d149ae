"""Says in a sentence why Bruno cannot listen on the given host and port, if it cannot."""

import errno
import socket
import sys


def trouble(host: str, port: str) -> str | None:
    try:
        family = socket.getaddrinfo(host, None)[0][0]
        with socket.socket(family) as probe:
            # As the server will: a port whose last connections are still fading is free.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, int(port)))
    except (OSError, OverflowError, ValueError) as error:
        if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
            return f"Port {port} is in use. Another one will do: make run PORT={int(port) + 10}"
        return f"Bruno cannot listen on {host}, port {port}: {error}."
    return None


if __name__ == "__main__":
    sys.exit(trouble(sys.argv[1], sys.argv[2]))
