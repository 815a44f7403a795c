/** A guest becomes a member; a person's visit is remembered, so that idle guests can be told from others. */
import {
  type AccountAccess,
  endAccess,
  endAccount,
  endingGraceDays,
  keepAccount,
  noteVisit,
  proveAddress,
  readAccountAccess,
  readAccountAddress,
  readAccountEnding,
  sendAddressProof,
  upgradeGuest as upgradeGuestEndpoint,
} from '../../contract/account.ts';
import {
  type AccountEvent,
  type AccountSessions,
  endOtherSessions,
  endSession,
  readAccountEvents,
  readSessions,
} from '../../contract/sessions.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { createTakeAllowance, type TakeAllowance } from '#kernel/http/client-address.ts';
import type { Database, Sql } from '#kernel/db.ts';
import type { Authenticate, Person } from '#kernel/people/person.ts';
import { readUserAgent } from '#kernel/people/user-agent.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import { createServe, type Serve } from '#kernel/http/serve.ts';
import { type ExportDeps, exportRoutes } from './export.ts';
import type { UpgradeGuest } from './upgrade-hosted.ts';

export { createHostedUpgrade } from './upgrade-hosted.ts';

export interface AccountDeps extends Pick<ExportDeps, 'documents'>, Partial<Pick<AccessDeps, 'proof'>> {
  readonly database: Database;
  readonly authenticate: Authenticate;
  /** Absent with a hosted backend whose service key we were not given. */
  readonly upgradeGuest: UpgradeGuest | null;
  readonly forgetSessions: () => void;
  readonly now: () => number;
}

export const accountRoutes = (
  app: FastifyInstance,
  { database, authenticate, upgradeGuest, proof = null, documents = null, forgetSessions, now }: AccountDeps,
): void => {
  const sql = database.engine;
  const takeAllowance = createTakeAllowance(sql);
  const serve = createServe(app, authenticate);
  endingRoutes(serve, sql);
  accessRoutes(serve, { sql, takeAllowance, proof });
  sessionRoutes(serve, { sql, forgetSessions });
  exportRoutes(serve, { database, takeAllowance, documents, now });

  serve(noteVisit, async ({ person }) => {
    await sql`select private.seen(${person.sub})`;
  });

  if (!upgradeGuest) return;
  serve(upgradeGuestEndpoint, async ({ person, body: { email, password } }) => {
    const result = await upgradeGuest(person.sub, email, password);
    if (!result.ok) throw new ProblemError(result.code);
    return result.sessionsEnded && { sessionsEnded: true };
  });
};

/** Who can get at an account: whether its address is its person's own, and what of what lets others in is kept after a reset. */

/** How an address is proved by whoever is in its account; null where no mail can be sent, or another provider proves addresses. */
interface AddressProof {
  readonly send: (userId: string) => Promise<unknown>;
  /** Whether the token is of the mail. */
  readonly accept: (userId: string, token: string) => Promise<boolean>;
}

interface AccessDeps {
  readonly sql: Sql;
  readonly takeAllowance: TakeAllowance;
  readonly proof: AddressProof | null;
}

const mails = { kind: 'proof-mail', count: 3, seconds: 900 };
const tries = { kind: 'proof', count: 30, seconds: 900 };

const accessRoutes = (serve: Serve, { sql, takeAllowance, proof }: AccessDeps): void => {
  serve(readAccountAddress, async ({ person }) => {
    const [row] = await sql<{ proved: boolean }[]>`select private.is_proved(${person.sub}) as proved`;
    return { isProved: row?.proved ?? false, canProve: proof !== null };
  });

  serve(sendAddressProof, async ({ person }) => {
    if (proof === null) throw new ProblemError('not-found');
    await takeAllowance(mails, person.sub);
    await proof.send(person.sub);
  });

  serve(proveAddress, async ({ person, body: { token } }) => {
    await takeAllowance(tries, person.sub);
    if (!(await proof?.accept(person.sub, token))) throw new ProblemError('proof-invalid');
  });

  serve(readAccountAccess, async ({ person }) => {
    const [row] = await sql<{ access: AccountAccess }[]>`select private.access_of(${person.sub}) as access`;
    return row?.access;
  });

  serve(endAccess, async ({ person, body }) => {
    await sql`select private.end_access(${person.sub}, ${JSON.stringify(body)}::text::jsonb)`;
  });
};

