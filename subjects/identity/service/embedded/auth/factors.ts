/** The second factor: codes of an app, codes for when the app is lost, devices that are trusted for a month, and the slow way back in. */
import { randomInt, randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Sql } from 'postgres';
import { isUuid } from '#kernel/db.ts';
import { createSeal } from '#kernel/seal.ts';
import { renderSVG } from 'uqr';
import { AuthError } from './auth-error.ts';
import type { Outcome, Routes, AuthCall } from './auth-server.ts';
import { hashOf, type Proofs } from './proofs.ts';
import type { KnownDevices } from './known-devices.ts';
import { type Caller, demandFresh, type Sessions } from './auth-sessions.ts';
import type { Passwords } from './passwords.ts';
import { hasFactor } from './users.ts';

export interface FactorDeps {
  readonly sql: Sql;
  readonly sessions: Sessions;
  readonly proofs: Proofs;
  readonly devices: KnownDevices;
  /** A recovery code is short enough to be guessed by who has its hash: it is kept as a password is. */
  readonly passwords: Pick<Passwords, 'hash'>;
  readonly secret: string;
  readonly now: () => number;
}

interface FactorRow {
  readonly id: string;
  readonly status: 'unverified' | 'verified';
  readonly secret: string;
}

const periodS = 30;
const challengeS = 300;
const maxFactors = 10;
const recoveryCodes = 10;
const recoveryName = 'Recovery codes';

const noFactor = (): AuthError => new AuthError(404, 'mfa_factor_not_found', 'Factor not found');
const wrongCode = (words = 'Invalid TOTP code entered'): AuthError =>
  new AuthError(422, 'mfa_verification_failed', words);
const tooLow = (words: string): AuthError => new AuthError(403, 'insufficient_aal', words);

/** A code is read aloud and typed: no vowels, and nothing that looks like something else. */
const alphabet = '23456789BCDFGHJKMNPQRTVWXZ';
const newCode = (): string => {
  const letters = Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
};
const tidyCode = (said: string): string =>
  said
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/^(.{5})/, '$1-');

