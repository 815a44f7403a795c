-- Whoever speaks at a home's own broker can tell its hardware to switch. A token opens it only while nobody who may not switch everywhere
-- made it; of somebody who is no member any more the owner decides, by ending their tokens or not.

create function private.token_may_switch(p_token bigint) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (select from public.ingest_tokens t
    join public.household_members m on m.household_id = t.household_id and m.user_id = t.created_by
    where t.id = p_token and (m.role not in ('owner', 'member') or m.switch_rooms is not null))
$$;

grant execute on function private.token_may_switch(bigint) to wattershed_engine;

revoke execute on all functions in schema private from public;
revoke all on all sequences in schema public from anon, authenticated;
