import type { Page } from '@playwright/test';
import { enter, newGuest } from './support/member.ts';
import { openScreen, speak } from './support/page-checks.ts';
import { screenLanguages, screenNames } from './support/screens.ts';
import { expect, test } from './support/test.ts';

test.use({ expectedErrors: [/404/] });
// Many pages one after the other.
test.describe.configure({ timeout: 360_000 });

/** Controls and texts of the page that lie below search, bell, language and account. */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const corner = document.querySelector('header:has([aria-keyshortcuts])')?.getBoundingClientRect();
    const meets = (box: DOMRect): boolean =>
      corner !== undefined &&
      box.width > 0 &&
      box.left < corner.right &&
      box.right > corner.left &&
      box.top < corner.bottom &&
      box.bottom > corner.top;
    return [...document.querySelectorAll<HTMLElement>('main :is(a, button, h1, p, input, select)')]
      .filter((one) => !one.closest('.sr-only'))
      .filter((one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return [...range.getClientRects()].some(meets);
      })
      .map((one) => one.outerHTML.slice(0, 120));
  });

for (const language of screenLanguages) {
  test(`nothing lies below search, bell and account in ${language}, on any screen`, async ({ page, baseURL }) => {
    await enter(page, await newGuest(baseURL));
    await speak(page, language);
    for (const screen of screenNames) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await openScreen(page, screen, language);
      for (const width of [1440, 1280, 1024, 768, 390]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await covered(page), `on ${screen} at ${width} px`).toEqual([]);
      }
    }
  });
}
