/** Readings that are sent one batch after another: their bodies are parsed by hand. */
import { sendReadings } from '@wattershed/contracts';
import { ProblemError } from '../../platform/problem.ts';
import type { Serve } from '../../platform/serve.ts';
import { parseReadings } from './parse-readings.ts';
import type { Ingest } from './take-readings.ts';

export const ingestRoutes = (serve: Serve, ingest: Ingest): void =>
  serve(sendReadings, ({ token, body }) => {
    if (body.length === 0) throw new ProblemError('body-malformed', 'The body is empty');
    return ingest.take(token, parseReadings(body));
  });
