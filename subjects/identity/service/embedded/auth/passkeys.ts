/** Passkeys: a finger, a face or a key instead of address and password. What one has and who one is at once, so no further code is asked for. */
import { randomUUID } from 'node:crypto';
import type * as webAuthnLibrary from '@simplewebauthn/server';
import type { Sql } from 'postgres';
import { isUuid } from '#kernel/db.ts';
import { AuthError, invalid } from './auth-error.ts';
import type { AuthCall, Outcome, Routes } from './auth-server.ts';
import { type Caller, demandFresh, type Sessions } from './auth-sessions.ts';

interface PasskeyDeps {
  readonly sql: Sql;
  readonly sessions: Sessions;
}

interface Credential {
  readonly id: string;
  readonly user_id: string;
  readonly credential_id: string;
  readonly public_key: Uint8Array<ArrayBuffer>;
  readonly sign_count: string;
  readonly transports: string[];
  readonly friendly_name: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
}

type WebAuthn = typeof webAuthnLibrary;
type Registration = Parameters<WebAuthn['verifyRegistrationResponse']>[0]['response'];
type Authentication = Parameters<WebAuthn['verifyAuthenticationResponse']>[0]['response'];

/** Some megabytes, which come when somebody has a passkey. */
const webauthn = (): Promise<WebAuthn> => import('@simplewebauthn/server');

const challengeS = 300;
const maxPasskeys = 20;
const maxName = 80;
const rpName = 'Wattershed';

const refused = (words: string): AuthError => new AuthError(422, 'mfa_verification_failed', words);
const expired = (): AuthError => new AuthError(422, 'webauthn_challenge_expired', 'This took too long: try again');
const unknown = (): AuthError => new AuthError(404, 'mfa_factor_not_found', 'Passkey not found');
const listed = (one: Credential) => ({
  id: one.id,
  friendly_name: one.friendly_name || undefined,
  created_at: one.created_at,
  last_used_at: one.last_used_at ?? undefined,
});

