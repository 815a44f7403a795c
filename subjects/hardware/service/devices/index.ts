/** Ingest tokens and readings that wait for a decision. Devices themselves go through the table API. */
import {
  makeIngestToken,
  type QuarantineAnswer,
  readQuarantine,
  revokeIngestToken,
} from '#subjects/identity/contract/tokens.ts';
import type { FastifyInstance } from 'fastify';
import type { Sql } from '#kernel/db.ts';
import type { Authenticate } from '#kernel/people/person.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import { createServe } from '#kernel/http/serve.ts';
import { newToken } from '#subjects/readings/service/ingest/index.ts';

export interface DeviceDeps {
  readonly sql: Sql;
  readonly authenticate: Authenticate;
  readonly forgetTokens: () => void;
}

interface QuarantinedRow {
  readonly id: number;
  readonly meter_id: number;
  readonly at: Date;
  readonly value: number;
  readonly last_value: number | null;
  readonly reason: QuarantineAnswer['readings'][number]['reason'];
}

export const deviceRoutes = (app: FastifyInstance, { sql, authenticate, forgetTokens }: DeviceDeps): void => {
  const serve = createServe(app, authenticate);

  serve(makeIngestToken, async ({ person, body }) => {
    const { token, hash, hint } = newToken();
    const [row] = await sql<{ id: number }[]>`
      select id from private.add_token(${person.sub}, ${body.household ?? null}, ${body.name}, ${hash}, ${hint})`;
    if (!row) throw new ProblemError('forbidden');
    return { id: String(row.id), name: body.name, hint, token };
  });

  serve(revokeIngestToken, async ({ person, params }) => {
    const [row] = await sql<{ gone: boolean }[]>`select private.revoke_token(${person.sub}, ${params.id}) as gone`;
    if (!row?.gone) throw new ProblemError('not-found');
    forgetTokens();
  });

  serve(readQuarantine, async ({ person, query }) => {
    const rows = await sql<QuarantinedRow[]>`
      select * from private.quarantined(${person.sub}, ${query.household ?? null})`;
    const readings = rows.map((row) => ({
      id: String(row.id),
      meterId: String(row.meter_id),
      at: row.at.toISOString(),
      value: row.value,
      lastValue: row.last_value,
      reason: row.reason,
    }));
    return { readings };
  });
};
