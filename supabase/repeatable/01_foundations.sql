-- What one utility's meter can pass in an hour at most, until its owner says otherwise.
create or replace function private.default_max_per_hour(utility text) returns bigint
language sql stable security definer set search_path = '' as $$ select u.max_per_hour from private.utilities u where u.id = utility $$;

grant usage on schema private to anon, authenticated, wattershed_engine;

grant execute on function private.is_time_zone, private.is_text, private.is_line to anon;
grant execute on function private.is_time_zone, private.is_text, private.is_line, private.are_texts, private.are_lines, private.are_rooms
  to authenticated;
grant execute on function private.is_time_zone, private.default_max_per_hour to wattershed_engine;
