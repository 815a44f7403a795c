/** `/api/v1/temperatures`: files of outdoor temperatures, and what is kept of them. Deleting goes through the table API. */
import { temperaturesQuery } from '@wattershed/contracts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { TakeAllowance } from '../../platform/allowance.ts';
import { parse } from '../../platform/parse.ts';
import type { Authenticate } from '../../platform/person.ts';
import type { Weather } from './weather.ts';

export interface WeatherRoutesDeps {
  readonly weather: Weather;
  readonly authenticate: Authenticate;
  readonly takeAllowance: TakeAllowance;
}

const filesPerHour = { kind: 'temperature-files', count: 120, seconds: 3600 };
/** More than ten years of hours. */
const mostBytes = 10_000_000;
const householdQuery = z.object({ household: z.uuid().optional() });

export const weatherRoutes = (
  app: FastifyInstance,
  { weather, authenticate, takeAllowance }: WeatherRoutesDeps,
): void => {
  app.get('/api/v1/temperatures', async (request, reply) => {
    const person = await authenticate(request);
    const { household } = parse(householdQuery, request.query, 'query-invalid');
    return reply.header('cache-control', 'no-store').send(await weather.kept(person.sub, household));
  });

  // As bytes whatever they are called: the file may be packed.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: mostBytes }, (_request, body, done) =>
      done(null, body),
    );
    scope.post('/api/v1/temperatures', async (request) => {
      const person = await authenticate(request);
      const { household, unit, preview } = parse(temperaturesQuery, request.query, 'query-invalid');
      await takeAllowance(filesPerHour, person.sub);
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      return weather.take(person.sub, { household, unit, bytes, isPreview: preview === 'true' });
    });
  });
};
