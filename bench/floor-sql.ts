/** The least SQL that answers the same questions: raw rows with a key, hour and day totals, one state row a meter. */

export const schema = `
create table device (device_id int primary key, hh int not null, room text, util text);
create index on device (hh);
create table reading (device_id int not null, ts timestamptz not null, value bigint not null, primary key (device_id, ts));
create table rollup_hour (device_id int, bucket timestamptz, used bigint not null, n int not null, primary key (device_id, bucket)) with (fillfactor = 80);
create table rollup_day (device_id int, bucket timestamptz, used bigint not null, n int not null, primary key (device_id, bucket)) with (fillfactor = 80);
create table device_state (device_id int primary key, ts timestamptz not null, value bigint not null) with (fillfactor = 60);`;

/** One statement a batch: lock states, insert, differences against the state, totals, new states. */
export const ingest = `
with sent as materialized (select * from unnest($1::int[], $2::timestamptz[], $3::bigint[]) u (d, t, v)),
state as materialized (select * from device_state where device_id in (select distinct d from sent) order by device_id for update),
kept as (insert into reading select d, t, v from sent on conflict do nothing returning device_id d, ts t, value v),
steps as materialized (
  select k.d, k.t, k.v, coalesce(lag(k.v) over (partition by k.d order by k.t), s.value) p
  from kept k left join state s on s.device_id = k.d where s.ts is null or k.t > s.ts),
hours as materialized (
  select d, date_trunc('hour', t) b, sum(case when p is null then 0 when v >= p then v - p else v end) s, count(*) n from steps group by 1, 2),
put_hours as (insert into rollup_hour select * from hours on conflict (device_id, bucket)
  do update set used = rollup_hour.used + excluded.used, n = rollup_hour.n + excluded.n),
put_days as (insert into rollup_day select d, date_trunc('day', b, 'UTC'), sum(s), sum(n) from hours group by 1, 2 on conflict (device_id, bucket)
  do update set used = rollup_day.used + excluded.used, n = rollup_day.n + excluded.n),
put_states as (insert into device_state select distinct on (d) d, t, v from steps order by d, t desc on conflict (device_id)
  do update set ts = excluded.ts, value = excluded.value)
select 1`;

const byDay = (columns: string, group: string): string => `
select ${columns}, sum(used)::bigint from rollup_day r join device d using (device_id)
where d.hh = $1 and bucket >= $2 and bucket < $3 group by ${group} order by 1`;

/** $1 household, $2 from, $3 to (instants). */
export const queries = {
  q1: byDay("date_trunc('day', bucket, 'UTC') k, util", '1, 2'),
  q2: byDay('room, util', '1, 2'),
  q3: byDay("date_trunc('month', bucket, 'UTC') k, util", '1, 2'),
  q4: `select date_bin('5 min', ts, '2000-01-01Z') k, sum(case when p is null then 0 when value >= p then value - p else value end)::bigint
    from (select ts, value, lag(value) over (order by ts) p from reading where device_id = $1 * 6 and ts >= $2::timestamptz - interval '1 minute' and ts < $3) r
    where ts >= $2 group by 1 order by 1`,
  q5: `select room, util, ts, s.value from device d join device_state s using (device_id) where hh = $1 and $2::timestamptz < $3::timestamptz`,
} as const;

export type QueryName = keyof typeof queries;
