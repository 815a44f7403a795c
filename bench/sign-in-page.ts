/**
 * How long it takes from pressing "Sign in" to a Dashboard with the household's own figures, in a browser that is new here and in one
 * that has the pages already: `npx tsx bench/sign-in-page.ts [--rounds=8]`.
 */
import { randomUUID } from 'node:crypto';
import { type BrowserContext, chromium } from '@playwright/test';
import { findBrowser } from '../e2e/support/find-browser.ts';
import { addDevice, newMember, newToken, send } from '../e2e/support/member.ts';
import { startService } from '../e2e/support/start-service.ts';
import { option } from './option.ts';

const rounds = option('rounds', 8);
const maxMs = 1500;
const email = `${randomUUID()}@example.com`;
const password = `long-${randomUUID()}`;
const room = 'Boiler room';

const middle = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

const signIn = async (context: BrowserContext, url: string): Promise<number> => {
  const page = await context.newPage();
  await page.goto(`${url}/dashboard`);
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  const begun = performance.now();
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  // The sample home of visitors has no such room.
  await page.getByRole('main').getByText(room).first().waitFor();
  const took = performance.now() - begun;
  await page.evaluate('localStorage.clear()');
  await page.close();
  return took;
};

const service = await startService({ env: { SIGN_UPS_PER_HOUR: '100', BREACHED_PASSWORDS: 'off' } });
const browser = await chromium.launch(findBrowser());
try {
  const member = await newMember(service.url, email, password);
  const device = await addDevice(member, 'Boiler', room, 'electricity');
  const token = await newToken(member);
  const readings = [3600, 1800, 60].map((secondsAgo, i) => ({ meter: device.key, value: 1000 + 400 * i, secondsAgo }));
  await send(service.url, token, readings);

  const fresh: number[] = [];
  const known: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const context = await browser.newContext();
    fresh.push(await signIn(context, service.url));
    known.push(await signIn(context, service.url));
    await context.close();
  }
  console.table([
    { browser: 'new here', 'middle ms': Math.round(middle(fresh)), 'longest ms': Math.round(Math.max(...fresh)) },
    { browser: 'has the pages', 'middle ms': Math.round(middle(known)), 'longest ms': Math.round(Math.max(...known)) },
  ]);
  const isShort = middle(fresh) <= maxMs && middle(known) <= maxMs;
  console.log(`from "Sign in" to the own Dashboard: ${isShort ? 'within' : 'over'} ${maxMs} ms at the middle`);
  if (!isShort) process.exitCode = 1;
} finally {
  await browser.close();
  await service.stop();
}
