import type { Page } from '@playwright/test';
import { enter, type Member, newGuest } from './support/member.ts';
import { expectSoundPage, expectStill, openScreen, speak, untilSteady, watchShifts } from './support/page-checks.ts';
import { screenLanguages, screenNames } from './support/screens.ts';
import { expect, test } from './support/test.ts';
import { textFaults } from './support/text-boxes.ts';

const isFull = process.env['TEST_FULL'] === '1';
/** A full run looks at all screens in all languages both ways; English is what all other journeys speak. */
const languagesOf = {
  visitor: isFull ? screenLanguages : (['es'] as const),
  guest: isFull ? screenLanguages : (['hi'] as const),
};

test.use({ expectedErrors: [/404/] });
// Many pages one after the other in each of these.
test.describe.configure({ timeout: 360_000 });

for (const language of languagesOf.visitor) {
  test(`C1.4 C2.1 every screen in ${language}, for a visitor: no barrier, its title, its language, nothing moves`, async ({
    page,
  }) => {
    await speak(page, language);
    await watchShifts(page);
    for (const screen of screenNames) {
      await page.setViewportSize({ width: 390, height: 844 });
      await openScreen(page, screen, language);
      await expectSoundPage(page);
      await expectStill(page, screen);
    }
  });
}

for (const language of languagesOf.guest) {
  test(`C1.4 C2.1 every screen in ${language}, in the demo household: no barrier, its title, its language, nothing moves; at 400%, which is 320 px, nothing has to be scrolled sideways`, async ({
    page,
    baseURL,
  }) => {
    const guest: Member = await newGuest(baseURL);
    await enter(page, guest);
    await speak(page, language);
    await watchShifts(page);
    for (const screen of screenNames) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await openScreen(page, screen, language);
      await expectSoundPage(page);
      await expectStill(page, screen);
      // As browsers do it, without loading anew.
      await page.setViewportSize({ width: 320, height: 568 });
      await untilSteady(page);
      await expectNothingBeyond(page, `${screen} in ${language}`);
    }
  });
}

test('a text over another and a text that is cut are found', async ({ page }) => {
  await openScreen(page, 'contact', 'en');
  expect(await textFaults(page)).toEqual([]);
  await page.evaluate(() => {
    const plant = (text: string, style: Partial<CSSStyleDeclaration>) => {
      const node = document.createElement('p');
      node.textContent = text;
      Object.assign(node.style, style);
      document.querySelector('main p')?.after(node);
    };
    plant('planted over it', { marginTop: '-1.2em' });
    plant('planted to be cut', { width: '2em', overflow: 'hidden', whiteSpace: 'nowrap' });
  });
  const faults = (await textFaults(page)).join('; ');
  expect(faults).toMatch(/lies over "planted over it"|"planted over it" lies over/);
  expect(faults).toContain('"planted to be cut" is cut');
});

test('a Hindi page whose font comes late is shown without it, and does not move when it comes', async ({
  page,
  baseURL,
}) => {
  await enter(page, await newGuest(baseURL));
  await speak(page, 'hi');
  await watchShifts(page);
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/anek-devanagari-*.woff2', async (route) => {
    await held;
    await route.continue();
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  // It is not loaded before its font is.
  await page.goto('/devices', { waitUntil: 'commit' });
  await expect(page.getByRole('switch').first()).toBeVisible();
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  letGo();
  await untilSteady(page);
  await expectStill(page, 'devices', 0.01);
});

async function expectNothingBeyond(page: Page, name: string): Promise<void> {
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(beyond, `pixels beyond the window on ${name}`).toBeLessThanOrEqual(0);
}

test('every screen can be read in forced colours and moves nothing with reduced motion', async ({ page, baseURL }) => {
  await enter(page, await newGuest(baseURL));
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  for (const screen of screenNames) {
    await openScreen(page, screen, 'en');
    const moving = await page.evaluate(
      () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
    );
    expect(moving, `animations on ${screen}`).toBe(0);
    // Beyond here the page is as for anybody: the check ends with what it has set.
    if (isFull) await expectSoundPage(page);
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  }
});
