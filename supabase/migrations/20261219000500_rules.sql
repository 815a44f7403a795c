-- How a home has set what it is told of by itself. No row: told, and by the usual thresholds.
create table private.rule_settings (
  household_id uuid not null references public.households (id) on delete cascade,
  kind text not null,
  is_on boolean not null default true,
  -- "It is normal" said before this instant counts no more; null: all of it counts.
  forgiven_at timestamptz,
  primary key (household_id, kind)
);

-- What a rule would have said in the last year: asked for by somebody of the home, worked out in turn, kept for a week.
create table private.rule_replays (
  household_id uuid not null references public.households (id) on delete cascade,
  kind text not null,
  asked_at timestamptz not null default now(),
  done_at timestamptz,
  -- The first day that was looked at, and [{meterId, name, since, until, figures}].
  begins_on date,
  found jsonb,
  primary key (household_id, kind)
);
create index rule_replays_waiting on private.rule_replays (asked_at) where done_at is null;

-- "Yes, it was right": known, and not shown any more.
alter table public.notices drop constraint notices_dismissed_as_check;
alter table public.notices add constraint notices_dismissed_as_check check (dismissed_as in ('fixed', 'fine', 'right'));
