import type { Locator } from '@playwright/test';
import { enter, newGuest } from '../support/member.ts';
import { expectSoundPage, untilSteady } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

/** In cents, as it is written: €1,234.56, -€0.28. */
async function centsOf(amounts: Locator): Promise<number[]> {
  const texts = await amounts.allTextContents();
  return texts.map((text) => Math.round(Number(text.replace(/[^\d.-]/g, '')) * 100));
}

const sum = (cents: readonly number[]): number => cents.reduce((all, one) => all + one, 0);

test('C2.16 a guest sees where the open bill goes, to the cent, and why the latest one changed @phone', async ({
  page,
  baseURL,
}) => {
  await enter(page, await newGuest(baseURL));
  await page.goto('/billing');
  await untilSteady(page);
  const card = page.getByRole('region', { name: 'Where it goes', exact: true });
  await expect(card.getByText(/\(unmetered\)|^Unmetered/).first()).toBeVisible();
  await card.getByRole('button', { name: /^Show all/ }).click();
  const fixed = card.locator('[data-fixed]');
  for (const by of ['Devices', 'Rooms']) {
    await card.getByText(by, { exact: true }).click();
    const all = card.getByRole('button', { name: /^Show all/ });
    // The list may come after the press, and the demo goes on: the total may move while it is read.
    await expect(async () => {
      if (await all.isVisible()) await all.click();
      const parts = sum([...(await centsOf(card.locator('[data-cost]'))), ...(await centsOf(fixed))]);
      expect(parts).toBe(sum(await centsOf(card.locator('[data-costs-total]'))));
      const soFar = await page.locator('[data-so-far]').getAttribute('data-so-far');
      expect(parts).toBe(Math.round(Number(soFar) * 100));
    }).toPass();
  }
  await expect(card.getByText(/^Always on: \d+\sW, €/)).toBeVisible();
  await expectSoundPage(page);

  await page
    .getByRole('region', { name: 'Bills', exact: true })
    .getByRole('button', { name: /^Bill of/ })
    .first()
    .click();
  const why = page.getByRole('dialog').getByRole('region', { name: 'Why it changed', exact: true });
  for (const against of ['Previous bill', 'A year before']) {
    await why.getByText(against, { exact: true }).click();
    await expect(why.getByText(/€[\d,.]+ (more|less) than .+ \(€[\d,.]+\)$/)).toBeVisible();
    await expect(async () => {
      const parts = await centsOf(why.locator('[data-change-part]'));
      expect(parts.length).toBeGreaterThan(0);
      expect(sum(parts)).toBe(sum(await centsOf(why.locator('[data-difference]'))));
    }).toPass();
  }
  await expectSoundPage(page);
});
