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
  perform timestamptz '2026-01-01 00:00Z' at time zone zone;
  return true;
exception when invalid_parameter_value then
  return false;
end $$;

update public.households set time_zone = 'UTC' where not private.is_time_zone(time_zone);
