-- What one utility's meter can pass in an hour at most, until its owner says otherwise.
create or replace function private.default_max_per_hour(utility text) returns bigint
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return (select u.max_per_hour from private.utilities u where u.id = utility);
end $$;

grant usage on schema private to anon, authenticated, wattershed_engine;

grant execute on function private.is_time_zone, private.is_text, private.is_line, private.is_worker to anon;
grant execute on function private.is_time_zone, private.is_text, private.is_line, private.are_texts, private.are_lines, private.are_rooms,
  private.is_worker to authenticated;
grant execute on function private.is_time_zone, private.default_max_per_hour, private.is_worker, private.is_spread to wattershed_engine;
