import type { Frame, Page } from '@playwright/test';
import { leave, signUpByDialog } from './support/account-steps.ts';
import { input, messages, openPanel, startProvider, untilAnswered } from './support/assistant.ts';
import { type HomeAssistant, startHomeAssistant } from './support/ingress-proxy.ts';
import { addDevice, asMember, newToken, send } from './support/member.ts';
import { type OwnService, startOwnService } from './support/start-service.ts';
import { expect, test } from './support/test.ts';

// One service behind one Home Assistant, with an AI provider that says what the journey wants.
test.describe.configure({ mode: 'default' });
// What registers none is seen only where one could be.
test.use({ serviceWorkers: 'allow' });

let provider: Awaited<ReturnType<typeof startProvider>>;
let service: OwnService;
let ha: HomeAssistant;
test.beforeAll(async () => {
  provider = await startProvider();
  service = await startOwnService({ TRUST_INGRESS: '127.0.0.1', OPENAI_BASE_URL: provider.url, DEMO: '1' });
  ha = await startHomeAssistant(service.url);
});
test.afterAll(async () => {
  await ha.stop();
  await service.stop();
  await provider.stop();
});

/** Home Assistant's page with ours in its frame; everything that is asked for from now on. */
async function openWithin(page: Page, place = '/'): Promise<{ frame: Frame; asked: URL[] }> {
  const asked: URL[] = [];
  page.on('request', (request) => asked.push(new URL(request.url())));
  await page.goto(`${ha.url}/?place=${encodeURIComponent(place)}`);
  const frame = page.frames()[1];
  if (frame === undefined) throw new Error('there is no frame');
  return { frame, asked };
}

/** Nothing has left the path, and nothing was missing below it. */
function expectWithin(asked: readonly URL[]): void {
  const outside = asked.filter(({ protocol, origin, pathname }) => {
    if (protocol === 'data:' || protocol === 'blob:') return false;
    return origin !== ha.url || !(pathname === '/' || pathname.startsWith(`${ha.path}/`));
  });
  expect(outside.map(({ href }) => href)).toEqual([]);
  expect(ha.astray).toEqual([]);
}

/** As the frame shows it: the address of the page within, without what stands before. */
const placeOf = (frame: Frame): string => frame.url().replace(ha.url + ha.path, '');

/** Whoever has just signed up there, with a meter. */
async function equip(frame: Frame) {
  const stored = await frame.evaluate((key) => localStorage.getItem(key), `${ha.path}wattershed-session`);
  const member = await asMember(service.url, JSON.parse(stored ?? '{}') as Parameters<typeof asMember>[1]);
  const { key } = await addDevice(member, 'Mains', 'whole_home', 'electricity');
  const token = await newToken(member);
  return (value: number, secondsAgo: number) => send(service.url, token, [{ meter: key, value, secondsAgo }]);
}

const menu = (frame: Frame) => frame.getByRole('navigation', { name: 'Main', exact: true }).filter({ visible: true });

