/** Sessions of a hosted backend for people whom another provider has proved: by its auth server's admin interface, with the service key. */
import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { z } from 'zod';
import type { Config } from '#kernel/config.ts';
import { cappedFetch } from '#kernel/http/capped-fetch.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import { identitySession } from '../contract/identity.ts';
import type { OpenSession, ProvenPerson, TakeAccount } from './enter-as.ts';

type HostedConfig = Pick<Config, 'BACKEND_URL' | 'BACKEND_ANON_KEY' | 'BACKEND_SERVICE_KEY' | 'GUEST_DOMAIN'>;

export interface HostedSessions {
  readonly openSession: OpenSession;
  readonly endSession: (session: string, token: string) => Promise<void>;
}

const timeOutMs = 10_000;
const fetchCapped = cappedFetch(1024 * 1024);

const user = z.object({
  id: z.string(),
  email: z.string().nullish(),
  email_confirmed_at: z.string().nullish(),
  phone: z.string().nullish(),
  /** `proved_email`: the address that the other provider proved last. */
  app_metadata: z.object({ provider: z.string().nullish(), proved_email: z.string().nullish() }).nullish(),
  identities: z
    .array(
      z.object({
        provider: z.string(),
        identity_data: z.object({ email: z.unknown(), email_verified: z.unknown() }).partial().nullish(),
      }),
    )
    .nullish(),
});
type User = z.infer<typeof user>;
const link = user.extend({ hashed_token: z.string() });
type Link = z.infer<typeof link>;
const factors = z.array(z.object({ id: z.string() }));

/** The auth server passes over an empty number; this is of a country that there is not. */
const nobodysNumber = (): string => `999${String(randomInt(1e12)).padStart(12, '0')}`;

/** What is kept at an account: that it is ours, and which address was proved. */
const keptOf = ({ email }: ProvenPerson) => ({
  provider: 'firebase',
  providers: ['firebase'],
  proved_email: email?.toLowerCase() ?? null,
});

/** The auth server makes an identity of its own of every address that it is told. */
const isProvedElsewhere = ({ email, identities }: User): boolean =>
  (identities ?? []).some(
    ({ provider, identity_data: said }) =>
      provider !== 'email' && provider !== 'firebase' && said?.email === email && said?.email_verified === true,
  );

/** Proved last time and not now: by now it may be somebody else's, and a mail to it would lead them in. */
const hasGivenUp = (found: User, person: ProvenPerson): boolean =>
  person.email === null &&
  !!found.email &&
  found.app_metadata?.proved_email === found.email.toLowerCase() &&
  !isProvedElsewhere(found);

