# Two commands are enough: `make run` plays, `make test` proves. The rest are their parts.
# Every path is relative, so that a checkout in a folder with spaces works too, and tools are
# started as modules, because the scripts of a virtual environment do not survive such a path.

HOST ?= 127.0.0.1
PORT ?= 8000
FILE ?= bruno.backup

PYTHON := .venv/bin/python
PYTEST := $(PYTHON) -m pytest
# As games/__init__.py has it; pytest has imported numpy before it comes to that.
export OPENBLAS_NUM_THREADS := 1
# Tests start many processes: what one has compiled the next need not compile again.
unexport PYTHONDONTWRITEBYTECODE
# The bounds are for what comes. What is too long for a move is refused by the table, in a sentence.
# Its own line for every request would tell the links of tables.
# At home static files are not collected, which WhiteNoise would wonder at.
DAPHNE := $(PYTHON) -W "ignore:No directory at" -m bruno_site.server \
          --websocket-max-message-size 131072 --websocket-max-frame-size 131072 \
          --ping-interval 10 --ping-timeout 10 --verbosity 0
WITHOUT_SERVICES := env -u DATABASE_URL -u REDIS_URL -u BRUNO_TEST_SERVICES
WITH_SERVICES := env BRUNO_TEST_SERVICES=1

.PHONY: help run test lint types test-rules test-embedded test-services test-browsers \
        test-browsers-at-tables test-browsers-elsewhere \
        soak soak-speeds soak-cuts soak-faults soak-churn soak-races soak-requests \
        soak-requests-at-home soak-frames soak-at-home soak-proofs soak-proofs-on-services \
        format lock clean free-port runtime development demo messages

help:
	@echo "make run [PORT=8000] [HOST=127.0.0.1]   serve Bruno on this machine"
	@echo "make demo                               people and the games of some months, to look at"
	@echo "make backup | restore FILE=bruno.backup what a site at home keeps; with COMPOSE=1 that of compose"
	@echo "make test                               lint, types and every test"
	@echo "make lint | types | test-rules | test-embedded | test-services | test-browsers | soak"
	@echo "make format                             let ruff lay out the code"
	@echo "make messages                           gather what is to be translated, compile what is"
	@echo "make lock                               newest allowed versions into the lock files"
	@echo "make clean                              remove the virtual environment and caches"

run: free-port runtime
	@$(PYTHON) manage.py migrate --verbosity 0
	@echo
	@echo "    Bruno is at http://$(HOST):$(PORT)/    (Ctrl-C stops it)"
	@echo
	@exec $(DAPHNE) --bind "$(HOST)" --port "$(PORT)" bruno_site.asgi:application

demo: runtime
	@$(PYTHON) manage.py migrate --verbosity 0
	@$(PYTHON) manage.py demo

# While it is played; `restore` is for a site that stands still. A file is read to its end before
# anything is stopped, and what stands in its place goes in the same transaction: a newer site has
# tables that it does not know.
ifdef COMPOSE
DATABASE := docker compose exec -T postgres
AS_SITE := --username bruno --dbname bruno

backup:
	@test ! -e "$(FILE)" || { echo "$(FILE) exists already: give another name with FILE=..."; exit 1; }
	@umask 077 && $(DATABASE) pg_dump $(AS_SITE) --format custom > "$(FILE).part"
	@mv "$(FILE).part" "$(FILE)"
	@echo "Done: $(FILE)"

restore:
	@$(DATABASE) pg_restore --file /dev/null < "$(FILE)"
	@$(DATABASE) pg_restore --list < "$(FILE)" | grep -q "TABLE DATA public games_move" || \
	  { echo "$(FILE) is no backup of a site like this one. Nothing was changed."; exit 1; }
	@$(DATABASE) pg_restore --list < "$(FILE)" | grep -q "TABLE DATA public accounts_usersession" || \
	  { echo "$(FILE) was made before version 0.2.0, with other tables. Nothing was changed."; exit 1; }
	@docker compose stop web clock
	@result=0; \
	  { echo "SET lock_timeout = '30s'; DROP OWNED BY CURRENT_USER;"; \
	    $(DATABASE) pg_restore --no-owner --file - < "$(FILE)" || echo "this file is broken"; } | \
	  $(DATABASE) psql $(AS_SITE) --no-psqlrc --quiet --output /dev/null --set ON_ERROR_STOP=1 \
	    --single-transaction --file - && docker compose run --rm migrate || result=$$?; \
	  docker compose start web clock; exit $$result
