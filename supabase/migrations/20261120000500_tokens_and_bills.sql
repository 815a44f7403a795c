-- Who may send readings. A household token writes its household; a fleet token, made by an operator's command, many.
create table public.ingest_tokens (
  id bigint generated always as identity primary key,
  household_id uuid references public.households (id) on delete cascade,
  scope text not null default 'household' check (scope in ('household', 'fleet')),
  name text not null default '' check (length(name) <= 80),
  -- SHA-256 of the token: the token itself is shown once and kept nowhere.
  hash bytea not null unique,
  hint text not null default '',
  created_by uuid,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  check ((scope = 'household') = (household_id is not null))
);

-- One row per household and period: the version in force.
create table public.billing_records (
  household_id uuid not null references public.households (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  period_start date not null,
  period_end date not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  total_amount numeric(12, 2) not null,
  water_cost numeric(12, 2) not null,
  electricity_cost numeric(12, 2) not null,
  created_at timestamptz not null default now(),
  primary key (household_id, id),
  unique (household_id, period_start),
  check (period_end > period_start),
  check (total_amount = water_cost + electricity_cost)
);
create index billing_records_user on public.billing_records (user_id, period_start desc);

alter table public.ingest_tokens enable row level security;
alter table public.billing_records enable row level security;
revoke all on public.ingest_tokens, public.billing_records from anon, authenticated;
grant select (id, household_id, scope, name, hint, created_by, created_at, last_used_at, revoked_at) on public.ingest_tokens to authenticated;
grant update (revoked_at) on public.ingest_tokens to authenticated;
grant select on public.billing_records to authenticated;

create policy tokens_read on public.ingest_tokens for select to authenticated
  using (household_id = any (private.my_writable_households()));
create policy tokens_revoke on public.ingest_tokens for update to authenticated
  using (household_id = any (private.my_writable_households()))
  with check (household_id = any (private.my_writable_households()) and revoked_at is not null);
create policy bills_read on public.billing_records for select to authenticated
  using (household_id = any (private.my_households()));

revoke execute on all functions in schema private from public;
revoke all on all sequences in schema public from anon, authenticated;
