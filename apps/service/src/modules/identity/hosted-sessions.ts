/** Sessions of a hosted backend for people whom another provider has proved: by its auth server's admin interface, with the service key. */
import { randomBytes, randomUUID } from 'node:crypto';
import { identitySession } from '@wattershed/contracts';
import { z } from 'zod';
import type { Config } from '../../platform/config.ts';
import { ProblemError } from '../../platform/problem.ts';
import type { ProvenPerson } from './proven-identity.ts';
import type { OpenSession } from './sessions.ts';

type HostedConfig = Pick<Config, 'BACKEND_URL' | 'BACKEND_ANON_KEY' | 'BACKEND_SERVICE_KEY' | 'GUEST_DOMAIN'>;

export interface HostedSessions {
  readonly openSession: OpenSession;
  readonly endSession: (session: string, token: string) => Promise<void>;
}

const timeOutMs = 10_000;

const user = z.object({
  id: z.string(),
  email: z.string().nullish(),
  email_confirmed_at: z.string().nullish(),
});
type User = z.infer<typeof user>;
const link = user.extend({
  hashed_token: z.string(),
  app_metadata: z.object({ provider: z.string().nullish() }).nullish(),
});

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
    const answer = await fetch(`${backendUrl}/auth/v1/${path}`, {
      method,
      headers: { apikey, authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      redirect: 'error',
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

  /** An account needs an address there: of somebody who has proved none it is one that nobody can have. */
  const addressOf = ({ email, isAnonymous }: ProvenPerson): string =>
    email ?? (isAnonymous ? `guest-${randomUUID()}@${guests}` : `${randomUUID()}@no-address.${guests}`);

  /** Undefined: the address is of an account that is there. */
  const make = async (person: ProvenPerson): Promise<User | undefined> => {
    const answer = await asAdmin('POST', 'admin/users', {
      email: addressOf(person),
      email_confirm: true,
      password: randomBytes(32).toString('base64url'),
      user_metadata: { display_name: person.displayName },
      app_metadata: { provider: 'firebase', providers: ['firebase'] },
    });
    return answer.status === 422 || answer.status === 409 ? undefined : read(user, answer);
  };

  /** What was proved since: a new address, or that a guest is none any more. An address of another account stays that one's. */
  const keepProof = async (found: User, person: ProvenPerson): Promise<User> => {
    const isOfGuest = found.email?.endsWith(`@${guests}`) ?? false;
    const email = person.email ?? (isOfGuest && !person.isAnonymous ? addressOf(person) : found.email);
    if (!email || email.toLowerCase() === found.email?.toLowerCase()) return found;
    const answer = await asAdmin('PUT', `admin/users/${found.id}`, { email, email_confirm: true });
    return answer.status === 422 || answer.status === 409 ? found : read(user, answer);
  };

  const linkFor = async (email: string) =>
    read(link, await asAdmin('POST', 'admin/generate_link', { type: 'magiclink', email }));

  const change = async (id: string, to: object) => read(user, await asAdmin('PUT', `admin/users/${id}`, to));

  const verify = async (hash: string) =>
    read(identitySession, await send('POST', 'verify', { type: 'magiclink', token_hash: hash }, anonKey ?? ''));

  /**
   * Browsers reach that server without us: whoever made the account there keeps no way into it. A new password voids links made
   * before, so the link comes after it. That it is ours is said last: what fails on the way is done again at the next try.
   */
  const takeOver = async (id: string, email: string) => {
    await change(id, { password: randomBytes(32).toString('base64url') });
    const session = await verify((await linkFor(email)).hashed_token);
    const ended = await send('POST', 'logout?scope=others', undefined, session.access_token, anonKey);
    if (!ended.ok) throw new Error(`the auth server answered ${ended.status}`);
    await change(id, { app_metadata: { provider: 'firebase', providers: ['firebase'] } });
    return session;
  };

  const openFor = async (email: string, person: ProvenPerson) => {
    const made = await linkFor(email);
    // Whoever signed up with it has never shown that it is theirs, and may know its password.
    if (person.userId === null && !made.email_confirmed_at) throw new ProblemError('email-not-confirmed');
    return made.app_metadata?.provider === 'firebase' ? verify(made.hashed_token) : takeOver(made.id, email);
  };

  return {
    openSession: async (person) => {
      if (person.userId === null) {
        const made = await make(person);
        return openFor(made?.email ?? (person.email as string), person);
      }
      const found = await read(user, await asAdmin('GET', `admin/users/${person.userId}`));
      const { email } = await keepProof(found, person);
      return openFor(email ?? '', person);
    },
    endSession: async (_session, token) => {
      await send('POST', 'logout?scope=local', undefined, token, anonKey);
    },
  };
};
