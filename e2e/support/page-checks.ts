import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** What every page owes everyone: no barrier that can be found by machine, and nothing that has to be scrolled sideways. */
export async function expectSoundPage(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // A notice may come in at any moment, and is paler until it has: here it is there at once.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // Pages have no frames: all is looked at in the page itself, which takes half the time.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  await page.emulateMedia({ reducedMotion: null });
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
  expect(found, 'barriers').toEqual([]);
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways, 'pixels beyond the window').toBeLessThanOrEqual(0);
}
