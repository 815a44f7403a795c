-- Of an account that goes the embedded backend keeps nothing either: its diary of sign-ins and half-done ones name people without a foreign key.
-- A hosted backend's own diary is its operator's, with the time that it is kept there.

-- Null: not known yet, so nothing of the diary is touched. An update is applied while the service of before still runs.
alter table private.settings add column is_hosted boolean;

-- The service says at each start which of the two it is. Once it is known to be the embedded one, what accounts left there that ended before goes.
create function private.configure_backend(p_is_hosted boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update private.settings set is_hosted = p_is_hosted where is_hosted is distinct from p_is_hosted;
  if not found or p_is_hosted then return; end if;
  if to_regclass('auth.audit_log_entries') is not null then
    delete from auth.audit_log_entries a where a.payload ->> 'actor_id' not in (select u.id::text from auth.users u);
  end if;
  if to_regclass('auth.flow_state') is not null then
    delete from auth.flow_state f where f.user_id not in (select u.id from auth.users u);
  end if;
end $$;

create function private.forget_traces_of_sign_in() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select is_hosted from private.settings) is distinct from false then return null; end if;
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

-- Each renewal of a session is two lines there, and nothing else ends them while the service runs.
create function private.forget_old_traces_of_sign_in() returns void
language plpgsql security definer set search_path = '' as $$
begin
  if (select is_hosted from private.settings) is distinct from false then return; end if;
  if to_regclass('auth.audit_log_entries') is not null then
    delete from auth.audit_log_entries a where a.created_at < now() - interval '90 days';
  end if;
end $$;

grant execute on function private.configure_backend(boolean), private.forget_old_traces_of_sign_in() to wattershed_engine;

revoke execute on all functions in schema private from public;
revoke all on all sequences in schema public from anon, authenticated;
