import type { BrowserContext, Page } from '@playwright/test';
import { addDevice, enter, type Member, newMember, newToken, send } from './support/member.ts';
import { answersKept, changesKept, filesKept, untilReadyForOffline } from './support/offline.ts';
import { expectSoundPage } from './support/page-checks.ts';
import { startFront } from './support/front.ts';
import { expect, test } from './support/test.ts';

test.use({
  serviceWorkers: 'allow',
  expectedErrors: [/ERR_(INTERNET_DISCONNECTED|FAILED|CONNECTION_RESET|EMPTY_RESPONSE)|Failed to fetch|NotKeptError/],
});

/** A member whose home has used 250 Wh, and who has seen it on this browser. */
async function visitBefore(page: Page, baseURL: string | undefined, origin = ''): Promise<Member> {
  const member = await newMember(baseURL);
  const lamp = await addDevice(member, 'Hall lamp', 'hall', 'electricity');
  const token = await newToken(member);
  await send(baseURL, token, [{ meter: lamp.key, value: 1000, secondsAgo: 600 }]);
  await send(baseURL, token, [{ meter: lamp.key, value: 1250, secondsAgo: 60 }]);
  await enter(page, member);
  await page.goto(`${origin}/devices`);
  await expect(page.locator('[data-device="Hall lamp"]')).toContainText('shows 1.250');
  await page.goto(`${origin}/dashboard`);
  await expect(page.locator('[data-today="electricity"]')).toContainText('0.25');
  await untilReadyForOffline(page);
  return member;
}

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

test('C8.10 C2.2 the second visit works without a network: Dashboard and Devices with their last figures and how old they are @phone', async ({
  page,
  context,
  baseURL,
}) => {
  await visitBefore(page, baseURL);
  await context.setOffline(true);
  await page.reload();
  await expect(page.locator('[data-today="electricity"]')).toContainText('0.25');
  await expect(page.getByText(/You are offline\. Figures are as of .*ago/)).toBeVisible();
  await expect(page.getByText(/^As of .* ago/)).toBeVisible();
  await expectSoundPage(page);
  await page.getByRole('navigation').getByRole('link', { name: 'Devices' }).filter({ visible: true }).click();
  await expect(page.locator('[data-device="Hall lamp"]')).toContainText('shows 1.250');
  await context.setOffline(false);
  await page.goto('/dashboard');
  await expect(page.getByText(/You are offline/)).toBeHidden();
  await expect(page.locator('[data-today="electricity"]')).toContainText('0.25');
});

test('C2.2 a page that was never opened here says so, without a network', async ({ page, context }) => {
  await page.goto('/');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
  await page.goto('/analytics');
  await expect(
    page.getByRole('heading', { level: 1, name: 'This page has not been opened on this device yet' }),
  ).toBeVisible();
  await expectSoundPage(page);
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Analytics' })).toBeVisible();
});

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

  await context.setOffline(true);
  await lamp.click();
  await expect(page.getByText('Hall lamp is told as soon as you are back online.')).toBeVisible();
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

  await context.setOffline(false);
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
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Kept until there is a connection')).toBeVisible();
  await page.getByText('Waiting for the connection: 1 change').click();
  await expect(page.getByText(`Post: ${title}`)).toBeVisible();
  await expectSoundPage(page);
  expect(sent).toEqual([]);
  await context.setOffline(false);
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
  await page.goto('/devices');
  await expect(page.getByRole('switch', { name: 'Hall lamp: on' })).toBeChecked();
  await untilReadyForOffline(page);
  await context.setOffline(true);
  await page.getByRole('switch', { name: 'Hall lamp: on' }).click();
  await expect(page.getByText('Waiting for the connection: 1 change', { exact: true })).toBeVisible();
  await page.close();
  await context.setOffline(false);
  const later = await context.newPage();
  await later.goto('/');
  await expect(later.getByText('1 change that waited was sent')).toBeVisible();
  expect(await isOn(member)).toEqual([{ is_active: false }]);
});

test('C4.4 a change that is refused says why, and is given back', async ({ page, context, baseURL }) => {
  const member = await visitBefore(page, baseURL);
  await page.goto('/devices');
  await expect(page.getByRole('switch', { name: 'Hall lamp: on' })).toBeChecked();
  await untilReadyForOffline(page);
  await context.setOffline(true);
  await page.getByRole('switch', { name: 'Hall lamp: on' }).click();
  await expect(page.getByText('Waiting for the connection: 1 change', { exact: true })).toBeVisible();
  await member.ask('DELETE', '/rest/v1/connected_devices?name=eq.Hall lamp');
  await context.setOffline(false);
  const refused = page.getByRole('status').filter({ hasText: '1 change was not accepted' });
  await expect(refused).toContainText('Turn off Hall lamp');
  await expectSoundPage(page);
  await refused.getByRole('button', { name: 'Discard: Turn off Hall lamp' }).click();
  await expect(refused).toBeHidden();
});

