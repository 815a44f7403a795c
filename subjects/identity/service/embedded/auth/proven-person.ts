/** Somebody whom another provider has let in, as Firebase does: their account here, found or made. */
import { randomUUID } from 'node:crypto';
import type { Sql, TransactionSql } from 'postgres';

export interface ProvenPerson {
  /** Who they are at the other provider. */
  subject: string;
  /** The account that was opened for them before; null: found by what is proved below, or made. */
  userId: string | null;
  /** Only an address that the provider says is theirs: with it they get the account that has it. */
  email: string | null;
  /** Likewise, as +15550100. */
  phone: string | null;
  displayName: string;
  /** Signed in without saying who they are: a guest here. */
  isAnonymous: boolean;
}

interface Known {
  readonly id: string;
  readonly email: string | null;
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
async function find(tx: TransactionSql, { userId, subject, email }: ProvenPerson): Promise<Known | undefined> {
  const [user] = await tx<Known[]>`
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

async function make(tx: TransactionSql, person: ProvenPerson, guestDomain: string): Promise<Known> {
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
async function hasGivenUp(tx: TransactionSql, { id, email }: Known, person: ProvenPerson): Promise<boolean> {
  if (person.email !== null || email === null) return false;
  const [said] = await tx<{ before: boolean; otherwise: boolean }[]>`
    select coalesce(bool_or(provider = 'firebase'), false) as before, coalesce(bool_or(provider <> 'firebase'), false) as otherwise
    from auth.identities where user_id = ${id}
      and identity_data ->> 'email' = ${email} and identity_data ->> 'email_verified' = 'true'`;
  return said?.before === true && !said.otherwise;
}

/** The other provider's word goes before what stood here, unless the address is another account's by now. */
async function keepProof(tx: TransactionSql, user: Known, person: ProvenPerson, guestDomain: string): Promise<void> {
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
async function keepIdentity(tx: TransactionSql, user: Known, { subject, email, phone }: ProvenPerson): Promise<void> {
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

/** Answers the account's id; the account is made at the first time. */
export async function settleProven(sql: Sql, sent: ProvenPerson, guestDomain: string): Promise<string> {
  const proven = tidy(sent);
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
