/** Sessions of the embedded backend: how they are kept and end, and how one is opened for somebody whom another provider has let in. */
import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Sql, TransactionSql } from 'postgres';
import { countGuests } from '../accounts/account-commands.ts';
import { authError } from '../lite-refusals.ts';
import type { LiteApp } from '../lite-app.ts';
import type { OpenedSession, OpenSessionCall, ProvenPerson, ServeTask } from '../lite-messages.ts';

// Sessions that are there: noted, refreshed, ended.

const LONGEST_USER_AGENT = 200;

export async function endSession(sql: Sql, session: string): Promise<boolean> {
  await sql`delete from auth.refresh_tokens where session_id = ${session}`;
  return (await sql`delete from auth.sessions where id = ${session}`).count > 0;
}

export async function endOtherSessions(sql: Sql, userId: string, kept: string): Promise<void> {
  await sql`delete from auth.refresh_tokens where user_id = ${userId} and session_id <> ${kept}`;
  await sql`delete from auth.sessions where user_id = ${userId} and id <> ${kept}`;
}

/**
 * Two tabs may ask with the same token at once, so a used one is good for ten seconds more. Later it is in two hands,
 * and nobody can say in whose: all that came of it ends.
 */
export async function refuseReuse(sql: Sql, refreshToken: string): Promise<Response | undefined> {
  const [used] = await sql<{ session: string }[]>`
    select session_id as session from auth.refresh_tokens
    where token = ${refreshToken} and revoked and updated_at < now() - interval '10 seconds'`;
  if (!used) return undefined;
  await endSession(sql, used.session);
  return authError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used');
}

/** lite leaves it empty; no address is kept. */
export async function noteUserAgent(sql: Sql, session: string, userAgent: string | null): Promise<void> {
  const short = userAgent?.slice(0, LONGEST_USER_AGENT) ?? null;
  await sql`update auth.sessions set user_agent = ${short} where id = ${session} and user_agent is distinct from ${short}`;
}

export async function sessionIsThere(sql: Sql, session: string): Promise<boolean> {
  return (await sql`select from auth.sessions where id = ${session}`).length > 0;
}

// A session for somebody whom another provider has let in.

interface Backend {
  lite: LiteApp;
  task: ServeTask;
}

interface User {
  id: string;
  email: string | null;
}

/** As sign-in keeps them: an address in small letters, a number without its plus. */
function tidy(person: ProvenPerson): ProvenPerson {
  const { email, phone } = person;
  return { ...person, email: email?.trim().toLowerCase() || null, phone: phone?.replace(/\D/g, '') || null };
}

/**
 * Numbers and addresses are given up, and given to others. A number is somebody's at the other provider alone, so none leads here;
 * nor does an address to an account that is somebody's there already. (Their own is there without a `userId` when it was made, and
 * what came next failed.)
 */
async function find(tx: TransactionSql, { userId, subject, email }: ProvenPerson): Promise<User | undefined> {
  const [user] = await tx<User[]>`
    select u.id, u.email from auth.users u
    left join auth.identities i on i.user_id = u.id and i.provider = 'firebase'
    where not u.is_sso_user and (u.id = ${userId} or i.provider_id = ${subject} or u.email = ${email} and i.id is null)
    order by u.id = ${userId} desc nulls last, i.id is not null desc limit 1`;
  return user;
}

/** What the account that is made may bear: what another one bears stays there. */
async function withoutTaken(tx: TransactionSql, person: ProvenPerson): Promise<ProvenPerson> {
  const { email, phone } = person;
  const [taken] = await tx<{ email: boolean; phone: boolean }[]>`
    select exists (select from auth.users where email = ${email}) as email,
      exists (select from auth.users where phone = ${phone}) as phone`;
  return { ...person, email: taken?.email ? null : email, phone: taken?.phone ? null : phone };
}

async function make(tx: TransactionSql, person: ProvenPerson, guestDomain: string): Promise<User> {
  const id = randomUUID();
  const email = person.isAnonymous ? `guest-${id}@${guestDomain}` : person.email;
  const told = {
    display_name: person.displayName,
    sub: id,
    ...(email && { email, email_verified: !person.isAnonymous }),
  };
  await tx`
    insert into auth.users (id, aud, role, email, phone, raw_app_meta_data, raw_user_meta_data)
    values (${id}, 'authenticated', 'authenticated', ${email}, ${person.phone},
      ${tx.json({ provider: 'firebase', providers: ['firebase'] })}, ${tx.json(told)})`;
  return { id, email };
}

/**
 * An address that the other provider proved last time and does not now is not theirs any more, unless something else here proves
 * it: a mail's link or Google. What it never proved was not its to give, and so is not its to take. Asked before it is written anew.
 */
async function hasGivenUp(tx: TransactionSql, { id, email }: User, person: ProvenPerson): Promise<boolean> {
  if (person.email !== null || email === null) return false;
  const [said] = await tx<{ before: boolean; otherwise: boolean }[]>`
    select coalesce(bool_or(provider = 'firebase'), false) as before, coalesce(bool_or(provider <> 'firebase'), false) as otherwise
    from auth.identities where user_id = ${id}
      and identity_data ->> 'email' = ${email} and identity_data ->> 'email_verified' = 'true'`;
  return said?.before === true && !said.otherwise;
}

