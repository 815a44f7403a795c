import {
  type CheckedTariff,
  checkedTariff,
  comparedTariffs,
  enterTariffs,
  tariffLibrary,
} from '../../contract/tariffs.ts';
import { urdbAnswer } from '../../contract/urdb.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTakeAllowance } from '#kernel/http/client-address.ts';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { readPriceFile, readUrdb } from '#apps/service/testing/file-readers.ts';
import { createTariffs, readTariffLibrary, tariffRoutes } from './index.ts';
import { tariffFolder } from './testing-vectors.ts';

const now = Date.UTC(2026, 11, 2, 12);
let stage: Stage;
let app: FastifyInstance;
let home: SeededHome;
let stranger: SeededHome;
beforeAll(async () => {
  stage = await openStage(() => now);
  const library = await readTariffLibrary(tariffFolder);
  app = stage.http((http, deps) =>
    tariffRoutes(http, {
      tariffs: createTariffs({ sql: stage.sql, library, now: () => now, readPrices: readPriceFile, readUrdb }),
      authenticate: deps.authenticate,
      takeAllowance: createTakeAllowance(stage.sql),
    }),
  );
  home = await stage.seed.home('Europe/Madrid');
  stranger = await stage.seed.home('UTC');
});
afterAll(() => stage.end());

const flat = (rate: string, utility = 'electricity') => ({
  name: 'Flat',
  utility,
  currency: 'EUR',
  unit: utility === 'water' ? 'm3' : 'kWh',
  charges: [{ id: 'use', kind: 'use', rate }],
});

const send = async (person: SeededHome, method: 'POST' | 'PUT', path: string, payload: object) =>
  app.inject({ method, url: `/api/v1/tariffs${path}`, payload, headers: await stage.session(person.userId) });

const check = async (tariff: object, person = home): Promise<CheckedTariff> =>
  checkedTariff.parse((await send(person, 'POST', '/check', { tariff })).json());

const rows = () =>
  stage.seed
    .owner`select utility, valid_from::text as day, plan ->> 'name' as name, written, library_id, facts, revision
    from tariffs where household_id = ${home.household} order by valid_from, utility`;

describe('the library', () => {
  test('anybody may look: each with its source, and its text', async () => {
    const { tariffs, calendars } = tariffLibrary.parse((await app.inject('/api/v1/tariffs/library')).json());
    expect(calendars).toContainEqual({ id: 'es-2.0td', name: expect.objectContaining({ hi: expect.any(String) }) });
    expect(tariffs).toContainEqual(
      expect.objectContaining({ id: 'us-santa-monica-water-2018', utility: 'water', country: 'US', unit: 'HCF' }),
    );
    const text = await app.inject('/api/v1/tariffs/library/us-santa-monica-water-2018');
    expect(text.json()).toEqual({ text: expect.stringContaining('rate: 3.01') });
    expect((await app.inject('/api/v1/tariffs/library/nowhere')).statusCode).toBe(404);
  });
});

