import type { Page } from '@playwright/test';
import { ask, button, input, messages, openPanel, panel } from '../support/assistant.ts';
import { enter, newGuest } from '../support/member.ts';
import { untilSteady } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

async function openAsGuest(page: Page, baseURL: string | undefined, path = '/dashboard'): Promise<void> {
  await enter(page, await newGuest(baseURL));
  await page.goto(path);
  await untilSteady(page);
  await openPanel(page);
}

test('C2.8 the first opening offers questions that are answered by a press, and the place stays in the panel', async ({
  page,
  baseURL,
}) => {
  await openAsGuest(page, baseURL);
  const examples = panel(page).getByRole('group', { name: 'Example questions' }).getByRole('button');
  await expect(examples).toHaveCount(4);
  await examples.first().click();
  await expect(messages(page).last()).toContainText('kWh');
  await expect(examples).toHaveCount(0);
  await expect(input(page)).toBeFocused();
  await panel(page).getByRole('button', { name: 'Clear' }).click();
  await expect(examples).toHaveCount(4);
  await expect(input(page)).toBeFocused();
});

test('C2.8 Escape closes the panel from its button and from nowhere in particular', async ({ page, baseURL }) => {
  await openAsGuest(page, baseURL);
  await input(page).blur();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await openPanel(page);
  await button(page).focus();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
});

test('C2.8 a figure of the tariff opens its card on the billing page, and the table fits a phone @phone', async ({
  page,
  baseURL,
}) => {
  await openAsGuest(page, baseURL);
  for (const question of ['which devices are on?', 'explain my last bill']) {
    await ask(page, question);
    const frame = messages(page).last().getByRole('table').locator('..');
    await expect(frame).toBeVisible();
    expect(await frame.evaluate((node) => node.scrollWidth - node.clientWidth), question).toBeLessThanOrEqual(0);
  }
  await ask(page, 'what does electricity cost now?');
  await messages(page).last().getByRole('link', { name: 'kWh' }).first().click();
  await expect(page).toHaveURL(/\/billing\/prices#tariffs$/);
  await expect(page.locator('#tariffs')).toBeInViewport();
});

test('C1.4 on a low window at least six lines of an answer show', async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 720, height: 360 });
  await openAsGuest(page, baseURL);
  const log = panel(page).getByRole('log');
  await expect(log).toBeVisible();
  const lines = await log.evaluate((node) => node.clientHeight / Number.parseFloat(getComputedStyle(node).lineHeight));
  expect(lines).toBeGreaterThanOrEqual(6);
});
