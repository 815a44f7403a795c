/** Who can get at an account: whether its address is its person's own, and what of what lets others in is kept after a reset. */
import {
  type AccountAccess,
  endAccess,
  proveAddress,
  readAccountAccess,
  readAccountAddress,
  sendAddressProof,
} from '@wattershed/contracts';
import type { TakeAllowance } from '../../platform/allowance.ts';
import type { Sql } from '../../platform/db.ts';
import { ProblemError } from '../../platform/problem.ts';
import type { Serve } from '../../platform/serve.ts';

/** How an address is proved by whoever is in its account; null where no mail can be sent, or another provider proves addresses. */
export interface AddressProof {
  readonly send: (userId: string) => Promise<unknown>;
  /** Whether the token is of the mail. */
  readonly accept: (userId: string, token: string) => Promise<boolean>;
}

export interface AccessDeps {
  readonly sql: Sql;
  readonly takeAllowance: TakeAllowance;
  readonly proof: AddressProof | null;
}

const mails = { kind: 'proof-mail', count: 3, seconds: 900 };
const tries = { kind: 'proof', count: 30, seconds: 900 };

export const accessRoutes = (serve: Serve, { sql, takeAllowance, proof }: AccessDeps): void => {
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