test('C1.1 signing out, without a network too, leaves nothing of the household in this browser', async ({
  page,
  context,
  baseURL,
}) => {
  await visitBefore(page, baseURL);
  expect(await answersKept(page)).toBeGreaterThan(3);
  const files = await filesKept(page);
  expect(files.filter((path) => !/^\/(assets\/|$)/.test(path))).toEqual([]);
  await context.setOffline(true);
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'These are sample figures, not yours' })).toBeVisible();
  await expect.poll(() => answersKept(page)).toBe(0);
  const stored = await page.evaluate(() => Object.keys(localStorage));
  expect(stored).not.toContain('wattershed-session');
  expect(stored).not.toContain('wattershed-kept-for');
  await page.reload();
  await expect(page.getByText('0.25')).toBeHidden();
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
  await expect(page.getByText('1 change that waited was sent')).toBeVisible();
  await expect(page.getByText(/Waiting for the connection/)).toBeHidden();
  await expect(lamp).not.toBeChecked();
  expect(bodies).toEqual(['{"is_active":false}', '{"is_active":false}']);
  expect(await isOn(member)).toEqual([{ is_active: false }]);
});

test('C4.1 C4.5 where the browser keeps nothing, the app works and says once what is lost @phone', async ({
  page,
  context,
}) => {
  await context.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
      Object.defineProperty(window, name, { get: refuse });
    }
  });
  await page.goto('/');
  const notice = page.getByRole('region', { name: 'Notices' }).getByText('This browser keeps nothing for Wattershed');
  await expect(notice).toBeVisible();
  await expectSoundPage(page);
  await page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Close' }).click();
  await expect(notice).toBeHidden();
  await page.getByRole('button', { name: 'Explore the demo household' }).click();
  // The demo household is made ready for each guest.
  await expect(page.locator('[data-today="electricity"]')).toBeVisible({ timeout: 20_000 });
  await page.getByRole('navigation').getByRole('link', { name: 'Devices' }).filter({ visible: true }).click();
  const toggle = page.getByRole('switch').first();
  const before = await toggle.getAttribute('aria-checked');
  await toggle.click();
  await expect(page.getByText(/^Device (de)?activated$/)).toBeVisible();
  await expect(toggle).not.toHaveAttribute('aria-checked', String(before));
  await context.setOffline(true);
  await toggle.click();
  await expect(page.getByText(/stays as it was/)).toBeVisible();
  await expect(toggle).not.toHaveAttribute('aria-checked', String(before));
  await expect(notice).toBeHidden();
});

test('C8.10 a new version is offered and taken when the person says so, never by itself', async ({ page, baseURL }) => {
  const front = await startFront(baseURL);
  try {
    await page.goto(`${front.url}/dashboard`);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    const version = await page.locator('meta[name="wattershed-version"]').getAttribute('content');
    expect(await askWorker(page, { event: 'version' })).toEqual({ status: 'done', answer: { version } });
    expect(await askWorker(page, { event: 'dance' })).toEqual({ status: 'failed', code: 'unsupported_event' });

    front.replace(version ?? '', 'a-newer-version');
    await lookForUpdate(page);
    await expect(page.getByText('A new version is ready')).toBeVisible();
    await expect(page.locator('meta[name="wattershed-version"]')).toHaveAttribute('content', version ?? '');
    await expectSoundPage(page);
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.locator('meta[name="wattershed-version"]')).toHaveAttribute('content', 'a-newer-version');
    await expect
      .poll(() => askWorker(page, { event: 'version' }))
      .toEqual({ status: 'done', answer: { version: 'a-newer-version' } });

    // A window that was loaded again meanwhile is of the new version already: nothing is asked.
    front.replace(version ?? '', 'the-newest-version');
    await page.reload();
    await lookForUpdate(page);
    await expect
      .poll(() => askWorker(page, { event: 'version' }))
      .toEqual({ status: 'done', answer: { version: 'the-newest-version' } });
    await expect(page.getByText('A new version is ready')).toBeHidden();
  } finally {
    await front.stop();
  }
});

test('a service that is away: the page opens with its last figures, and says who does not answer', async ({
  page,
  baseURL,
}) => {
  const front = await startFront(baseURL);
  try {
    await visitBefore(page, baseURL, front.url);
    front.isAway = true;
    await page.reload();
    await expect(page.getByText(/Wattershed does not answer at the moment\. Figures are as of .*ago/)).toBeVisible();
    await expect(page.locator('[data-today="electricity"]')).toContainText('0.25');
    front.isAway = false;
    await expect(page.getByText(/does not answer/)).toBeHidden({ timeout: 40_000 });
  } finally {
    await front.stop();
  }
});

test('the app can be installed: its manifest and icons are what the browser asks for', async ({ page, context }) => {
  await page.goto('/');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const client = await context.newCDPSession(page);
  const { errors } = await client.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { installabilityErrors } = await client.send('Page.getInstallabilityErrors');
  // A browser without a profile cannot install anything, whatever the page.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
  const sizes = await page.evaluate(async () => {
    const manifest = (await (await fetch('/manifest.webmanifest')).json()) as {
      icons: { src: string; sizes: string; type: string }[];
    };
    const drawn = manifest.icons
      .filter(({ type }) => type === 'image/png')
      .map(async ({ src, sizes: said }) => {
        const { width, height } = await createImageBitmap(await (await fetch(src)).blob());
        return said === `${width}x${height}`;
      });
    return Promise.all(drawn);
  });
  expect(sizes).toEqual([true, true, true, true]);
});

function askWorker(page: Page, message: object): Promise<unknown> {
  return page.evaluate(
    (told) =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', ({ data }) => resolve(data));
        port1.start();
        navigator.serviceWorker.controller?.postMessage(told, [port2]);
      }),
    message,
  );
}

async function lookForUpdate(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
  });
}
