-- What a file itself says that the utility billed, kept with the import: [{column, utility, start, end, total, currency, used, …}].
alter table public.imports add column bills jsonb not null default '[]';

drop function private.end_import(uuid, uuid, text, bigint, bigint, bigint, bigint, jsonb);
create function private.end_import(p_household uuid, p_id uuid, p_error text, p_rows bigint, p_accepted bigint, p_duplicate bigint, p_rejected bigint,
  p_costs jsonb, p_bills jsonb)
returns void
language sql security definer set search_path = '' as $$
  update public.imports i set ended_at = now(), error = p_error, rows = p_rows, accepted = p_accepted, duplicate = p_duplicate, rejected = p_rejected,
    costs = p_costs, bills = p_bills
  where i.household_id = p_household and i.id = p_id
$$;
grant execute on function private.end_import(uuid, uuid, text, bigint, bigint, bigint, bigint, jsonb, jsonb) to wattershed_engine;

revoke execute on all functions in schema private from public;
revoke all on all sequences in schema public from anon, authenticated;
