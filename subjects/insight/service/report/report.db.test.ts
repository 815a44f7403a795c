import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { enterPlans, hourly, simplePlan } from '#subjects/bills/service/testing-bills.ts';
import { createTakeAllowance } from '#kernel/http/client-address.ts';
import { createBilling } from '#subjects/bills/service/index.ts';
import { type ReportAnswer, reportAnswer } from '../../contract/report.ts';
import { reportRoutes } from './index.ts';

// A Monday, nine in the morning of Madrid.
const now = Date.UTC(2026, 10, 23, 8);
let stage: Stage;
beforeAll(async () => {
  stage = await openStage(() => now);
});
afterAll(() => stage.end());

const utc = (text: string): number => Date.parse(text) / 1000;

const ask = async (home: Pick<SeededHome, 'household'>, period: string, userId: string) => {
  const billing = createBilling({ sql: stage.sql, now: () => now });
  const app = stage.http((fastify, deps) =>
    reportRoutes(fastify, { ...deps, billing, now: () => now, takeAllowance: createTakeAllowance(stage.sql) }),
  );
  return app.inject({
    url: `/api/v1/households/${home.household}/reports/${period}`,
    headers: await stage.session(userId),
  });
};
const reportOf = async (home: SeededHome, period: string): Promise<ReportAnswer> =>
  reportAnswer.parse((await ask(home, period, home.userId)).json());

/** A home whose mains see 200 Wh in every hour from the first of October on; an oven in it takes 1 kWh more from six on Sundays. */
const ovenHome = async (): Promise<SeededHome> => {
  const home = await stage.seed.home('Europe/Madrid');
  const mains = await home.device('Mains', 'whole_home', 'electricity');
  const oven = await home.device('Oven', 'kitchen', 'electricity');
  await stage.seed.owner`update meters set parent_meter_id = ${mains.meterId} where id = ${oven.meterId}`;
  const [from, to] = [utc('2026-09-30T22:00:00Z'), utc('2026-11-23T08:00:00Z')];
  const isBaking = (at: number) => at >= utc('2026-11-22T17:00:00Z') && at < utc('2026-11-22T20:00:00Z');
  await stage.send(
    home,
    hourly(mains.key, from, to, 200).map((one) => (isBaking(one.at) ? { ...one, value: 3200 } : one)),
  );
  await stage.send(
    home,
    hourly(oven.key, from, to, 0).map((one) => (isBaking(one.at) ? { ...one, value: 3000 } : one)),
  );
  return home;
};

describe('GET reports of a period', () => {
  test('a week: money first, the device that made the difference, the best and the odd day', async () => {
    const home = await ovenHome();
    await enterPlans(stage, home, '2026-01-01', [simplePlan('electricity', 'EUR', ['0.20', '3', '0'])]);
    const { report, origin, bill, home: told } = await reportOf(home, '2026-W47');
    expect({ origin, timeZone: told.timeZone, start: report?.start, end: report?.end, isOver: report?.isOver }).toEqual(
      {
        origin: 'measured',
        timeZone: 'Europe/Madrid',
        start: '2026-11-16',
        end: '2026-11-23',
        isOver: true,
      },
    );
    // 168 hours of 200 Wh and 9 kWh more at 0.20; seven of thirty days of 3 a month.
    expect(report?.money).toEqual({
      total: '9.22',
      fixed: '0.70',
      isPartly: false,
      missing: [],
      range: null,
      before: '7.42',
      difference: '1.80',
      usual: '7.42',
    });
    const [electricity] = report?.utilities ?? [];
    expect(electricity).toMatchObject({ used: 42_600, difference: '1.80', coverage: 1 });
    expect(electricity?.movers).toEqual([
      expect.objectContaining({ name: 'Oven', room: 'kitchen', used: 9000, usedBefore: 0, difference: '1.80' }),
    ]);
    expect(report?.oddest).toMatchObject({
      day: '2026-11-22',
      amount: '2.86',
      usual: '1.06',
      mostly: { name: 'Oven', used: 9000 },
    });
    expect(report?.best?.amount).toBe('1.06');
    expect(report?.rooms).toEqual([
      { room: 'kitchen', isRest: false, utility: 'electricity', used: 9000, use: '1.80' },
      { room: '', isRest: true, utility: 'electricity', used: 33_600, use: '6.72' },
    ]);
    expect(bill).toMatchObject({ currency: 'EUR', daysLeft: 8 });
  });

  test('whoever is in the home reads it, and may have it on paper in their language; nobody else does', async () => {
    const home = await ovenHome();
    for (const role of ['member', 'viewer'] as const) {
      const { userId } = await stage.seed.home();
      await stage.seed
        .owner`insert into household_members (household_id, user_id, role) values (${home.household}, ${userId}, ${role})`;
      expect((await ask(home, '2026-W47', userId)).statusCode).toBe(200);
      const paper = await ask(home, '2026-W47/pdf?language=hi', userId);
      expect([paper.statusCode, paper.headers['content-type'], paper.rawPayload.subarray(0, 5).toString()]).toEqual([
        200,
        'application/pdf',
        '%PDF-',
      ]);
      expect(paper.headers['content-disposition']).toBe('attachment; filename="wattershed-2026-W47.pdf"');
    }
    const stranger = (await stage.seed.home()).userId;
    for (const path of ['2026-W47', '2026-W47/pdf']) {
      const refused = await ask(home, path, stranger);
      expect([refused.statusCode, refused.json().code]).toEqual([403, 'forbidden']);
    }
  });

  test('a month and a year are told alike; what is no period, and what nothing was measured in, says so', async () => {
    const home = await ovenHome();
    // 25 hours on the day on which summer time ended.
    expect((await reportOf(home, '2026-10')).report?.utilities[0]).toMatchObject({ used: 149_000, coverage: 1 });
    expect((await reportOf(home, '2026')).report).toMatchObject({ isOver: false, money: null });
    expect((await reportOf(home, '2026-09')).report).toBeNull();
    expect((await reportOf(home, '2027-W10')).report).toBeNull();
    expect((await ask(home, '2026-W54', home.userId)).json().code).toBe('query-invalid');
    expect((await ask(home, '2026-09/pdf', home.userId)).statusCode).toBe(404);
  });

  test('what was noticed in the week is in it, and what is open is worth doing', async () => {
    const home = await ovenHome();
    const tap = await home.device('Tap', 'kitchen', 'water');
    const notice = (noticed: string, ended: string | null) => stage.seed.owner`
      insert into notices (household_id, kind, meter_id, since, noticed_at, ended_at, mail_at)
      values (${home.household}, 'running-water', ${tap.meterId}, ${noticed}, ${noticed}, ${ended}, ${noticed})`;
    await notice('2026-11-10T10:00:00Z', '2026-11-10T20:00:00Z');
    await notice('2026-11-15T23:30:00Z', '2026-11-16T04:00:00Z');
    await notice('2026-11-23T06:00:00Z', null);
    const { report } = await reportOf(home, '2026-W47');
    // Half past eleven of UTC is half past midnight of Madrid: Monday.
    expect(report?.notices).toMatchObject([
      { kind: 'running-water', device: 'Tap', noticedAt: '2026-11-15T23:30:00Z' },
    ]);
    expect(report?.worth).toMatchObject({ kind: 'notice', notice: { since: '2026-11-23T06:00:00Z', isOpen: true } });
  });
});
