import type { Browser, BrowserContext, Page } from '@playwright/test';
import { noonZone } from '#apps/service/testing/noon-zone.ts';
import { addDevice, enter, enterTariff, type Member, newGuest, newMember, newToken, send } from '../support/member.ts';
import { loseNetwork, regainNetwork, untilFilesKept, withoutNetwork } from '../support/offline.ts';
import { expectSoundPage } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

test.use({ ...withoutNetwork, expectedErrors: [...withoutNetwork.expectedErrors, /401/] });

/** A home with a price, whose lamp burns 600 W. */
async function litHome(baseURL: string | undefined): Promise<Member> {
  const member = await newMember(baseURL);
  const place = { name: 'Sea flat', country: 'ES', time_zone: noonZone(), time_zone_chosen: true };
  await member.ask('PATCH', `/rest/v1/households?id=eq.${member.householdId}`, place);
  await enterTariff(member, 'electricity', '0.50');
  const lamp = await addDevice(member, 'Hall lamp', 'hall', 'electricity');
  const token = await newToken(member);
  for (const [secondsAgo, value] of [
    [180, 10_000],
    [120, 10_010],
    [60, 10_020],
  ] as const)
    await send(baseURL, token, [{ meter: lamp.key, value, secondsAgo }]);
  return member;
}

async function makeView(page: Page): Promise<string> {
  await page.goto('/household');
  await page.getByLabel('Where it hangs').fill('Kitchen');
  await page.getByRole('button', { name: 'Add a display' }).click();
  await expect(page.getByRole('img', { name: 'QR code of the display' })).toBeVisible();
  await expectSoundPage(page);
  return (await page.getByLabel('Link of the display', { exact: true }).textContent()) ?? '';
}

/** A screen that nobody ever signed in on. */
async function openScreen(browser: Browser, baseURL: string | undefined): Promise<[BrowserContext, Page]> {
  const context = await browser.newContext({ baseURL: baseURL ?? '', viewport: { width: 800, height: 480 } });
  const page = await context.newPage();
  await page.clock.install();
  return [context, page];
}

test('C1.1 C6.2 a view for a wall: made with a link, shown without an account, through a loss of the network, until it is ended', async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  await enter(page, await litHome(baseURL));
  const link = await makeView(page);
  expect(link).toMatch(new RegExp(`^${baseURL}/wall\\?language=en#wsw_[\\w-]{32}$`));

  const [context, screen] = await openScreen(browser, baseURL);
  const addresses: string[] = [];
  screen.on('request', (request) => addresses.push(request.url()));
  await screen.goto(link);
  await expect(screen.getByText('This bill so far')).toBeVisible();
  await expect(screen.locator('[data-wall-bill]')).toHaveText('€0.01');
  const lamp = screen.locator('[data-wall-utility="electricity"]');
  await expect(lamp).toContainText('600');
  await expect(screen.getByText('All well')).toBeVisible();
  await expectSoundPage(screen);
  expect(await screen.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeLessThanOrEqual(0);
  expect(addresses.join(' ')).not.toContain(link.split('#')[1]);
  expect(await screen.evaluate(() => document.getAnimations().length)).toBe(0);

  await untilFilesKept(screen);
  await loseNetwork(context);
  await screen.clock.fastForward('05:00');
  await expect(screen.getByText(/^No connection\. As of \d\d:\d\d$/)).toBeVisible();
  await screen.reload();
  await expect(screen.getByText(/^No connection\. As of \d\d:\d\d$/)).toBeVisible();
  await expect(screen.locator('[data-wall-bill]')).toHaveText('€0.01');
  // Told that it is back, it asks at once.
  await regainNetwork(context);
  await expect(screen.getByText(/^As of \d\d:\d\d$/)).toBeVisible();

  await page.reload();
  await expect(page.getByText(/last shown/)).toBeVisible();
  await page.getByRole('button', { name: 'Remove the display: Kitchen' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('The display was removed')).toBeVisible();
  await screen.clock.fastForward('01:01');
  await expect(screen.getByRole('heading', { name: 'This display has been removed' })).toBeVisible();
  await expect(screen.locator('[data-wall-bill]')).toHaveCount(0);
  await expectSoundPage(screen);
  await context.close();
});

test('C1.4 a view fits its screen, on its side and upright, in every language, with nothing beyond it', async ({
  page,
  baseURL,
}) => {
  const guest = await newGuest(baseURL);
  const { token } = (await (await guest.ask('POST', '/api/v1/wall/tokens', {})).json()) as { token: string };
  for (const language of ['en', 'es', 'hi'])
    for (const [width, height] of [
      [1280, 800],
      [1024, 600],
      [800, 480],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto(`/wall?language=${language}#${token}`);
      await page.reload();
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.locator('[data-wall-utility="water"]')).toBeVisible();
      const beyond = await page.evaluate(() => {
        const { scrollHeight, scrollWidth } = document.documentElement;
        return [Math.max(0, scrollWidth - innerWidth), Math.max(0, scrollHeight - innerHeight)];
      });
      expect([language, width, ...beyond]).toEqual([language, width, 0, 0]);
      const smallest = await page.evaluate(() =>
        Math.min(
          ...[...document.querySelectorAll('#wall *')]
            .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()))
            .map((one) => Number.parseFloat(getComputedStyle(one).fontSize)),
        ),
      );
      expect(smallest).toBeGreaterThanOrEqual(14);
    }
});
