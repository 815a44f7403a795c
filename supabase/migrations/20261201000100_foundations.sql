create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;

-- What the operator configures and the database must know. One row.
create table private.settings (
  only_row boolean primary key default true check (only_row),
  guest_domain text not null default 'guest.wattershed.invalid',
  demo_household_id uuid,
  -- The demo household: one template that every guest reads through to. Written once by the service, then minute by minute.
  demo_anchor timestamptz,
  demo_token bigint,
  -- Of an account that goes the embedded backend keeps nothing either: its diary of sign-ins and half-done ones name people without a foreign key.
  -- A hosted backend's own diary is its operator's, with the time that it is kept there.
  -- Null: not known yet, so nothing of the diary is touched. An update is applied while the service of before still runs.
  is_hosted boolean
);
insert into private.settings default values;
