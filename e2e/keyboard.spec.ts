import type { Page } from '@playwright/test';
import { addDevice, enter, newGuest, newMember } from './support/member.ts';
import { openScreen, untilShown, untilSteady } from './support/page-checks.ts';
import { type Screen, screenNames } from './support/screens.ts';
import { expect, test } from './support/test.ts';

/** What the run that everybody waits for looks at; the full one walks all. */
const seldom: readonly Screen[] = ['dashboard', 'billing', 'connect', 'elsewhere', 'profile'];

/** Goes through the page with Tab; what it says is what somebody at the keyboard cannot reach, cannot see, or sees covered. */
async function walkByTab(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    window.walked = new Set();
    window.reachable = () => {
      const controls = document.querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea, summary, [tabindex]',
      );
      return [...controls].filter(
        (node) =>
          node.tabIndex >= 0 && !node.matches(':disabled') && node.checkVisibility({ visibilityProperty: true }),
      );
    };
  });
  const faults: string[] = [];
  const most = (await page.evaluate(() => window.reachable().length)) + 40;
  for (let n = 0; n < most; n += 1) {
    await page.keyboard.press('Tab');
    const fault = await page.evaluate(() => {
      const focused = document.activeElement;
      // Past its last control the page begins again.
      if (!(focused instanceof HTMLElement) || focused === document.body) return '';
      // A date has a turn for its day, its month and its year.
      if (focused === [...window.walked].at(-1)) return '';
      if (window.walked.has(focused)) return 'end';
      window.walked.add(focused);
      const name = focused.outerHTML.slice(0, 120);
      const seen = focused.matches('.sr-only, [aria-hidden="true"]') ? (focused.closest('label') ?? focused) : focused;
      const { outlineStyle, outlineWidth } = getComputedStyle(seen);
      if (outlineStyle === 'none' || outlineWidth === '0px') return `not seen: ${name}`;
      const { left, top, width, height } = seen.getBoundingClientRect();
      const on = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, innerHeight / 4));
      if (on === null) return `out of sight: ${name}`;
      return seen.contains(on) || on.contains(seen) ? '' : `covered by ${on.outerHTML.slice(0, 80)}: ${name}`;
    });
    if (fault === 'end') break;
    if (fault !== '') faults.push(fault);
  }
  const left = await page.evaluate(() => {
    // Of radio buttons that belong together the one that is chosen has the turn.
    const isRadio = (node: HTMLElement) => node instanceof HTMLInputElement && node.type === 'radio' && !node.checked;
    const never = window.reachable().filter((node) => !window.walked.has(node) && !isRadio(node));
    return never.map((node) => `never reached: ${node.outerHTML.slice(0, 120)}`);
  });
  return [...faults, ...left];
}

declare global {
  interface Window {
    walked: Set<Element>;
    reachable: () => HTMLElement[];
  }
}

/** Presses Tab until the focus stands on what `name` names; fails when it goes round without it. */
async function tabTo(page: Page, name: RegExp, most = 70): Promise<void> {
  const seen: string[] = [];
  for (let n = 0; n < most; n += 1) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(() => {
      const focused = document.activeElement as HTMLElement | null;
      const label =
        focused?.getAttribute('aria-label') ?? focused?.closest('label')?.textContent ?? focused?.textContent;
      return label?.trim() ?? '';
    });
    seen.push(at.slice(0, 40));
    if (name.test(at)) return;
  }
  throw new Error(`Tab never reached ${name}; it stood on: ${seen.join(' | ')}`);
}

test('by keyboard alone: past the navigation, through the pages, and the focus follows', async ({ page }) => {
  await page.goto('/');
  await untilShown(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.locator('#content')).toBeFocused();
  await page.goto('/');
  await untilShown(page);
  await tabTo(page, /^Analytics$/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/analytics$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('by keyboard alone: signing up, from the header to the form and back', async ({ page }) => {
  await page.goto('/');
  await untilSteady(page);
  await tabTo(page, /^Sign in$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign in' })).toBeFocused();
});

test('C4.4 by keyboard alone: a device is switched, edited and its menu closed again', async ({ page, baseURL }) => {
  const member = await newMember(baseURL);
  await addDevice(member, 'Hall lamp', 'hall', 'electricity');
  await enter(page, member);
  await page.goto('/devices');
  await untilSteady(page);
  await tabTo(page, /^Hall lamp: on$/);
  await page.keyboard.press('Space');
  await expect(page.getByText('Hall lamp is now off')).toBeVisible();
  await tabTo(page, /^Actions for Hall lamp$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await tabTo(page, /^Cancel$/);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
});

test.describe('all screens', () => {
  // One of them is a page that there is not.
  test.use({ expectedErrors: [/404/] });
  for (const width of [390, 1440]) {
    test(`every control of every screen has its turn with Tab at ${width} px, is seen then, and lies under nothing`, async ({
      page,
      baseURL,
    }) => {
      test.setTimeout(test.info().timeout + 120_000);
      await enter(page, await newGuest(baseURL));
      await page.setViewportSize({ width, height: 844 });
      for (const screen of process.env['TEST_FULL'] === '1' ? screenNames : seldom) {
        await openScreen(page, screen, 'en');
        // It comes after the page.
        await expect(page.locator('#bell')).toBeVisible();
        expect(await walkByTab(page), `${screen} at ${width} px`).toEqual([]);
      }
    });
  }
});
