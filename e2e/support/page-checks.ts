import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { type Screen, screens } from './screens.ts';
import { expect } from './test.ts';
import { expectTextApart } from './text-boxes.ts';

/** What every page owes everyone: no barrier that can be found by machine, nothing that has to be scrolled sideways, no text over text. */
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
  await expectTextApart(page);
}

declare global {
  interface Window {
    layoutShift: number;
    moved: string[];
  }
}

/** Sums what moves on the page without anybody having touched it, as browsers report it. Call before the page is opened. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    interface Shift extends PerformanceEntry {
      hadRecentInput: boolean;
      value: number;
      sources: { node?: Node; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
    }
    window.layoutShift = 0;
    window.moved = [];
    const at = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join();
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, value, sources } of list.getEntries() as Shift[]) {
        if (hadRecentInput) continue;
        window.layoutShift += value;
        for (const { node, previousRect, currentRect } of sources) {
          const text = node?.textContent?.trim().slice(0, 60) ?? '';
          window.moved.push(`${value.toFixed(4)}: "${text}" ${at(previousRect)} to ${at(currentRect)}`);
        }
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** The page is there: its title, its fonts, and nothing that is still on its way. Looked at frame by frame: there are many pages. */
export async function untilShown(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const late = [...document.querySelectorAll('[aria-busy="true"], main .animate-breathe')];
    return (
      late.every((node) => node.closest('[role="application"], [data-later]') !== null) &&
      document.querySelector('h1') !== null &&
      document.fonts.status === 'loaded'
    );
  });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** The same, with what is drawn when somebody comes to it: each is come to, and the page goes back to where it was. */
export async function untilSteady(page: Page): Promise<void> {
  await untilShown(page);
  const later = 'main [role="application"] .animate-breathe, [data-later]';
  if ((await page.locator(later).count()) === 0) return;
  const before = await page.evaluate(() => scrollY);
  await page.waitForFunction((selector) => {
    const next = document.querySelector(selector);
    next?.scrollIntoView({ block: 'center', behavior: 'instant' });
    return next === null;
  }, later);
  await untilShown(page);
  await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), before);
}

/** Opens a screen in the language that was chosen before, and waits for all of it. */
export async function openScreen(page: Page, screen: Screen, language: string): Promise<void> {
  await page.goto(screens[screen]);
  await untilSteady(page);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await expect(page).toHaveTitle(/\S+.* · Wattershed|^Wattershed/);
}

/** Every page from now on is opened in this language. */
export async function speak(page: Page, language: string): Promise<void> {
  await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
}

/** Nothing but what the person touched has moved since the page was opened. */
export async function expectStill(page: Page, what: string, most = 0.01): Promise<void> {
  const { sum, moved } = await page.evaluate(() => ({ sum: window.layoutShift, moved: window.moved }));
  expect(sum, `what moved on ${what}: ${moved.join('; ')}`).toBeLessThanOrEqual(most);
}
