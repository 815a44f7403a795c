-- Who leaves a household takes their conversation, and their programs, with them.
create or replace function private.forget_conversation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.assistant_messages where household_id = old.household_id and user_id = old.user_id;
  delete from public.assistant_actions where household_id = old.household_id and user_id = old.user_id;
  delete from public.assistant_tokens where household_id = old.household_id and user_id = old.user_id;
  return null;
end $$;

create or replace function private.assistant_home(p_user uuid, p_household uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
  select json_build_object('id', h.id, 'name', h.name, 'kind', h.kind, 'timeZone', h.time_zone, 'currency', h.currency, 'units', h.units,
    'country', h.country, 'hasReadings', h.has_readings, 'role', m.role, 'switchRooms', m.switch_rooms,
    'places', private.places_of(h.id),
    'flows', (select coalesce(json_agg(distinct p.flow), '[]'::json) from public.meter_parts p where p.household_id = h.id and p.is_root and p.flow <> 'drawn'),
    'devices', coalesce((select json_agg(json_build_object('id', d.id, 'name', d.name, 'room', d.room, 'utility', d.utility, 'isActive', d.is_active,
        'commands', exists (select from public.channels c where c.household_id = d.household_id and c.device_id = d.id and c.command is not null))
        order by d.created_at, d.id)
      from public.connected_devices d where d.household_id = h.id), '[]'::json))
  from public.household_members m join public.households h on h.id = m.household_id
  where m.user_id = p_user and m.household_id = coalesce(p_household, private.first_household(p_user))
  );
end $$;

-- The latest messages of a person's conversation, oldest first.
create or replace function private.assistant_history(p_user uuid, p_household uuid, p_count integer) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
  select coalesce(json_agg(json_build_object('role', x.role, 'content', x.content, 'extras', x.extras) order by x.created_at), '[]'::json)
  from (select a.role, a.content, a.extras, a.created_at from public.assistant_messages a
    where a.household_id = p_household and a.user_id = p_user order by a.created_at desc limit p_count) x
  );
end $$;

