import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSmtpMailer } from '#apps/service/testing/smtp-mailer.ts';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { createTakeAllowance } from '#kernel/http/client-address.ts';
import { createRefusals, refusalRoutes } from './refusals.ts';
import { sendWaitingMails } from './send-waiting-mails.ts';
import { bodyOf, openMailServer, type TestMailServer } from './testing.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.end());
let server: TestMailServer;
const refusals = createRefusals('a secret of the test');
beforeEach(async () => {
  server = await openMailServer();
  await stage.seed.owner`delete from auth.users`;
  await stage.seed.owner`delete from private.waiting_mails`;
  return () => server.stop();
});

const now = () => Math.floor(Date.now() / 1000);
/** The job queues, the sweep sends. */
const sweep = async () => {
  await stage.sql`select private.queue_notice_mails(${now()})`;
  const mailer = createSmtpMailer(server.url, 'Wattershed <no-reply@example.org>');
  const parts = {
    sql: stage.sql,
    mailer,
    operator: null,
    origin: () => 'https://water.example.org',
    refusals,
    log: { warn() {} },
  };
  return sendWaitingMails(parts, new AbortController().signal);
};
const subjects = () =>
  server.mails.map(({ to, text }) => `${to[0]?.split('@')[0]}: ${/^Subject: (.*)$/m.exec(text)?.[1]?.trim()}`);

