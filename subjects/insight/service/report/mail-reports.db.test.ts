import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSmtpMailer } from '#apps/service/testing/smtp-mailer.ts';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { createBilling } from '#subjects/bills/service/index.ts';
import { enterPlans, hourly, simplePlan } from '#subjects/bills/service/testing-bills.ts';
import { createRefusals, sendWaitingMails } from '#subjects/contact/service/index.ts';
import { openMailServer, partsOf, type TestMailServer } from '#subjects/contact/service/mails/testing.ts';
import { createUsage } from '#subjects/usage/service/index.ts';
import { mailReports } from './mail-reports.ts';
import { createReadReport } from './read-report.ts';

let clock = Date.UTC(2026, 10, 23, 9);
let stage: Stage;
beforeAll(async () => {
  stage = await openStage(() => clock);
});
afterAll(() => stage.end());
let server: TestMailServer;
beforeEach(async () => {
  server = await openMailServer();
  await stage.seed.owner`delete from households`;
  await stage.seed.owner`delete from auth.users`;
  await stage.seed.owner`delete from private.waiting_mails`;
  clock = Date.UTC(2026, 10, 23, 9);
  return () => server.stop();
});

const seconds = (text: string): number => Date.parse(text) / 1000;
const origin = () => 'https://water.example.org';

/** As one process does it at this instant. */
const queueAt = (instant: string): Promise<number> => {
  clock = Date.parse(instant);
  const now = () => clock;
  const billing = createBilling({ sql: stage.sql, now });
  const read = createReadReport({ sql: stage.sql, usage: createUsage({ ...stage, now }), billing, now });
  const onFault = (error: unknown) => {
    throw error;
  };
  return mailReports({ sql: stage.sql, read, origin, onFault }, seconds(instant));
};
const refusals = createRefusals('a secret of the test');
const send = async (): Promise<number> => {
  const mailer = createSmtpMailer(server.url, 'Wattershed <no-reply@example.org>');
  const log = { warn: () => {} };
  return sendWaitingMails(
    { sql: stage.sql, mailer, operator: null, origin, log, refusals },
    new AbortController().signal,
  );
};
const told = () =>
  stage.seed.owner<{ name: string; period: string; empty: boolean }[]>`
    select split_part(u.email, '@', 1) as name, r.period, r.is_empty as empty from private.report_mails r join auth.users u on u.id = r.user_id order by r.told_at, 1`;

const person = async (name: string, home: SeededHome, role?: 'member' | 'viewer'): Promise<string> => {
  const id = role === undefined ? home.userId : (await stage.seed.home()).userId;
  await stage.seed.owner`update auth.users set email = ${`${name}@example.org`} where id = ${id}`;
  await stage.seed.prove(id);
  if (role) {
    await stage.seed.owner`delete from households where owner_id = ${id}`;
    await stage.seed
      .owner`insert into household_members (household_id, user_id, role) values (${home.household}, ${id}, ${role})`;
  }
  return id;
};

/** A home whose mains see 500 Wh in every hour of these. */
const steadyHome = async (zone: string, from: string, to: string): Promise<SeededHome> => {
  clock = Date.parse(to);
  const home = await stage.seed.home(zone);
  const { key } = await home.device('Mains', 'whole_home', 'electricity');
  await stage.send(home, hourly(key, seconds(from), seconds(to), 500));
  return home;
};
const pricedHome = async (): Promise<SeededHome> => {
  const home = await steadyHome('Europe/Madrid', '2026-11-01T00:00:00Z', '2026-11-23T05:00:00Z');
  await enterPlans(stage, home, '2026-01-01', [simplePlan('electricity', 'EUR', ['0.20', '3', '0'])]);
  return home;
};

