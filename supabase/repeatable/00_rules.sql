-- Rules without a table: tables' own checks, generated columns and indexes need them, so they are there before the first migration.
-- Functions that must look past policies live in `private`: no API exposes it, and nobody may call one unless granted by name.
create schema if not exists private;
revoke all on schema private from public;

-- Whether this runs on a worker of a Citus cluster, in the name of its coordinator. Triggers run where the rows are: what is on every node would be
-- answered by each, a worker can tell nobody, and only the coordinator reaches other homes (decision 63). Nowhere else is a connection called so.
create or replace function private.is_worker() returns boolean
language sql stable as $$ select current_setting('application_name') like 'citus\_internal %' $$;

-- What triggers tell by themselves, on a Citus cluster: there they run on a worker, which nobody hears, and whoever changes a home's rows says so here.
create or replace function private.tell(p_household uuid, p_what text) returns void
language plpgsql as $$
begin
  if current_setting('citus.propagate_set_commands', true) is distinct from 'local' or private.is_worker() then return; end if;
  if p_what = 'channels' then perform pg_notify('wattershed_channels', p_household::text);
  else perform pg_notify('wattershed_usage', 'database ' || p_what || ' ' || p_household); end if;
end $$;

-- Whether homes lie on several nodes, which answer for them (supabase/scale/functions.sql).
create or replace function private.is_spread() returns boolean
language sql stable as $$ select pg_catalog.to_regproc('private.write_readings_there') is not null $$;

-- PostgreSQL takes more for a time zone than the service and browsers do: rules as `%00` or `ABC3`, abbreviations as `MSK`. A home with one had
-- no figures and no bills any more. What counts is a place, `Region/City`, or one of the few old names without a slash that all share.
create or replace function private.is_time_zone(zone text) returns boolean
language plpgsql immutable as $$
begin
  if zone is null or not (
    (zone ~ '^[A-Za-z_]+(/[A-Za-z0-9_+-]+){1,2}$' and zone !~* '^(posix|right)/')
    or lower(zone) in ('utc', 'gmt', 'uct', 'zulu', 'universal', 'greenwich', 'gmt0', 'gmt+0', 'gmt-0', 'cet', 'eet', 'met', 'wet', 'est', 'hst', 'mst',
      'est5edt', 'cst6cdt', 'mst7mdt', 'pst8pdt', 'cuba', 'egypt', 'eire', 'gb', 'gb-eire', 'hongkong', 'iceland', 'iran', 'israel', 'jamaica', 'japan',
      'kwajalein', 'libya', 'navajo', 'nz', 'nz-chat', 'poland', 'portugal', 'prc', 'roc', 'rok', 'singapore', 'turkey', 'w-su')
  ) then
    return false;
  end if;
  -- Rows that are loaded as they were: Citus can catch no error while it copies.
  if current_setting('session_replication_role') = 'replica' then return true; end if;
  begin
    perform timestamptz '2026-01-01 00:00Z' at time zone zone;
    return true;
  exception when invalid_parameter_value then
    return false;
  end;
end $$;

-- What people write, at most so long.
create or replace function private.is_text(p_text text, p_most integer) returns boolean
language sql immutable as $$
  select length(p_text) <= p_most and p_text ~ '[^[:space:]]' and p_text !~ '[\x01-\x08\x0b\x0c\x0e-\x1f\x7f]'
$$;

-- One line: what stands in a mail's head must not begin another.
create or replace function private.is_line(p_text text, p_most integer) returns boolean
language sql immutable as $$ select private.is_text(p_text, p_most) and p_text !~ '[\n\r\t\u0085\u2028\u2029]' $$;

-- The same of {language: text}, where the default language is always one.
create or replace function private.are_texts(p_words jsonb, p_most integer) returns boolean
language sql immutable as $$
  select jsonb_typeof(p_words) = 'object' and p_words ? 'en' and not exists (
    select from jsonb_each_text(case jsonb_typeof(p_words) when 'object' then p_words end) w where private.is_text(w.value, p_most) is not true)
$$;

create or replace function private.are_lines(p_words jsonb, p_most integer) returns boolean
language sql immutable as $$
  select private.are_texts(p_words, p_most) and not exists (
    select from jsonb_each_text(case jsonb_typeof(p_words) when 'object' then p_words end) w where not private.is_line(w.value, p_most))
