/** Files of outdoor temperatures, and what is kept of them. Deleting goes through the table API. */
import { readTemperatures, sendTemperatures } from '../../contract/weather.ts';
import type { FastifyInstance } from 'fastify';
import type { TakeAllowance } from '#kernel/http/client-address.ts';
import type { Authenticate } from '#kernel/people/person.ts';
import { createServe } from '#kernel/http/serve.ts';
import type { Weather } from './household-temperatures.ts';

export { createWeather, saveTemperatures } from './household-temperatures.ts';

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
