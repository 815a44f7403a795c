-- What is asked and written most runs where its home lies: docs/decisions/0063. Run on the coordinator as a superuser after citus.sql, and again after
-- each migration and after a shard was split.

-- The coordinator hands a call of these, alone in its statement and with a home, to the home's worker.
create temporary table entries (name text);
insert into entries values ('usage_by_day'), ('usage_by_month'), ('usage_by_quarter'), ('usage_latest'), ('write_readings');
-- What they call that reads or writes tables, of one home alone.
create temporary table helpers (name text);
insert into helpers values ('home_of'), ('first_household'), ('unseen_days'), ('unseen_keys'), ('meter_quarters'), ('part_quarters'), ('usage_of_moved'), ('moved_since'),
  ('places_of'), ('add_quarters');

alter role wattershed_engine login;
do $$ begin execute format('grant connect on database %I to wattershed_engine', current_database()); end $$;

create temporary table copied as
select p.oid, p.oid::regprocedure as signature, p.proname::text as name, pg_get_functiondef(p.oid) as definition, pg_get_function_identity_arguments(p.oid) as types,
  array_to_string(p.proargnames[1:p.pronargs], ', ') as given, (select string_agg('$' || i, ', ') from generate_series(1, p.pronargs) i) as places
from pg_proc p
where p.pronamespace = 'private'::regnamespace and p.proname in (select name from entries union all select name from helpers);

-- For each shard of homes: the shards of all tables that lie with it, or on every node.
create temporary table shards as
select a.shardid as home, c.relname, n.nspname || '.' || c.relname as name, format('%s.%s_%s', n.nspname, c.relname, s.shardid) as shard
from pg_dist_shard a join pg_dist_partition d on d.logicalrelid = a.logicalrelid
join pg_dist_partition p on p.repmodel = 't' or p.colocationid = d.colocationid
join pg_dist_shard s on s.logicalrelid = p.logicalrelid and (p.repmodel = 't' or s.shardminvalue = a.shardminvalue)
join pg_class c on c.oid = p.logicalrelid join pg_namespace n on n.oid = c.relnamespace
where a.logicalrelid = 'public.connected_devices'::regclass;

-- On a worker: what is of one home goes to its copy, the rest to the text as it is.
create function pg_temp.dispatcher(one copied) returns text language sql as $make$
  select left(one.definition, strpos(one.definition, 'AS $function$') - 1) || format(case one.name when 'write_readings' then $text$AS $body$
declare
  shard constant bigint := get_shard_id_for_distribution_column('public.connected_devices', p_household);
  suffix text := '_apart';
begin
  -- What has a key from a sequence, or is on every node, is Citus' to write.
  if cardinality(g_meter) + cardinality(x_meter) = 0 and array_remove(s_kind, null) = '{}' then
    -- As with every write by Citus: a shard that is handed over is waited for.
    perform lock_shard_metadata(5, array[shard]);
    if not exists (select from pg_dist_placement p where p.shardid = shard and p.shardstate = 1 and p.groupid = (select groupid from pg_dist_local_group)) then
      raise exception 'the home has moved to another node' using errcode = 'WS409';
    end if;
    suffix := '_' || shard;
  end if;
  execute 'select private.%1$s' || suffix || '(%2$s)' using %3$s;
end $body$$text$ else $text$AS $body$
declare
  suffix constant text := case when exists (select from %4$s h where h.id = p_household and h.kind = 'guest') then '_apart'
    else '_' || get_shard_id_for_distribution_column('public.connected_devices', p_household) end;
  answer text;
begin
  execute 'select private.%1$s' || suffix || '(%2$s)' into answer using %3$s;
  return answer;
end $body$$text$ end, one.name, one.places, one.given, (select shard from shards where name = 'public.households' limit 1))
$make$;

-- A copy for each shard, that names it: PostgreSQL keeps the copy's plans, where Citus would plan each statement of each call.
create function pg_temp.copies() returns setof text language plpgsql as $make$
declare
  names constant text := (select string_agg(name, '|') from copied);
  one copied;
  place record;
  body text;
begin
  for one in select * from copied loop
    for place in select s.home, array_agg(s.name) as names, array_agg(s.shard) as shards from shards s where strpos(one.definition, s.name) > 0 or s.name = 'public.households'
      group by s.home
    loop
      body := one.definition;
      for i in 1 .. cardinality(place.names) loop
        body := regexp_replace(body, '\m' || place.names[i] || '\M', place.shards[i], 'g');
      end loop;
      return next regexp_replace(body, '\mprivate\.(' || names || ')\(', 'private.\1_' || place.home || '(', 'g');
      if one.name in (select name from entries) then
        return next format('alter function private.%I(%s) set plan_cache_mode = force_generic_plan', one.name || '_' || place.home, one.types);
      end if;
    end loop;
    if one.name in (select name from entries) then
      return next regexp_replace(one.definition, '\mprivate\.' || one.name || '\(', 'private.' || one.name || '_apart(');
      return next format('alter function private.%I(%s) set plan_cache_mode = force_custom_plan', one.name || '_apart', one.types);
      return next pg_temp.dispatcher(one);
    end if;
  end loop;
end $make$;

select create_distributed_function(signature, 'p_household', colocate_with => 'public.connected_devices') from copied where name in (select name from entries);

do $$
declare
  statements constant text := (select string_agg(format('execute %L;', s), E'\n') from pg_temp.copies() s);
  one record;
begin
  for one in
    select * from run_command_on_workers(format('do %L', 'begin
      perform set_config(''citus.enable_ddl_propagation'', ''off'', true), set_config(''check_function_bodies'', ''off'', true), set_config(''role'', ''wattershed_owner'', true);
      ' || statements || ' end'))
  loop
    if not one.success then raise exception '%:% %', one.nodename, one.nodeport, one.result; end if;
  end loop;
end $$;
