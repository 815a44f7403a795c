import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTakeAllowance } from '#kernel/http/client-address.ts';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { readPaperBill, type ReadPaperBill } from '../../contract/paper-bill.ts';
import { billingRoutes, createBilling } from '../index.ts';
import { billsOf, enterPlans, enterTariff, hourly } from '../testing-bills.ts';
import { createPaperDesk, type PaperLimits } from './paper-thread.ts';
import { type Cell, paperOf } from './testing-papers.ts';

const now = Date.UTC(2026, 11, 2, 12);
let stage: Stage;
let app: FastifyInstance;
let home: SeededHome;
let stranger: SeededHome;

const serve = (limits?: PaperLimits): FastifyInstance =>
  stage.http((http, deps) =>
    billingRoutes(http, {
      billing: createBilling({ sql: stage.sql, now: () => now }),
      database: stage.database,
      authenticate: deps.authenticate,
      takeAllowance: createTakeAllowance(stage.sql),
      now: () => now,
      papers: createPaperDesk(limits),
    }),
  );

beforeAll(async () => {
  stage = await openStage(() => now);
  app = serve();
  home = await stage.seed.home('UTC');
  stranger = await stage.seed.home('UTC');
  const mains = await home.device('Mains', 'whole_home', 'electricity');
  await stage.send(home, hourly(mains.key, Date.UTC(2026, 9, 1) / 1000, Date.UTC(2026, 11, 2) / 1000, 333));
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

interface Charged {
  readonly rate: string;
  readonly use: string;
  readonly tax: string;
  readonly total: string;
}

/** October, where 247.752 kWh were measured: the paper counts 248. */
const october = ({ rate, use, tax, total }: Charged): Cell[] => [
  [50, 50, 'Bill date 5 November 2026'],
  [50, 70, 'For 1 October to 31 October 2026'],
  [50, 100, 'Consumption 248 kWh'],
  [50, 140, 'Electricity used'],
  [250, 140, '248 kWh'],
  [350, 140, `€${rate}`],
  [480, 140, use],
  [50, 160, 'Standing charge'],
  [480, 160, '14.20'],
  [50, 180, 'Tax 21%'],
  [480, 180, tax],
  [50, 210, 'Total to pay'],
  [480, 210, `€${total}`],
];
const asAgreed: Charged = { rate: '0.1712', use: '42.46', tax: '11.90', total: '68.56' };
const dearer: Charged = { rate: '0.1812', use: '44.94', tax: '12.42', total: '71.56' };

const send = async (person: SeededHome, file: Uint8Array, query: Record<string, string> = {}, at = app) =>
  at.inject({
    method: 'POST',
    url: `${readPaperBill.path}?${new URLSearchParams(query).toString()}`,
    headers: { ...(await stage.session(person.userId)), 'content-type': 'application/pdf' },
    payload: Buffer.from(file),
  });
const read = async (charged: Charged, query = {}): Promise<ReadPaperBill> => {
  const answer = await send(home, await paperOf(october(charged)), query);
  expect(answer.statusCode, answer.body).toBe(200);
  return readPaperBill.answer.parse(answer.json());
};

describe('a paper that is sent', () => {
  test('is read, its lines stand beside ours, and the difference is told in days, use and price', async () => {
    const { bill, compared } = await read(asAgreed);
    expect(bill).toMatchObject({ from: '2026-10-01', to: '2026-11-01', total: '68.56', currency: 'EUR', tax: '11.90' });
    expect(compared).toMatchObject({
      utility: 'electricity',
      ours: { start: '2026-10-01', end: '2026-11-01', total: '68.51' },
      residuals: { days: '0.00', use: '0.05', price: '0.00' },
      correction: null,
    });
    expect(
      compared?.pairs.map(({ printed, ours }) => [
        printed.map((i) => bill.lines[i]?.amount),
        ours.map((i) => compared.lines[i]?.charge),
      ]),
    ).toEqual([
      [['42.46'], ['use']],
      [['14.20'], ['standing']],
      [['11.90'], ['tax']],
    ]);
  });

  test('and says one price otherwise: with that price alone all of it is explained, from its first day on', async () => {
    const { compared } = await read(dearer);
    expect(compared?.residuals).toEqual({ days: '0.00', use: '0.05', price: '3.00' });
    expect(compared?.correction).toMatchObject({ from: '2026-10-01', before: '0.1712', after: '0.1812' });
    const other = await stage.seed.home('UTC');
    const mains = await other.device('Mains', 'whole_home', 'electricity');
    await stage.send(other, hourly(mains.key, Date.UTC(2026, 9, 1) / 1000, Date.UTC(2026, 11, 2) / 1000, 333));
    await enterTariff(stage, other, '2026-01-01', {
      electricity_rate: '0.1712',
      electricity_standing: '14.2',
      electricity_tax_percent: '21',
    });
    await enterPlans(stage, other, '2026-10-01', compared?.correction ? [compared.correction.plan] : []);
    const answer = await send(other, await paperOf(october(dearer)), { utility: 'electricity' });
    const again = readPaperBill.answer.parse(answer.json()).compared;
    expect(again?.residuals.price).toBe('0.00');
    expect(again?.correction).toBeNull();
  });

  test('and says two prices otherwise: none is offered', async () => {
    const cells = october({ ...dearer, tax: '13.01', total: '72.15' }).map((cell) =>
      cell[2] === 'Tax 21%' ? ([cell[0], cell[1], 'Tax 22%'] as const) : cell,
    );
    const answer = await send(home, await paperOf(cells));
    expect(answer.statusCode).toBe(200);
    expect(readPaperBill.answer.parse(answer.json()).compared).toMatchObject({ correction: null });
  });

  test('of another utility than is asked for, or in money that no tariff is in, is read and not compared', async () => {
    expect((await read(asAgreed, { utility: 'water' })).notCompared).toBe('no-tariff');
    const pounds = october(asAgreed).map(([x, y, words]) => [x, y, words.replace('€', '£')] as const);
    const answer = await send(home, await paperOf(pounds));
    expect(answer.json()).toMatchObject({ bill: { currency: 'GBP' }, compared: null, notCompared: 'other-currency' });
  });

  test('changes nothing: no bill, no document, no tariff is made of it', async () => {
    const before = await billsOf(stage, home);
    await read(dearer);
    expect(await billsOf(stage, home)).toEqual(before);
    const [kept] = await stage.seed.owner<{ bills: number; tariffs: number }[]>`
      select (select count(*) from utility_bills) as bills, (select count(*) from tariffs where valid_from = '2026-10-01' and household_id = ${home.household}) as tariffs`;
    expect(kept).toEqual({ bills: 0, tariffs: 0 });
  });
});

describe('who may send one', () => {
  test('nobody without a session, nobody of another home, and nobody who may only look', async () => {
    const file = await paperOf(october(asAgreed));
    const unsigned = await app.inject({ method: 'POST', url: readPaperBill.path, payload: Buffer.from(file) });
    expect(unsigned.statusCode).toBe(401);
    const answer = await send(stranger, file, { household: home.household });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'forbidden']);
    const guest = await stage.seed.home('UTC');
    await stage.seed.owner`
      insert into household_members (household_id, user_id, role) values (${home.household}, ${guest.userId}, 'viewer')`;
    expect((await send(guest, file, { household: home.household })).json()).toMatchObject({ code: 'forbidden' });
  });
});

