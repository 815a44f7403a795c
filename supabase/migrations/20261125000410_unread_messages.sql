-- What was heard and not understood, as it came: of each place the latest, so that somebody can see that it is there, and show it to who may help.
create table public.unread_messages (
  household_id uuid not null references public.households (id) on delete cascade,
  id bigint generated always as identity,
  door text not null check (door in ('mqtt', 'p1', 'dsmr', 'wmbus', 'lines', 'emoncms')),
  -- The topic, the radio meter, the input: where it was said.
  place text not null check (length(place) between 1 and 200),
  reason text not null check (reason in ('not-understood', 'returned')),
  payload text not null check (length(payload) <= 4000),
  times integer not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  primary key (household_id, id),
  unique (household_id, door, place)
);
alter table public.unread_messages enable row level security;
revoke all on public.unread_messages from anon, authenticated;
revoke all on all sequences in schema public from anon, authenticated;
grant select, delete on public.unread_messages to authenticated;
create policy unread_messages_read on public.unread_messages for select to authenticated
  using (household_id = any (private.my_households()));
create policy unread_messages_forget on public.unread_messages for delete to authenticated
  using (household_id = any (private.my_writable_households()));

-- p_notes: [{door, place, reason, payload, times}]. A home keeps fifty places; those it knows speak on.
create function private.note_unread(p_household uuid, p_notes jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  room_left integer := 50 - (select count(*) from public.unread_messages where household_id = p_household);
begin
  if not exists (select from public.households where id = p_household) then return; end if;
  insert into public.unread_messages as u (household_id, door, place, reason, payload, times)
  select p_household, n.door, n.place, n.reason, n.payload, n.times
  from (
    select s.*, row_number() over (partition by k.id is null) as nth, k.id is not null as is_known
    from jsonb_to_recordset(p_notes) s (door text, place text, reason text, payload text, times integer)
    left join public.unread_messages k on k.household_id = p_household and k.door = s.door and k.place = s.place
  ) n where n.is_known or n.nth <= room_left
  on conflict (household_id, door, place) do update set reason = excluded.reason, payload = excluded.payload,
    times = u.times + excluded.times, last_at = now();
end $$;

-- Two weeks after it was heard last.
create function private.forget_unread() returns void
language sql security definer set search_path = '' as $$
  delete from public.unread_messages where last_at < now() - interval '14 days'
$$;

grant execute on function private.note_unread(uuid, jsonb), private.forget_unread() to wattershed_engine;
revoke execute on all functions in schema private from public;