else
backup restore: runtime
	@$(PYTHON) scripts/backup.py $(subst backup,save,$@) "$(FILE)"
endif

# Two runs beside each other all the time: they share neither a database nor a port. The long ones
# begin, so that the last two end at about the same time.
test: development
	@$(MAKE) --no-print-directory --jobs 2 lint types test-services test-embedded test-browsers
	@echo "Everything passed."

lint: development
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m djlint --lint --quiet templates games/rules
	$(WITHOUT_SERVICES) $(PYTHON) manage.py makemigrations --check --dry-run --verbosity 1

types: development
	$(WITHOUT_SERVICES) $(PYTHON) -m mypy

test-rules: development
	$(WITHOUT_SERVICES) $(PYTEST) tests/rules

test-embedded: development
	$(WITHOUT_SERVICES) $(PYTEST) -m "not services and not browser and not soak"

# What depends on the database and the layer; the rest is tested by test-embedded alone, and so is
# what tables say and show, wherever they are kept. Then one whole game in browsers: a server that was
# found has one database for tests, so nothing else may use it meanwhile.
DRAWN := secrecy briscalone_partner briscalone_scene briscalone_story bruno_story uno_story \
         uno_scene uno_page motion others_eyes looking_back

test-services: development
	$(WITH_SERVICES) $(PYTEST) -m "not browser and not soak" $(DRAWN:%=--ignore tests/games/table/test_%.py) \
	  tests/games tests/live tests/lobby tests/accounts tests/deploy tests/faults tests/test_servers.py \
	  tests/site/test_input_validation.py tests/site/test_generated_garbage.py
	$(WITH_SERVICES) $(PYTEST) -m browser tests/e2e/test_whole_game.py

# At home, each half with a site and browsers of its own.
test-browsers: test-browsers-at-tables test-browsers-elsewhere

AT_TABLES := bots briscalone keys motion pieces table uno
AT_TABLES_FILES := $(AT_TABLES:%=tests/e2e/test_%.py)
IN_BROWSERS := tests/e2e tests/test_fourth_game.py

test-browsers-at-tables: development
	$(WITHOUT_SERVICES) $(PYTEST) -m browser $(AT_TABLES_FILES)

test-browsers-elsewhere: development
	$(WITHOUT_SERVICES) $(PYTEST) -m browser $(AT_TABLES_FILES:%=--ignore %) $(IN_BROWSERS)

# In less than an hour on two cores. What needs the whole machine runs alone; then several runs beside
# each other, each with a site of its own: what only computes gives way to what measures how soon
# something is seen, and that waits for most of its time. All of them write into one table.
SOAK := $(PYTEST) -m soak --timeout 0 -p no:logging -p no:randomly
PROOFS := rules/test_replay rules/test_contract rules/test_fair rules/test_golden commands/test_verify \
          games/table/test_rights lobby/test_rights site/test_desk_rights bots/test_luck \
          games/time/test_bots_at_the_table games/time/test_due games/time/test_thinking \
          site/test_account_deletion site/test_data_export site/test_quiet_doors site/test_guards lobby/test_pages test_docs \
          games/log/test_audit games/log/test_frozen site/test_canaries site/test_metrics deploy/test_backup \
          accounts/test_quiet_names live/test_run_out live/test_request_queue site/test_form_throttle
PROOFS_ON_SERVICES := deploy/test_dump accounts/test_password_hashing games/time/test_claims
FIGURES := build/figures
BESIDE := soak-churn soak-requests soak-requests-at-home soak-frames soak-faults soak-cuts soak-at-home soak-races soak-proofs soak-proofs-on-services

