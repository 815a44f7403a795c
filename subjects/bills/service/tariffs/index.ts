/** The library of tariffs, checking and entering them, and files of a market. Deleting goes through the table API. */
import type { FastifyInstance } from 'fastify';
import type { TakeAllowance } from '#kernel/http/client-address.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import { createServe } from '#kernel/http/serve.ts';
import type { Authenticate } from '#kernel/people/person.ts';
import { readPriceSeries, sendPrices } from '../../contract/prices.ts';
import {
  changeTariff,
  checkTariff,
  compareTariffs,
  enterTariffs,
  readLibraryTariff,
  readTariffFormat,
  readTariffLibrary,
} from '../../contract/tariffs.ts';
import { readUrdb } from '../../contract/urdb.ts';
import type { Tariffs } from './household-tariffs.ts';

export { createTariffs } from './household-tariffs.ts';
export { readTariffLibrary } from './tariff-library.ts';
export { keepPrices, marketRows } from './market-files.ts';

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

export const tariffRoutes = (
  app: FastifyInstance,
  { tariffs, authenticate, takeAllowance }: TariffRoutesDeps,
): void => {
  const serve = createServe(app, authenticate);

  serve(readTariffLibrary, () => tariffs.list());

  serve(readLibraryTariff, ({ params }) => {
    const text = tariffs.textOf(params.id);
    if (text === null) throw new ProblemError('not-found');
    return { text };
  });

  serve(readTariffFormat, ({ reply }) => {
    reply.type('text/plain; charset=utf-8');
    return tariffs.guide();
  });

  serve(checkTariff, async ({ person, body: { household, tariff } }) => {
    await takeAllowance(checksPerHour, person.sub);
    return tariffs.check(person.sub, household, tariff);
  });

  serve(enterTariffs, async ({ person, body: { household, validFrom, tariffs: given } }) => ({
    ids: await tariffs.enter(person.sub, household, validFrom, given),
  }));

  serve(compareTariffs, async ({ person, body: { household, tariffs: given } }) => {
    await takeAllowance(comparisonsPerHour, person.sub);
    return tariffs.compare(person.sub, household, given);
  });

  serve(changeTariff, ({ person, params, body: { household, validFrom, tariff } }) =>
    tariffs.change(person.sub, household, params.id, validFrom, tariff),
  );

  serve(readPriceSeries, ({ person, query }) => tariffs.series(person.sub, query.household));

  serve(sendPrices, async ({ person, query: { preview, ...query }, body }) => {
    await takeAllowance(priceFilesPerHour, person.sub);
    return tariffs.takePrices(person.sub, { ...query, text: body.toString(), isPreview: preview === 'true' });
  });

  serve(readUrdb, async ({ person, body }) => {
    await takeAllowance(priceFilesPerHour, person.sub);
    return tariffs.fromUrdb(body.toString());
  });
};
