import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from '@playwright/test';
import { addDevice, enter, type Member, newMember } from './support/member.ts';
import {
  changesKept,
  loseNetwork,
  regainNetwork,
  untilReadyForOffline,
  visitBefore,
  withoutNetwork,
} from './support/offline.ts';
import { expectSoundPage } from './support/page-checks.ts';
import { expect, test } from './support/test.ts';

test.use(withoutNetwork);

const patches = (context: BrowserContext) => {
  const seen: string[] = [];
  context.on('request', (request) => {
    if (request.method() === 'PATCH') seen.push(request.postData() ?? '');
  });
  return seen;
};

const isOn = async (member: Member) => {
  const rows = (await (await member.ask('GET', '/rest/v1/connected_devices?select=is_active')).json()) as object[];
  return rows;
};

async function turnLampOffWithoutNetwork(page: Page): Promise<void> {
  await page.goto('/devices');
  await expect(page.getByRole('switch', { name: 'Hall lamp: on' })).toBeChecked();
  await untilReadyForOffline(page);
  await loseNetwork(page.context());
  await page.getByRole('switch', { name: 'Hall lamp: on' }).click();
  await expect(page.getByText('Waiting for the connection: 1 change', { exact: true })).toBeVisible();
}

test('C4.4 toggles wait for the connection, can be undone, and are sent once with the last one of a device, from two windows @phone', async ({
  page,
  context,
  baseURL,
}) => {
  const member = await visitBefore(page, baseURL);
  await addDevice(member, 'Kitchen fan', 'kitchen', 'electricity');
  await page.goto('/devices');
  const lamp = page.getByRole('switch', { name: 'Hall lamp: on' });
  const fan = page.getByRole('switch', { name: 'Kitchen fan: on' });
  await expect(fan).toBeChecked();
  await untilReadyForOffline(page);
  const sent = patches(context);

  await loseNetwork(context);
  await lamp.click();
  await expect(page.getByText('It is sent to Hall lamp as soon as you are back online.')).toBeVisible();
  await lamp.click();
  await lamp.click();
  await fan.click();
  await expect(page.getByText('Waiting for the connection: 2 changes')).toBeVisible();
  await page.getByText('Waiting for the connection: 2 changes').click();
  await expectSoundPage(page);
  await page.getByRole('button', { name: 'Undo: Turn off Kitchen fan' }).click();
  await expect(page.getByText('Waiting for the connection: 1 change', { exact: true })).toBeVisible();
  await expect(fan).toBeChecked();

  // The page is closed and opened again, twice, before the connection comes back.
  await page.reload();
  await expect(lamp).not.toBeChecked();
  const second = await context.newPage();
  await second.goto('/devices');
  await expect(second.getByText('Waiting for the connection: 1 change', { exact: true })).toBeVisible();
  expect(sent).toEqual([]);

  await regainNetwork(context);
  await expect(page.getByText(/Waiting for the connection/)).toBeHidden();
  await expect(second.getByText(/Waiting for the connection/)).toBeHidden();
  await expect(lamp).not.toBeChecked();
  // What waits is no longer called waiting while it is sent: only then is it gone.
  await expect.poll(() => changesKept(page)).toBe(0);
  expect(await isOn(member)).toEqual(expect.arrayContaining([{ is_active: false }, { is_active: true }]));
  await page.reload();
  await expect(lamp).not.toBeChecked();
  expect(sent).toEqual(['{"is_active":false}']);
  expect(await changesKept(page)).toBe(0);
});

test('C2.14 C8.10 a post that was written without a network is sent once when there is one', async ({
  page,
  context,
  baseURL,
}) => {
  await visitBefore(page, baseURL);
  const title = `Written on a train ${Date.now()}`;
  await page.goto('/community?write=discussion');
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Text').fill('The tunnel was long.');
  await untilReadyForOffline(page);
  const sent: string[] = [];
  context.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/community/posts')) sent.push(request.postData() ?? '');
  });
  await loseNetwork(context);
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Kept until there is a connection')).toBeVisible();
  await page.getByText('Waiting for the connection: 1 change').click();
  await expect(page.getByText(`Post: ${title}`)).toBeVisible();
  await expectSoundPage(page);
  expect(sent).toEqual([]);
  await regainNetwork(context);
  await expect(page.getByText(/Waiting for the connection/)).toBeHidden();
  await expect(page.getByRole('link', { name: title })).toHaveCount(1);
  expect(sent).toHaveLength(1);
  await expect.poll(() => changesKept(page)).toBe(0);
});

