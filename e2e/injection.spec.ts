import type { Page } from '@playwright/test';
import { enter, type Member, newMember, newToken } from './support/member.ts';
import { type OwnService, startOwnService } from './support/start-service.ts';
import { scriptVectors as all } from './support/script-vectors.ts';
import { untilSteady } from './support/page-checks.ts';
import { expect, test } from './support/test.ts';

// All of them in a full run, every ninth otherwise, which still has every way out and everything that runs.
const scriptVectors = process.env['TEST_FULL'] === '1' ? all : all.filter((_, at) => at % 9 === 0);

// Every text goes through every field; a break of the content policy fails these tests too, since it would be markup that got through.
test.describe.configure({ mode: 'default', timeout: 240_000 });
test.use({ expectedErrors: [/404/] });

let service: OwnService;
let administrator: Member;
test.beforeAll(async () => {
  service = await startOwnService({ TRUST_PROXY: '1', SIGN_UPS_PER_HOUR: '1000' });
  administrator = await service.administrator();
});
test.afterAll(() => service.stop());

/** As from another address each time: limits are not what is tried here. */
const from = (at: number) => ({ 'x-forwarded-for': `10.0.${Math.floor(at / 250)}.${(at % 250) + 1}` });

const oneByOne = async <T>(items: readonly T[], act: (item: T, at: number) => Promise<unknown>): Promise<void> => {
  const left = [...items.entries()];
  const worker = async () => {
    for (let next = left.shift(); next; next = left.shift()) await act(next[1], next[0]);
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
};

/** A button that goes away when all is shown. */
const ifStillThere = { timeout: 5_000 };

const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(`${service.url}${path}`);
  await untilSteady(page);
};

/** The texts stand on the page as texts, and none of them has done anything. */
const expectHarmless = async (page: Page, what: string, least = 1): Promise<void> => {
  await expect
    .poll(() => page.evaluate(() => document.body.innerText.split('ran=1').length - 1), { message: `texts on ${what}` })
    .toBeGreaterThanOrEqual(least);
  expect(await page.evaluate(() => 'ran' in window), `script on ${what}`).toBe(false);
};

test('C9.9 two hundred texts that are scripts elsewhere', () => {
  expect(new Set(all).size).toBeGreaterThanOrEqual(200);
});