/** The other provider's word goes before what stood here, unless the address is another account's by now. */
async function keepProof(tx: TransactionSql, user: User, person: ProvenPerson, guestDomain: string): Promise<void> {
  const wasGuest = user.email?.endsWith(`@${guestDomain}`) ?? false;
  const email = person.email ?? (wasGuest && !person.isAnonymous ? null : user.email);
  await tx`
    update auth.users u set
      email = case when exists (select from auth.users o where o.email = ${email} and o.id <> u.id) then u.email else ${email} end,
      phone = case when exists (select from auth.users o where o.phone = ${person.phone} and o.id <> u.id) then null
        else ${person.phone} end,
      email_confirmed_at = coalesce(u.email_confirmed_at, now()),
      last_sign_in_at = now(), updated_at = now()
    where id = ${user.id}`;
}

/** Written once more at each visit; where it is new, an account that nobody had proved is cleared of what others know of it. */
async function keepIdentity(tx: TransactionSql, user: User, { subject, email, phone }: ProvenPerson): Promise<void> {
  const said = {
    sub: user.id,
    ...(email && { email, email_verified: true }),
    ...(phone && { phone, phone_verified: true }),
  };
  const known = await tx`
    update auth.identities set provider_id = ${subject}, identity_data = ${tx.json(said)}, last_sign_in_at = now(),
      updated_at = now()
    where provider = 'firebase' and user_id = ${user.id}`;
  if (known.count > 0) return;
  await tx`
    insert into auth.identities (id, provider, provider_id, user_id, identity_data, last_sign_in_at)
    values (${randomUUID()}, 'firebase', ${subject}, ${user.id}, ${tx.json(said)}, now())`;
}

async function settle(sql: Sql, proven: ProvenPerson, guestDomain: string): Promise<string> {
  return sql.begin(async (tx) => {
    // Two who come with one address at once: the second finds whose it is by then.
    if (proven.email) await tx`select pg_advisory_xact_lock(hashtextextended('address ' || ${proven.email}, 0))`;
    const found = await find(tx, proven);
    const person = found ? proven : await withoutTaken(tx, proven);
    const known = found ?? (await make(tx, person, guestDomain));
    const user = (await hasGivenUp(tx, known, person)) ? { ...known, email: null } : known;
    await keepIdentity(tx, user, person);
    await keepProof(tx, user, person, guestDomain);
    return user.id;
  });
}

async function sign(task: ServeTask, claims: Record<string, unknown>, now: number): Promise<string> {
  return new SignJWT({ aud: 'authenticated', role: 'authenticated', ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(now)
    .setExpirationTime(now + task.jwtLifetimeS)
    .sign(new TextEncoder().encode(task.jwtSecret));
}

async function readUser({ lite, task }: Backend, token: string): Promise<OpenedSession['user']> {
  const origin = 'http://localhost';
  const headers = { apikey: task.anonKey, authorization: `Bearer ${token}` };
  const request = new Request(new URL('/auth/v1/user', origin), { headers });
  const response = await lite.fetch(request, {
    origin,
    publicOrigin: origin,
    redirectTo: origin,
    isGuest: false,
    userId: null,
  });
  return (await response.json()) as OpenedSession['user'];
}

/** A session of the account of somebody whom another provider has let in; the account is made at the first time. */
export async function openSession(
  backend: Backend,
  { person: sent, userAgent, guestsInTotal }: OpenSessionCall,
): Promise<OpenedSession | 'guest-limit-reached'> {
  const { lite, task } = backend;
  const { sql } = lite;
  const person = tidy(sent);
  const isNewGuest = person.isAnonymous && person.userId === null;
  if (isNewGuest && (await countGuests(sql, task.guestDomain)) >= guestsInTotal) return 'guest-limit-reached';
  const userId = await settle(sql, person, task.guestDomain);
  const [session, refreshToken] = [randomUUID(), randomUUID()];
  await sql`insert into auth.sessions (id, user_id, aal) values (${session}, ${userId}, 'aal1')`;
  await sql`insert into auth.refresh_tokens (id, token, user_id, session_id) values (${randomUUID()}, ${refreshToken}, ${userId}, ${session})`;
  await noteUserAgent(sql, session, userAgent);
  const [row] = await sql<{ email: string | null }[]>`select email from auth.users where id = ${userId}`;
  const now = Math.floor(Date.now() / 1000);
  const claims = { sub: userId, session_id: session, ...(row?.email && { email: row.email }) };
  const token = await sign(task, claims, now);
  return {
    access_token: token,
    refresh_token: refreshToken,
    expires_in: task.jwtLifetimeS,
    expires_at: now + task.jwtLifetimeS,
    token_type: 'bearer',
    user: await readUser(backend, token),
  };
}
