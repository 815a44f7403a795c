/** Puts people, households and devices into a test database, the way a sign-up and the table API would. */
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import type { Utility } from '#catalogue/index.ts';
import type { Sql } from '#kernel/db.ts';
import { newToken } from '#subjects/readings/service/ingest/index.ts';

export interface SeededHome {
  readonly userId: string;
  readonly household: string;
  readonly token: string;
  readonly tokenId: number;
  /** Adds a device; answers the id and key of its meter. */
  device(name: string, room: string, utility: Utility): Promise<{ deviceId: string; meterId: number; key: string }>;
  /** Puts its owner out of it; it stays, and is nobody's. */
  abandon(): Promise<void>;
}

export interface Seed {
  /** The superuser's connection: to arrange, and to look behind the policies. */
  readonly owner: Sql;
  home(timeZone?: string): Promise<SeededHome>;
  /** Their addresses are proved, as by the link of a mail. */
  prove(...userIds: readonly string[]): Promise<void>;
  /** And are not any more. */
  disprove(userId: string): Promise<void>;
  end(): Promise<void>;
}

export const openSeed = (ownerUrl: string): Seed => {
  const bigint = { to: 20, from: [20], serialize: String, parse: Number };
  const owner: Sql = postgres(ownerUrl, { max: 2, types: { bigint }, onnotice: () => {} });
  return {
    owner,
    end: () => owner.end(),
    home: async (timeZone = 'UTC') => {
      const userId = randomUUID();
      await owner`insert into auth.users (id, email, raw_user_meta_data) values
        (${userId}, ${`${userId}@example.com`}, ${owner.json({ time_zone: timeZone })})`;
      const [member] = await owner<
        { household_id: string }[]
      >`select household_id from household_members where user_id = ${userId}`;
      const household = member?.household_id as string;
      await owner`update households set time_zone_chosen = true where id = ${household}`;
      const { token, hash, hint } = newToken();
      const [row] = await owner<{ id: number }[]>`
        insert into ingest_tokens (household_id, hash, hint, created_by) values (${household}, ${hash}, ${hint}, ${userId}) returning id`;
      return {
        userId,
        household,
        token,
        tokenId: row?.id as number,
        abandon: async () => {
          await owner`with gone as (
              delete from household_members where household_id = ${household} and user_id = ${userId} returning household_id
            ) update households h set owner_id = null from gone where h.id = gone.household_id`;
        },
        device: async (name, room, utility) => {
          const [device] = await owner<{ id: string }[]>`
            insert into connected_devices (household_id, user_id, name, room, utility)
            values (${household}, ${userId}, ${name}, ${room}, ${utility}) returning id`;
          const [meter] = await owner<{ id: number; key: string }[]>`
            select id, key from meters where household_id = ${household} and device_id = ${device?.id as string}`;
          return { deviceId: device?.id as string, meterId: meter?.id as number, key: meter?.key as string };
        },
      };
    },
    async prove(...userIds) {
      await owner`update auth.users set email_confirmed_at = now() where id = any (${userIds})`;
      await owner`delete from auth.identities where user_id = any (${userIds}) and provider = 'email'`;
      await owner`insert into auth.identities (id, provider, provider_id, user_id, identity_data)
        select gen_random_uuid(), 'email', u.id, u.id, jsonb_build_object('sub', u.id, 'email', u.email, 'email_verified', true)
        from auth.users u where u.id = any (${userIds})`;
    },
    async disprove(userId) {
      await owner`update auth.users set email_confirmed_at = null where id = ${userId}`;
      await owner`delete from auth.identities where user_id = ${userId}`;
    },
  };
};

/** The table of second factors where a hosted auth server would make it, and what docs/operate/supabase.md wants granted. Ours is there. */
export const makeFactors = async (truth: Sql): Promise<void> => {
  const [known] = await truth`select to_regclass('auth.mfa_factors') as name`;
  if (known?.['name']) return;
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

/** A second factor as sign-in keeps it. */
export const giveFactor = async (truth: Sql, user: string, status: 'verified' | 'unverified'): Promise<void> => {
  await truth`insert into auth.mfa_factors (id, user_id, factor_type, status) values (gen_random_uuid(), ${user}, 'totp', ${status})`;
};
