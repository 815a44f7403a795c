import { type BillSoFar, billSoFar } from '../contract/billing.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTakeAllowance } from '#kernel/http/client-address.ts';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { billingRoutes, createBilling } from './index.ts';
import { billsOf, enterTariff, hourly } from './testing-bills.ts';
import { allOf, readAloud, readPaper } from './pdf/testing-paper.ts';

const now = Date.UTC(2026, 11, 2, 12) / 1000;
let stage: Stage;
let app: FastifyInstance;
let home: SeededHome;
let stranger: SeededHome;
beforeAll(async () => {
  stage = await openStage(() => now * 1000);
  const clock = () => now * 1000;
  app = stage.http((http, deps) =>
    billingRoutes(http, {
      billing: createBilling({ sql: stage.sql, now: clock }),
      database: stage.database,
      authenticate: deps.authenticate,
      takeAllowance: createTakeAllowance(stage.sql),
      now: clock,
    }),
  );
  home = await stage.seed.home('UTC');
  stranger = await stage.seed.home('UTC');
  const mains = await home.device('Mains', 'whole_home', 'electricity');
  const water = await home.device('Tap', 'whole_home', 'water');
  const [from, to] = [Date.UTC(2026, 9, 1) / 1000, Date.UTC(2026, 11, 2) / 1000];
  await stage.send(home, hourly(mains.key, from, to, 333));
  await stage.send(home, hourly(water.key, from, to, 14_285));
  await stage.seed.owner`update households set name = '=cmd|calc' where id = ${home.household}`;
  await enterTariff(stage, home, '2026-01-01', {
    electricity_rate: '0.1712',
    electricity_standing: '14.2',
    electricity_tax_percent: '21',
    water_rate: '1.84',
    water_standing: '9.4',
    water_tax_percent: '10',
  });
});
afterAll(() => stage.end());

const get = async (person: SeededHome, path: string) =>
  app.inject({ url: `/api/v1/bills${path}`, headers: await stage.session(person.userId) });

test('C2.16 so far answers what its contract says, and closes what has ended on the way', async () => {
  const answer = await get(home, '/so-far');
  expect(answer.statusCode).toBe(200);
  const body: BillSoFar = billSoFar.parse(answer.json());
  expect(body).toMatchObject({
    household: home.household,
    start: '2026-12-01',
    end: '2027-01-01',
    daysGone: 1,
    daysLeft: 30,
  });
  expect(await billsOf(stage, home)).toHaveLength(2);
});

