-- Hindi is written in two scripts: a search finds बिजली by "bijli", and "bijli" in a Hindi post by बिजली.

-- How a folded word sounds, near enough: no `a` or `e` inside, no long vowels, each Devanagari letter by its sound. An upper-case
-- letter stands for two (K for kh), since a folded word has none of its own.
create function private.sound_of(p_word text) returns text
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
create function private.search_words(p_text text, p_language text) returns tsvector
language sql immutable parallel safe set search_path = '' as $$
  select array_to_tsvector(coalesce(array_agg(distinct lexeme), '{}'))
  from unnest(string_to_array(private.fold_text(p_text), ' ')) word,
    unnest(array[left(word, 60), case when p_language = 'hi' or word ~ '[\u0900-\u097f]' then '~' || private.sound_of(left(word, 60)) end]) lexeme
  where word <> '' and lexeme is not null
$$;

-- Every word, or its sound, must begin a word of the text; a single letter, or a sound of two, must be all of it.
create or replace function private.search_query(p_text text) returns tsquery
language sql immutable parallel safe set search_path = '' as $$
  select string_agg('(''' || word || '''' || case when length(word) > 1 then ':*' else '' end
    || case when length(sound) > 2 then ' | ''~' || sound || ''':*' when length(sound) = 2 then ' | ''~' || sound || '''' else '' end || ')', ' & ')::tsquery
  from (select left(word, 60) as word, private.sound_of(left(word, 60)) as sound
    from unnest(string_to_array(private.fold_text(left(p_text, 200)), ' ')) word where word <> '' limit 8) asked
$$;

drop index public.community_posts_words;
alter table public.community_posts drop column words;
alter table public.community_posts
  add column words tsvector generated always as (private.search_words(title || ' ' || body, language)) stored;
create index community_posts_words on public.community_posts using gin (words);
drop function private.search_words(text);

revoke execute on all functions in schema private from public;
revoke all on all sequences in schema public from anon, authenticated;
