import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addDevice, enter, newMember, newToken, send } from '../support/member.ts';
import { expectSoundPage } from '../support/page-checks.ts';
import { startService } from '../support/start-service.ts';
import { expect, test } from '../support/test.ts';

/** Whatever a way leads to: what it is asked, over a real socket. */
const openFarSide = async () => {
  const asked: { headers: Record<string, unknown>; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      asked.push({ headers: request.headers, body });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const network = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = () => new Promise<void>((resolve) => void server.close(() => resolve()));
  return { asked, network, stop };
};

// An address that the operator does not allow is refused.
test.use({ expectedErrors: [/422 \(Unprocessable Entity\)/] });

test('C2.10 C1.4 a webhook is added on the profile, tried, and told of water that does not stop; by hand and by keyboard @phone', async ({
  page,
  untilEnd,
}) => {
  const far = await untilEnd(openFarSide());
  const { url } = await untilEnd(startService({ env: { DEMO: '0', PUSH_NETWORKS: far.network } }));
  const member = await newMember(url);
  const tap = await addDevice(member, 'Bathroom tap', 'bathroom', 'water');
  const token = await newToken(member);
  await enter(page, member);
  await page.goto(`${url}/profile#notifications`);
  const card = page.locator('#notifications');
  await card.getByRole('button', { name: 'Add a way' }).press('Enter');
  await card.getByLabel('Name').fill('Node-RED');
  await card.getByLabel('Address').fill('http://169.254.169.254/latest');
  await card.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(card.getByText(/^Nothing is sent to this address/)).toBeVisible();
  await card.getByLabel('Address').fill(`http://${far.network}/in`);
  await page.keyboard.press('Enter');
  await expect(card.getByText(/^whsec_/)).toBeVisible();
  await card.getByRole('button', { name: 'Send a test to Node-RED' }).click();
  await expect(page.getByText('The test has arrived')).toBeVisible();
  expect(JSON.parse(far.asked[0]?.body ?? '')).toMatchObject({ type: 'test' });
  await expect(card.getByRole('switch', { name: 'Water that does not stop: Webhook' })).toBeChecked();
  await card.getByRole('switch', { name: 'Keep quiet hours' }).press('Space');
  await expect(card.getByLabel('From')).toHaveValue('22:00');
  await expectSoundPage(page);

  const readings = Array.from({ length: 160 }, (_, i) => ({
    meter: tap.key,
    value: 500_000 + i * 3000,
    secondsAgo: (160 - i) * 60,
  }));
  expect((await send(url, token, readings)).status).toBe(200);
  await expect.poll(() => far.asked.length, { timeout: 40_000 }).toBe(2);
  expect(far.asked[1]?.headers['webhook-signature']).toMatch(/^v1,/);
  expect(JSON.parse(far.asked[1]?.body ?? '')).toMatchObject({
    type: 'notice.began',
    data: { kind: 'running-water', device: 'Bathroom tap' },
  });
  await page.reload();
  await expect(card.getByLabel('Until')).toHaveValue('07:00');
});

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('C8.10 what a push brings is shown by the worker, a later one in place of the one before; pressed, it opens where one sees why', async ({
    page,
    context,
    baseURL,
  }) => {
    const origin = new URL(baseURL ?? '').origin;
    const member = await newMember(baseURL);
    await enter(page, member);
    await page.goto('/dashboard');
    await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active !== null);
    // A push service is the browser's own, and reaches it only from the Internet: what it would hand over is handed over here.
    const session = await context.newCDPSession(page);
    const registrations: { registrationId: string }[] = [];
    session.on('ServiceWorker.workerRegistrationUpdated', (told) => registrations.push(...told.registrations));
    await session.send('ServiceWorker.enable');
    await expect.poll(() => registrations.length).toBeGreaterThan(0);
    const deliver = (title: string) =>
      session.send('ServiceWorker.deliverPushMessage', {
        origin,
        registrationId: registrations[0]?.registrationId ?? '',
        data: JSON.stringify({
          web_push: 8030,
          notification: {
            title,
            body: 'Since 10:00',
            lang: 'en',
            tag: 'one',
            navigate: `${origin}/notices?kind=water`,
          },
        }),
      });
    // The browser of the journeys has no notifications and refuses to show any: what the worker asks it to show is written down.
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
    await worker.evaluate(() => {
      const scope = globalThis as unknown as { registration: ServiceWorkerRegistration; shown: object[] };
      scope.shown = [];
      scope.registration.showNotification = async (title, options) => void scope.shown.push({ title, ...options });
    });
    const shown = () => worker.evaluate(() => (globalThis as unknown as { shown: object[] }).shown);
    await deliver('Bathroom tap: water does not stop');
    const first = { title: 'Bathroom tap: water does not stop', body: 'Since 10:00', lang: 'en', tag: 'one' };
    await expect.poll(shown).toMatchObject([first]);
    await deliver('The water has stopped: Bathroom tap');
    await expect.poll(shown).toMatchObject([first, { title: 'The water has stopped: Bathroom tap', tag: 'one' }]);

    await worker.evaluate(() => {
      const [notification] = (globalThis as unknown as { shown: object[] }).shown;
      const event = new Event('notificationclick');
      Object.assign(event, { notification: { ...notification, close: () => undefined }, waitUntil: () => undefined });
      globalThis.dispatchEvent(event);
    });
    await page.waitForURL('**/notices?kind=water');
    await expect(page.getByRole('heading', { level: 1, name: 'Notices' })).toBeVisible();
    await page.goto('/profile#notifications');
    await expect(page.getByText(/^Your browser blocks notifications from here/)).toBeVisible();
  });
});
