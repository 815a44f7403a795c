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
  -- Where an account goes, the embedded backend's log of sign-ins goes with it; a hosted backend's is its operator's. Null: not known yet, so
  -- nothing of the log is touched.
  is_hosted boolean
);
insert into private.settings default values;