describe('a week by mail', () => {
  test('goes once to each owner and member, in their language, with looks and as text; viewers ask for it, guests and unproved addresses have none', async () => {
    const home = await pricedHome();
    await person('asha', home);
    const ben = await person('ben', home, 'member');
    const cleo = await person('cleo', home, 'viewer');
    const guest = await person('guest', home, 'member');
    await stage.seed.disprove(await person('stranger', home, 'member'));
    await stage.seed.owner`update profiles set is_guest = true where user_id = ${guest}`;
    await stage.seed.owner`update profiles set language = 'hi' where user_id = ${ben}`;
    expect(await queueAt('2026-11-23T06:00:00Z')).toBe(2);
    expect(await send()).toBe(2);
    expect(new Set(server.mails.map(({ to }) => to[0]))).toEqual(new Set(['asha@example.org', 'ben@example.org']));
    const mailTo = (name: string) => server.mails.find(({ to }) => to[0]?.startsWith(name))?.text ?? '';
    const { head, text, html } = partsOf(mailTo('asha'));
    // 168 hours of half a kWh at 0.20, and seven of thirty days of 3 a month.
    expect(head).toMatch(/^Subject: .*Your week: .*17\.50/m);
    expect(head).toMatch(/^List-Unsubscribe: <https:\/\/water\.example\.org\/profile#notifications>/m);
    expect(text).toContain('Your week, 16–22 November\n€17.50\nAs much as the week before.');
    expect(text).toContain('https://water.example.org/report/2026-W47');
    expect(html).toContain('€17.50');
    expect(html).not.toMatch(/<script|javascript:|<img|undefined|NaN/);
    expect(partsOf(mailTo('ben')).text).toContain('आपका हफ़्ता');
    expect(await queueAt('2026-11-23T09:00:00Z')).toBe(0);
    await stage.seed.owner`update profiles set mail_week = true where user_id = ${cleo}`;
    expect(await queueAt('2026-11-23T09:01:00Z')).toBe(1);
  });

  test('is queued once by processes that look at the same moment, and not again when one was killed after it', async () => {
    await person('asha', await pricedHome());
    const at = '2026-11-23T07:00:00Z';
    const queued = await Promise.all([queueAt(at), queueAt(at), queueAt(at)]);
    expect(queued.reduce((sum, one) => sum + one, 0)).toBe(1);
    expect(await stage.seed.owner`select from private.waiting_mails`).toHaveLength(1);
    expect(await queueAt(at)).toBe(0);
    expect(await send()).toBe(1);
    expect(await told()).toEqual([{ name: 'asha', period: '2026-W47', empty: false }]);
  });

  test('comes from seven on Monday by the clock of the home, summer time over or not, and not after Tuesday', async () => {
    await person('madrid', await steadyHome('Europe/Madrid', '2026-10-10T00:00:00Z', '2026-10-26T05:00:00Z'));
    await person('la', await steadyHome('America/Los_Angeles', '2026-10-10T00:00:00Z', '2026-10-26T05:00:00Z'));
    await person('auckland', await steadyHome('Pacific/Auckland', '2026-10-10T00:00:00Z', '2026-10-26T05:00:00Z'));
    // Auckland is thirteen hours ahead: its Monday began on Sunday.
    expect(await queueAt('2026-10-25T17:59:00Z')).toBe(0);
    expect(await queueAt('2026-10-25T18:00:00Z')).toBe(1);
    // Summer time ended in Madrid that Sunday: seven is six of UTC, and no longer five.
    expect(await queueAt('2026-10-26T05:59:00Z')).toBe(0);
    expect(await queueAt('2026-10-26T06:00:00Z')).toBe(1);
    expect(await queueAt('2026-10-26T13:59:00Z')).toBe(0);
    expect(await queueAt('2026-10-28T07:00:00Z')).toBe(0);
    expect(await told()).toEqual([
      { name: 'auckland', period: '2026-W43', empty: false },
      { name: 'madrid', period: '2026-W43', empty: false },
    ]);
  });

  test('is not sent for a week without readings, nor to a home that is simulated', async () => {
    const home = await steadyHome('Europe/Madrid', '2026-11-01T00:00:00Z', '2026-11-14T00:00:00Z');
    await person('asha', home);
    expect(await queueAt('2026-11-23T08:00:00Z')).toBe(0);
    expect(await told()).toEqual([{ name: 'asha', period: '2026-W47', empty: true }]);
    await stage.seed.owner`delete from private.report_mails`;
    await stage.seed.owner`update households set kind = 'guest' where id = ${home.household}`;
    expect(await queueAt('2026-11-16T08:00:00Z')).toBe(0);
    expect(await told()).toEqual([]);
  });

  test('without a tariff tells what was used, and no money', async () => {
    await person('asha', await steadyHome('Europe/Madrid', '2026-11-01T00:00:00Z', '2026-11-23T05:00:00Z'));
    expect(await queueAt('2026-11-23T08:00:00Z')).toBe(1);
    expect(await send()).toBe(1);
    const { text, html } = partsOf(server.mails[0]?.text ?? '');
    expect(text).toContain('84.0\u00a0kWh');
    expect(`${text}${html}`).not.toMatch(/€|EUR/);
  });

  test('is not sent any more to who said no while it waited, or left the home', async () => {
    const home = await pricedHome();
    const asha = await person('asha', home);
    const ben = await person('ben', home, 'member');
    expect(await queueAt('2026-11-23T08:00:00Z')).toBe(2);
    await stage.seed.owner`update profiles set mail_week = false where user_id = ${asha}`;
    await stage.seed.owner`delete from household_members where user_id = ${ben}`;
    expect(await send()).toBe(0);
    expect(await stage.seed.owner`select from private.waiting_mails`).toHaveLength(0);
  });

  test('in January the year that is over is told once, by itself', async () => {
    await person('asha', await steadyHome('Europe/Madrid', '2026-12-01T00:00:00Z', '2027-01-01T00:00:00Z'));
    expect(await queueAt('2027-01-02T05:59:00Z')).toBe(0);
    expect(await queueAt('2027-01-02T06:00:00Z')).toBe(1);
    expect(await queueAt('2027-01-03T12:00:00Z')).toBe(0);
    expect(await told()).toEqual([{ name: 'asha', period: '2026', empty: false }]);
    expect(await send()).toBe(1);
    expect(partsOf(server.mails[0]?.text ?? '').text).toContain('Your year, 2026');
  });
});
