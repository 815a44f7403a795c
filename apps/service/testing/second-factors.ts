/** Second factors as a hosted auth server keeps them. */
import type { Sql } from '#kernel/db.ts';

/** Its table, and what docs/operate/supabase.md wants granted. */
export const makeFactors = async (truth: Sql): Promise<void> => {
  await truth.unsafe(`
    create type auth.factor_type as enum ('totp', 'webauthn', 'phone');
    create type auth.factor_status as enum ('unverified', 'verified');
    create table auth.mfa_factors (id uuid primary key, user_id uuid not null references auth.users (id) on delete cascade,
      friendly_name text, factor_type auth.factor_type not null, status auth.factor_status not null, secret text,
      created_at timestamptz not null default now(), updated_at timestamptz not null default now());
    create index mfa_factors_user_id_idx on auth.mfa_factors (user_id);
    do $$ begin
      execute format('grant select on auth.mfa_factors to %s',
        (select proowner::regrole from pg_proc where oid = 'private.has_second_factor(uuid)'::regprocedure));
    end $$`);
};

export const giveFactor = async (truth: Sql, user: string, status: 'verified' | 'unverified'): Promise<void> => {
  await truth`insert into auth.mfa_factors (id, user_id, factor_type, status) values (gen_random_uuid(), ${user}, 'totp', ${status})`;
};