export const passkeyRoutes = ({ sql, sessions }: PasskeyDeps): Routes => {
  const keysOf = (userId: string) => sql<Credential[]>`
    select * from auth.webauthn_credentials where user_id = ${userId} order by created_at`;

  const begin = async (
    userId: string | null,
    challenge: string,
  ): Promise<{ challenge_id: string; expires_at: number }> => {
    const id = randomUUID();
    await sql`delete from auth.webauthn_challenges where created_at < now() - interval '1 hour'`;
    await sql`insert into auth.webauthn_challenges (id, user_id, challenge) values (${id}, ${userId}, ${challenge})`;
    return { challenge_id: id, expires_at: Math.floor(Date.now() / 1000) + challengeS };
  };

  /** Each serves once, to whom it was given. */
  const take = async (call: AuthCall, userId: string | null): Promise<string> => {
    const id = call.text('challenge_id');
    if (!isUuid(id)) throw expired();
    const [row] = await sql<{ challenge: string }[]>`
      delete from auth.webauthn_challenges where id = ${id} and user_id is not distinct from ${userId}
        and created_at > now() - make_interval(secs => ${challengeS}) returning challenge`;
    if (!row) throw expired();
    return row.challenge;
  };

  /** As a browser makes it, or else the check of its signature fails. */
  const credentialIn = ({ body }: AuthCall): Registration & Authentication => {
    const { credential } = body;
    if (typeof credential !== 'object' || credential === null)
      throw invalid('credential: what the browser answered is missing');
    return credential as Registration & Authentication;
  };

  const registrationOptions = async (call: AuthCall): Promise<Outcome> => {
    const caller = await call.caller();
    demandFresh(caller);
    const known = await keysOf(caller.user.id);
    if (known.length >= maxPasskeys)
      throw new AuthError(422, 'too_many_enrolled_mfa_factors', 'There are too many passkeys: remove one first');
    const { generateRegistrationOptions } = await webauthn();
    const options = await generateRegistrationOptions({
      rpName,
      rpID: new URL(call.site).hostname,
      userName: caller.user.email || caller.user.id,
      userID: new TextEncoder().encode(caller.user.id),
      attestationType: 'none',
      excludeCredentials: known.map(({ credential_id: id }) => ({ id })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    return { body: { ...(await begin(caller.user.id, options.challenge)), options } };
  };

  const register = async (call: AuthCall): Promise<Outcome> => {
    const caller = await call.caller();
    const expectedChallenge = await take(call, caller.user.id);
    const { verifyRegistrationResponse } = await webauthn();
    const checked = await verifyRegistrationResponse({
      response: credentialIn(call),
      expectedChallenge,
      expectedOrigin: call.site,
      expectedRPID: new URL(call.site).hostname,
      requireUserVerification: true,
    }).catch((error: Error) => {
      throw refused(error.message);
    });
    if (!checked.verified) throw refused('The passkey could not be verified');
    const { credential, credentialBackedUp } = checked.registrationInfo;
    const [made] = await sql<Credential[]>`
      insert into auth.webauthn_credentials (id, user_id, credential_id, public_key, sign_count, transports, backed_up)
      values (${randomUUID()}, ${caller.user.id}, ${credential.id}, ${Buffer.from(credential.publicKey)}, ${credential.counter},
        ${sql.json(credential.transports ?? [])}, ${credentialBackedUp})
      on conflict (credential_id) do nothing returning *`;
    if (!made) throw new AuthError(422, 'identity_already_exists', 'This passkey is somebody’s already');
    return { body: listed(made) };
  };

  const signIn = async (call: AuthCall): Promise<Outcome> => {
    const expectedChallenge = await take(call, null);
    const response = credentialIn(call);
    const id: unknown = response.id;
    const [key] =
      typeof id === 'string'
        ? await sql<Credential[]>`select * from auth.webauthn_credentials where credential_id = ${id}`
        : [];
    if (!key) throw new AuthError(400, 'invalid_credentials', 'No account has this passkey');
    const { verifyAuthenticationResponse } = await webauthn();
    const checked = await verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin: call.site,
      expectedRPID: new URL(call.site).hostname,
      requireUserVerification: true,
      credential: { id: key.credential_id, publicKey: new Uint8Array(key.public_key), counter: Number(key.sign_count) },
    }).catch((error: Error) => {
      throw refused(error.message);
    });
    if (!checked.verified) throw refused('The passkey could not be verified');
    await sql`update auth.webauthn_credentials set sign_count = ${checked.authenticationInfo.newCounter}, last_used_at = now() where id = ${key.id}`;
    const opened = await sessions.open({ id: key.user_id }, 'webauthn', call.userAgent);
    return { body: opened, opened };
  };

  const own = async (call: AuthCall): Promise<{ caller: Caller; id: string | null }> => ({
    caller: await call.caller(),
    id: call.url.searchParams.get('id'),
  });

  return {
    'POST passkeys/registration/options': { limit: 'change', run: registrationOptions },
    'POST passkeys/registration/verify': { limit: 'change', run: register },
    'POST passkeys/authentication/options': {
      limit: 'change',
      run: async (call) => {
        const { generateAuthenticationOptions } = await webauthn();
        const options = await generateAuthenticationOptions({
          rpID: new URL(call.site).hostname,
          userVerification: 'required',
        });
        return { body: { ...(await begin(null, options.challenge)), options } };
      },
    },
    'POST passkeys/authentication/verify': { limit: 'verify', run: signIn },
    'GET passkeys': { run: async (call) => ({ body: (await keysOf((await call.caller()).user.id)).map(listed) }) },
    'PATCH passkeys/:id': {
      limit: 'change',
      run: async (call) => {
        const { caller, id } = await own(call);
        const [named] = await sql<Credential[]>`
          update auth.webauthn_credentials set friendly_name = ${call.text('friendly_name').slice(0, maxName)}, updated_at = now()
          where id = ${id} and user_id = ${caller.user.id} returning *`;
        if (!named) throw unknown();
        return { body: listed(named) };
      },
    },
    'DELETE passkeys/:id': {
      limit: 'change',
      run: async (call) => {
        const { caller, id } = await own(call);
        demandFresh(caller);
        const gone = await sql`delete from auth.webauthn_credentials where id = ${id} and user_id = ${caller.user.id}`;
        if (gone.count === 0) throw unknown();
        return { status: 204 };
      },
    },
  };
};
