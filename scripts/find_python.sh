# Prints the name of a Python that can make Bruno's virtual environment, or says what to install.
# The system's own first: distributions build theirs to be fast, and self-made ones often take half as
# long again.
for name in /usr/bin/python3 python3 python3.14 python3.13 python3.12 python3.11; do
    "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue
    if "$name" -c 'import ensurepip, venv' 2>/dev/null; then
        echo "$name"
        exit 0
    fi
    incomplete=$name
done
if [ -n "$incomplete" ]; then
    echo "$incomplete cannot make virtual environments: install python3-venv (on Debian and Ubuntu: apt-get install python3-venv), then try again." >&2
else
    echo "Bruno needs Python 3.11 or newer, and there is none called python3 here: install it, then try again." >&2
fi
exit 1
