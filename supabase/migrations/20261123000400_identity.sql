-- People who sign in with another provider of identity, and which account of ours is theirs.

create table private.linked_identities (
  provider text not null check (provider = 'firebase'),
  subject text not null check (length(subject) between 1 and 128),
  -- Null: the account was deleted here. Their next sign-in is told so, once, and can delete the other provider's as well.
  user_id uuid,
  linked_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (provider, subject),
  check ((user_id is null) = (ended_at is not null))
);
create index linked_identities_user on private.linked_identities (user_id);

create function private.linked_identity(p_provider text, p_subject text) returns table (user_id uuid)
language sql stable security definer set search_path = '' as $$
  select l.user_id from private.linked_identities l where l.provider = p_provider and l.subject = p_subject
$$;

create function private.link_identity(p_provider text, p_subject text, p_user uuid) returns void
language sql security definer set search_path = '' as $$
  delete from private.linked_identities where ended_at < now() - interval '90 days';
  insert into private.linked_identities (provider, subject, user_id) values (p_provider, p_subject, p_user)
$$;

create function private.forget_ended_identity(p_provider text, p_subject text) returns void
language sql security definer set search_path = '' as $$
  delete from private.linked_identities where provider = p_provider and subject = p_subject and user_id is null
$$;

-- Two first sign-ins of one person at once wait for each other, so that they get one account. To the transaction's end.
create function private.take_identity(p_provider text, p_subject text) returns void
language sql security definer set search_path = '' as $$
  select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(p_provider || '/' || p_subject, 0))
$$;

-- Nobody comes back as the same guest, so of a guest nothing is left.
create function private.unlink_user() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if split_part(coalesce(old.email, ''), '@', 2) = (select guest_domain from private.settings) then
    delete from private.linked_identities where user_id = old.id;
  else
    update private.linked_identities set user_id = null, ended_at = now() where user_id = old.id;
  end if;
  return null;
end $$;
create trigger unlink_user after delete on auth.users for each row execute function private.unlink_user();

grant execute on function private.linked_identity(text, text), private.link_identity(text, text, uuid),
  private.forget_ended_identity(text, text), private.take_identity(text, text) to wattershed_engine;

revoke execute on all functions in schema private from public;
revoke all on all sequences in schema public from anon, authenticated;
