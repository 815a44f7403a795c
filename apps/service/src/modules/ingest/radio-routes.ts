/** `POST /api/v1/wmbus`: what wmbusmeters hears of a radio meter, as it writes it. */
import type { FastifyInstance } from 'fastify';
import { ProblemError } from '../../platform/problem.ts';
import { tokenOf } from './ingest-tokens.ts';
import type { Ingest } from './take-readings.ts';

/** What `main` gives: the wire format. Wh or mL, seconds since 1970; null: nothing of use in it. */
export type ReadRadioMeter = (
  telegram: unknown,
) => { readonly meter: string; readonly at: number | null; readonly value: number } | null;

export interface RadioDeps {
  readonly ingest: Pick<Ingest, 'take'>;
  readonly readMeter: ReadRadioMeter;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export const radioRoutes = (app: FastifyInstance, { ingest, readMeter, now }: RadioDeps): void => {
  app.post('/api/v1/wmbus', async (request) => {
    const token = tokenOf(request);
    const telegrams = Array.isArray(request.body) ? request.body : [request.body];
    const heard = telegrams.map(readMeter).filter((one) => one !== null);
    if (heard.length === 0)
      throw new ProblemError('body-malformed', 'The body is no telegram of a water or electricity meter with a total');
    const sent = heard.map(({ meter, at, value }, index) => {
      return { index, meter, at: at ?? Math.floor(now() / 1000), value, spanS: null };
    });
    return ingest.take(token, { sent, rejected: [], count: sent.length });
  });
};
