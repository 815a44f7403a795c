-- Whoever speaks at a home's own broker can tell its hardware to switch. So a token opens it only while whoever made it belongs to the
-- household and may switch everywhere: of who has left, was removed, or ended their account, it sends readings and no more.

create function private.token_may_switch(p_token bigint) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.ingest_tokens t
    join public.household_members m on m.household_id = t.household_id and m.user_id = t.created_by
    where t.id = p_token and m.role in ('owner', 'member') and m.switch_rooms is null)
$$;

grant execute on function private.token_may_switch(bigint) to wattershed_engine;

revoke execute on all functions in schema private from public;
revoke all on all sequences in schema public from anon, authenticated;
