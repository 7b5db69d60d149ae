import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

from scripts import compose


def run(*command: str | Path) -> str:
    done = subprocess.run(
        command, cwd=compose.ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    return "" if done.returncode == 0 else done.stdout or f"ended with {done.returncode}"


def names_in(pattern: str, *files: str) -> set[str]:
    text = "\n".join((compose.ROOT / file).read_text() for file in files)
    return set(re.findall(pattern, text, re.MULTILINE))


def test_the_compose_file_follows_its_schema() -> None:
    schema = ("--builtin-schema", "vendor.compose-spec")
    assert run(sys.executable, "-m", "check_jsonschema", *schema, compose.COMPOSE_FILE) == ""


def test_the_dockerfile_has_nothing_a_linter_warns_of() -> None:
    linter = Path(sys.executable).with_name("hadolint")
    assert run(linter, "-t", "warning", "Dockerfile") == ""


def test_the_example_names_exactly_the_variables_compose_asks_for() -> None:
    asked = names_in(r"\$\{(\w+)", "docker-compose.yml")
    assert names_in(r"^(\w+)=", ".env.example") == asked


def test_secrets_have_no_default() -> None:
    text = compose.COMPOSE_FILE.read_text()
    for name in ("SECRET_KEY", "POSTGRES_PASSWORD", "DATABASE_PASSWORD", "REDIS_PASSWORD"):
        assert set(re.findall(rf"\$\{{{name}(..)", text)) == {":?"}


def test_images_are_named_by_version() -> None:
    """Not by digest: a digest would pin known holes as well, and the base is renewed by a build."""
    named = [each["image"] for each in compose.services().values() if "build" not in each]
    named += re.findall(r"^FROM (\S+)", (compose.ROOT / "Dockerfile").read_text(), re.MULTILINE)
    assert named and all(re.fullmatch(r"\w+:\d+(\.\d+)*(-\w+)?", image) for image in named)


def test_no_container_has_rights_that_it_does_not_use() -> None:
    for name, service in compose.services().items():
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert service.get("read_only", False) is (name != "postgres"), name


def test_redis_asks_for_a_password_and_the_site_is_no_superuser() -> None:
    redis = compose.services()["redis"]
    assert "${REDIS_PASSWORD:?" in redis["command"][redis["command"].index("--requirepass") + 1]
    assert compose.services()["web"]["environment"]["REDIS_URL"].startswith("redis://:${REDIS_PASS")
    assert compose.services()["web"]["environment"]["DATABASE_URL"].startswith("postgres://bruno:")
    roles = re.findall(
        r"CREATE ROLE bruno .*", (compose.ROOT / "scripts/new_database.sh").read_text()
    )
    assert roles == ["CREATE ROLE bruno LOGIN PASSWORD :'password';"]


def test_a_database_that_nobody_can_reach_is_not_called_ready() -> None:
    """While the image prepares a new volume, its server hears only a socket of its own."""
    asked = compose.services()["postgres"]["healthcheck"]["test"]
    assert asked[asked.index("--host") + 1] == "127.0.0.1"


def test_the_image_holds_only_what_is_named() -> None:
    first, *named = (compose.ROOT / ".dockerignore").read_text().split()
    assert first == "*" and all(word[0] == "!" or word == "**/__pycache__" for word in named)
    assert not [word for word in named if word.startswith(("!.", "!tests", "!var"))]


def test_only_what_is_to_be_reached_is_published() -> None:
    published = {name: each.get("ports", []) for name, each in compose.services().items()}
    assert published.pop("web") == ["127.0.0.1:${WEB_PORTS:-8000}:8000"]
    assert not any(published.values())


def test_every_variable_the_settings_read_is_explained() -> None:
    read = names_in(r'env\.\w+\(\s*"(\w+)"', "bruno_site/settings.py") | names_in(
        r'text\("(\w+)"\)', "bruno_site/environment.py"
    )
    assert read <= names_in(r"^\| `(\w+)` \|", "docs/operations.md")


def test_every_number_is_explained_with_the_default_it_has() -> None:
    read = r'env\.number\("(\w+)", (\d+)'
    explained = r"^\| `(\w+)` \|.*\| (\d+) \|$"
    numbers = names_in(read, "bruno_site/settings.py")
    assert numbers and numbers <= names_in(explained, "docs/operations.md")


def test_every_variable_that_is_explained_is_handed_to_the_site() -> None:
    """But for what the image or a command sets by itself."""
    explained = names_in(r"^\| `([A-Z_]+)` \|", "docs/operations.md")
    given = set(compose.services()["web"]["environment"])
    assert explained - given == {"PATIENT", "BRUNO_VAR", "COLLECTING"}


def test_every_number_has_one_default() -> None:
    read = names_in(r'env\.number\("(\w+)", (\d+)', "bruno_site/settings.py")
    assert read <= names_in(r"\$\{(\w+):-(\d+)\}", "docker-compose.yml")
    assert read <= names_in(r"^(\w+)=(\d+)$", ".env.example")


def test_no_server_writes_down_every_request() -> None:
    """The links of tables would stand there."""
    command = compose.services()["web"]["command"]
    assert command[command.index("--verbosity") + 1] == "0"
    (at_home,) = names_in(r"^DAPHNE := ((?:.*\\\n)*.*)$", "Makefile")
    assert "--verbosity 0" in at_home


def test_the_image_serves_as_the_web_service_does() -> None:
    default = re.findall(r"^CMD \[(.*?)\]", (compose.ROOT / "Dockerfile").read_text(), re.M | re.S)
    assert re.findall(r'"([^"]+)"', default[-1]) == compose.services()["web"]["command"]


def test_home_and_container_bound_their_sockets_alike() -> None:
    makefile = (compose.ROOT / "Makefile").read_text()
    command = compose.services()["web"]["command"]
    limits = [word for word in command if word.startswith(("--websocket", "--ping"))]
    assert limits
    for limit in limits:
        assert f"{limit} {command[command.index(limit) + 1]}" in makefile


def test_everything_that_is_needed_is_locked() -> None:
    project = tomllib.loads((compose.ROOT / "pyproject.toml").read_text())["project"]
    for file, wanted in (
        ("requirements.lock", project["dependencies"]),
        ("requirements-dev.lock", project["optional-dependencies"]["dev"]),
    ):
        names = {re.split(r"[^\w.-]", each, maxsplit=1)[0].replace(".", "-") for each in wanted}
        assert names <= names_in(r"^([\w-]+)==", file)


def test_scripts_can_be_run() -> None:
    assert os.access(compose.ROOT / ".ci" / "run", os.X_OK)
