-- An address that was given up leads its next owner to no account that is somebody's by another identity.

-- Whether nobody else has it. Two people of one address wait for each other, to the transaction's end.
create function private.take_account(p_provider text, p_user uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(p_provider || ' account ' || p_user, 0));
  return not exists (select from private.linked_identities l where l.provider = p_provider and l.user_id = p_user);
end $$;

grant execute on function private.take_account(text, uuid) to wattershed_engine;

revoke execute on all functions in schema private from public;
revoke all on all sequences in schema public from anon, authenticated;
