/** People as sign-in keeps them and tells of them. */
import { randomUUID } from 'node:crypto';
import type { Sql, TransactionSql } from 'postgres';

type Json = Record<string, unknown>;

interface Identity {
  readonly id: string;
  readonly provider: string;
  readonly provider_id: string;
  readonly identity_data: Json;
  readonly email: string | null;
  readonly last_sign_in_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

interface Factor {
  readonly id: string;
  readonly friendly_name: string | null;
  readonly factor_type: string;
  readonly status: string;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface User {
  readonly id: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly encrypted_password: string | null;
  readonly email_confirmed_at: Date | null;
  readonly phone_confirmed_at: Date | null;
  readonly confirmation_sent_at: Date | null;
  readonly recovery_sent_at: Date | null;
  readonly email_change: string | null;
  readonly email_change_sent_at: Date | null;
  readonly last_sign_in_at: Date | null;
  readonly raw_app_meta_data: Json | null;
  readonly raw_user_meta_data: Json | null;
  readonly banned_until: Date | null;
  readonly is_anonymous: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
  /** By the link of a mail, or by another provider. */
  readonly is_proved: boolean;
  readonly identities: readonly Identity[];
  readonly factors: readonly Factor[];
}

export type On = Sql | TransactionSql;

const read = (on: On) => on`
  select u.*, auth.is_proved(u.id) as is_proved,
    coalesce((select json_agg(json_build_object('id', i.id, 'provider', i.provider, 'provider_id', i.provider_id, 'identity_data', i.identity_data,
      'email', i.email, 'last_sign_in_at', i.last_sign_in_at, 'created_at', i.created_at, 'updated_at', i.updated_at) order by i.created_at)
      from auth.identities i where i.user_id = u.id), '[]'::json) as identities,
    coalesce((select json_agg(json_build_object('id', f.id, 'friendly_name', f.friendly_name, 'factor_type', f.factor_type, 'status', f.status,
      'created_at', f.created_at, 'updated_at', f.updated_at) order by f.created_at) from auth.mfa_factors f where f.user_id = u.id), '[]'::json) as factors
  from auth.users u`;

export const readUser = async (on: On, id: string): Promise<User | undefined> =>
  (await on<User[]>`${read(on)} where u.id = ${id} and u.deleted_at is null`)[0];

export const findByEmail = async (on: On, email: string): Promise<User | undefined> =>
  (await on<User[]>`${read(on)} where u.email = ${email} and not u.is_sso_user and u.deleted_at is null`)[0];

/** What is asked for beside the password. Codes for when it is lost are none of their own. */
export const hasFactor = ({ factors }: User): boolean =>
  factors.some(({ status, factor_type: kind }) => status === 'verified' && kind !== 'recovery_code');

/** As supabase-js reads it. */
export const userJson = (user: User): { id: string; email: string } & Json => ({
  id: user.id,
  aud: 'authenticated',
  role: 'authenticated',
  email: user.email ?? '',
  email_confirmed_at: user.email_confirmed_at ?? undefined,
  phone: user.phone ?? '',
  phone_confirmed_at: user.phone_confirmed_at ?? undefined,
  confirmation_sent_at: user.confirmation_sent_at ?? undefined,
  confirmed_at: user.email_confirmed_at ?? user.phone_confirmed_at ?? undefined,
  recovery_sent_at: user.recovery_sent_at ?? undefined,
  new_email: user.email_change || undefined,
  email_change_sent_at: user.email_change_sent_at ?? undefined,
  last_sign_in_at: user.last_sign_in_at ?? undefined,
  app_metadata: user.raw_app_meta_data ?? {},
  user_metadata: user.raw_user_meta_data ?? {},
  identities: user.identities.map(({ id, provider_id: named, ...identity }) => ({
    identity_id: id,
    id: named,
    user_id: user.id,
    ...identity,
    email: identity.email ?? undefined,
  })),
  ...(user.factors.length > 0 && { factors: user.factors }),
  created_at: user.created_at,
  updated_at: user.updated_at,
  is_anonymous: user.is_anonymous,
});

const toldOf = (told: Json, subject: string, email: string | null, isProved: boolean): Json => ({
  ...told,
  sub: subject,
  ...(email !== null && { email, email_verified: isProved }),
  phone_verified: false,
});

/** What a sign-up with this address would answer: told where it has an account already, so that nobody learns by it that it has. */
export const nobody = (email: string, told: Json): ReturnType<typeof userJson> => {
  const id = randomUUID();
  const now = new Date();
  const at = now.toISOString().replace('Z', '+00:00');
  const identity = { id: randomUUID(), provider: 'email', provider_id: id, email };
  return userJson({
    id,
    email,
    phone: null,
    encrypted_password: null,
    email_confirmed_at: null,
    phone_confirmed_at: null,
    confirmation_sent_at: now,
    recovery_sent_at: null,
    email_change: null,
    email_change_sent_at: null,
    last_sign_in_at: null,
    raw_app_meta_data: { provider: 'email', providers: ['email'] },
    raw_user_meta_data: toldOf(told, id, email, false),
    banned_until: null,
    is_anonymous: false,
    created_at: now,
    updated_at: now,
    is_proved: false,
    identities: [
      { ...identity, identity_data: toldOf({}, id, email, false), last_sign_in_at: at, created_at: at, updated_at: at },
    ],
    factors: [],
  });
};

export interface NewUser {
  readonly email: string | null;
  readonly provider: string;
  /** Who they are there; for an address and a password, the user's own id. */
  readonly subject: string | null;
  readonly hash: string | null;
  readonly told: Json;
  /** May sign in at once. */
  readonly isConfirmed: boolean;
  readonly isProved: boolean;
}

/** The rest of a person (a profile, a home) is made by the database. Throws 23505 where the address has an account. */
export const makeUser = async (tx: TransactionSql, wish: NewUser): Promise<string> => {
  const id = randomUUID();
  const { email, provider, hash, isConfirmed, isProved } = wish;
  const subject = wish.subject ?? id;
  const told = toldOf(wish.told, subject, email, isProved);
  await tx`
    insert into auth.users (id, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
    values (${id}, ${email}, ${hash}, ${isConfirmed ? new Date() : null}, ${tx.json({ provider, providers: [provider] })}, ${tx.json(told as never)})`;
  const data = toldOf(provider === 'email' ? {} : wish.told, subject, email, isProved);
  await tx`
    insert into auth.identities (id, provider, provider_id, user_id, identity_data, last_sign_in_at)
    values (${randomUUID()}, ${provider}, ${subject}, ${id}, ${tx.json(data as never)}, now())`;
  return id;
};

/** The address is its person's: by a mail's link, or shown with their session. */
export const markProved = async (on: On, id: string): Promise<void> => {
  await on`update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now()), updated_at = now(),
    raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}' where id = ${id}`;
  const known = await on`
    update auth.identities i set identity_data = i.identity_data || jsonb_build_object('email', u.email, 'email_verified', true), updated_at = now()
    from auth.users u where u.id = ${id} and i.user_id = u.id and i.provider = 'email'`;
  if (known.count > 0) return;
  await on`
    insert into auth.identities (id, provider, provider_id, user_id, identity_data)
    select gen_random_uuid(), 'email', id::text, id, jsonb_build_object('sub', id, 'email', email, 'email_verified', true) from auth.users where id = ${id}`;
};

/** As long as mail knows them, and as the tables keep them. */
export const maxAddress = 254;
const address = /^[^\s@]{1,64}@[^\s@]{1,180}\.[^\s@]{2,}$/;
export const isAddress = (email: string): boolean => email.length <= maxAddress && address.test(email);

export const isGuestEmail = (email: string, guestDomain: string): boolean =>
  email.toLowerCase().endsWith(`@${guestDomain.toLowerCase()}`);

export const countGuests = async (on: On, guestDomain: string): Promise<number> => {
  const domain = `@${guestDomain.toLowerCase()}`;
  const [row] = await on<{ guests: number }[]>`
    select count(*)::int as guests from auth.users where right(email, ${domain.length}) = ${domain}`;
  return row?.guests ?? 0;
};

/** Sessions, identities and factors go with the user; what else names the person is removed by hand. */
export const deleteUser = async (sql: Sql, id: string): Promise<boolean> =>
  sql.begin(async (tx) => {
    await tx`delete from auth.refresh_tokens where user_id = ${id}`;
    await tx`delete from auth.flow_state where user_id = ${id}`;
    await tx`delete from auth.audit_log_entries where payload ->> 'actor_id' = ${id}`;
    return (await tx`delete from auth.users where id = ${id}`).count > 0;
  });