const person = async (name: string, home: SeededHome, role?: string): Promise<string> => {
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
const begin = async (
  home: SeededHome,
  kind: 'running-water' | 'burst' | 'silent-meter',
  name: string,
  agoS = 4 * 3600,
) => {
  const { meterId } = await home.device(name, 'kitchen', kind === 'silent-meter' ? 'electricity' : 'water');
  const figures =
    kind === 'silent-meter' ? { usualS: 600 } : { usedMl: 1_076_000, floorMlPerHour: 8200, leakMl: 213_400 };
  const [row] = await stage.seed.owner<{ id: string }[]>`
    insert into notices (household_id, kind, meter_id, since, noticed_at, figures, mail_at)
    values (${home.household}, ${kind}, ${meterId}, to_timestamp(${now() - agoS}), now() - interval '1 minute',
      ${stage.seed.owner.json(figures)}, now() - interval '1 minute') returning id`;
  return row?.id as string;
};
const wish = (user: string, group: string, isWanted: boolean) =>
  stage.seed.owner`insert into notice_wishes values (${user}, 'mail', ${group}, ${isWanted})`;
const end = (id: string) => stage.seed.owner`update notices set ended_at = now() where id = ${id}`;

describe('C1.4 C2.10 a notice by mail', () => {
  test('does not go to an address that nobody has proved, and goes there once somebody has', async () => {
    const home = await stage.seed.home();
    await person('asha', home);
    await stage.seed.disprove(await person('stranger', home, 'member'));
    await begin(home, 'running-water', 'Kitchen tap');
    expect(await sweep()).toBe(1);
    expect(subjects()).toEqual(['asha: Kitchen tap: water does not stop']);
    await person('ben', home, 'member');
    expect(await sweep()).toBe(1);
    expect(subjects().at(-1)).toMatch(/^ben: /);
  });

  test('of a burst goes to whoever wants mails of running water, and says to close the main tap', async () => {
    const home = await stage.seed.home();
    await person('asha', home);
    await begin(home, 'burst', 'Kitchen tap');
    expect(await sweep()).toBe(1);
    expect(subjects()).toEqual(['asha: Kitchen tap: water is gushing']);
    expect(bodyOf(server.mails[0]?.text ?? '')).toMatch(
      /faster than your home ever drew it.*Close the main tap now\./s,
    );
  });

  test('goes once to owner and members in their language, with the time of the household’s clock and its units; viewers and guests ask for it first', async () => {
    const home = await stage.seed.home('Asia/Kolkata');
    await person('asha', home);
    const ben = await person('ben', home, 'member');
    const cleo = await person('cleo', home, 'viewer');
    const guest = await person('guest', home, 'member');
    await stage.seed.owner`update profiles set is_guest = true where user_id = ${guest}`;
    await stage.seed.owner`update profiles set language = 'hi' where user_id = ${ben}`;
    await stage.seed.owner`update households set units = 'us' where id = ${home.household}`;
    await begin(home, 'running-water', 'Kitchen tap');
    expect(await sweep()).toBe(2);
    expect(await sweep()).toBe(0);
    // They go side by side: either may arrive first.
    expect(subjects()).toContain('asha: Kitchen tap: water does not stop');
    const [toAsha, toBen] = ['asha', 'ben'].map((name) => server.mails.find(({ to }) => to[0]?.startsWith(name))?.text);
    const [ours, hindi] = [bodyOf(toAsha ?? ''), bodyOf(toBen ?? '')];
    const since = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'Asia/Kolkata' });
    expect(ours).toContain(since.format((now() - 4 * 3600) * 1000).slice(0, 2));
    expect(ours).toMatch(/about 2\.2\u00a0gal\/h, 56\u00a0gal so far\./);
    expect(ours).toContain('https://water.example.org/profile#notifications');
    expect(hindi).toContain('बिना रुके बह रहा है');
    await wish(cleo, 'water', true);
    expect(await sweep()).toBe(1);
    expect(server.mails[2]?.to).toEqual(['cleo@example.org']);
  });

  test('is not sent to who said no, nor when it is over or dismissed before it went', async () => {
    const home = await stage.seed.home();
    const asha = await person('asha', home);
    await wish(asha, 'silent', false);
    await begin(home, 'silent-meter', 'Lamp');
    const over = await begin(home, 'running-water', 'Tap');
    const dismissed = await begin(home, 'running-water', 'Garden');
    await stage.sql`select private.queue_notice_mails(${now()})`;
    await end(over);
    await stage.seed.owner`update notices set dismissed_at = now() where id = ${dismissed}`;
    expect(await sweep()).toBe(0);
    expect(await stage.seed.owner`select from private.waiting_mails`).toHaveLength(0);
  });

  test('says that it is over to those who were told of it, once', async () => {
    const home = await stage.seed.home();
    await person('asha', home);
    const id = await begin(home, 'silent-meter', 'Lamp');
    await sweep();
    await end(id);
    expect(await sweep()).toBe(1);
    expect(await sweep()).toBe(0);
    expect(subjects()).toEqual(['asha: No readings from Lamp', 'asha: Lamp sends readings again']);
  });

  test('says of what a home has switched off neither that it began nor that it is over', async () => {
    const home = await stage.seed.home();
    await person('asha', home);
    await begin(home, 'silent-meter', 'Lamp');
    expect(await sweep()).toBe(1);
    await stage.sql`select private.set_rule(${home.userId}, ${home.household}, 'silent-meter', false, false)`;
    expect(await stage.seed.owner`select from notices where ended_at is null`).toHaveLength(0);
    expect(await sweep()).toBe(0);
  });

  test('tells what happened at once in one mail, running water first', async () => {
    const home = await stage.seed.home();
    await person('asha', home);
    await begin(home, 'silent-meter', 'Lamp');
    await begin(home, 'silent-meter', 'Fridge');
    await begin(home, 'running-water', 'Tap');
    expect(await sweep()).toBe(1);
    expect(subjects()).toEqual(['asha: News of your meters']);
    const text = bodyOf(server.mails[0]?.text ?? '');
    expect(text.indexOf('Tap')).toBeLessThan(text.indexOf('Lamp'));
    expect(text).toContain('never quiet for longer than 10 minutes');
  });

  test('comes at most twice a day for silent meters, and four times in all', async () => {
    const home = await stage.seed.home();
    await person('asha', home);
    for (let i = 0; i < 3; i += 1) {
      await begin(home, 'silent-meter', `Lamp ${i}`);
      await sweep();
    }
    expect(server.mails).toHaveLength(2);
    for (let i = 0; i < 3; i += 1) {
      await begin(home, 'running-water', `Tap ${i}`);
      await sweep();
    }
    expect(subjects().slice(2)).toEqual(['asha: Tap 0: water does not stop', 'asha: Tap 1: water does not stop']);
  });

  test('a budget says what is spent of it, once, and nothing when it is over; who does not want it is not told', async () => {
    const home = await stage.seed.home('Europe/Madrid');
    await person('asha', home);
    const ben = await person('ben', home, 'member');
    await wish(ben, 'budgets', false);
    const figures = { budget: '40', soFar: '31.5', currency: 'EUR', start: '2026-11-01', end: '2026-12-01' };
    const tell = (kind: string | null) =>
      stage.sql`select private.notify_budgets(${home.household}, now() - interval '1 minute', ${JSON.stringify([{ utility: 'water', kind, figures }])}::text::jsonb)`;
    await tell('budget-most');
    expect(await sweep()).toBe(1);
    expect(subjects()).toEqual(['asha: Water: three quarters of the budget spent']);
    expect(bodyOf(server.mails[0]?.text ?? '')).toContain('Water has cost €31.50 of its €40.00 budget until 30 Nov');
    await tell(null);
    await tell('budget-most');
    expect(await sweep()).toBe(0);
  });

  test.each([
    ['-4.2', '; €4.20 is owed on the meter.'],
    ['0', '.'],
  ])('prepaid money that has run out is told as that, with what to do: %s', async (soFar, owed) => {
    const home = await stage.seed.home('Europe/Madrid');
    await person('asha', home);
    const figures = { soFar, currency: 'EUR', start: '2026-11-01', end: '2026-11-20' };
    const state = JSON.stringify([{ utility: 'electricity', kind: 'prepaid-ends', figures }]);
    await stage.sql`select private.notify_budgets(${home.household}, now() - interval '1 minute', ${state}::text::jsonb)`;
    expect(await sweep()).toBe(1);
    expect(subjects()).toEqual(['asha: Electricity: prepaid money has run out']);
    expect(bodyOf(server.mails[0]?.text ?? '')).toContain(
      `Electricity: what you paid in advance has run out${owed} Top up, and add the top-up under Billing.`,
    );
  });

  test('waits while the mail server is away, and says then what still holds', async () => {
    const home = await stage.seed.home();
    await person('asha', home);
    const tap = await begin(home, 'running-water', 'Tap');
    await begin(home, 'silent-meter', 'Lamp');
    server.mood = 'busy';
    expect(await sweep()).toBe(0);
    await end(tap);
    await stage.seed.owner`update private.waiting_mails set due_at = now()`;
    server.mood = 'taking';
    expect(await sweep()).toBe(1);
    expect(subjects()).toEqual(['asha: No readings from Lamp']);
  });

  test('each home is told in one sweep, also behind more that have nothing to say any more than are taken at once', async () => {
    for (let i = 0; i < 13; i += 1) {
      const home = await stage.seed.home();
      await person(`home${i}`, home);
      const tap = await begin(home, 'running-water', `Tap ${i}`);
      await stage.sql`select private.queue_notice_mails(${now()})`;
      if (i < 8) await stage.seed.owner`update notices set dismissed_at = now() where id = ${tap}`;
    }
    expect(await sweep()).toBe(5);
    expect(subjects().sort()).toEqual([10, 11, 12, 8, 9].map((i) => `home${i}: Tap ${i}: water does not stop`));
    expect(await stage.seed.owner`select from private.waiting_mails`).toHaveLength(0);
  });
});

