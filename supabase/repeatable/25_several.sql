-- What several services on one database share: who does what, imports that run, files that wait. All times are the database's own, whatever the clocks of its services say.

-- `taken`: it is the caller's now. Else: when it is worth asking again.
create or replace function private.take_lease(p_name text, p_holder uuid, p_seconds double precision,
  out taken boolean, out wait_ms double precision, out failures integer, out ended_at timestamptz)
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.leases as l (name, holder, held_until) values (p_name, p_holder, clock_timestamp() + make_interval(secs => p_seconds))
  on conflict (name) do update set holder = excluded.holder, held_until = excluded.held_until
    where l.due_at <= clock_timestamp() and (l.holder is null or l.held_until < clock_timestamp())
  returning true, 0, l.failures, l.ended_at into taken, wait_ms, failures, ended_at;
  if taken then return; end if;
  select false, greatest(0, extract(epoch from greatest(l.due_at, case when l.holder is not null then l.held_until end) - clock_timestamp()) * 1000),
    l.failures, l.ended_at into taken, wait_ms, failures, ended_at from private.leases l where l.name = p_name;
  taken := false;
  wait_ms := coalesce(wait_ms, 0);
  failures := coalesce(failures, 0);
end $$;

-- Those of the leases that are still the caller's. One that ended and that nobody has taken since goes on.
create or replace function private.keep_leases(p_holder uuid, p_names text[], p_seconds double precision) returns setof text
language sql security definer set search_path = '' as $$
  update private.leases l set held_until = clock_timestamp() + make_interval(secs => p_seconds)
  where l.name = any (p_names) and l.holder = p_holder returning l.name
$$;

-- Null `p_due_s`: the work is over for good.
create or replace function private.give_lease(p_name text, p_holder uuid, p_due_s double precision, p_failures integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_due_s is null then
    delete from private.leases l where l.name = p_name and l.holder = p_holder;
  else
    update private.leases l set holder = null, due_at = clock_timestamp() + make_interval(secs => p_due_s), failures = p_failures, ended_at = clock_timestamp()
    where l.name = p_name and l.holder = p_holder;
  end if;
end $$;

-- Answers whether somebody wants it to end.
create or replace function private.note_import_run(p_id uuid, p_user uuid, p_is_look boolean, p_report jsonb) returns boolean
language sql security definer set search_path = '' as $$
  insert into private.import_runs as r (id, user_id, is_look, report) values (p_id, p_user, p_is_look, p_report)
  on conflict (id) do update set user_id = excluded.user_id, report = excluded.report, told_at = now()
  returning r.is_ending
$$;

create or replace function private.import_run(p_user uuid, p_id uuid) returns table (report jsonb, silent_s double precision)
language sql stable security definer set search_path = '' as $$
  select r.report, extract(epoch from now() - r.told_at)::float8 from private.import_runs r
  where r.id = p_id and (p_user is null or r.user_id = p_user)
$$;

-- One import, or all looks of somebody.
create or replace function private.end_import_runs(p_user uuid, p_id uuid) returns void
language sql security definer set search_path = '' as $$
  update private.import_runs r set is_ending = true
  where case when p_id is null then r.user_id = p_user and r.is_look else r.id = p_id end
$$;

-- It goes on after all: what ended it is done.
create or replace function private.begin_import_run(p_id uuid) returns void
language sql security definer set search_path = '' as $$ update private.import_runs r set is_ending = false where r.id = p_id $$;

create or replace function private.add_upload(p_id uuid, p_user uuid, p_name text) returns void
language sql security definer set search_path = '' as $$
  insert into private.uploads (id, user_id, name, bytes) values (p_id, p_user, p_name, 0)
$$;

create or replace function private.add_upload_part(p_id uuid, p_n integer, p_content bytea) returns void
language sql security definer set search_path = '' as $$
  insert into private.upload_parts (upload_id, n, content) values (p_id, p_n, p_content)
$$;

create or replace function private.end_upload(p_id uuid, p_bytes bigint) returns void
language sql security definer set search_path = '' as $$ update private.uploads u set bytes = p_bytes, saved_at = now() where u.id = p_id $$;

create or replace function private.find_upload(p_user uuid, p_id uuid) returns table (name text, bytes bigint)
language sql stable security definer set search_path = '' as $$
  select u.name, u.bytes from private.uploads u where u.id = p_id and u.user_id = p_user and u.saved_at is not null
$$;

create or replace function private.upload_part(p_id uuid, p_n integer) returns bytea
language sql stable security definer set search_path = '' as $$
  select p.content from private.upload_parts p where p.upload_id = p_id and p.n = p_n
$$;

create or replace function private.hold_upload(p_id uuid, p_seconds double precision) returns void
language sql security definer set search_path = '' as $$
  update private.uploads u set held_until = now() + make_interval(secs => p_seconds) where u.id = p_id
$$;

create or replace function private.drop_upload(p_id uuid) returns void
language sql security definer set search_path = '' as $$ delete from private.uploads u where u.id = p_id $$;

-- The newest of each person, of all as much as there is room for, and none longer than it may stay; reports stay until tomorrow.
create or replace function private.sweep_uploads(p_each integer, p_bytes bigint, p_keep_s double precision) returns void
language sql security definer set search_path = '' as $$
  delete from private.uploads u using (
    select o.id, row_number() over (partition by o.user_id order by o.saved_at desc) as nth, sum(o.bytes) over (order by o.saved_at desc) as sum
    from private.uploads o where o.saved_at is not null) r
  where r.id = u.id and u.held_until < now() and (r.nth > p_each or r.sum > p_bytes);
  delete from private.uploads u where u.held_until < now() and u.begun_at < now() - make_interval(secs => p_keep_s);
  delete from private.import_runs r where r.told_at < now() - make_interval(secs => p_keep_s);
$$;

grant execute on function private.take_lease, private.keep_leases, private.give_lease, private.note_import_run, private.import_run, private.end_import_runs,
  private.begin_import_run, private.add_upload, private.add_upload_part, private.end_upload, private.find_upload, private.upload_part, private.hold_upload,
  private.drop_upload, private.sweep_uploads to wattershed_engine;