test('C9.9 C2.15 names of devices, rooms, tokens, the household and the person run nothing, on any page', async ({
  page,
}) => {
  const member = await newMember(service.url);
  const devices = scriptVectors.map((vector, at) => ({
    name: vector,
    room: vector.slice(0, 40),
    utility: at % 2 ? 'water' : 'electricity',
    user_id: member.userId,
  }));
  const added = await member.ask('POST', '/rest/v1/connected_devices', devices);
  expect(added.status, await added.clone().text()).toBe(201);
  await oneByOne(scriptVectors, async (vector) => {
    expect((await member.ask('POST', '/api/v1/tokens', { name: vector })).ok).toBe(true);
  });
  const token = await newToken(member);
  const meters = (await (await member.ask('GET', '/rest/v1/meters?select=key')).json()) as { key: string }[];
  const at = (secondsAgo: number) => new Date(Date.now() - secondsAgo * 1000).toISOString();
  const readings = meters.flatMap(({ key }, n) => [
    { meter: key, value: 0, at: at(3600) },
    { meter: key, value: 1000 + n, at: at(5) },
  ]);
  const sent = await fetch(`${service.url}/api/v1/readings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ readings }),
  });
  expect(sent.status).toBeLessThan(300);

  await enter(page, member);
  await open(page, '/devices');
  await expectHarmless(page, 'Devices', scriptVectors.length);
  await open(page, '/devices/connect');
  await expectHarmless(page, 'Connect', scriptVectors.length);
  await open(page, '/dashboard');
  await expectHarmless(page, 'Dashboard');
  await open(page, '/analytics?by=device');
  const tables = page.getByRole('button', { name: 'Show as table' });
  for (let left = await tables.count(); left > 0; left -= 1) await tables.first().click();
  await expectHarmless(page, 'Analytics', 5);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).fill('ran 1');
  await expectHarmless(page, 'the search', 5);
  await page.keyboard.press('Escape');

  await open(page, '/profile');
  for (const vector of scriptVectors) {
    await page.getByLabel('Display name').fill(vector);
    await page.getByLabel('Name', { exact: true }).fill(vector);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await expectHarmless(page, 'Profile', 0);
  for (const vector of scriptVectors.filter((_, n) => n % 8 === 0)) {
    const saved = [
      member.ask('PATCH', `/rest/v1/profiles?user_id=eq.${member.userId}`, { display_name: vector }),
      member.ask('PATCH', `/rest/v1/households?id=eq.${member.householdId}`, { name: vector }),
    ];
    for (const answer of await Promise.all(saved)) expect(answer.ok).toBe(true);
    await open(page, '/profile');
    await expectHarmless(page, 'Profile', 0);
  }
});

test('C9.9 C2.14 what is written in the community runs nothing', async ({ page }) => {
  const perWriter = 10;
  const writers = await Promise.all(
    Array.from({ length: Math.ceil(scriptVectors.length / perWriter) }, () => newMember(service.url)),
  );
  const posts: string[] = [];
  await oneByOne(scriptVectors, async (vector, at) => {
    const writer = writers[Math.floor(at / perWriter)] as Member;
    if (at % perWriter === 0) {
      const named = await writer.ask('PATCH', `/rest/v1/profiles?user_id=eq.${writer.userId}`, {
        display_name: vector,
      });
      expect(named.ok).toBe(true);
    }
    const post = { kind: 'discussion', title: vector, body: `${vector}\n\n> ${vector}\n\n- ${vector}`, language: 'en' };
    const answer = await writer.ask('POST', '/api/v1/community/posts', post, from(at));
    expect(answer.status, await answer.clone().text()).toBe(201);
    const { id } = (await answer.json()) as { id: string };
    posts.push(id);
    await writer.ask('POST', `/api/v1/community/posts/${id}/reports`, { reason: 'other', text: vector }, from(at));
  });
  const [thread] = posts;
  await oneByOne(scriptVectors, async (vector, at) => {
    const writer = writers[Math.floor(at / perWriter)] as Member;
    const reply = { body: `${vector}\n\n${vector}`, language: 'en' };
    expect((await writer.ask('POST', `/api/v1/community/posts/${thread}/replies`, reply, from(at))).status).toBe(201);
  });

  await open(page, '/community');
  const more = page.getByRole('button', { name: 'Show more' });
  while (await more.isVisible()) await more.click(ifStillThere).catch(() => undefined);
  await expectHarmless(page, 'the list', scriptVectors.length);
  await open(page, `/community?post=${thread}`);
  const further = page.getByRole('button', { name: 'Show more' });
  while (await further.isVisible()) await further.click(ifStillThere).catch(() => undefined);
  await expectHarmless(page, 'the thread', scriptVectors.length);
  for (const post of posts.filter((_, n) => n % 25 === 0)) {
    await open(page, `/community?post=${post}`);
    await expectHarmless(page, 'a post');
  }
  await open(page, '/community?q=ran');
  await expectHarmless(page, 'what was searched');
  await enter(page, administrator);
  await open(page, '/community?reports');
  await expectHarmless(page, 'the reports', 5);
});

test('C9.9 C2.12 C2.13 messages, questions and their answers run nothing', async ({ page }) => {
  const post = (path: string, body: object) => administrator.ask('POST', path, body);
  await oneByOne(scriptVectors, async (text, at) => {
    const message = { name: text, email: 'a@example.org', topic: 'general', subject: text, message: text };
    // What would begin another line in the head of a mail is refused.
    const refused = /\p{Cc}/u.test(text) ? 400 : undefined;
    expect((await post('/api/v1/contact', { ...message, language: 'en' })).status).toBe(refused ?? 202);
    const question = { question: `${at} ${text}`, language: 'es' };
    expect((await post('/api/v1/faq-requests', question)).status).toBe(refused ?? 204);
    const texts = { en: text, es: text, hi: text };
    const entry = { category: 'figures', question: texts, answer: texts };
    expect((await post('/api/v1/faq-entries', entry)).status).toBe(refused ?? 201);
  });
  await enter(page, administrator);
  for (const part of ['requests', 'entries', 'messages']) {
    await open(page, `/admin/faq-requests?part=${part}`);
    await expectHarmless(page, part, 5);
  }
  await open(page, '/contact');
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
  await expectHarmless(page, 'Contact', 2 * scriptVectors.filter((text) => !/\p{Cc}/u.test(text)).length);
  for (const vector of scriptVectors) {
    await page.getByLabel('Your name').fill(vector);
    await page.getByLabel('Message', { exact: true }).fill(vector);
  }
  await page.getByRole('textbox', { name: 'Search the questions' }).fill(scriptVectors[0] ?? '');
  await page.getByRole('button', { name: 'Send the message' }).click();
  await expectHarmless(page, 'the form');
});

test('C9.9 C7.16 names of files, and what stands in them, run nothing', async ({ page }) => {
  const member = await newMember(service.url);
  await enter(page, member);
  await open(page, '/billing/prices');
  const card = page.getByRole('region', { name: 'Documents', exact: true });
  // Two texts in a name: what comes before a slash is no part of a name.
  const names = scriptVectors.flatMap((vector, at) =>
    at % 2 ? [`${at} ${`${vector} ${scriptVectors[at - 1]}`.replaceAll('/', '\u2215')}.pdf`] : [],
  );
  const files = names.map((name) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n') }));
  await card.getByLabel('Add documents').setInputFiles(files);
  await expect(page.getByText(`${names.length} documents added`)).toBeVisible({ timeout: 60_000 });
  await card.getByRole('button', { name: 'Show all' }).click();
  await expect(card.locator('[data-document]')).toHaveCount(names.length);
  await expectHarmless(page, 'Documents', names.length);

  await open(page, '/devices/import');
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  for (let at = 0; at < scriptVectors.length; at += 30) {
    const some = scriptVectors.slice(at, at + 30);
    const csv = ['time', ...some].map(quoted).join();
    const rows = [1, 2, 3].map((n) => `2026-11-0${n}T00:00:00Z,${some.map((_, i) => `${n + i}`).join()}`);
    const wrong = `2026-11-04T00:00:00Z,${some.map(quoted).join()}`;
    await page.locator('input[type=file]').setInputFiles({
      name: `${some[0]?.replaceAll('/', '')}.csv`,
      mimeType: 'text/csv',
      buffer: Buffer.from([csv, ...rows, wrong].join('\n')),
    });
    await expect(page.getByText(/\d+ of \d+ taken|4 rows/).first()).toBeVisible();
    await expectHarmless(page, 'the preview of a file', some.length);
    await page.reload();
    await untilSteady(page);
  }
});

test('C9.9 addresses run nothing', async ({ page }) => {
  const some = scriptVectors.filter((_, at) => at % 3 === 0).map(encodeURIComponent);
  await page.goto(`${service.url}/`);
  const places = (text: string) => [
    `/community?q=${text}`,
    `/analytics?at=${text}&room=${text}`,
    `/contact?topic=${text}#faq-${text}`,
    `/${text}`,
    `/billing#bill-${text}`,
    `/reset-password#error_description=${text}`,
  ];
  for (const [at, text] of some.entries()) {
    await page.goto(`${service.url}${places(text)[at % 6]}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.evaluate(() => 'ran' in window), decodeURIComponent(text)).toBe(false);
  }
});
