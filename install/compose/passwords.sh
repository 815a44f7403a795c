#!/bin/sh
# Of the roles that roles.sql made, once, when the database is made; from secrets.mjs, so none needs quoting.
set -eu
psql -v ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname "$POSTGRES_DB" <<SQL
alter role wattershed_owner password '$OWNER_PASSWORD';
alter role wattershed password '$SERVICE_PASSWORD';
alter role authenticator password '$AUTHENTICATOR_PASSWORD';
alter role supabase_auth_admin password '$AUTH_PASSWORD';
SQL
