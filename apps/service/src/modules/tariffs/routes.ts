/** `/api/v1/tariffs`: the library, checking and entering; `/api/v1/prices`: files of a market. Deleting goes through the table API. */
import {
  changeTariffBody,
  checkTariffBody,
  compareTariffsBody,
  enterTariffsBody,
  pricesQuery,
} from '@wattershed/contracts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { TakeAllowance } from '../../platform/allowance.ts';
import { parse } from '../../platform/parse.ts';
import type { Authenticate } from '../../platform/person.ts';
import { ProblemError } from '../../platform/problem.ts';
import type { Tariffs } from './tariffs.ts';

export interface TariffRoutesDeps {
  readonly tariffs: Tariffs;
  readonly authenticate: Authenticate;
  readonly takeAllowance: TakeAllowance;
}

/** A form asks for its sample bill while it is filled in. */
const checksPerHour = { kind: 'tariff-checks', count: 1200, seconds: 3600 };
/** Each prices a year of quarter-hours under up to seven tariffs. */
const comparisonsPerHour = { kind: 'tariff-comparisons', count: 120, seconds: 3600 };
const priceFilesPerHour = { kind: 'price-files', count: 120, seconds: 3600 };
/** Two years of quarter-hours as ESIOS writes them. */
const mostPriceBytes = 25_000_000;
const householdQuery = z.object({ household: z.uuid().optional() });
const idParam = z.object({ id: z.uuid() });
const libraryParam = z.object({ id: z.string().max(80) });

export const tariffRoutes = (
  app: FastifyInstance,
  { tariffs, authenticate, takeAllowance }: TariffRoutesDeps,
): void => {
  app.get('/api/v1/tariffs/library', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').send(tariffs.list()),
  );

  app.get('/api/v1/tariffs/library/:id', async (request) => {
    const text = tariffs.textOf(parse(libraryParam, request.params, 'query-invalid').id);
    if (text === null) throw new ProblemError('not-found');
    return { text };
  });

  app.get('/api/v1/tariffs/format', async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=300')
      .header('content-type', 'text/plain; charset=utf-8')
      .send(tariffs.guide()),
  );

  app.post('/api/v1/tariffs/check', async (request) => {
    const person = await authenticate(request);
    const { household, tariff } = parse(checkTariffBody, request.body, 'body-malformed');
    await takeAllowance(checksPerHour, person.sub);
    return tariffs.check(person.sub, household, tariff);
  });

  app.post('/api/v1/tariffs', async (request, reply) => {
    const person = await authenticate(request);
    const { household, validFrom, tariffs: given } = parse(enterTariffsBody, request.body, 'body-malformed');
    return reply.code(201).send({ ids: await tariffs.enter(person.sub, household, validFrom, given) });
  });

  app.post('/api/v1/tariffs/compare', async (request) => {
    const person = await authenticate(request);
    const { household, tariffs: given } = parse(compareTariffsBody, request.body, 'body-malformed');
    await takeAllowance(comparisonsPerHour, person.sub);
    return tariffs.compare(person.sub, household, given);
  });

  app.get('/api/v1/prices', async (request, reply) => {
    const person = await authenticate(request);
    const { household } = parse(householdQuery, request.query, 'query-invalid');
    return reply.header('cache-control', 'no-store').send(await tariffs.series(person.sub, household));
  });

  // As text whatever it is: a file's own bytes, which its reader tells apart.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: mostPriceBytes }, (_request, body, done) =>
      done(null, body),
    );
    scope.post('/api/v1/prices', async (request) => {
      const person = await authenticate(request);
      const { household, series, per, tax, preview } = parse(pricesQuery, request.query, 'query-invalid');
      await takeAllowance(priceFilesPerHour, person.sub);
      const text = typeof request.body === 'string' ? request.body : '';
      return tariffs.takePrices(person.sub, { household, series, per, tax, text, isPreview: preview === 'true' });
    });

    scope.post('/api/v1/tariffs/urdb', async (request) => {
      const person = await authenticate(request);
      await takeAllowance(priceFilesPerHour, person.sub);
      return tariffs.fromUrdb(typeof request.body === 'string' ? request.body : '');
    });
  });

  app.put('/api/v1/tariffs/:id', async (request, reply) => {
    const person = await authenticate(request);
    const { id } = parse(idParam, request.params, 'query-invalid');
    const { household, validFrom, tariff } = parse(changeTariffBody, request.body, 'body-malformed');
    await tariffs.change(person.sub, household, id, validFrom, tariff);
    return reply.code(204).send();
  });
};