describe('a file that cannot be read says why, by a code', () => {
  const tight: PaperLimits = { workMs: 2_000, heapMb: 256, growthMb: 512 };
  const faultIn = (answer: { json: () => { detail: string } }): string | undefined =>
    answer.json().detail.split(':')[0];
  /** A row of thousands of figures, none of which is the product of those beside it: all of them are tried. */
  const slow = Array.from({ length: 4000 }, (_, i): Cell => [i * 40, 100, `${1000 + i}.37`]);

  test.each([
    ['broken', 'no PDF at all', async () => Buffer.from('just words')],
    ['broken', 'half of one', async () => (await paperOf(october(asAgreed))).slice(0, 300)],
    ['locked', 'with a password', () => paperOf(october(asAgreed), { userPassword: 'secret' })],
    ['long', 'of 31 pages', () => paperOf(october(asAgreed), {}, 31)],
    ['picture', 'a scan', () => paperOf([])],
  ])('%s: %s', async (fault, _name, make) => {
    const answer = await send(home, await make());
    expect([answer.statusCode, answer.json().code, faultIn(answer)]).toEqual([422, 'paper-unreadable', fault]);
  });

  test('heavy: more work than a bill, which ends, and the next paper is read', async () => {
    const limited = serve(tight);
    const answer = await send(home, await paperOf(slow, { size: [164_000, 800] }), {}, limited);
    expect(faultIn(answer)).toBe('heavy');
    expect(faultIn(await send(home, Buffer.from('words'), {}, limited))).toBe('broken');
  });

  test('nothing, and too much', async () => {
    expect((await send(home, Buffer.alloc(0))).json()).toMatchObject({ code: 'body-malformed' });
    expect((await send(home, Buffer.alloc(10_000_001))).json()).toMatchObject({ code: 'body-too-large' });
  });
});

test('papers are read one at a time, and who comes when several wait is told to come again', async () => {
  const file = await paperOf(october(asAgreed));
  const answers = await Promise.all(Array.from({ length: 7 }, () => send(home, file)));
  const codes = answers.map(({ statusCode }) => statusCode).sort((a, b) => a - b);
  expect(codes).toEqual([200, 200, 200, 200, 429, 429, 429]);
  expect(answers.find(({ statusCode }) => statusCode === 429)?.headers['retry-after']).toBe('5');
});