export const factorRoutes = ({ sql, sessions, proofs, devices, passwords, secret, now }: FactorDeps): Routes => {
  const seal = createSeal('second factors', secret);

  const read = async (caller: Caller, id: string | null): Promise<FactorRow> => {
    const [row] = await sql<FactorRow[]>`
      select id, status, secret from auth.mfa_factors
      where id = ${id} and user_id = ${caller.user.id} and factor_type = 'totp'`;
    if (!row) throw noFactor();
    return row;
  };
  const idOf = ({ url }: AuthCall): string | null => url.searchParams.get('id');

  const enroll = async (call: AuthCall): Promise<Outcome> => {
    const caller = await call.caller();
    const kind = call.text('factor_type');
    if (kind !== 'totp') {
      const named = ['phone', 'webauthn'].includes(kind) ? kind : 'totp';
      throw new AuthError(422, `mfa_${named}_enroll_not_enabled`, `MFA enroll is disabled for ${named}`);
    }
    demandFresh(caller);
    const name = call.text('friendly_name').slice(0, 80);
    await sql`delete from auth.mfa_factors where user_id = ${caller.user.id} and status = 'unverified' and created_at < now() - interval '5 minutes'`;
    if (caller.user.factors.length >= maxFactors)
      throw new AuthError(
        422,
        'too_many_enrolled_mfa_factors',
        'Maximum number of verified factors reached, unenroll to continue',
      );
    if (caller.user.factors.some((one) => one.friendly_name === name && name !== ''))
      throw new AuthError(
        422,
        'mfa_factor_name_conflict',
        `A factor with the friendly name "${name}" for this user already exists`,
      );
    const id = randomUUID();
    const shared = new Secret({ size: 20 });
    const issuer = call.text('issuer').slice(0, 80) || 'Wattershed';
    const uri = new TOTP({
      issuer,
      label: caller.user.email ?? caller.user.id,
      secret: shared,
      period: periodS,
    }).toString();
    await sql`insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret)
      values (${id}, ${caller.user.id}, ${name || null}, 'totp', 'unverified', ${seal.seal(shared.base32)})`;
    return {
      body: { id, type: 'totp', friendly_name: name, totp: { qr_code: renderSVG(uri), secret: shared.base32, uri } },
    };
  };

  const challenge = async (call: AuthCall): Promise<Outcome> => {
    const caller = await call.caller();
    const factor = await read(caller, idOf(call));
    const id = randomUUID();
    await sql`delete from auth.mfa_challenges where factor_id = ${factor.id} and created_at < now() - make_interval(secs => ${challengeS})`;
    await sql`insert into auth.mfa_challenges (id, factor_id) values (${id}, ${factor.id})`;
    return { body: { id, type: 'totp', expires_at: Math.floor(now() / 1000) + challengeS } };
  };

  /** Each code once, and none older than one already taken. */
  const takeCode = async (factor: FactorRow, code: string): Promise<void> => {
    const shared = seal.open(factor.secret);
    if (shared === null) throw wrongCode('This app is known no more: come in with a recovery code, and add it again');
    const totp = new TOTP({ secret: Secret.fromBase32(shared), period: periodS });
    const delta = totp.validate({ token: code.replace(/\s/g, ''), window: 1, timestamp: now() });
    if (delta === null) throw wrongCode();
    const step = Math.floor(now() / 1000 / periodS) + delta;
    const taken = await sql`update auth.mfa_factors set last_step = ${step}
      where id = ${factor.id} and (last_step is null or last_step < ${step})`;
    if (taken.count === 0) throw wrongCode('This code was used already: wait for the next one');
  };

  /** Whoever is in without the new factor comes in anew; what was begun and not finished goes. */
  const settle = async (caller: Caller, factor: FactorRow): Promise<void> => {
    await sql.begin(async (tx) => {
      await tx`update auth.mfa_factors set status = 'verified', updated_at = now() where id = ${factor.id}`;
      await tx`delete from auth.mfa_factors where user_id = ${caller.user.id} and status = 'unverified'`;
      await tx`delete from auth.sessions where user_id = ${caller.user.id} and id <> ${caller.session} and coalesce(aal, 'aal1') <> 'aal2'`;
    });
  };

  const verify = async (call: AuthCall): Promise<Outcome> => {
    const caller = await call.caller();
    const factor = await read(caller, idOf(call));
    const challengeId = call.text('challenge_id');
    const open = isUuid(challengeId)
      ? await sql`select from auth.mfa_challenges where id = ${challengeId} and factor_id = ${factor.id} and verified_at is null
          and created_at > now() - make_interval(secs => ${challengeS})`
      : [];
    if (open.length === 0)
      throw new AuthError(
        422,
        'mfa_challenge_expired',
        `MFA challenge ${challengeId.slice(0, 40)} has expired, verify against another challenge or create a new challenge.`,
      );
    await takeCode(factor, call.text('code'));
    await sql`update auth.mfa_challenges set verified_at = now() where id = ${challengeId}`;
    if (factor.status === 'unverified') await settle(caller, factor);
    const opened = await sessions.raise(caller.session, 'totp', factor.id);
    return { body: opened, opened };
  };

  const remove = async (call: AuthCall): Promise<Outcome> => {
    const caller = await call.caller();
    const factor = await read(caller, idOf(call));
    if (factor.status === 'verified') demandFresh(caller);
    await dropFactor(sql, factor.id, caller.user.id);
    return { body: { id: factor.id } };
  };

  const recovery = async (caller: Caller): Promise<{ id: string; total: number; remaining: number } | undefined> => {
    const [row] = await sql<{ id: string; total: number; remaining: number }[]>`
      select f.id, count(c.*)::int as total, count(c.*) filter (where c.used_at is null)::int as remaining
      from auth.mfa_factors f left join auth.mfa_recovery_codes c on c.factor_id = f.id
      where f.user_id = ${caller.user.id} and f.factor_type = 'recovery_code' group by f.id`;
    return row;
  };

  /** One salt for a set, its random id: what somebody types is hashed once, and not for each code that is left. */
  const hashOfCode = (id: string, code: string): Promise<string> =>
    passwords.hash(code, Buffer.from(id.replaceAll('-', ''), 'hex'));

  /** A set of codes, which is told once. The one before is good no more. */
  const writeCodes = async (call: AuthCall, isAgain: boolean): Promise<Outcome> => {
    const caller = await call.caller();
    if (!hasFactor(caller.user))
      throw new AuthError(422, 'mfa_recovery_codes_sole_factor', 'Recovery codes need another factor first');
    demandFresh(caller);
    if (!isAgain && (await recovery(caller)))
      throw new AuthError(422, 'mfa_verified_factor_exists', 'There are recovery codes already: regenerate them');
    const codes = Array.from({ length: recoveryCodes }, newCode);
    const id = randomUUID();
    const hashes = await Promise.all(codes.map((code) => hashOfCode(id, code)));
    const name = call.text('friendly_name').slice(0, 80) || recoveryName;
    await sql.begin(async (tx) => {
      await tx`delete from auth.mfa_factors where user_id = ${caller.user.id} and factor_type = 'recovery_code'`;
      await tx`insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status) values (${id}, ${caller.user.id}, ${name}, 'recovery_code', 'verified')`;
      await tx`insert into auth.mfa_recovery_codes (factor_id, code_hash) select ${id}, unnest(${hashes}::text[])`;
    });
    return { body: { id, type: 'recovery_code', friendly_name: name, total: codes.length, codes } };
  };

  const useCode = async (call: AuthCall): Promise<Outcome> => {
    const caller = await call.caller();
    const known = await recovery(caller);
    if (!known) throw noFactor();
    const code = tidyCode(call.text('code'));
    // Sets of versions before are of SHA-256.
    const hashes = [await hashOfCode(known.id, code), hashOf(`${known.id} ${code}`)];
    const taken = await sql`update auth.mfa_recovery_codes set used_at = now()
      where factor_id = ${known.id} and code_hash = any(${hashes}::text[]) and used_at is null`;
    if (taken.count === 0) throw wrongCode('Invalid recovery code entered');
    const opened = await sessions.raise(caller.session, 'mfa/recovery_code', known.id);
    return { body: opened, opened };
  };

  return {
    'POST factors': { limit: 'change', run: enroll },
    'POST factors/:id/challenge': { limit: 'free', run: challenge },
    'POST factors/:id/verify': { limit: 'factor', run: verify },
    'DELETE factors/:id': { limit: 'change', run: remove },
    'GET factors/recovery-codes': {
      run: async (call) => {
        const known = await recovery(await call.caller());
        if (!known) throw noFactor();
        return { body: { ...known, type: 'recovery_code' } };
      },
    },
    'POST factors/recovery-codes': { limit: 'change', run: (call) => writeCodes(call, false) },
    'POST factors/recovery-codes/regenerate': { limit: 'change', run: (call) => writeCodes(call, true) },
    'POST factors/recovery-codes/verify': { limit: 'verify', run: useCode },
    'DELETE factors/recovery-codes': {
      limit: 'change',
      run: async (call) => {
        const caller = await call.caller();
        demandFresh(caller);
        const known = await recovery(caller);
        if (!known) throw noFactor();
        await sql`delete from auth.mfa_factors where id = ${known.id}`;
        return { body: { id: known.id } };
      },
    },
    // Our own: no hosted sign-in has these two.
    'POST factors/trust': {
      limit: 'change',
      run: async (call) => {
        const caller = await call.caller();
        if (caller.aal !== 'aal2') throw tooLow('AAL2 session is required to trust a device');
        return { status: 204, cookies: [devices.trustMark(caller.user, call.origin.startsWith('https:'))] };
      },
    },
    'POST factors/lost': {
      limit: 'mail',
      run: async (call) => {
        const caller = await call.caller();
        if (!hasFactor(caller.user)) throw noFactor();
        await proofs.loseFactor(caller.user, call.origin);
        return { body: {} };
      },
    },
  };
};

/** With the last of them the codes for when it is lost go too, and nobody is signed in by more than a password. */
const dropFactor = async (sql: Sql, id: string, userId: string): Promise<void> => {
  await sql.begin(async (tx) => {
    await tx`delete from auth.mfa_factors where id = ${id} and user_id = ${userId}`;
    await tx`update auth.sessions set aal = 'aal1', factor_id = null where user_id = ${userId} and factor_id = ${id}`;
    await tx`delete from auth.mfa_factors where user_id = ${userId} and factor_type = 'recovery_code'
      and not exists (select from auth.mfa_factors f where f.user_id = ${userId} and f.factor_type <> 'recovery_code' and f.status = 'verified')`;
  });
};
