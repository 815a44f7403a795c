-- Functions that must look past policies live in `private`: no API exposes it, and nobody may call one unless granted by name.
create schema if not exists private;
revoke all on schema private from public;
create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;
set local check_function_bodies = off;

-- What tables' own rules need. All other functions, triggers, policies and rights are in `repeatable`.

-- PostgreSQL takes more for a time zone than the service and browsers do: rules as `%00` or `ABC3`, abbreviations as `MSK`. A home with one had
-- no figures and no bills any more. What counts is a place, `Region/City`, or one of the few old names without a slash that all share.

create function private.is_time_zone(zone text) returns boolean
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
  perform timestamptz '2026-01-01 00:00Z' at time zone zone;
  return true;
exception when invalid_parameter_value then
  return false;
end $$;

-- What people write to us, the frequent questions with their answers, questions that are asked for, and mails that wait.

create function private.is_text(p_text text, p_most integer) returns boolean
language sql immutable as $$
  select length(p_text) <= p_most and p_text ~ '[^[:space:]]' and p_text !~ '[\x01-\x08\x0b\x0c\x0e-\x1f\x7f]'
$$;

-- One line: what stands in a mail's head must not begin another.
create function private.is_line(p_text text, p_most integer) returns boolean
language sql immutable as $$ select private.is_text(p_text, p_most) and p_text !~ '[\n\r\t\u0085\u2028\u2029]' $$;

-- Who may switch what: by role, or exactly the rooms of a list. Every way of switching asks here.

create function private.are_rooms(rooms text[]) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(rooms) <= 100 and array_position(rooms, null) is null and not exists (select from unnest(rooms) r where length(r) > 40)
$$;

-- What a search compares: no case, no accents, no dot below a Devanagari letter, ँ as ं, words parted by one space.
create function private.fold_text(p_text text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select btrim(regexp_replace(translate(regexp_replace(lower(normalize(p_text, nfkd)),
    E'[\u0300-\u036f\u093c\u200c\u200d]', '', 'g'), E'\u0901', E'\u0902'),
    E'[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u0964\u0965\u0970\u2000-\u206f\u3000-\u303f]+', ' ', 'g'))
$$;

-- Words, and with a ~ before it the sound of each that is Hindi: by its script, or because the text is.
create function private.search_words(p_text text, p_language text) returns tsvector
language sql immutable parallel safe set search_path = '' as $$
  select array_to_tsvector(coalesce(array_agg(distinct lexeme), '{}'))
  from unnest(string_to_array(private.fold_text(p_text), ' ')) word,
    unnest(array[left(word, 60), case when p_language = 'hi' or word ~ '[\u0900-\u097f]' then '~' || private.sound_of(left(word, 60)) end]) lexeme
  where word <> '' and lexeme is not null
$$;

-- What the operator configures and the database must know. One row.
create table private.settings (
  only_row boolean primary key default true check (only_row),
  guest_domain text not null default 'guest.wattershed.invalid',
  demo_household_id uuid,
  -- The demo household: one template that every guest reads through to. Written once by the service, then minute by minute.
  demo_anchor timestamptz,
  demo_token bigint,
  -- Of an account that goes the embedded backend keeps nothing either: its diary of sign-ins and half-done ones name people without a foreign key.
  -- A hosted backend's own diary is its operator's, with the time that it is kept there.
  -- Null: not known yet, so nothing of the diary is touched. An update is applied while the service of before still runs.
  is_hosted boolean
);
insert into private.settings default values;
