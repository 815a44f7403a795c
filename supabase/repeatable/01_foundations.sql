-- What one utility's meter can pass in an hour at most, until its owner says otherwise.
create or replace function private.default_max_per_hour(utility text) returns bigint
language sql immutable as $$ select case utility when 'water' then 20000000 else 100000 end $$;

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

grant usage on schema private to anon, authenticated, wattershed_engine;

grant execute on function private.is_time_zone, private.is_text, private.is_line to anon;
grant execute on function private.is_time_zone, private.is_text, private.is_line, private.are_rooms to authenticated;
grant execute on function private.is_time_zone, private.default_max_per_hour to wattershed_engine;
