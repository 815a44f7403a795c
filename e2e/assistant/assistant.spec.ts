import type { Page } from '@playwright/test';
import { addDevice, enter, newGuest, newMember } from '../support/member.ts';
import { ask, button, input, messages, openPanel, panel, send, untilAnswered } from '../support/assistant.ts';
import { untilSteady } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

test('C2.8 C9.4 a round button at the bottom right opens and closes the panel: 380 by 520 px', async ({ page }) => {
  await page.goto('/');
  await untilSteady(page);
  const round = await button(page).boundingBox();
  expect(round).toEqual({ x: 1440 - 16 - 56, y: 900 - 16 - 56, width: 56, height: 56 });
  await expect(button(page)).toHaveAccessibleName('Assistant');
  await expect(button(page)).toHaveAttribute('aria-expanded', 'false');
  await openPanel(page);
  await expect(button(page)).toHaveAttribute('aria-expanded', 'true');
  const size = await panel(page).evaluate((node) => [
    node.getBoundingClientRect().width,
    node.getBoundingClientRect().height,
  ]);
  expect(size).toEqual([380, 520]);
  await button(page).click();
  await expect(panel(page)).toBeHidden();
  await expect(button(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(input(page)).toBeFocused();
  await panel(page).getByRole('button', { name: 'Close' }).click();
  await expect(button(page)).toBeFocused();
});

for (const width of [390, 639]) {
  test(`C2.8 C9.4 below 640 px, as at ${width}, it is 95vw by 65vh`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/');
    await untilSteady(page);
    await openPanel(page);
    await page.waitForFunction(() => document.getAnimations().length === 0);
    const box = await panel(page).boundingBox();
    expect(box?.width).toBeCloseTo(width * 0.95, 0);
    expect(box?.height).toBeCloseTo(844 * 0.65, 0);
    expect(box?.x).toBeCloseTo(width * 0.025, 0);
  });
}

test('C2.8 C5.1 a visitor: the quick buttons send their commands, Enter sends, blank is ignored', async ({ page }) => {
  await page.goto('/');
  await untilSteady(page);
  await openPanel(page);
  await expect(input(page)).toHaveAttribute('placeholder', 'Ask or use /usage /devices /billing');
  await expect(panel(page)).toContainText('You are not signed in');
  await expect(send(page)).toBeDisabled();
  await input(page).fill('  \n ');
  await input(page).press('Enter');
  await expect(send(page)).toBeDisabled();
  await expect(messages(page)).toHaveCount(1);
  for (const [index, name] of ['Usage', 'Devices', 'Billing', 'Help'].entries()) {
    await panel(page).getByRole('button', { name, exact: true }).click();
    await untilAnswered(page);
    await expect(messages(page)).toHaveCount(3 + 2 * index);
    await expect(messages(page).nth(-2)).toContainText(`/${name.toLowerCase()}`);
  }
  await input(page).fill('');
  await input(page).pressSequentially('what is');
  await input(page).press('Shift+Enter');
  await input(page).pressSequentially('a kWh?');
  await expect(send(page)).toBeEnabled();
  await send(page).click();
  await untilAnswered(page);
  await expect(messages(page).nth(-2)).toContainText('what is\na kWh?');
  await expect(input(page)).toHaveValue('');
  await panel(page).getByRole('button', { name: 'Sign in or try the demo' }).click();
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible();
});

test('a figure of an answer opens the page that shows it; the conversation stays, and the page in use', async ({
  page,
  baseURL,
}) => {
  await enter(page, await newGuest(baseURL));
  await page.goto('/health');
  await untilSteady(page);
  await openPanel(page);
  await expect(panel(page)).toContainText('Answers come from your own data.');
  await panel(page).getByRole('button', { name: 'Usage', exact: true }).click();
  await untilAnswered(page);
  const figure = messages(page).last().getByRole('link').first();
  await expect(figure).toHaveAttribute('href', /^\/(analytics|dashboard)/);
  await figure.click();
  await expect(page).toHaveURL(/\/(analytics|dashboard)/);
  await untilSteady(page);
  await expect(messages(page)).toHaveCount(3);
  // Not modal: what is beside it can be pressed.
  await page.getByRole('navigation').getByRole('link', { name: 'Devices' }).click();
  await expect(page).toHaveURL(/\/devices$/);
  await expect(messages(page)).toHaveCount(3);
});

test('on a phone a figure that is followed leaves the panel for its page, and the words are kept', async ({
  page,
  baseURL,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, await newGuest(baseURL));
  await page.goto('/health');
  await untilSteady(page);
  await openPanel(page);
  await ask(page, '/usage');
  await messages(page).last().getByRole('link').first().click();
  await expect(panel(page)).toBeHidden();
  await expect(page).toHaveURL(/\/(analytics|dashboard)/);
  await untilSteady(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await openPanel(page);
  await expect(messages(page)).toHaveCount(3);
});

test('C4.6 what was said is there on the next visit; Clear deletes it for good and keeps the greeting', async ({
  page,
  baseURL,
}) => {
  const member = await newMember(baseURL);
  const stored = async () =>
    ((await (await member.ask('GET', '/rest/v1/assistant_messages?select=id')).json()) as object[]).length;
  await enter(page, member);
  await page.goto('/devices');
  await untilSteady(page);
  await openPanel(page);
  await ask(page, '/help');
  // It is kept once all of it was said.
  await expect.poll(stored).toBe(2);
  await page.reload();
  await untilSteady(page);
  await openPanel(page);
  await expect(messages(page)).toHaveCount(3);
  await expect(messages(page).nth(1)).toContainText('/help');
  await panel(page).getByRole('button', { name: 'Clear' }).click();
  await expect(messages(page)).toHaveCount(1);
  await expect(messages(page).first()).toContainText('Hello.');
  expect(await stored()).toBe(0);
  await page.reload();
  await untilSteady(page);
  await openPanel(page);
  await expect(panel(page)).toContainText('Answers come from your own data.');
  await expect(messages(page)).toHaveCount(1);
});

test('a device is switched by the press alone, the page shows it, and the next visit knows', async ({
  page,
  baseURL,
}) => {
  const member = await newMember(baseURL);
  await addDevice(member, 'Hall lamp', 'hall', 'electricity');
  const isOn = async () => {
    const rows = await (await member.ask('GET', '/rest/v1/connected_devices?select=is_active')).json();
    return (rows as { is_active: boolean }[])[0]?.is_active;
  };
  await enter(page, member);
  await page.goto('/devices');
  await untilSteady(page);
  await openPanel(page);
  await ask(page, 'Switch off the hall lamp');
  await expect(panel(page)).toContainText('Note Hall lamp as off?');
  expect(await isOn()).toBe(true);
  await panel(page).getByRole('button', { name: 'Note as off', exact: true }).click();
  await expect(panel(page)).toContainText('Hall lamp is noted as off. The device itself gets no command');
  expect(await isOn()).toBe(false);
  await expect(page.getByRole('switch', { name: 'Hall lamp: on' })).not.toBeChecked();
  await page.reload();
  await untilSteady(page);
  await openPanel(page);
  await expect(panel(page)).toContainText('Hall lamp was noted as off. The device itself gets no command');
});

test('by keyboard: no trap, Escape closes it from within, the round button is next to it', async ({ page }) => {
  await page.goto('/');
  await untilSteady(page);
  await openPanel(page);
  await panel(page).getByRole('button', { name: 'Clear' }).focus();
  await page.keyboard.press('Shift+Tab');
  await expect(button(page)).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('contentinfo').locator(':focus')).toHaveCount(1);
  // Elsewhere Escape is not its own.
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeVisible();
  await input(page).focus();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(button(page)).toBeFocused();
});

/** Down to what every page fetches last, a moment after it is shown. */
async function untilAllIsFetched(page: Page, load: () => Promise<unknown>): Promise<void> {
  const last = page.waitForResponse(/start-offline/);
  await load();
  await untilSteady(page);
  await last;
  await page.waitForLoadState('networkidle');
}

test.describe('without a network', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|Failed to fetch/] });

  test('the panel that was never opened says why it cannot be; an open one keeps what is typed', async ({
    page,
    context,
  }) => {
    await untilAllIsFetched(page, () => page.goto('/'));
    await context.setOffline(true);
    await button(page).click();
    await expect(page.getByText('This could not be loaded')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(button(page)).toHaveAttribute('aria-expanded', 'false');
    await context.setOffline(false);
    await untilAllIsFetched(page, () => page.reload());
    await openPanel(page);
    await context.setOffline(true);
    await expect(panel(page)).toContainText('You are offline. What you have typed stays here.');
    await input(page).fill('What is a kWh?');
    await input(page).press('Enter');
    await expect(input(page)).toHaveValue('What is a kWh?');
    await context.setOffline(false);
    await input(page).press('Enter');
    await untilAnswered(page);
    await expect(messages(page)).toHaveCount(3);
  });
});

test('what may come next stands below an answer, is asked by a press, and fits a phone in Hindi', async ({
  page,
  baseURL,
}) => {
  await enter(page, await newGuest(baseURL));
  await page.goto('/contact');
  await untilSteady(page);
  await openPanel(page);
  await ask(page, 'How much electricity did I use yesterday?');
  const next = panel(page).getByRole('group', { name: 'Ask next' }).getByRole('button');
  await expect(next).toHaveCount(3);
  const question = (await next.first().textContent()) ?? '';
  await next.first().press('Enter');
  await untilAnswered(page);
  await expect(input(page)).toBeFocused();
  await expect(messages(page).nth(-2)).toContainText(question);
  await expect(messages(page).last()).toContainText('kWh');
  await page.setViewportSize({ width: 390, height: 844 });
  await ask(page, 'कल कितनी बिजली लगी?');
  await expect(next).toHaveCount(3);
  for (const box of await next.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right)))
    expect(box).toBeLessThan(390);
});