/** Where a person is signed in, and the end of one of these sessions, or of all but the one that asks. */

interface SessionDeps {
  readonly sql: Sql;
  /** Called when sessions have ended: nobody is believed on what was known of them. */
  readonly forgetSessions: () => void;
}

interface Row {
  readonly id: string;
  readonly made_at: Date;
  readonly used_at: Date;
  readonly user_agent: string | null;
}

const sessionsOf = async (sql: Sql, person: Person): Promise<AccountSessions> => {
  const rows = await sql<Row[]>`select id, made_at, used_at, user_agent from private.sessions_of(${person.sub})`;
  return {
    sessions: rows.map((row) => ({
      id: row.id,
      madeAt: row.made_at.toISOString(),
      usedAt: row.used_at.toISOString(),
      ...readUserAgent(row.user_agent),
      isThis: row.id === person.session,
    })),
  };
};

interface EventRow extends Pick<AccountEvent, 'kind' | 'name'> {
  readonly id: string;
  readonly at: Date;
  readonly user_agent: string | null;
}

const eventsAtOnce = 30;

const sessionRoutes = (serve: Serve, { sql, forgetSessions }: SessionDeps): void => {
  serve(readSessions, ({ person }) => sessionsOf(sql, person));

  serve(readAccountEvents, async ({ person, query }) => {
    const rows = await sql<EventRow[]>`
      select * from private.account_events_of(${person.sub}, ${query.before ?? null}, ${eventsAtOnce + 1})`;
    return {
      events: rows.slice(0, eventsAtOnce).map(({ id, at, kind, name, user_agent: agent }) => ({
        id: Number(id),
        at: at.toISOString(),
        kind,
        name,
        ...readUserAgent(agent),
      })),
      hasMore: rows.length > eventsAtOnce,
    };
  });

  serve(endOtherSessions, async ({ person: { sub, session } }) => {
    // Without a name of its own there is no telling which one to keep.
    if (session === null) throw new ProblemError('forbidden');
    await sql`select private.end_other_sessions(${sub}, ${session})`;
    forgetSessions();
  });

  serve(endSession, async ({ person, params }) => {
    const id = z.uuid().safeParse(params.id);
    const [row] = id.success
      ? await sql<{ ended: boolean }[]>`select private.end_session(${person.sub}, ${id.data}) as ended`
      : [];
    if (!row?.ended) throw new ProblemError('not-found');
    forgetSessions();
  });
};

/** The end of an account: what would go, asking for it, taking it back, and carrying out what is due. */
const endingRoutes = (serve: Serve, sql: Sql): void => {
  const factsOf = async (userId: string): Promise<string> => {
    const [row] = await sql<{ facts: string }[]>`select private.ending_facts(${userId}) as facts`;
    return row?.facts ?? '';
  };

  serve(readAccountEnding, ({ person }) => factsOf(person.sub));

  serve(endAccount, async ({ person, body }) => {
    const [row] = await sql<{ due: Date | null }[]>`
      select private.end_account(${person.sub}, ${JSON.stringify(body.heirs)}::text::jsonb, ${endingGraceDays}) as due`;
    if (!row?.due) throw new ProblemError('forbidden', 'heirs: not a member of a household of yours');
    return factsOf(person.sub);
  });

  serve(keepAccount, async ({ person }) => {
    await sql`select private.keep_account(${person.sub})`;
  });
};

/** Deletes the accounts whose days are over; answers how many. */
export const endDueAccounts = async (sql: Sql): Promise<number> => {
  const gone = await sql`select private.end_due_accounts()`;
  return gone.length;
};