-- Keeps a message, and of all the latest 200; an answer only where its question was not taken back meanwhile.
create or replace function private.keep_assistant_message(p_user uuid, p_household uuid, p_id uuid, p_question uuid, p_content text, p_extras jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.assistant_messages q where q.household_id = p_household and q.id = p_question for key share;
  insert into public.assistant_messages (household_id, id, user_id, role, question_id, content, extras)
  select m.household_id, p_id, p_user, case when p_question is null then 'user' else 'assistant' end, p_question, p_content, p_extras from public.household_members m
  where m.user_id = p_user and m.household_id = p_household
    and (p_question is null or exists (select from public.assistant_messages q where q.household_id = p_household and q.user_id = p_user and q.id = p_question));
  delete from public.assistant_messages a where a.household_id = p_household and a.user_id = p_user and a.created_at <
    (select b.created_at from public.assistant_messages b where b.household_id = p_household and b.user_id = p_user
      order by b.created_at desc offset 199 limit 1);
end $$;

create or replace function private.propose_switch(p_user uuid, p_household uuid, p_device uuid, p_on boolean, p_minutes integer)
returns table (id uuid, until timestamptz)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query insert into public.assistant_actions (household_id, user_id, device_id, wanted, until)
  select d.household_id, p_user, d.id, p_on, now() + make_interval(mins => p_minutes)
  from public.connected_devices d
  where d.household_id = p_household and d.id = p_device and private.may_switch(p_user, d.household_id, d.room)
  returning id, until;
end $$;

create or replace function private.press_action(p_user uuid, p_action uuid, p_agreed boolean)
returns table (household_id uuid, device_id uuid, wanted boolean, commands boolean)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query update public.assistant_actions a set settled_at = now(), result = case when p_agreed then null else 'declined' end
  from public.connected_devices d
  where a.id = p_action and a.user_id = p_user and a.settled_at is null and a.until > now()
    and d.household_id = a.household_id and d.id = a.device_id and private.may_switch(p_user, d.household_id, d.room)
  returning a.household_id, a.device_id, a.wanted,
    exists (select from public.channels c where c.household_id = a.household_id and c.device_id = a.device_id and c.command is not null);
end $$;

create or replace function private.settle_action(p_household uuid, p_action uuid, p_result text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.assistant_actions set result = p_result where household_id = p_household and id = p_action;
end $$;

create or replace function private.add_assistant_token(p_user uuid, p_household uuid, p_name text, p_hash bytea, p_hint text) returns table (id uuid)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query insert into public.assistant_tokens (household_id, user_id, name, hash, hint)
  select m.household_id, p_user, p_name, p_hash, p_hint from public.household_members m
  where m.user_id = p_user and m.household_id = coalesce(p_household, private.first_household(p_user))
    and (select count(*) from public.assistant_tokens t where t.user_id = p_user) < 20
  returning id;
end $$;

create or replace function private.find_assistant_token(p_hash bytea) returns table (user_id uuid, household_id uuid)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare token public.assistant_tokens;
begin
  select t.* into token from public.assistant_tokens t where t.hash = p_hash;
  if private.role_in(token.user_id, token.household_id) is null or private.is_before_second_factor(token.user_id, token.created_at) then return; end if;
  return query update public.assistant_tokens t set last_used_at = now() where t.hash = p_hash returning t.user_id, t.household_id;
end $$;

-- A year of what was proposed is enough.
create or replace function private.forget_old_actions() returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.assistant_actions where proposed_at < now() - interval '1 year';
end $$;

-- How often it may still be done before the window ends; nothing is taken.
create or replace function private.allowance_left(p_kind text, p_who text, p_count integer, p_seconds integer) returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  return greatest(0, p_count - coalesce((select a.used from private.allowances a where a.kind = p_kind and a.who = p_who
    and a.window_start = to_timestamp(floor(extract(epoch from now()) / p_seconds) * p_seconds)), 0));
end $$;

-- A token for other assistants that was made before its person had a second factor works no more: whoever knew only the password may have made it.

-- Only some backends have such factors, so the body is looked into when it runs. Which rights it needs: private.has_second_factor.
create or replace function private.is_before_second_factor(p_user uuid, p_made_at timestamptz) returns boolean
language plpgsql stable security definer set search_path = '' set row_security = off as $$
begin
  if to_regclass('auth.mfa_factors') is null then return false; end if;
  return coalesce((select min(f.created_at) > p_made_at from auth.mfa_factors f where f.user_id = p_user and f.status::text = 'verified'), false);
end $$;

create trigger forget_conversation after delete on public.household_members
  for each row when (not private.is_worker()) execute function private.forget_conversation();

-- Written by the service alone: what is said to come from the assistant does.
grant select, delete on public.assistant_messages to authenticated;
grant select on public.assistant_actions to authenticated;
grant select (id, household_id, user_id, name, hint, created_at, last_used_at), delete on public.assistant_tokens to authenticated;

create policy assistant_messages_read on public.assistant_messages for select to authenticated
  using (user_id = private.me() and household_id = any (private.my_households()));
create policy assistant_messages_forget on public.assistant_messages for delete to authenticated
  using (user_id = private.me() and household_id = any (private.my_households()));
create policy assistant_actions_read on public.assistant_actions for select to authenticated
  using (user_id = private.me() and household_id = any (private.my_households()));
create policy assistant_tokens_read on public.assistant_tokens for select to authenticated
  using (user_id = private.me() and household_id = any (private.my_households()));
create policy assistant_tokens_remove on public.assistant_tokens for delete to authenticated
  using (user_id = private.me() and household_id = any (private.my_households()));

grant execute on function private.assistant_home, private.assistant_history, private.keep_assistant_message, private.propose_switch,
  private.press_action, private.settle_action, private.add_assistant_token, private.find_assistant_token, private.forget_old_actions,
  private.allowance_left to wattershed_engine;
