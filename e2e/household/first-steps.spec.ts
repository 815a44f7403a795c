import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { enter, newGuest, newMember } from '../support/member.ts';
import { expectSoundPage } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

/** A text of the catalogue, by its file and key. */
function textOf(language: string, file: string, key: string): string {
  const path = fileURLToPath(new URL(`../../locales/${language}/${file}.json`, import.meta.url));
  const found = key
    .split('.')
    .reduce<unknown>((node, part) => (node as Record<string, unknown>)[part], JSON.parse(readFileSync(path, 'utf8')));
  return String(found);
}

/** Presses of a person: typing into fields is none. */
async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    document.addEventListener(
      'pointerdown',
      ({ isTrusted }) => isTrusted && (sessionStorage['presses'] = Number(sessionStorage['presses'] ?? 0) + 1),
      true,
    );
  });
  return () => page.evaluate(() => Number(sessionStorage['presses'] ?? 0));
}

const steps = (page: Page) => page.locator('[data-first-steps]');
const register = (page: Page) => page.locator('[data-register]');
/** As the field of a date and a time has it, by the clock of the browser. */
const clockOf = (page: Page, daysAgo: number) =>
  page.evaluate((days) => {
    const at = new Date(Date.now() - days * 86_400_000);
    return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  }, daysAgo);

const newcomers = [
  { language: 'en', timezoneId: 'Europe/Madrid', power: '4.6', tariff: /2\.0TD/ },
  { language: 'es', timezoneId: 'Europe/Madrid', power: '4,6', tariff: /2\.0TD/ },
  { language: 'hi', timezoneId: 'Asia/Kolkata', power: '3', tariff: /./ },
] as const;

for (const { language, timezoneId, power, tariff } of newcomers) {
  test.describe(`a newcomer in ${language}`, () => {
    test.use({ timezoneId });

    test(`signs up, types two readings, takes prices and sees a bill, in at most nine presses (${language}) @phone`, async ({
      page,
    }) => {
      const begun = Date.now();
      const text = (file: string, key: string) => textOf(language, file, key);
      await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
      const presses = await countPresses(page);
      await page.goto('/dashboard');
      await page
        .getByRole('banner')
        .getByRole('button', { name: text('shell', 'account.signIn') })
        .click();
      const dialog = page.getByRole('dialog');
      const toSignUp = /<1>(.*)<\/1>/.exec(text('account', 'action.toSignUp'))?.[1] ?? '';
      await dialog.getByRole('button', { name: toSignUp }).click();
      await dialog.getByLabel(text('account', 'field.email')).fill(`${randomUUID()}@example.com`);
      await dialog.getByLabel(text('account', 'field.newPassword'), { exact: true }).fill('correct horse 7');
      await dialog.getByRole('button', { name: text('account', 'action.signUp'), exact: true }).click();

      await expect(steps(page)).toHaveAttribute('data-first-steps', 'home');
      await expectSoundPage(page);
      await steps(page)
        .getByRole('button', { name: text('account', 'home.yes') })
        .click();
      await expect(steps(page)).toHaveAttribute('data-first-steps', 'meter');
      await expectSoundPage(page);
      await steps(page)
        .getByRole('button', { name: text('household', 'firstSteps.meter.type') })
        .click();

      await register(page).fill('24322,5');
      await expect(dialog.getByText(text('readings', 'typed.verdict.first'))).toBeVisible();
      await dialog.getByRole('button', { name: text('readings', 'typed.save') }).click();
      await expect(dialog.getByText(text('readings', 'typed.first.title'))).toBeVisible();
      await expectSoundPage(page);
      await dialog.locator('input[type="datetime-local"]').fill(await clockOf(page, 22));
      await register(page).fill('24107');
      await expect(dialog.getByText(/21[56][,.]5/)).toBeVisible();
      await dialog.getByRole('button', { name: text('readings', 'typed.save') }).click();
      await expect(dialog).toBeHidden();

      await expect(steps(page)).toHaveAttribute('data-first-steps', 'prices');
      await expectSoundPage(page);
      await steps(page).getByRole('listitem').getByRole('button', { name: tariff }).first().click();
      const use = dialog.getByRole('button', { name: text('billing', 'library.use') });
      await expect(use).toBeVisible();
      const powers = dialog.locator('input:not([type="date"]):not([type="radio"])');
      for (let i = 0; i < (await powers.count()); i += 1) await powers.nth(i).fill(power);
      await use.click();
      await expect(steps(page)).toHaveAttribute('data-first-steps', 'done');
      await expectSoundPage(page);
      expect(await presses()).toBeLessThanOrEqual(9);
      expect(Date.now() - begun).toBeLessThan(120_000);
      expect(page.url()).toContain('/dashboard');

      await steps(page)
        .getByRole('link', { name: text('household', 'firstSteps.done.bill') })
        .click();
      await expect(page.locator('#so-far')).toContainText(/[1-9]/);
    });
  });
}

test('whoever signs up on the site’s front comes to their Dashboard', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('main').getByRole('button', { name: 'Create an account' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-mail').fill(`${randomUUID()}@example.com`);
  await dialog.getByLabel('New password', { exact: true }).fill('correct horse 7');
  await dialog.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(steps(page)).toBeVisible();
});

test('the steps are put off on every device, and come back from the household’s page @phone', async ({
  page,
  browser,
  baseURL,
}) => {
  const member = await newMember(baseURL, undefined, undefined, 'not-said');
  await enter(page, member);
  await page.goto('/dashboard');
  await steps(page).getByRole('button', { name: 'Later' }).click();
  await expect(steps(page)).toBeHidden();
  const other = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await enter(other, member);
  await other.goto('/dashboard');
  // Where the home is is asked all the same: no bill is closed before.
  await expect(other.getByRole('region', { name: 'Your home', exact: true })).toBeVisible();
  await expect(steps(other)).toHaveCount(0);
  await other.goto('/household');
  await other.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(other).toHaveURL(/\/dashboard$/);
  await expect(steps(other)).toBeVisible();
  await page.goto('/household');
  await expect(page.getByRole('heading', { name: 'Household', level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue', exact: true })).toHaveCount(0);
  await page.goto('/dashboard');
  await expect(steps(page)).toBeVisible();
  await other.context().close();
});

test('C6.1 a guest of the demo household and whoever only looks on are led nowhere', async ({ page, baseURL }) => {
  await enter(page, await newGuest(baseURL));
  await page.goto('/dashboard');
  await expect(page.getByText('Simulated').first()).toBeVisible();
  await expect(steps(page)).toHaveCount(0);
});