describe('checking', () => {
  test('a sound text is answered with a month of an example home, worked out line by line', async () => {
    const text =
      'name: Mine\nutility: electricity\ncurrency: EUR\nunit: kWh\ncharges:\n  - { id: use, kind: use, rate: 0.25 }\n';
    const answer = await check({ text });
    // 30 days of 8 kWh at 0.25.
    expect(answer).toMatchObject({
      ok: true,
      text,
      sample: { of: 'example', used: 240_000, total: '60.00', faults: [] },
      plan: { name: 'Mine', charges: [{ id: 'use', kind: 'use', rate: '0.25' }] },
    });
  });

  test('the household’s own use where there is some', async () => {
    const mains = await home.device('Mains', 'whole_home', 'electricity');
    const from = Date.UTC(2026, 10, 10) / 1000;
    await stage.send(
      home,
      Array.from({ length: 240 }, (_, i) => ({ meter: mains.key, at: from + i * 3600, spanS: 3600, value: 500 })),
    );
    expect(await check({ plan: flat('0.25') })).toMatchObject({
      ok: true,
      sample: { of: 'own', start: '2026-11-02', end: '2026-12-02', used: 120_000, total: '30.00' },
      text: expect.stringContaining('rate: 0.25'),
    });
  });

  test('what is missing is said, and is not free', async () => {
    const plan = {
      ...flat('0'),
      charges: [
        { id: 'energy', kind: 'use', market: { series: 'spot' } },
        { id: 'power', kind: 'capacity', per: 'year', rates: { P1: '30', P2: '2' } },
      ],
    };
    const answer = await check({ plan });
    expect(answer).toMatchObject({ ok: true, summary: { asksPower: ['P1', 'P2'], series: ['spot'] } });
    const faults = answer.ok ? answer.sample.faults.map(({ code, of }) => [code, of]) : [];
    expect(faults).toEqual([
      ['price-missing', 'spot'],
      ['capacity-missing', 'P1'],
      ['capacity-missing', 'P2'],
    ]);
    const known = await check({ plan, facts: { kW: { P1: '4.6', P2: '4.6' } } });
    expect(known.ok && known.sample.lines.map(({ kind, period }) => [kind, period])).toEqual([
      ['capacity', 'P1'],
      ['capacity', 'P2'],
    ]);
  });

  test('a wrong text is refused by line', async () => {
    const text =
      'name: Mine\nutility: electricity\ncurrency: EUR\nunit: kWh\ncharges:\n  - { id: use, kind: use, rat: 0.25 }\n';
    expect(await check({ text })).toEqual({
      ok: false,
      faults: expect.arrayContaining([
        { code: 'field-unknown', path: ['charges', 0, 'rat'], value: 'rat', suggest: 'rate', line: 6, column: 27 },
      ]),
    });
  });

  test('nobody without a session, and nothing that is no tariff', async () => {
    expect((await app.inject({ method: 'POST', url: '/api/v1/tariffs/check', payload: {} })).statusCode).toBe(401);
    expect((await send(home, 'POST', '/check', { tariff: {} })).json()).toMatchObject({ code: 'body-malformed' });
  });
});

