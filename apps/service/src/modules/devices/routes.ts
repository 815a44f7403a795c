/** Ingest tokens and readings that wait for a decision. Devices themselves go through the table API. */
import { createTokenBody, type QuarantineAnswer } from '@wattershed/contracts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Sql } from '../../platform/db.ts';
import type { Authenticate } from '../../platform/person.ts';
import { parse } from '../../platform/parse.ts';
import { ProblemError } from '../../platform/problem.ts';
import { newToken } from '../ingest/index.ts';

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

const idParam = z.object({ id: z.coerce.number().int().positive() });
const householdQuery = z.object({ household: z.uuid().optional() });

export const deviceRoutes = (app: FastifyInstance, { sql, authenticate, forgetTokens }: DeviceDeps): void => {
  app.post('/api/v1/tokens', async (request, reply) => {
    const person = await authenticate(request);
    const body = parse(createTokenBody, request.body ?? {}, 'body-malformed');
    const { token, hash, hint } = newToken();
    const [row] = await sql<{ id: number }[]>`
      select id from private.add_token(${person.sub}, ${body.household ?? null}, ${body.name}, ${hash}, ${hint})`;
    if (!row) throw new ProblemError('forbidden');
    return reply.code(201).send({ id: String(row.id), name: body.name, hint, token });
  });

  app.delete('/api/v1/tokens/:id', async (request, reply) => {
    const person = await authenticate(request);
    const { id } = parse(idParam, request.params, 'query-invalid');
    const [row] = await sql<{ gone: boolean }[]>`select private.revoke_token(${person.sub}, ${id}) as gone`;
    if (!row?.gone) throw new ProblemError('not-found');
    forgetTokens();
    return reply.code(204).send();
  });

  app.get('/api/v1/quarantine', async (request) => {
    const person = await authenticate(request);
    const { household } = parse(householdQuery, request.query, 'query-invalid');
    const rows = await sql<QuarantinedRow[]>`
      select * from private.quarantined(${person.sub}, ${household ?? null})`;
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
