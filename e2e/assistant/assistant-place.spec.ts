import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { button, input, messages, openPanel, panel } from '../support/assistant.ts';
import { enter, newGuest } from '../support/member.ts';
import { expectSoundPage, openScreen, speak, untilSteady } from '../support/page-checks.ts';
import { screenLanguages, screenNames, screens } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';

const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const names = { en: 'Assistant', es: 'Asistente', hi: 'सहायक' } as const;

test.use({ expectedErrors: [/404/] });
// Many pages one after the other.
test.describe.configure({ timeout: 360_000 });

for (const language of screenLanguages) {
  test(`C1.4 the open panel in ${language}: no barrier, and its words fit on 390 and 360 px`, async ({
    page,
    baseURL,
  }) => {
    await enter(page, await newGuest(baseURL));
    await speak(page, language);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const width of [1440, 390, 360]) {
      await page.setViewportSize({ width, height: 844 });
      await openScreen(page, 'dashboard', language);
      await expect(button(page)).toHaveAccessibleName(names[language]);
      await openPanel(page);
      await panel(page).getByRole('group').first().getByRole('button').first().click();
      await expect(messages(page).last().getByRole('link').first()).toBeVisible();
      expect(await outside(page, '[role="dialog"]'), `outside the panel at ${width}`).toEqual([]);
      if (width < 760) await expectRoomyBar(page);
      const moving = await page.evaluate(() => document.getAnimations().length);
      expect(moving, 'animations with reduced motion').toBe(0);
      const { violations } = await new AxeBuilder({ page }).include('#assistant-panel').setLegacyMode().analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    }
    await expectSoundPage(page);
  });
}

/** What of a part reaches beyond its sides, but for what scrolls by itself. */
function outside(page: Page, selector: string): Promise<string[]> {
  return page.locator(selector).evaluate((root) => {
    const { left, right } = root.getBoundingClientRect();
    return [...root.querySelectorAll<HTMLElement>('*')]
      .filter((node) => !node.closest('.overflow-x-auto, .sr-only'))
      .filter((node) => {
        const box = node.getBoundingClientRect();
        return box.width > 0 && (box.left < left - 0.5 || box.right > right + 0.5);
      })
      .map((node) => node.outerHTML.slice(0, 120));
  });
}

/** Each of the five places can be pressed, and its name is whole. */
async function expectRoomyBar(page: Page): Promise<void> {
  const bar = page.getByRole('navigation').filter({ visible: true });
  const cells = await bar.getByRole('link').evaluateAll((links) =>
    links.map((link) => {
      const range = document.createRange();
      range.selectNodeContents(link);
      const [box, words] = [link.getBoundingClientRect(), range.getBoundingClientRect()];
      return {
        width: box.width,
        height: box.height,
        isWhole: words.left >= box.left - 0.5 && words.right <= box.right + 0.5,
      };
    }),
  );
  expect(cells).toHaveLength(4);
  for (const { width, height, isWhole } of cells) {
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    expect(isWhole).toBe(true);
  }
}

test('the button covers no figure and no control, on any screen at any width, however far it is scrolled', async ({
  page,
  baseURL,
}) => {
  await enter(page, await newGuest(baseURL));
  for (const screen of screenNames) {
    await page.setViewportSize(phone);
    await page.goto(screens[screen]);
    for (const size of [phone, { width: 768, height: 900 }, wide]) {
      await page.setViewportSize(size);
      await untilSteady(page);
      for (const share of [0, 0.2, 0.4, 0.6, 0.8, 1]) {
        await page.evaluate((part) => {
          const most = document.documentElement.scrollHeight - innerHeight;
          scrollTo({ top: most * part, behavior: 'instant' });
        }, share);
        expect(await covered(page), `below the button on ${screen} at ${size.width} px and ${share}`).toEqual([]);
      }
    }
  }
});

