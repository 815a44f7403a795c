import type { Page } from '@playwright/test';
import {
  answersKept,
  filesKept,
  loseNetwork,
  regainNetwork,
  startFront,
  untilFilesKept,
  visitBefore,
  withoutNetwork,
} from './support/offline.ts';
import { expectSoundPage } from './support/page-checks.ts';
import { expect, test } from './support/test.ts';

test.use(withoutNetwork);

test('C8.10 C2.2 the second visit works without a network: Dashboard and Devices with their last figures and how old they are @phone', async ({
  page,
  context,
  baseURL,
}) => {
  await visitBefore(page, baseURL);
  await loseNetwork(context);
  await page.reload();
  await expect(page.locator('[data-today="electricity"]')).toContainText('0.25');
  await expect(page.getByText(/You are offline\. Figures are as of .*ago/)).toBeVisible();
  await expect(page.getByText(/^As of .* ago/)).toBeVisible();
  await expectSoundPage(page);
  await page.getByRole('navigation').getByRole('link', { name: 'Devices' }).filter({ visible: true }).click();
  await expect(page.locator('[data-device="Hall lamp"]')).toContainText('shows 1.250');
  await regainNetwork(context);
  await page.goto('/dashboard');
  await expect(page.getByText(/You are offline/)).toBeHidden();
  await expect(page.locator('[data-today="electricity"]')).toContainText('0.25');
});

test('C2.2 a page that was never opened here says so, without a network', async ({
  page,
  context,
  baseURL,
  untilEnd,
}) => {
  // Its worker may still reach what a tool takes from the page: here the server is away as well.
  const front = await untilEnd(startFront(baseURL));
  await page.goto(front.url);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  front.isAway = true;
  await loseNetwork(context);
  await page.goto(`${front.url}/analytics`);
  await expect(
    page.getByRole('heading', { level: 1, name: 'This page has not been opened on this device yet' }),
  ).toBeVisible();
  await expectSoundPage(page);
  front.isAway = false;
  await regainNetwork(context);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Analytics' })).toBeVisible();
});

test('C8.10 a file that is on its way while the worker takes over is kept too', async ({
  page,
  context,
  baseURL,
  untilEnd,
}) => {
  const front = await untilEnd(startFront(baseURL));
  const worker = /service-worker\.js$/;
  const itsFile = /\/en\/billing-export\.js$/;
  front.held = [worker, itsFile];
  await page.goto(`${front.url}/dashboard`);
  await expect.poll(() => front.isWaiting(worker)).toBe(true);
  await page.getByRole('navigation').getByRole('link', { name: 'Billing' }).filter({ visible: true }).click();
  await expect.poll(() => front.isWaiting(itsFile)).toBe(true);
  front.letThrough(worker);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  front.letThrough(itsFile);
  await expect(page.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible();
  await untilFilesKept(page);
  front.isAway = true;
  await loseNetwork(context);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible();
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
  await loseNetwork(context);
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
  const notice = page
    .getByRole('region', { name: 'Notices', exact: true })
    .getByText('This browser keeps nothing for Wattershed');
  await expect(notice).toBeVisible();
  await expectSoundPage(page);
  await page.getByRole('region', { name: 'Notices', exact: true }).getByRole('button', { name: 'Close' }).click();
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
  await loseNetwork(context);
  await toggle.click();
  await expect(page.getByText(/stays as it was/)).toBeVisible();
  await expect(toggle).not.toHaveAttribute('aria-checked', String(before));
  await expect(notice).toBeHidden();
});

test('C8.10 a new version is offered and taken when the person says so, never by itself', async ({
  page,
  baseURL,
  untilEnd,
}) => {
  const front = await untilEnd(startFront(baseURL));
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
  front.replace(version ?? '', 'the-newest-version', 'a-newer-version');
  // Where the network is slow, the worker gives the page that it has.
  await expect(async () => {
    await page.reload();
    const loaded = page.locator('meta[name="wattershed-version"]');
    await expect(loaded).toHaveAttribute('content', 'the-newest-version', { timeout: 2_000 });
  }).toPass();
  // While a browser is watched by a tool, a worker that is asked something just when it is replaced stays for minutes.
  await page.waitForLoadState('networkidle');
  front.replace(version ?? '', 'the-newest-version');
  await lookForUpdate(page);
  await expect.poll(() => workersToCome(page)).toBe(0);
  expect(await askWorker(page, { event: 'version' })).toEqual({
    status: 'done',
    answer: { version: 'the-newest-version' },
  });
  await expect(page.getByText('A new version is ready')).toBeHidden();
});

test('a service that is away: the page opens with its last figures, and says who does not answer', async ({
  page,
  baseURL,
  untilEnd,
}) => {
  const front = await untilEnd(startFront(baseURL));
  await visitBefore(page, baseURL, front.url);
  front.isAway = true;
  await page.reload();
  await expect(page.getByText(/Wattershed does not answer at the moment\. Figures are as of .*ago/)).toBeVisible();
  await expect(page.locator('[data-today="electricity"]')).toContainText('0.25');
  front.isAway = false;
  await expect(page.getByText(/does not answer/)).toBeHidden({ timeout: 40_000 });
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

function workersToCome(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return [registration?.installing, registration?.waiting].filter(Boolean).length;
  });
}
