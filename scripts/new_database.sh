#!/bin/sh
# Run once by the postgres container, when its volume is new: the site owns its database, and
# nothing else on that server.
set -eu
psql --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres \
     --set password="$DATABASE_PASSWORD" <<'SQL'
CREATE ROLE bruno LOGIN PASSWORD :'password';
CREATE DATABASE bruno OWNER bruno;
SQL
