import type { Page } from '@playwright/test';
import { addDevice, enter, newGuest, newMember } from './support/member.ts';
import { untilShown, untilSteady } from './support/page-checks.ts';
import { expect, test } from './support/test.ts';

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

test('every control of every card is seen when it has the focus', async ({ page, baseURL }) => {
  await enter(page, await newGuest(baseURL));
  for (const path of ['/dashboard', '/profile', '/devices']) {
    await page.goto(path);
    await untilSteady(page);
    for (let n = 0; n < 25; n += 1) {
      await page.keyboard.press('Tab');
      const hidden = await page.evaluate(() => {
        const focused = document.activeElement;
        if (!(focused instanceof HTMLElement) || focused === document.body) return '';
        const target = focused.matches('.sr-only') ? (focused.closest('label') ?? focused) : focused;
        const { outlineStyle, outlineWidth } = getComputedStyle(target);
        const isShown = outlineStyle !== 'none' && outlineWidth !== '0px';
        return isShown ? '' : target.outerHTML.slice(0, 120);
      });
      expect(hidden, `focus on ${path}`).toBe('');
    }
  }
});
