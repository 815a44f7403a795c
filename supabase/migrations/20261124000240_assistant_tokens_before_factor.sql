-- A token for other assistants that was made before its person had a second factor works no more: whoever knew only the password may have made it.

-- Only some backends have such factors, so the body is looked into when it runs. Which rights it needs: private.has_second_factor.
create function private.is_before_second_factor(p_user uuid, p_made_at timestamptz) returns boolean
language plpgsql stable security definer set search_path = '' set row_security = off as $$
begin
  if to_regclass('auth.mfa_factors') is null then return false; end if;
  return coalesce((select min(f.created_at) > p_made_at from auth.mfa_factors f where f.user_id = p_user and f.status::text = 'verified'), false);
end $$;

create or replace function private.find_assistant_token(p_hash bytea) returns table (user_id uuid, household_id uuid)
language sql security definer set search_path = '' as $$
  update public.assistant_tokens t set last_used_at = now()
  where t.hash = p_hash and exists (select from public.household_members m where m.user_id = t.user_id and m.household_id = t.household_id)
    and not private.is_before_second_factor(t.user_id, t.created_at)
  returning t.user_id, t.household_id
$$;

revoke execute on all functions in schema private from public;
revoke all on all sequences in schema public from anon, authenticated;
