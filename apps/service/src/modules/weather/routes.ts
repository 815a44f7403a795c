/** Files of outdoor temperatures, and what is kept of them. Deleting goes through the table API. */
import { readTemperatures, sendTemperatures } from '@wattershed/contracts';
import type { FastifyInstance } from 'fastify';
import type { TakeAllowance } from '../../platform/allowance.ts';
import type { Authenticate } from '../../platform/person.ts';
import { createServe } from '../../platform/serve.ts';
import type { Weather } from './weather.ts';

export interface WeatherRoutesDeps {
  readonly weather: Weather;
  readonly authenticate: Authenticate;
  readonly takeAllowance: TakeAllowance;
}

const filesPerHour = { kind: 'temperature-files', count: 120, seconds: 3600 };

export const weatherRoutes = (
  app: FastifyInstance,
  { weather, authenticate, takeAllowance }: WeatherRoutesDeps,
): void => {
  const serve = createServe(app, authenticate);

  serve(readTemperatures, ({ person, query }) => weather.kept(person.sub, query.household));

  serve(sendTemperatures, async ({ person, query: { household, unit, preview }, body }) => {
    await takeAllowance(filesPerHour, person.sub);
    return weather.take(person.sub, { household, unit, bytes: body, isPreview: preview === 'true' });
  });
};