$$;

-- What the utilities of a bill cost together; null where one of them does not say all of {used, estimated, cost}.
create or replace function private.costs_of(p_amounts jsonb) returns numeric
language sql immutable as $$
  select case when bool_and((a.value ->> 'used')::bigint + (a.value ->> 'estimated')::bigint is not null and a.value ->> 'cost' is not null)
    then sum((a.value ->> 'cost')::numeric) end
  from jsonb_each(p_amounts) a
$$;

create or replace function private.are_rooms(rooms text[]) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(rooms) <= 100 and array_position(rooms, null) is null and not exists (select from unnest(rooms) r where length(r) > 40)
$$;

-- What a search compares: no case, no accents, no dot below a Devanagari letter, ँ as ं, words parted by one space.
create or replace function private.fold_text(p_text text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select btrim(regexp_replace(translate(regexp_replace(lower(normalize(p_text, nfkd)),
    E'[\u0300-\u036f\u093c\u200c\u200d]', '', 'g'), E'\u0901', E'\u0902'),
    E'[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u0964\u0965\u0970\u2000-\u206f\u3000-\u303f]+', ' ', 'g'))
$$;

-- Hindi is written in two scripts: a search finds बिजली by "bijli", and "bijli" in a Hindi post by बिजली.
-- How a folded word sounds, near enough: no `a` or `e` inside, no long vowels, each Devanagari letter by its sound. An upper-case
-- letter stands for two (K for kh), since a folded word has none of its own.
create or replace function private.sound_of(p_word text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select regexp_replace(regexp_replace(left(latin, 1) || translate(substr(latin, 2), 'ae', ''), '(.)\1+', '\1', 'g'), 'm(?=[bp])', 'n', 'g')
  from (select regexp_replace(translate(replace(replace(replace(replace(replace(replace(replace(
      regexp_replace(regexp_replace(letters, 'ee|ii', 'i', 'g'), 'oo|uu', 'u', 'g'),
      'tch', 'ch'), 'chh', 'ch'), 'ph', 'f'), 'sh', 's'), 'x', 'ks'), 'ch', 'C'), 'q', 'k'), 'wzc', 'vjk'), 'C', 'ch', 'g') as latin
    from (select replace(replace(replace(replace(replace(replace(replace(replace(
        translate(p_word, 'कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसहअआइईउऊऋएऐओऔिीुूृोौॉंःाेैॅ्', 'kKgGnCCjJntTdDntTdDnpfbBmyrlvssshaaiiuuReeooiiuuRooonh'),
        'K', 'kh'), 'G', 'gh'), 'C', 'ch'), 'J', 'jh'), 'T', 'th'), 'D', 'dh'), 'B', 'bh'), 'R', 'ri') as letters) x) y
$$;

-- Words, and with a ~ before it the sound of each that is Hindi: by its script, or because the text is.
create or replace function private.search_words(p_text text, p_language text) returns tsvector
language sql immutable parallel safe set search_path = '' as $$
  select array_to_tsvector(coalesce(array_agg(distinct lexeme), '{}'))
  from unnest(string_to_array(private.fold_text(p_text), ' ')) word,
    unnest(array[left(word, 60), case when p_language = 'hi' or word ~ '[\u0900-\u097f]' then '~' || private.sound_of(left(word, 60)) end]) lexeme
  where word <> '' and lexeme is not null
$$;

-- No control characters, nothing that turns the direction of writing or cannot be seen, no towers of accents.
-- The joiners U+200C and U+200D stay: Hindi is written with them.
create or replace function private.clean_text(p_text text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select btrim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
    normalize(coalesce(p_text, ''), nfc),
    E'\r\n?|[\u2028\u2029]', E'\n', 'g'),
    E'[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]', '', 'g'),
    E'([\u0300-\u036f]{3})[\u0300-\u036f]+', '\1', 'g'),
    E'\n{4,}', E'\n\n\n', 'g'), E' \n\t')
$$;

create or replace function private.clean_line(p_text text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select btrim(regexp_replace(private.clean_text(p_text), '\s+', ' ', 'g'))
$$;
