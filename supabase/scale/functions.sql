-- What is asked and written most runs whole where its home lies: docs/decisions/0063. Run on the coordinator as a superuser after citus.sql, and again
-- after each migration and after a shard was split. Until then the service asks as it does on a single PostgreSQL.

-- The coordinator hands a call of `<name>_there`, alone in its statement, to the home's worker. Never with null: Citus 13.2 ends its server then.
create temporary table entries (name text);
insert into entries values ('usage_by_day'), ('usage_by_month'), ('usage_latest'), ('write_readings');
-- What they call that reads or writes tables, of one home alone.
create temporary table helpers (name text);
insert into helpers values ('home_of'), ('first_household'), ('unseen_days'), ('unseen_keys'), ('meter_quarters'), ('usage_of_moved'), ('moved_since'), ('places_of'),
  ('add_quarters'), ('parts_of'), ('part_days'), ('part_meters'), ('used_between');

alter role wattershed_engine login;
do $$ begin execute format('grant connect on database %I to wattershed_engine', current_database()); end $$;

create temporary table copied as
select p.oid::regprocedure as signature, p.proname::text as name, pg_get_functiondef(p.oid) as definition, pg_get_function_identity_arguments(p.oid) as types,
  pg_get_function_arguments(p.oid) as arguments, array_to_string(p.proargnames[1:p.pronargs], ', ') as given, pg_get_function_result(p.oid) as result
from pg_proc p
where p.pronamespace = 'private'::regnamespace and p.proname in (select name from entries union all select name from helpers);

-- For each shard of homes: the shards of all tables that lie with it, or on every node.
create temporary table shards as
select a.shardid as home, n.nspname || '.' || c.relname as name, format('%s.%s_%s', n.nspname, c.relname, s.shardid) as shard
from pg_dist_shard a join pg_dist_partition d on d.logicalrelid = a.logicalrelid
join pg_dist_partition p on p.repmodel = 't' or p.colocationid = d.colocationid
join pg_dist_shard s on s.logicalrelid = p.logicalrelid and (p.repmodel = 't' or s.shardminvalue = a.shardminvalue)
join pg_class c on c.oid = p.logicalrelid join pg_namespace n on n.oid = c.relnamespace
where a.logicalrelid = 'public.connected_devices'::regclass;

-- On a worker the copy of the home's shard, elsewhere the text as it is. Each copy is called by its name: PostgreSQL keeps such a call's plan.
create function pg_temp.entry(one copied) returns text language sql as $make$
  with range as (select shardid, shardminvalue::integer as first from pg_dist_shard where logicalrelid = 'public.connected_devices'::regclass)
  select format(case one.name when 'write_readings' then $text$
create or replace function private.write_readings_there(p_household uuid, %2$s) returns %3$s
language plpgsql security definer set search_path = '' as $body$
declare shard constant bigint := (%5$L::bigint[])[width_bucket(worker_hash(p_household), %7$L::integer[])];
begin
  if not private.is_worker() then
    perform private.write_readings(%4$s);
    return;
  end if;
  -- As with every write by Citus: a shard that is handed over is waited for.
  perform lock_shard_metadata(5, array[shard]);
  if not exists (select from pg_dist_placement p where p.shardid = shard and p.shardstate = 1 and p.groupid = (select groupid from pg_dist_local_group)) then
    raise exception 'the home has moved to another node' using errcode = 'WS409';
  end if;
  case shard %8$s end case;
end $body$$text$ else $text$
create or replace function private.%1$s_there(%2$s) returns %3$s
language plpgsql stable security definer set search_path = '' as $body$
begin
  if not private.is_worker() then return private.%1$s(%4$s); end if;
  if exists (select from %6$s h where h.id = p_household and h.kind = 'guest') then
    raise exception 'a guest sees another home as well' using errcode = 'WS410';
  end if;
  case (%5$L::bigint[])[width_bucket(worker_hash(p_household), %7$L::integer[])] %8$s end case;
end $body$$text$ end, one.name, one.arguments, one.result, one.given, array_agg(r.shardid order by r.first), (select shard from shards where name = 'public.households' limit 1),
    array_agg(r.first order by r.first),
    string_agg(format('when %1$s then %2$s private.%3$s_%1$s(%4$s);', r.shardid, case one.result when 'void' then 'perform' else 'return' end, one.name, one.given), E'\n    '))
  from range r
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
    for place in
      select s.home, array_agg(s.name) as names, array_agg(s.shard) as shards from shards s
      where strpos(one.definition, s.name) > 0 or s.name = 'public.households' group by s.home
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
  end loop;
end $make$;

do $$
declare one copied;
begin
  for one in select * from copied where name in (select name from entries) loop
    execute pg_temp.entry(one);
    execute format('alter function private.%I_there owner to %s', one.name, (select nspowner::regrole from pg_namespace where nspname = 'private'));
    execute format('revoke all on function private.%1$I_there from public', one.name);
    execute format('grant execute on function private.%1$I_there to wattershed_engine', one.name);
  end loop;
end $$;
select create_distributed_function(p.oid::regprocedure, 'p_household', colocate_with => 'public.connected_devices')
from pg_proc p where p.pronamespace = 'private'::regnamespace and p.proname in (select name || '_there' from entries);

do $$
declare
  statements constant text := (select string_agg(format('execute %L;', s), E'\n') from pg_temp.copies() s);
  one record;
begin
  for one in
    select * from run_command_on_workers(format('do %L', format('begin
      perform set_config(''citus.enable_ddl_propagation'', ''off'', true), set_config(''check_function_bodies'', ''off'', true), set_config(''role'', %L, true);
      %s end', (select nspowner::regrole::text from pg_namespace where nspname = 'private'), statements)))
  loop
    if not one.success then raise exception '%:% %', one.nodename, one.nodeport, one.result; end if;
  end loop;
end $$;