test('C8.10 what waited is sent by a page that was closed meanwhile and is opened on Home', async ({
  page,
  context,
  baseURL,
}) => {
  const member = await visitBefore(page, baseURL);
  await turnLampOffWithoutNetwork(page);
  await page.close();
  await regainNetwork(context);
  const later = await context.newPage();
  await later.goto('/');
  await expect(later.getByText('1 waiting change was sent')).toBeVisible();
  expect(await isOn(member)).toEqual([{ is_active: false }]);
});

test('C4.4 a change that is refused says why, and is given back', async ({ page, context, baseURL }) => {
  const member = await visitBefore(page, baseURL);
  await turnLampOffWithoutNetwork(page);
  await member.ask('DELETE', '/rest/v1/connected_devices?name=eq.Hall lamp');
  await regainNetwork(context);
  const refused = page.getByRole('status').filter({ hasText: '1 change was not accepted' });
  await expect(refused).toContainText('Turn off Hall lamp');
  await expectSoundPage(page);
  await refused.getByRole('button', { name: 'Discard: Turn off Hall lamp' }).click();
  await expect(refused).toBeHidden();
});

test('C4.4 C8.10 a change whose answer was lost is sent again, and shown as waiting until then', async ({
  page,
  baseURL,
}) => {
  const member = await newMember(baseURL);
  await addDevice(member, 'Hall lamp', 'hall', 'electricity');
  await enter(page, member);
  const bodies: (string | null)[] = [];
  await page.route('**/rest/v1/connected_devices?*', async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback();
    bodies.push(route.request().postData());
    if (bodies.length > 1) return route.fallback();
    // It arrives, but nobody hears of it.
    await route.fetch();
    await route.abort('connectionreset');
  });
  await page.goto('/devices');
  const lamp = page.getByRole('switch', { name: 'Hall lamp: on' });
  await expect(lamp).toBeChecked();
  await lamp.click();
  await expect(page.getByText('Waiting for the connection: 1 change', { exact: true })).toBeVisible();
  await expect(page.getByText('1 waiting change was sent')).toBeVisible();
  await expect(page.getByText(/Waiting for the connection/)).toBeHidden();
  await expect(lamp).not.toBeChecked();
  expect(bodies).toEqual(['{"is_active":false}', '{"is_active":false}']);
  expect(await isOn(member)).toEqual([{ is_active: false }]);
});

test.describe('on a first visit, of which nothing is kept yet', () => {
  test.use({ serviceWorkers: 'block' });

  test('C4.4 a change made without a network is sent once there is one, and its words are shown until then', async ({
    page,
    context,
    baseURL,
  }) => {
    const member = await newMember(baseURL);
    await addDevice(member, 'Hall lamp', 'hall', 'electricity');
    await enter(page, member);
    await page.goto('/devices');
    const lamp = page.getByRole('switch', { name: 'Hall lamp: on' });
    await expect(lamp).toBeChecked();
    // What tells of the lost network has come just before it was lost; what sends the change would not come any more.
    const assets = fileURLToPath(new URL('../apps/web/dist/assets/', import.meta.url));
    const files = readdirSync(assets, { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => /^connection-strip-.*\.js$|\/en\/offline\.js$/.test(name))) {
      await page.evaluate((path) => import(path), `/assets/${file}`);
    }
    await loseNetwork(context);
    await lamp.click();
    await page.getByText('Waiting for the connection: 1 change', { exact: true }).click();
    await expect(page.getByRole('button', { name: 'Undo: Turn off Hall lamp' })).toBeVisible();
    await regainNetwork(context);
    await expect.poll(() => isOn(member)).toEqual([{ is_active: false }]);
  });
});
