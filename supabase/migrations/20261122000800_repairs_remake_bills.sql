-- A repair may move use to other hours of a day and leave its sum: prices by the hour then ask for another bill.
-- The local days of these seconds since 1970; called by the service with the repair, in its transaction.
create function private.make_repaired_bills_anew(p_household uuid, p_from bigint, p_to bigint) returns void
language sql security definer set search_path = '' as $$
  select private.make_bills_anew(h.id, (to_timestamp(p_from) at time zone h.time_zone)::date, (to_timestamp(p_to) at time zone h.time_zone)::date + 1)
  from public.households h where h.id = p_household
$$;

grant execute on function private.make_repaired_bills_anew(uuid, bigint, bigint) to wattershed_engine;
revoke execute on all functions in schema private from public;
revoke all on all sequences in schema public from anon, authenticated;