describe('C2.16 the bills as a table', () => {
  test('plain decimals, one row for each bill, that sum to the cent', async () => {
    const answer = await get(home, '.csv');
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toBe('attachment; filename="wattershed-bills-2026-12-02.csv"');
    const [head = '', ...rows] = answer.body.replace('\ufeff', '').trim().split('\r\n');
    const columns = head.split(',');
    const bills = rows.map((row) => Object.fromEntries(row.split(',').map((cell, i) => [columns[i], cell])));
    expect(
      bills.map((bill) => [
        bill['first_day'],
        bill['last_day'],
        bill['days'],
        bill['electricity_kwh'],
        bill['water_m3'],
      ]),
    ).toEqual([
      ['2026-11-01', '2026-11-30', '30', '239.760', '10.285200'],
      ['2026-10-01', '2026-10-31', '31', '247.752', '10.628040'],
    ]);
    const cents = (text: string | undefined): number => Math.round(Number(text) * 100);
    for (const bill of bills) {
      const figures = Object.entries(bill).filter(([name]) => !/day|currency|corrected/.test(name));
      for (const [name, value] of figures) expect(value, name).toMatch(/^\d+([.]\d+)?$/);
      const sum = (...names: string[]) => names.reduce((total, name) => total + cents(bill[name]), 0);
      expect(sum('electricity_use', 'electricity_standing', 'electricity_tax')).toBe(cents(bill['electricity_cost']));
      expect(sum('water_use', 'water_standing', 'water_tax')).toBe(cents(bill['water_cost']));
      expect(sum('electricity_cost', 'water_cost')).toBe(cents(bill['total']));
    }
  });

  test('one bill line by line, that sums to its total', async () => {
    const [bill] = await billsOf(stage, home);
    const answer = await get(home, `/${bill?.id}.csv`);
    expect(answer.headers['content-disposition']).toBe('attachment; filename="wattershed-bill-2026-10-01.csv"');
    const [header = '', ...rows] = answer.body.replace('\ufeff', '').trim().split('\r\n');
    expect(rows.map((row) => row.split(',').slice(0, 3).join(' '))).toEqual([
      'electricity use use',
      'electricity standing standing',
      'electricity tax tax',
      'water use use',
      'water standing standing',
      'water tax tax',
    ]);
    const at = header.split(',').indexOf('amount');
    const sum = rows.reduce((total, row) => total + Number(row.split(',')[at]), 0);
    expect(sum.toFixed(2)).toBe(bill?.total);
    expect((await get(stranger, `/${bill?.id}.csv`)).statusCode).toBe(404);
  });

  test('as many as are asked for, never a wrong number of them', async () => {
    expect((await get(home, '.csv?count=1')).body.trim().split('\r\n')).toHaveLength(2);
    expect((await get(home, '.csv?count=0')).json()).toMatchObject({ code: 'query-invalid' });
  });
});

describe('C2.16 C1.4 the bills on paper', () => {
  test.each(['en', 'es', 'hi'])('in %s: a report, and each bill by itself', async (language) => {
    const [bill] = await billsOf(stage, home);
    for (const path of [`.pdf?language=${language}`, `/${bill?.id}.pdf?language=${language}`]) {
      const answer = await get(home, path);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-type']).toBe('application/pdf');
      expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="wattershed-bills?-[\d-]+\.pdf"$/);
      expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
      expect(answer.rawPayload.toString('latin1')).toContain(`/Lang (${language})`);
    }
  });

  test('with a row for each bill and each line, that reading programs find', async () => {
    const [bill] = await billsOf(stage, home);
    const one = readPaper((await get(home, `/${bill?.id}.pdf?language=hi`)).rawPayload);
    expect(allOf(one.tree, 'TR')).toHaveLength(2 + 6);
    expect(readAloud(one.tree)).toContain('स्थायी शुल्क');
    const all = readPaper((await get(home, '.pdf?language=es')).rawPayload);
    expect(allOf(all.tree, 'TR')).toHaveLength(1 + 2 + 1);
    expect([...one.loose, ...all.loose]).toEqual([]);
  });

  test('a language that is not spoken, and a bill that is not there, are said so', async () => {
    expect((await get(home, '.pdf?language=fr')).json()).toMatchObject({ code: 'query-invalid' });
    expect((await get(home, '/00000000-0000-4000-8000-000000000000.pdf')).json()).toMatchObject({ code: 'not-found' });
    expect((await get(home, '/nothing.pdf')).statusCode).toBe(404);
  });
});

