-- Of an account that goes the embedded backend keeps nothing either: its diary of sign-ins and half-done ones name people without a foreign key.
-- A hosted backend's own diary is its operator's, with the time that it is kept there.

alter table private.settings add column is_hosted boolean not null default false;

-- The service says at each start which of the two it is.
create function private.configure_backend(p_is_hosted boolean) returns void
language sql security definer set search_path = '' as $$
  update private.settings set is_hosted = p_is_hosted where is_hosted is distinct from p_is_hosted
$$;

create function private.forget_traces_of_sign_in() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select is_hosted from private.settings) then return null; end if;
  if to_regclass('auth.audit_log_entries') is not null then
    delete from auth.audit_log_entries a where a.payload ->> 'actor_id' in (select g.id::text from gone g);
  end if;
  if to_regclass('auth.flow_state') is not null then
    delete from auth.flow_state f where f.user_id in (select g.id from gone g);
  end if;
  return null;
end $$;
create trigger forget_traces_of_sign_in after delete on auth.users referencing old table as gone
  for each statement execute function private.forget_traces_of_sign_in();

grant execute on function private.configure_backend(boolean) to wattershed_engine;

revoke execute on all functions in schema private from public;
revoke all on all sequences in schema public from anon, authenticated;
