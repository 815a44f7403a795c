/** From a proven person to a session of the account that is theirs here. */
import { z } from 'zod';
import type { Sql, Transaction } from '#kernel/db.ts';
import type { Allowance, TakeAllowance } from '#kernel/http/client-address.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import type { IdentitySession } from '../contract/identity.ts';

/** Whether an account that was found by its address leads nobody else in. From then on nobody else takes it, until it is kept whose it is. */
export type TakeAccount = (userId: string) => Promise<boolean>;

/** Finds or makes the account and opens a session of it. An address that is not proved is never looked for. */
export type OpenSession = (
  person: ProvenPerson,
  userAgent: string | null,
  takeAccount: TakeAccount,
) => Promise<IdentitySession>;

interface SessionsDeps {
  readonly sql: Sql;
  readonly openSession: OpenSession;
  readonly takeAllowance: TakeAllowance;
  readonly guestsPerHour: number;
  readonly signUpsPerHour: number;
  /** How long a newcomer waits for their turn before they are refused. */
  readonly turnWithinMs?: number;
}

interface Visitor {
  /** A keyed hash. */
  readonly address: string;
  readonly userAgent: string | null;
}

type EnterAs = (identity: ProvenIdentity, visitor: Visitor) => Promise<IdentitySession>;

const provider = 'firebase';
/** Each holds a connection while the backend makes an account, which a hosted one may take long for. */
const firstAtOnce = 2;

const inLine = (count: number, withinMs: number) => {
  const waiting: (() => void)[] = [];
  let free = count;
  const turn = () =>
    new Promise<void>((resolve, reject) => {
      const go = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(go), 1);
        reject(new ProblemError('rate-limited', undefined, 5));
      }, withinMs);
      waiting.push(go);
    });
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1;
    else await turn();
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
};
const hourS = 3600;

export const createEnterAs = (deps: SessionsDeps): EnterAs => {
  const { sql, openSession, takeAllowance, guestsPerHour, signUpsPerHour, turnWithinMs = 5000 } = deps;
  const inOrder = inLine(firstAtOnce, turnWithinMs);

  const linked = async (on: Sql | Transaction, subject: string): Promise<{ user_id: string | null } | undefined> => {
    const [row] = await on<
      { user_id: string | null }[]
    >`select * from private.linked_identity(${provider}, ${subject})`;
    return row;
  };

  const takeFor =
    (on: Sql | Transaction): TakeAccount =>
    async (userId) => {
      const [row] = await on<{ free: boolean }[]>`select private.take_account(${provider}, ${userId}) as free`;
      return row?.free ?? false;
    };

  const newcomers = ({ isAnonymous }: ProvenIdentity['person']): Allowance =>
    isAnonymous
      ? { kind: 'identity-guest', count: guestsPerHour, seconds: hourS }
      : { kind: 'identity-sign-up', count: signUpsPerHour, seconds: hourS };

  const enterFirst = async ({ subject, person }: ProvenIdentity, { address, userAgent }: Visitor) => {
    await takeAllowance(newcomers(person), address);
    const settle = async (tx: Transaction) => {
      await tx`select private.take_identity(${provider}, ${subject})`;
      const userId = (await linked(tx, subject))?.user_id ?? null;
      const opened = await openSession({ ...person, subject, userId }, userAgent, takeFor(tx));
      // Where this fails, the next try finds the account again.
      if (userId === null) await tx`select private.link_identity(${provider}, ${subject}, ${opened.user.id})`;
      return opened;
    };
    return inOrder(async () => sql.begin(settle));
  };

  return async (identity, visitor) => {
    const { subject, person } = identity;
    const known = await linked(sql, subject);
    if (!known) return enterFirst(identity, visitor);
    if (known.user_id !== null)
      return openSession({ ...person, subject, userId: known.user_id }, visitor.userAgent, takeFor(sql));
    await sql`select private.forget_ended_identity(${provider}, ${subject})`;
    throw new ProblemError('account-ended');
  };
};

// What the claims of a Firebase token prove of a person.

/** Somebody whom another provider of identity has let in. */
export interface ProvenPerson {
  /** Who they are at the other provider. */
  readonly subject: string;
  /** The account that was opened for them before; null: found by what is proved below, or made. */
  readonly userId: string | null;
  /** Only an address that the provider says is theirs. */
  readonly email: string | null;
  readonly phone: string | null;
  readonly displayName: string;
  /** Signed in without saying who they are: a guest here. */
  readonly isAnonymous: boolean;
}

interface ProvenIdentity {
  readonly subject: string;
  readonly person: Omit<ProvenPerson, 'subject' | 'userId'>;
}

/** Throws `not-authenticated` for a token that proves nothing, `identity-unavailable` where that cannot be told. */
export type VerifyIdentity = (token: string) => Promise<ProvenIdentity>;

/** Clocks differ. */
export const skewS = 60;

const claims = z.object({
  sub: z.string().min(1).max(128),
  iat: z.number(),
  auth_time: z.number(),
  name: z.string().optional(),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
  phone_number: z.string().optional(),
  firebase: z.object({ sign_in_provider: z.string() }),
});

export const issuerOf = (project: string): string => `https://securetoken.google.com/${project}`;

/** Of a token whose signature, issuer, audience and end were looked at. Throws when it is not one of Firebase's. */
export const readClaims = (payload: unknown, nowS: number): ProvenIdentity => {
  const { sub, iat, auth_time: signedInAt, ...told } = claims.parse(payload);
  if (iat > nowS + skewS || signedInAt > nowS + skewS) throw new Error('from the future');
  return {
    subject: sub,
    person: {
      email: told.email_verified === true && told.email ? told.email : null,
      phone: told.phone_number ?? null,
      displayName: (told.name ?? '').slice(0, 80),
      isAnonymous: told.firebase.sign_in_provider === 'anonymous',
    },
  };
};
