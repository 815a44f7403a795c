-- Distributes the tables over the nodes of a Citus cluster, each home on one of them: docs/operate/scale.md. Run once as a superuser on the coordinator,
-- after the migrations, when the workers have joined. May run again: it takes up what came since.

-- Copied to every node: what single homes' statements look up, and what their keys name.
create temporary table reference_tables (name regclass);
insert into reference_tables values ('public.households'), ('public.household_members'), ('public.profiles'), ('public.notice_ways'),
  ('public.ingest_tokens'), ('public.market_prices'), ('public.market_colours'), ('private.settings'), ('private.utilities'), ('private.notice_kinds');

-- On the coordinator alone: people's accounts, what they write to each other and to the operator, and lists of what is to be done.
create temporary table local_tables (name regclass);
insert into local_tables values ('public.administrators'), ('public.account_endings'), ('public.household_invitations'), ('public.assistant_tokens'),
  ('public.wall_tokens'), ('public.notice_wishes'), ('public.notice_quiet_hours'), ('public.contact_messages'), ('public.faq_entries'), ('public.faq_requests'),
  ('public.community_posts'), ('public.community_replies'), ('public.community_likes'), ('public.community_reply_likes'), ('public.community_reports'),
  ('private.account_events'), ('private.allowances'), ('private.community_sent'), ('private.linked_identities'), ('private.waiting_mails'),
  ('private.storage_leftovers'), ('private.leases'), ('private.import_runs'), ('private.uploads'), ('private.upload_parts');

-- Statements reach a worker in the name of whom they are for. Triggers stay in their home (a test reads the catalogue), which is what is unsafe where they do not.
alter role authenticated login;
do $$
begin
  execute format('grant connect on database %I to authenticated', current_database());
  execute format('alter database %I set citus.enable_unsafe_triggers = on', current_database());
  execute format('alter database %I set citus.multi_shard_modify_mode = sequential', current_database());
  -- Whoever changes their profile would need rights on the memberships that it names a home by: what is on every node is locked with what it hangs on.
  execute format('alter database %I set citus.skip_advisory_lock_permission_checks = on', current_database());
end $$;

do $$
declare
  one record;
begin
  set local citus.multi_shard_modify_mode = 'sequential';
  set local citus.enable_unsafe_triggers = on;
  -- Keys between tables of different kinds are refused until both are what they will be.
  create temporary table foreign_keys on commit drop as
  select k.conrelid::regclass::text as tab, k.conname, pg_get_constraintdef(k.oid) as definition from pg_constraint k
  join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
  where k.contype = 'f' and n.nspname in ('public', 'private') and not exists (select from pg_dist_partition p where p.logicalrelid = k.conrelid);
  for one in select * from foreign_keys loop
    execute format('alter table %s drop constraint %I', one.tab, one.conname);
  end loop;
  -- What lies there already was told when it came.
  set local citus.propagate_set_commands = 'local';
  set local session_replication_role = replica;
  for one in select r.name from reference_tables r where not exists (select from pg_dist_partition p where p.logicalrelid = r.name) loop
    perform create_reference_table(one.name);
  end loop;
  for one in
    select c.oid::regclass as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private') and c.relkind = 'r' and c.oid not in (select name from reference_tables union all select name from local_tables)
      and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid)
    order by c.relname <> 'connected_devices', c.oid
  loop
    -- A shard that is moved is followed row by row.
    if not exists (select from pg_index i where i.indrelid = one.name and i.indisprimary) then
      execute format('alter table %s replica identity full', one.name);
    end if;
    perform create_distributed_table(one.name, 'household_id', colocate_with => case one.name when 'public.connected_devices'::regclass then 'none' else 'public.connected_devices' end);
  end loop;
  set local session_replication_role = origin;
  for one in select * from foreign_keys order by tab, conname loop
    execute format('alter table %s add constraint %I %s', one.tab, one.conname, one.definition);
  end loop;
end $$;