describe('C1.4 C2.10 RFC 8058: a mail about notices is refused by one press', () => {
  const linkOf = (mail: { text: string } | undefined): string => {
    const head = (mail?.text ?? '').split('\r\n\r\n')[0]?.replace(/\r\n[ \t]+/g, ' ') ?? '';
    expect(head).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
    return /^List-Unsubscribe: <https:\/\/water\.example\.org([^>]+)>$/m.exec(head)?.[1]?.replaceAll(' ', '') ?? '';
  };
  const openApp = (secret = 'a secret of the test') =>
    stage.http((_http, { serve, sql }) =>
      refusalRoutes({
        serve,
        sql,
        refusals,
        addressSecret: secret,
        takeAllowance: createTakeAllowance(sql),
      }),
    );
  const press = (app: ReturnType<typeof openApp>, url: string, payload = 'List-Unsubscribe=One-Click') =>
    app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/x-www-form-urlencoded' } });
  const wishes = () => stage.seed.owner`select way, kind_group, is_wanted from notice_wishes order by kind_group`;

  test('of its kind, for who got it, however often; looking at the link refuses nothing', async () => {
    const home = await stage.seed.home();
    await person('asha', home);
    await begin(home, 'running-water', 'Tap');
    await sweep();
    const link = linkOf(server.mails[0]);
    const app = openApp();
    const page = await app.inject({ url: link });
    expect(page.body).toContain('<form method="post"><button>Stop these mails</button></form>');
    expect(page.body).toContain('water that does not stop');
    expect(await wishes()).toEqual([]);
    for (const _ of [1, 2]) expect((await press(app, link)).statusCode).toBe(200);
    expect(await wishes()).toEqual([{ way: 'mail', kind_group: 'water', is_wanted: false }]);
    await begin(home, 'running-water', 'Bath');
    await begin(home, 'silent-meter', 'Lamp');
    expect(await sweep()).toBe(1);
    expect(subjects().at(-1)).toBe('asha: No readings from Lamp');
    // From a page of ours, and as a form of several parts.
    const parts = '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const again = await app.inject({ method: 'POST', url: linkOf(server.mails[1]), payload: parts, headers });
    expect(again.statusCode).toBe(200);
    expect(await wishes()).toHaveLength(2);
  });

  test('C7.1 by nobody who has not got it: a token that is changed, or of another installation, is none; and not without end', async () => {
    const home = await stage.seed.home();
    await person('asha', home);
    const app = openApp();
    const token = refusals.write({ user: home.userId, groups: ['water'], language: 'en' });
    const of = (changed: string) => `/api/v1/notices/unsubscribe?token=${changed}`;
    const other = createRefusals('another').write({ user: home.userId, groups: ['water'], language: 'en' });
    for (const wrong of ['', 'x', `${token.slice(0, -2)}AA`, other])
      expect((await press(app, of(wrong))).statusCode).toBe(404);
    expect(await wishes()).toEqual([]);
    await stage.seed.owner`update private.allowances set used = 600 where kind = 'refused-notices'`;
    expect((await press(app, of(token))).statusCode).toBe(429);
  });
});