describe('comparing', () => {
  test('the last twelve months under the own tariff and under others, as they stand today', async () => {
    const [home2, dear] = [await stage.seed.home('UTC'), flat('0.50')];
    const mains = await home2.device('Mains', 'whole_home', 'electricity');
    for (const month of [1, 5]) {
      const from = Date.UTC(2026, month, 1) / 1000;
      const hours = Array.from({ length: 240 }, (_, i) => ({
        meter: mains.key,
        at: from + i * 3600,
        spanS: 3600,
        value: 1000,
      }));
      await stage.send(home2, hours);
    }
    await send(home2, 'POST', '', { validFrom: '2020-01-01', tariffs: [{ plan: flat('0.20') }] });
    await send(home2, 'POST', '', { validFrom: '2026-11-01', tariffs: [{ plan: flat('0.30') }] });
    const seasonal = {
      ...flat('0'),
      charges: [
        { id: 'energy', kind: 'use', rate: '0.10', until: '2025-01-01' },
        { id: 'energy', kind: 'use', rate: '0.20', from: '2025-01-01', until: '2026-01-01', months: [2] },
        {
          id: 'energy',
          kind: 'use',
          rate: '0.40',
          from: '2025-01-01',
          until: '2026-01-01',
          months: [1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
        },
      ],
    };
    const body = { tariffs: [{ plan: dear }, { plan: seasonal }] };
    const answer = comparedTariffs.parse((await send(home2, 'POST', '/compare', body)).json());
    expect(answer).toMatchObject({ utility: 'electricity', start: '2025-12-01', end: '2026-12-01', used: 480_000 });
    // 240 kWh in February and 240 in June: at 0.30, at 0.50, and at 0.20 and 0.40.
    expect([answer.own?.total, ...answer.others.map(({ total }) => total)]).toEqual(['144.00', '240.00', '144.00']);
    expect(answer.others[1]?.cycles.map(({ total }) => total).filter((total) => total !== '0.00')).toEqual([
      '48.00',
      '96.00',
    ]);
    expect(answer.others.flatMap(({ faults }) => faults)).toEqual([]);
  });

  test('of one utility at a time, and not of another household', async () => {
    const both = { tariffs: [{ plan: flat('1') }, { plan: flat('1', 'water') }] };
    expect((await send(home, 'POST', '/compare', both)).json()).toMatchObject({ code: 'tariff-invalid' });
    const other = { household: home.household, tariffs: [{ plan: flat('1') }] };
    expect((await send(stranger, 'POST', '/compare', other)).json()).toMatchObject({ code: 'forbidden' });
  });
});

describe('a rate of the Utility Rate Database', () => {
  const urdb = async (text: string) => {
    const headers = { ...(await stage.session(home.userId)), 'content-type': 'application/json' };
    const answer = await app.inject({ method: 'POST', url: '/api/v1/tariffs/urdb', payload: text, headers });
    return answer.json<unknown>();
  };

  test('comes back as our text, which can be entered, with what was left out', async () => {
    const rate = {
      name: 'Residential',
      utility: 'Example Power',
      sector: 'Residential',
      startdate: 1_735_689_600,
      energyratestructure: [
        [
          { rate: 0.1, max: 500, unit: 'kWh' },
          { rate: 0.15, adj: 0.01 },
        ],
      ],
      energyweekdayschedule: Array.from({ length: 12 }, () => Array.from({ length: 24 }, () => 0)),
      energyweekendschedule: Array.from({ length: 12 }, () => Array.from({ length: 24 }, () => 0)),
      fixedchargefirstmeter: 8,
      fixedchargeunits: '$/month',
      reactivepowercharge: 2,
    };
    const answer = urdbAnswer.parse(await urdb(JSON.stringify(rate)));
    expect(answer).toMatchObject({
      ok: true,
      count: 1,
      summary: { currency: 'USD', unit: 'kWh' },
      notes: expect.arrayContaining([{ code: 'left-out', path: ['reactivepowercharge'], value: '2' }]),
    });
    const text = answer.ok ? answer.text : '';
    // 120 kWh at 0.10, and a month's 8.
    expect(await check({ text })).toMatchObject({ ok: true, sample: { of: 'own', total: '20.00', faults: [] } });
  });

  test('what is none is refused', async () => {
    expect(await urdb('{"a": 1}')).toMatchObject({ ok: false, fault: { code: 'urdb-empty' } });
  });
});

describe('entering', () => {
  test('both utilities at once, all or none', async () => {
    const both = { validFrom: '2026-01-01', tariffs: [{ plan: flat('0.2') }, { plan: flat('1.8', 'water') }] };
    const wrong = { ...both, tariffs: [{ plan: flat('0.2') }, { plan: flat('1,8', 'water') }] };
    expect((await send(home, 'POST', '', wrong)).json()).toMatchObject({
      code: 'tariff-invalid',
      detail: 'charges.0.rate: value-invalid (1,8)',
    });
    expect(await rows()).toEqual([]);
    const answer = await send(home, 'POST', '', both);
    expect(answer.statusCode).toBe(201);
    expect(enterTariffs.answer.parse(answer.json()).ids).toHaveLength(2);
    expect(await rows()).toMatchObject([
      { utility: 'electricity', day: '2026-01-01', revision: 1 },
      { utility: 'water', day: '2026-01-01', revision: 1 },
    ]);
  });

  test('a second one from the same day is refused, and the first changed instead', async () => {
    const again = { validFrom: '2026-01-01', tariffs: [{ plan: flat('0.3') }] };
    expect((await send(home, 'POST', '', again)).json()).toMatchObject({ code: 'tariff-taken' });
    const [{ id } = { id: '' }] = await stage.seed.owner<{ id: string }[]>`
      select id from tariffs where household_id = ${home.household} and utility = 'electricity'`;
    const change = { validFrom: '2026-02-01', tariff: { library: 'fr-edf-tempo-9kva', facts: { persons: 2 } } };
    expect((await send(home, 'PUT', `/${id}`, change)).statusCode).toBe(204);
    expect(await rows()).toContainEqual(
      expect.objectContaining({
        day: '2026-02-01',
        library_id: 'fr-edf-tempo-9kva',
        facts: { persons: 2 },
        revision: 2,
      }),
    );
    expect((await send(stranger, 'PUT', `/${id}`, change)).json()).toMatchObject({ code: 'not-found' });
  });

  test('C1.1 not into another household', async () => {
    const body = { household: home.household, validFrom: '2026-05-01', tariffs: [{ plan: flat('0.2') }] };
    expect((await send(stranger, 'POST', '', body)).json()).toMatchObject({ code: 'forbidden' });
  });

  test('the text stays as it was written', async () => {
    const text =
      '# my contract\nname: Mine\nutility: water\ncurrency: EUR\nunit: m3\ncharges:\n  - { id: use, kind: use, rate: 1.10 }\n';
    await send(home, 'POST', '', { validFrom: '2026-06-01', tariffs: [{ text }] });
    expect((await rows()).at(-1)).toMatchObject({ name: 'Mine', written: text });
  });
});