test('C9.1 within Home Assistant: sign-up, live figures, pages, back, a reload, languages, the assistant, and nothing leaves the path', async ({
  page,
  context,
}) => {
  const { frame, asked } = await openWithin(page);
  await expect(frame.getByRole('button', { name: 'Explore the demo household' })).toBeVisible();
  await signUpByDialog(frame);
  await expect(frame.getByRole('banner').getByRole('button', { name: /Account/ })).toBeVisible();
  const meter = await equip(frame);

  await menu(frame).getByRole('link', { name: 'Dashboard' }).click();
  await expect(frame.getByRole('heading', { name: 'These are sample figures, not yours' })).toBeVisible();
  expect(placeOf(frame)).toBe('/dashboard');
  await meter(100_000, 60);
  await expect(frame.getByText('Measured by your meters')).toBeVisible();
  await meter(103_000, 1);
  await expect(frame.locator('[data-today="electricity"]')).toContainText('3.00');

  await menu(frame).getByRole('link', { name: 'Analytics' }).click();
  await expect(frame.getByRole('heading', { level: 1, name: 'Analytics' })).toBeVisible();
  await page.evaluate(() => history.back());
  await expect(frame.locator('[data-today="electricity"]')).toContainText('3.00');
  await page.evaluate(() => history.forward());
  await expect(frame.getByRole('heading', { level: 1, name: 'Analytics' })).toBeVisible();
  await frame.evaluate(() => location.reload());
  await frame.waitForLoadState();
  await expect(frame.getByRole('heading', { level: 1, name: 'Analytics' })).toBeVisible();
  expect(placeOf(frame)).toMatch(/^\/analytics/);

  await openPanel(frame);
  await input(frame).fill('Tell me a story about a tap');
  await input(frame).press('Enter');
  await expect.poll(provider.asked).toBe(1);
  provider.say('Once there was ');
  await expect(messages(frame).last()).toContainText('Once there was');
  provider.say('a tap.');
  provider.finish();
  await untilAnswered(frame);
  await frame
    .getByRole('button', { name: /^Close/ })
    .last()
    .click();

  for (const [language, name] of [
    ['hi', 'हिन्दी'],
    ['es', 'Español'],
    ['en', 'English'],
  ] as const) {
    await frame.getByRole('banner').locator('button[aria-haspopup="menu"]').first().click();
    await frame.getByRole('menuitemradio', { name }).click();
    await expect(frame.locator('html')).toHaveAttribute('lang', language);
    await frame.evaluate(() => document.fonts.ready.then(() => undefined));
  }
  // What does not come is an error of the page, and fails this.
  const fonts = asked.filter(({ pathname }) => pathname.endsWith('.woff2')).map(({ pathname }) => pathname);
  expect(fonts.some((name) => name.includes('latin'))).toBe(true);
  expect(fonts.some((name) => name.includes('devanagari'))).toBe(true);
  for (const path of ['/healthz', '/api/v1/docs', '/api/v1/openapi.json', '/licences.txt', '/manifest.webmanifest'])
    expect([path, await frame.evaluate(async (url) => (await fetch(url)).status, ha.path + path)]).toEqual([path, 200]);
  expect(asked.some(({ pathname }) => pathname.endsWith('/usage/stream'))).toBe(true);

  // What the browser keeps stands under names of ours, and what Home Assistant keeps stays.
  const kept = await frame.evaluate(async () => ({
    names: [...Object.keys(localStorage), ...Object.keys(sessionStorage)],
    databases: (await indexedDB.databases()).map(({ name = '' }) => name),
    caches: await caches.keys(),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  }));
  const theirs = kept.names.filter((name) => !name.startsWith(ha.path)).toSorted();
  expect({ ...kept, names: theirs }).toEqual({
    names: ['hassTokens', 'language'],
    databases: [`${ha.path}wattershed`],
    caches: [],
    workers: 0,
  });
  const cookies = await context.cookies();
  expect(cookies.length).toBeGreaterThan(1);
  for (const { name, path } of cookies) expect([name, path.startsWith('/api/hassio_ingress/')]).toEqual([name, true]);

  await leave(frame);
  expect(await frame.evaluate(() => localStorage.getItem('hassTokens'))).toContain('of Home Assistant');
  expectWithin(asked);
});

test('C9.1 within Home Assistant on a phone: the demo household, a deep link, and nothing leaves the path @phone', async ({
  page,
}) => {
  const { frame, asked } = await openWithin(page, '/community?part=discussions');
  await expect(frame.getByRole('heading', { level: 1, name: 'Community' })).toBeVisible();
  await menu(frame).getByRole('link', { name: 'Dashboard' }).click();
  await expect(frame.getByRole('heading', { name: 'These are sample figures, not yours' })).toBeVisible();
  await signUpByDialog(frame);
  const meter = await equip(frame);
  await meter(100_000, 60);
  await meter(104_000, 1);
  await expect(frame.locator('[data-today="electricity"]')).toContainText('4.00');
  const sideways = await frame.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways).toBeLessThanOrEqual(0);
  await menu(frame).getByRole('link', { name: 'Billing' }).click();
  await expect(frame.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible();
  await page.evaluate(() => history.back());
  await expect(frame.locator('[data-today="electricity"]')).toContainText('4.00');
  expectWithin(asked);
});

test('C9.1 within Home Assistant what devices and others are told is where the service itself is found', async ({
  page,
}) => {
  const { frame, asked } = await openWithin(page);
  await frame.getByRole('button', { name: 'Explore the demo household' }).click();
  await expect(frame.getByText('Simulated', { exact: true }).first()).toBeVisible();
  await frame.evaluate((path) => location.assign(path), `${ha.path}/devices/connect`);
  await expect(frame.getByText(`${service.url}/api/v1/readings`).first()).toBeVisible();
  expectWithin(asked);
});

test.describe('elsewhere', () => {
  test.use({ expectedErrors: [/frame-ancestors|Refused to frame|Framing/i] });

  test('C9.1 beside it the service is what it was: at its root, and in no frame', async ({ page }) => {
    for (const headers of [{}, { 'x-ingress-path': '/a/<b>' }, { 'x-ingress-path': '//elsewhere.example' }] as const) {
      const answer = await fetch(service.url, { headers: { accept: 'text/html', ...headers } });
      expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(await answer.text()).toContain('data-base=""');
    }
    await page.goto(`${ha.url}/?place=/`);
    await page.evaluate((src) => {
      document.body.innerHTML = '';
      document.body.append(Object.assign(document.createElement('iframe'), { src }));
    }, service.url);
    await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/);
    await page.goto(service.url);
    await expect(page.getByRole('button', { name: 'Explore the demo household' })).toBeVisible();
    expect(await page.evaluate(() => navigator.serviceWorker.ready.then(({ scope }) => scope))).toBe(`${service.url}/`);
  });
});
