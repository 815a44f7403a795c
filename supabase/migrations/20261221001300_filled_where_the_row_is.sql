-- Citus writes a column's default out for who inserts a row, and who may not write it is refused: what nobody says is filled in where the row is
-- (private.fill_row and what else goes before an insert), and nobody has more right to say it than before.
alter table public.connected_devices alter column created_at drop default;
alter table public.meters alter column created_at drop default, alter column facts drop default, alter column quarantined drop default;
alter table public.device_schedules alter column id drop default, alter column created_at drop default, alter column created_by drop default,
  alter column is_planned drop default;
alter table public.home_absences alter column created_at drop default, alter column created_by drop default;
alter table public.home_changes alter column created_at drop default, alter column created_by drop default;
alter table public.payment_entries alter column id drop default, alter column created_at drop default;
alter table public.payment_ways alter column id drop default;
alter table public.utility_bills alter column id drop default, alter column created_at drop default;
-- Numbered by time (private.fill_move): each node has numbers of its own, which say nothing of what was said before what.
alter table public.device_rooms alter column made_at drop default, alter column id drop identity;
alter table public.meter_parents alter column made_at drop default, alter column id drop identity;
-- What happened in a home, for the log of accounts: triggers on a worker keep it beside the home, and the coordinator takes it (private.take_home_events).
create table private.home_events (
  household_id uuid not null,
  id uuid not null default gen_random_uuid(),
  at timestamptz not null default now(),
  -- Whose it is, and who did it.
  person uuid,
  done_by uuid,
  kind text not null,
  name text,
  is_mailed boolean not null,
  primary key (household_id, id)
);
