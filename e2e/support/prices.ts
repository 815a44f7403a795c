import type { Locator, Page } from '@playwright/test';
import { untilSteady } from './page-checks.ts';

/** From the page of bills to the dialog in which the first prices are entered. */
export async function openPriceEntry(page: Page): Promise<Locator> {
  await page.goto('/billing');
  await untilSteady(page);
  await page.getByRole('link', { name: 'Enter your prices' }).click();
  return page.getByRole('dialog', { name: 'Enter prices' });
}
