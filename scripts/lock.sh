# Writes both lock files anew. uv lives in a temporary folder: contributors need not install it.
set -e
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$1" -m venv "$folder"
"$folder/bin/python" -m pip install --quiet --disable-pip-version-check uv

compile() {
    UV_CUSTOM_COMPILE_COMMAND="make lock" "$folder/bin/python" -m uv pip compile --quiet --upgrade \
        --universal --python-version 3.11 --generate-hashes --no-emit-index-url "$@" pyproject.toml
}

compile --output-file requirements.lock
compile --extra dev --constraint requirements.lock --output-file requirements-dev.lock