describe('C2.16 the bills of chosen days', () => {
  const rowsOf = (csv: string) => {
    const [head = '', ...rows] = csv.replace('\ufeff', '').trim().split('\r\n');
    const columns = head.split(',');
    return rows.map((row) => Object.fromEntries(row.split(',').map((cell, i) => [columns[i], cell])));
  };
  const firstDays = (csv: string) => rowsOf(csv).map((row) => row['first_day']);

  test('those that begin in them, in their order: consecutive days hold each bill once', async () => {
    const year = await get(home, '.csv?from=2026-01-01&to=2027-01-01');
    expect(year.headers['content-disposition']).toBe(
      'attachment; filename="wattershed-bills-2026-01-01-to-2026-12-31.csv"',
    );
    expect(firstDays(year.body)).toEqual(['2026-10-01', '2026-11-01']);
    expect(firstDays((await get(home, '.csv?from=2026-09-02&to=2026-10-02')).body)).toEqual(['2026-10-01']);
    expect(firstDays((await get(home, '.csv?from=2026-10-02&to=2026-11-02')).body)).toEqual(['2026-11-01']);
    // The days rule, not a number of bills.
    expect(firstDays((await get(home, '.csv?from=2026-01-01&to=2027-01-01&count=1')).body)).toHaveLength(2);
  });

  test('each line of each bill, to be summed in a spreadsheet', async () => {
    const answer = await get(home, '.csv?from=2026-01-01&to=2027-01-01&detail=lines');
    expect(answer.headers['content-disposition']).toBe(
      'attachment; filename="wattershed-bill-lines-2026-01-01-to-2026-12-31.csv"',
    );
    const rows = rowsOf(answer.body);
    expect(rows).toHaveLength(12);
    for (const { start, total } of await billsOf(stage, home)) {
      const own = rows.filter((row) => row['bill_first_day'] === start);
      expect(own.reduce((sum, row) => sum + Number(row['amount']), 0).toFixed(2)).toBe(Number(total).toFixed(2));
    }
    expect((await get(home, '.csv?detail=lines')).headers['content-disposition']).toContain(
      'wattershed-bill-lines-2026-12-02.csv',
    );
  });

  test('on paper with the days asked for, and those that it covers', async () => {
    const answer = await get(home, '.pdf?from=2026-01-01&to=2027-01-01&language=en');
    expect(answer.headers['content-disposition']).toContain('wattershed-bills-2026-01-01-to-2026-12-31.pdf');
    const text = readAloud(readPaper(answer.rawPayload).tree);
    expect(text).toContain('Bills that begin between 1 January 2026 and 31 December 2026.');
    expect(text).toContain('1 October 2026 to 30 November 2026 · 2 bills · 61 days');
  });

  test('without a bill in them there is no file, and it is said why', async () => {
    for (const path of ['.csv', '.pdf']) {
      const answer = await get(home, `${path}?from=2020-01-01&to=2021-01-01`);
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ code: 'bills-none' });
    }
  });

  test.each([
    ['from=2026-01-01', 'to: the day after the last one is missing'],
    ['to=2026-01-01', 'from: the first day is missing'],
    ['from=2026-01-01&to=2026-01-01', 'to: has to be later than `from`'],
    ['from=2026-02-01&to=2026-01-01', 'to: has to be later than `from`'],
    ['from=2016-01-01&to=2026-01-02', 'to: more than 10 years after `from`'],
    ['from=2026-02-30&to=2026-05-01', 'from: '],
    ['from=yesterday&to=2026-05-01', 'from: '],
    ['detail=days', 'detail: '],
  ])('%s is refused with words', async (query, detail) => {
    const problem = (await get(home, `.csv?${query}`)).json();
    expect(problem).toMatchObject({ code: 'query-invalid' });
    expect(problem.detail).toContain(detail);
  });

  test('ten years are not too many', async () => {
    expect((await get(home, '.csv?from=2017-01-01&to=2027-01-01')).statusCode).toBe(200);
  });
});

describe('C1.1 C6.3 whose bills', () => {
  test('a stranger is forbidden, another’s bill is not found, and a visitor has to sign in', async () => {
    for (const path of ['/so-far', '.csv', '.pdf']) {
      const query = `household=${home.household}&from=2026-01-01&to=2027-01-01`;
      expect((await get(stranger, `${path}?${query}`)).statusCode, path).toBe(403);
      expect((await get(stranger, `${path}?household=${home.household}`)).statusCode, path).toBe(403);
      expect((await app.inject({ url: `/api/v1/bills${path}` })).statusCode, path).toBe(401);
    }
    const [bill] = await billsOf(stage, home);
    expect((await get(stranger, `/${bill?.id}.pdf`)).statusCode).toBe(404);
  });
});