/** Controls, pictures and texts with a figure that lie below the round button. What the bottom bar hides already is none of its. */
function covered(page: Page): Promise<string[]> {
  return button(page).evaluate((node) => {
    const round = node.getBoundingClientRect();
    const aside = node.closest('aside');
    const bar = [...document.querySelectorAll('nav')].find((nav) => getComputedStyle(nav).position === 'fixed');
    const isInBar = bar !== undefined && bar.getBoundingClientRect().top <= round.top && bar.offsetHeight > 0;
    const root = isInBar ? bar : document.body;
    const meets = (box: DOMRect) =>
      box.width > 0 &&
      box.height > 0 &&
      box.left < round.right &&
      box.right > round.left &&
      box.top < round.bottom &&
      box.bottom > round.top;
    const controls = [
      ...root.querySelectorAll<HTMLElement>(
        'a, button, input, select, textarea, summary, label, canvas, [role], [tabindex]',
      ),
    ]
      .filter((one) => !aside?.contains(one) && !one.matches('main, [role="status"], [tabindex="-1"]'))
      .filter((one) => getComputedStyle(one).visibility !== 'hidden' && meets(one.getBoundingClientRect()))
      .map((one) => one.outerHTML.slice(0, 120));
    const scrollerOf = (one: Element | null): Element | null =>
      one === null || getComputedStyle(one).overflowX !== 'visible' ? one : scrollerOf(one.parentElement);
    const texts: string[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
      if (!/\d/.test(text.textContent ?? '') || text.parentElement?.closest('.sr-only, script, style')) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const scroller = scrollerOf(text.parentElement)?.getBoundingClientRect();
      // What is scrolled out of its own box is not there.
      const shown = ({ left, right, top, bottom }: DOMRect) =>
        new DOMRect(
          Math.max(left, scroller?.left ?? left),
          Math.max(top, scroller?.top ?? top),
          Math.min(right, scroller?.right ?? right) - Math.max(left, scroller?.left ?? left),
          Math.min(bottom, scroller?.bottom ?? bottom) - Math.max(top, scroller?.top ?? top),
        );
      if ([...range.getClientRects()].some((box) => meets(shown(box)))) texts.push(text.textContent ?? '');
    }
    return [...controls, ...texts];
  });
}

test('a notice and the assistant are never one below the other', async ({ page, baseURL }) => {
  await enter(page, await newGuest(baseURL));
  for (const size of [wide, phone]) {
    await page.setViewportSize(size);
    await page.goto('/devices');
    await untilSteady(page);
    for (const isOpen of [false, true]) {
      if (isOpen) await openPanel(page);
      await page.getByRole('switch').first().click();
      const notice = page.getByRole('region', { name: 'Notices', exact: true }).locator('div').first();
      await expect(notice).toBeVisible();
      await page.waitForFunction(() => document.getAnimations().length === 0);
      for (const part of [button(page), ...(isOpen ? [panel(page)] : [])]) {
        const [a, b] = [await notice.boundingBox(), await part.boundingBox()];
        if (a === null || b === null) throw new Error('one of them is not there');
        const isApart = a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
        expect(isApart, `${size.width} px, ${isOpen ? 'open' : 'closed'}`).toBe(true);
      }
      await notice.getByRole('button', { name: 'Close' }).click();
    }
  }
});

test('a keyboard on screen leaves the panel in view', async ({ page }) => {
  await page.setViewportSize(phone);
  await page.addInitScript(() => {
    const view = Object.assign(new EventTarget(), { height: 844, offsetTop: 0, scale: 1 });
    Object.defineProperty(window, 'visualViewport', { value: view });
  });
  await page.goto('/');
  await untilSteady(page);
  await openPanel(page);
  await page.evaluate(() => {
    Object.assign(window.visualViewport ?? {}, { height: 504 });
    window.visualViewport?.dispatchEvent(new Event('resize'));
  });
  await page.waitForFunction(() => document.getAnimations().length === 0);
  const box = await panel(page).boundingBox();
  expect(box?.y).toBeGreaterThanOrEqual(0);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(504);
  await expect(input(page)).toBeInViewport();
});

test('nothing of it is printed', async ({ page }) => {
  await page.goto('/');
  await untilSteady(page);
  await openPanel(page);
  await page.emulateMedia({ media: 'print' });
  await expect(button(page)).toBeHidden();
  await expect(panel(page)).toBeHidden();
});