soak: development
	@mkdir -p build && rm -f $(FIGURES)
	@export BRUNO_FIGURES=$(FIGURES); begin=$$(date +%s); result=0; \
	  $(MAKE) --no-print-directory soak-speeds || result=$$?; \
	  $(MAKE) --no-print-directory --jobs --keep-going $(BESIDE) || result=$$?; \
	  $(PYTHON) -m tests.kit.figures $(FIGURES); \
	  echo "$$(( ($$(date +%s) - begin) / 60 )) minutes"; exit $$result

# The last leaves three hundred tables behind that play on.
ALONE := speeds restarts bystanders late

soak-speeds: development
	$(WITH_SERVICES) $(SOAK) $(ALONE:%=tests/faults/test_%.py)

soak-cuts: development
	$(WITH_SERVICES) $(SOAK) tests/faults/test_browser_cuts.py tests/faults/test_cuts.py

# The last two leave tables behind at which bots play on, and the killer keeps both cores busy.
FAULTS := redis losses sessions postgres

soak-faults: development
	$(WITH_SERVICES) $(SOAK) $(FAULTS:%=tests/faults/test_%.py) tests/deploy tests/faults/test_kills.py

soak-churn: development
	$(WITH_SERVICES) nice -n 10 $(SOAK) tests/faults/test_churn.py

soak-races: development
	$(WITH_SERVICES) nice -n 10 $(SOAK) tests/games/log tests/lobby tests/accounts

# Half of them on each database.
soak-requests: development
	$(WITH_SERVICES) nice -n 19 $(SOAK) tests/site -k "not frame"

soak-requests-at-home: development
	$(WITHOUT_SERVICES) nice -n 19 $(SOAK) tests/site -k request

soak-frames: development
	$(WITHOUT_SERVICES) nice -n 19 $(SOAK) tests/site -k frame

RACES_AT_HOME := games/log/test_ends_races.py games/log/test_conceding.py lobby accounts site/test_deletion_races.py

soak-at-home: development
	$(WITHOUT_SERVICES) nice -n 19 $(SOAK) $(RACES_AT_HOME:%=tests/%) tests/games/table tests/rules

# What has one version only.
soak-proofs: development
	$(WITHOUT_SERVICES) nice -n 19 $(PYTEST) -m "not soak and not browser" --timeout 0 $(PROOFS:%=tests/%.py)

soak-proofs-on-services: development
	$(WITH_SERVICES) nice -n 10 $(PYTEST) -m "not soak" --timeout 0 $(PROOFS_ON_SERVICES:%=tests/%.py)

format: development
	$(PYTHON) -m ruff check --fix .
	$(PYTHON) -m ruff format .

messages: development
	$(PYTHON) -m scripts.messages

lock: $(PYTHON)
	@sh scripts/lock.sh "$(PYTHON)"

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

free-port:
	@python="$$(sh scripts/find_python.sh)" && "$$python" scripts/free_port.py "$(HOST)" "$(PORT)"

# The copy of the lock inside .venv tells what was installed, whatever the clock says.
runtime: $(PYTHON)
	@cmp -s requirements.lock .venv/requirements.lock || { \
	  echo "Installing what Bruno needs into .venv ..." && \
	  $(PYTHON) -m pip install --quiet --disable-pip-version-check --require-hashes \
	    -r requirements.lock && \
	  cp requirements.lock .venv/requirements.lock; }

development: $(PYTHON)
	@cmp -s requirements-dev.lock .venv/requirements-dev.lock || { \
	  echo "Installing what the tests need into .venv ..." && \
	  $(PYTHON) -m pip install --quiet --disable-pip-version-check --require-hashes \
	    -r requirements-dev.lock && \
	  cp requirements.lock requirements-dev.lock .venv/; }

$(PYTHON):
	@python="$$(sh scripts/find_python.sh)" && "$$python" -m venv --clear .venv
