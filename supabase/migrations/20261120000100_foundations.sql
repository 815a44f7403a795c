-- Functions that must look past policies live in `private`: no API exposes it, and nobody may call one unless granted by name.
create schema if not exists private;
revoke all on schema private from public;
grant usage on schema private to anon, authenticated, wattershed_engine;

-- What the operator configures and the database must know. One row.
create table private.settings (
  only_row boolean primary key default true check (only_row),
  guest_domain text not null default 'guest.wattershed.invalid',
  demo_household_id uuid
);
insert into private.settings default values;

create or replace function private.is_time_zone(zone text) returns boolean
language plpgsql immutable as $$
begin
  perform timestamptz '2026-01-01 00:00Z' at time zone zone;
  return zone is not null and zone !~ '^[+-]?[0-9]';
exception when invalid_parameter_value then
  return false;
end $$;
grant execute on function private.is_time_zone(text) to anon, authenticated, wattershed_engine;

-- PostgreSQL lets everyone execute a new function, and a schema's defaults cannot take that back: each migration ends
-- with this line, and a test walks the catalogue.
revoke execute on all functions in schema private from public;
