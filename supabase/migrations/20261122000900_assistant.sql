-- What people ask the assistant. A conversation is its person's own: nobody else in the household reads it.
create table public.assistant_messages (
  household_id uuid not null references public.households (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  role text not null check (role in ('user', 'assistant')),
  content text not null check (length(content) <= 20000),
  -- Of an answer: who gave it, its results, what it would do, what went wrong.
  extras jsonb not null default '{}' check (jsonb_typeof(extras) = 'object' and length(extras::text) <= 60000),
  created_at timestamptz not null default clock_timestamp(),
  primary key (household_id, id)
);
create index assistant_messages_of on public.assistant_messages (household_id, user_id, created_at);

-- What it would switch. Nothing is switched before the person presses it, once, in time.
create table public.assistant_actions (
  household_id uuid not null,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  device_id uuid not null,
  wanted boolean not null,
  proposed_at timestamptz not null default now(),
  until timestamptz not null,
  settled_at timestamptz,
  result text check (result in ('done', 'noted', 'no-answer', 'declined')),
  primary key (household_id, id),
  foreign key (household_id, device_id) references public.connected_devices (household_id, id) on delete cascade
);
create index assistant_actions_device on public.assistant_actions (household_id, device_id);

-- By it another program asks in a person's name; it reads, and never acts.
create table public.assistant_tokens (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null references public.households (id) on delete cascade,
  user_id uuid not null,
  name text not null default '' check (length(name) <= 80),
  -- SHA-256 of the token: the token itself is shown once and kept nowhere.
  hash bytea not null unique,
  hint text not null default '',
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index assistant_tokens_of on public.assistant_tokens (user_id);

alter table public.assistant_messages enable row level security;
alter table public.assistant_actions enable row level security;
alter table public.assistant_tokens enable row level security;
revoke all on public.assistant_messages, public.assistant_actions, public.assistant_tokens from anon, authenticated;
-- Written by the service alone: what is said to come from the assistant does.
grant select, delete on public.assistant_messages to authenticated;
grant select on public.assistant_actions to authenticated;
grant select (id, household_id, user_id, name, hint, created_at, last_used_at), delete on public.assistant_tokens to authenticated;
create policy assistant_messages_read on public.assistant_messages for select to authenticated
  using (user_id = auth.uid() and household_id = any (private.my_households()));
create policy assistant_messages_forget on public.assistant_messages for delete to authenticated
  using (user_id = auth.uid() and household_id = any (private.my_households()));
create policy assistant_actions_read on public.assistant_actions for select to authenticated
  using (user_id = auth.uid() and household_id = any (private.my_households()));
create policy assistant_tokens_read on public.assistant_tokens for select to authenticated
  using (user_id = auth.uid() and household_id = any (private.my_households()));
create policy assistant_tokens_remove on public.assistant_tokens for delete to authenticated
  using (user_id = auth.uid() and household_id = any (private.my_households()));

-- Who leaves a household takes their conversation, and their programs, with them.
create function private.forget_conversation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.assistant_messages where household_id = old.household_id and user_id = old.user_id;
  delete from public.assistant_actions where household_id = old.household_id and user_id = old.user_id;
  delete from public.assistant_tokens where household_id = old.household_id and user_id = old.user_id;
  return null;
end $$;
create trigger forget_conversation after delete on public.household_members
  for each row execute function private.forget_conversation();

-- The household as its questions are asked: itself, its devices, what may be switched. Null for one that is not the person's.
create function private.assistant_home(p_user uuid, p_household uuid) returns json
language sql stable security definer set search_path = '' as $$
  select json_build_object('id', h.id, 'name', h.name, 'kind', h.kind, 'timeZone', h.time_zone, 'currency', h.currency, 'units', h.units,
    'country', h.country, 'hasReadings', h.has_readings, 'role', m.role,
    'devices', coalesce((select json_agg(json_build_object('id', d.id, 'name', d.name, 'room', d.room, 'utility', d.utility, 'isActive', d.is_active,
        'commands', exists (select from public.channels c where c.household_id = d.household_id and c.device_id = d.id and c.command is not null))
        order by d.created_at, d.id)
      from public.connected_devices d where d.household_id = h.id), '[]'::json))
  from public.household_members m join public.households h on h.id = m.household_id
  where m.user_id = p_user and (p_household is null or m.household_id = p_household)
  order by m.created_at, m.household_id limit 1
$$;

-- The latest messages of a person's conversation, oldest first.
create function private.assistant_history(p_user uuid, p_household uuid, p_count integer) returns json
language sql stable security definer set search_path = '' as $$
  select coalesce(json_agg(json_build_object('role', x.role, 'content', x.content, 'extras', x.extras) order by x.created_at), '[]'::json)
  from (select a.role, a.content, a.extras, a.created_at from public.assistant_messages a
    where a.household_id = p_household and a.user_id = p_user order by a.created_at desc limit p_count) x
$$;

-- Keeps a message, and of all the latest 200.
create function private.keep_assistant_message(p_user uuid, p_household uuid, p_id uuid, p_role text, p_content text, p_extras jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into public.assistant_messages (household_id, id, user_id, role, content, extras)
  select m.household_id, p_id, p_user, p_role, p_content, p_extras from public.household_members m
  where m.user_id = p_user and m.household_id = p_household;
  delete from public.assistant_messages a where a.household_id = p_household and a.user_id = p_user and a.created_at <
    (select b.created_at from public.assistant_messages b where b.household_id = p_household and b.user_id = p_user
      order by b.created_at desc offset 199 limit 1)
$$;

-- Null where this person may not switch that device.
create function private.propose_switch(p_user uuid, p_household uuid, p_device uuid, p_on boolean, p_minutes integer)
returns table (id uuid, until timestamptz)
language sql security definer set search_path = '' as $$
  insert into public.assistant_actions (household_id, user_id, device_id, wanted, until)
  select d.household_id, p_user, d.id, p_on, now() + make_interval(mins => p_minutes)
  from public.connected_devices d join public.household_members m on m.household_id = d.household_id
  where d.household_id = p_household and d.id = p_device and m.user_id = p_user and m.role in ('owner', 'member')
  returning id, until
$$;

-- The person has pressed: it is theirs alone, and only the first press counts. No row: there is nothing to press any more.
create function private.press_action(p_user uuid, p_action uuid, p_agreed boolean)
returns table (household_id uuid, device_id uuid, wanted boolean, commands boolean)
language sql security definer set search_path = '' as $$
  update public.assistant_actions a set settled_at = now(), result = case when p_agreed then null else 'declined' end
  where a.id = p_action and a.user_id = p_user and a.settled_at is null and a.until > now()
    and a.household_id in (select m.household_id from public.household_members m where m.user_id = p_user and m.role in ('owner', 'member'))
  returning a.household_id, a.device_id, a.wanted,
    exists (select from public.channels c where c.household_id = a.household_id and c.device_id = a.device_id and c.command is not null)
$$;
create function private.settle_action(p_household uuid, p_action uuid, p_result text) returns void
language sql security definer set search_path = '' as $$
  update public.assistant_actions set result = p_result where household_id = p_household and id = p_action
$$;

create function private.add_assistant_token(p_user uuid, p_household uuid, p_name text, p_hash bytea, p_hint text) returns table (id uuid)
language sql security definer set search_path = '' as $$
  insert into public.assistant_tokens (household_id, user_id, name, hash, hint)
  select m.household_id, p_user, p_name, p_hash, p_hint from public.household_members m
  where m.user_id = p_user and (p_household is null or m.household_id = p_household)
    and (select count(*) from public.assistant_tokens t where t.user_id = p_user) < 20
  order by m.created_at, m.household_id limit 1
  returning id
$$;

-- Whose it is; a person who has left the household asks in vain.
create function private.find_assistant_token(p_hash bytea) returns table (user_id uuid, household_id uuid)
language sql security definer set search_path = '' as $$
  update public.assistant_tokens t set last_used_at = now()
  where t.hash = p_hash and exists (select from public.household_members m where m.user_id = t.user_id and m.household_id = t.household_id)
  returning t.user_id, t.household_id
$$;

-- A year of what was proposed is enough.
create function private.forget_old_actions() returns void
language sql security definer set search_path = '' as $$
  delete from public.assistant_actions where proposed_at < now() - interval '1 year'
$$;

-- How often it may still be done before the window ends; nothing is taken.
create function private.allowance_left(p_kind text, p_who text, p_count integer, p_seconds integer) returns integer
language sql stable security definer set search_path = '' as $$
  select greatest(0, p_count - coalesce((select a.used from private.allowances a where a.kind = p_kind and a.who = p_who
    and a.window_start = to_timestamp(floor(extract(epoch from now()) / p_seconds) * p_seconds)), 0))
$$;

grant execute on function private.allowance_left(text, text, integer, integer), private.assistant_home(uuid, uuid), private.assistant_history(uuid, uuid, integer),
  private.keep_assistant_message(uuid, uuid, uuid, text, text, jsonb), private.propose_switch(uuid, uuid, uuid, boolean, integer),
  private.press_action(uuid, uuid, boolean), private.settle_action(uuid, uuid, text), private.add_assistant_token(uuid, uuid, text, bytea, text),
  private.find_assistant_token(bytea), private.forget_old_actions() to wattershed_engine;
revoke execute on all functions in schema private from public;
revoke all on all sequences in schema public from anon, authenticated;