export const createHostedSessions = (config: HostedConfig): HostedSessions => {
  const {
    BACKEND_URL: backendUrl,
    BACKEND_ANON_KEY: anonKey,
    BACKEND_SERVICE_KEY: serviceKey,
    GUEST_DOMAIN: guests,
  } = config;

  const send = async (
    method: string,
    path: string,
    body: unknown,
    bearer: string,
    apikey = bearer,
  ): Promise<Response> => {
    const answer = await fetchCapped(`${backendUrl}/auth/v1/${path}`, {
      method,
      headers: { apikey, authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(timeOutMs),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (answer.status === 429) throw new ProblemError('rate-limited');
    return answer;
  };
  const asAdmin = (method: string, path: string, body?: unknown) => send(method, path, body, serviceKey ?? '');

  const read = async <T>(schema: z.ZodType<T>, answer: Response): Promise<T> => {
    if (!answer.ok) throw new Error(`the auth server answered ${answer.status}`);
    return schema.parse(await answer.json());
  };

  /**
   * An account needs an address there: of somebody who has proved none it is one that nobody can have. It is always the same one,
   * so that who comes again finds the account, if it could not be kept whose it is. Keyed: others may know the subject.
   */
  const addressOf = ({ email, isAnonymous, subject }: ProvenPerson): string => {
    const own = createHmac('sha256', serviceKey ?? '')
      .update(subject)
      .digest('hex')
      .slice(0, 32);
    return email ?? (isAnonymous ? `guest-${own}@${guests}` : `${own}@no-address.${guests}`);
  };

  /** Does nothing where an account has that address. */
  const make = async (person: ProvenPerson): Promise<void> => {
    const answer = await asAdmin('POST', 'admin/users', {
      email: addressOf(person),
      email_confirm: true,
      password: randomBytes(32).toString('base64url'),
      user_metadata: { display_name: person.displayName },
      app_metadata: keptOf(person),
    });
    if (answer.status !== 422 && answer.status !== 409) await read(user, answer);
  };

  /** What was proved since: a new address, that one is theirs no more, or that a guest is none. One of another account stays that one's. */
  const keepProof = async (found: User, person: ProvenPerson): Promise<User> => {
    const isGuestNoMore = !person.isAnonymous && (found.email?.endsWith(`@${guests}`) ?? false);
    const email =
      person.email !== null || isGuestNoMore || hasGivenUp(found, person) ? addressOf(person) : (found.email ?? '');
    const isSame = email.toLowerCase() === found.email?.toLowerCase();
    const { proved_email: proved } = keptOf(person);
    if (email === '' || (isSame && (proved === null || proved === found.app_metadata?.proved_email))) return found;
    const answer = await asAdmin('PUT', `admin/users/${found.id}`, {
      ...(!isSame && { email, email_confirm: true }),
      app_metadata: { proved_email: proved },
    });
    return answer.status === 422 || answer.status === 409 ? found : read(user, answer);
  };

  const linkFor = async (email: string) =>
    read(link, await asAdmin('POST', 'admin/generate_link', { type: 'magiclink', email }));

  const change = async (id: string, to: object) => read(user, await asAdmin('PUT', `admin/users/${id}`, to));

  const verify = async (hash: string) =>
    read(identitySession, await send('POST', 'verify', { type: 'magiclink', token_hash: hash }, anonKey ?? ''));

  const removeFactors = async (id: string): Promise<void> => {
    const path = `admin/users/${id}/factors`;
    const answer = await asAdmin('GET', path);
    if (answer.status === 404) return;
    for (const factor of await read(factors, answer)) {
      const removed = await asAdmin('DELETE', `${path}/${factor.id}`);
      if (!removed.ok && removed.status !== 404) throw new Error(`the auth server answered ${removed.status}`);
    }
  };

  /**
   * Browsers reach that server without us: whoever made the account there keeps no way into it. A new password voids links made
   * before, so the link comes after it. That it is ours is said last: what fails on the way is done again at the next try.
   */
  const takeOver = async ({ id, phone }: Link, email: string, person: ProvenPerson) => {
    const password = randomBytes(32).toString('base64url');
    await change(id, { password, ...(phone && { phone: nobodysNumber() }) });
    await removeFactors(id);
    const session = await verify((await linkFor(email)).hashed_token);
    const ended = await send('POST', 'logout?scope=others', undefined, session.access_token, anonKey);
    if (!ended.ok) throw new Error(`the auth server answered ${ended.status}`);
    await change(id, { app_metadata: keptOf(person) });
    return session;
  };

  const openBy = (made: Link, email: string, person: ProvenPerson) =>
    made.app_metadata?.provider === 'firebase' ? verify(made.hashed_token) : takeOver(made, email, person);

  /** The account of the address that is proved, or one of their own: an address that was given up leads its next owner to nobody's. */
  const openFirst = async (proven: ProvenPerson, takeAccount: TakeAccount) => {
    for (const person of [proven, { ...proven, email: null }]) {
      await make(person);
      const email = addressOf(person);
      const made = await linkFor(email);
      if (!(await takeAccount(made.id))) continue;
      // Whoever signed up with it has never shown that it is theirs, and may know its password.
      if (!made.email_confirmed_at) throw new ProblemError('email-not-confirmed');
      return openBy(made, email, person);
    }
    throw new Error('the account of this person leads somebody else in');
  };

  return {
    openSession: async (person, _userAgent, takeAccount) => {
      if (person.userId === null) return openFirst(person, takeAccount);
      const found = await read(user, await asAdmin('GET', `admin/users/${person.userId}`));
      const { email } = await keepProof(found, person);
      return openBy(await linkFor(email ?? ''), email ?? '', person);
    },
    endSession: async (_session, token) => {
      await send('POST', 'logout?scope=local', undefined, token, anonKey);
    },
  };
};
