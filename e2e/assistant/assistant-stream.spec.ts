import type { Page } from '@playwright/test';
import { button, input, messages, openPanel, panel, send, startProvider, untilAnswered } from '../support/assistant.ts';
import { enter, newMember } from '../support/member.ts';
import { type OwnService, startOwnService } from '../support/start-service.ts';
import { untilSteady } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

// One service with an AI provider, which says what the journey wants.
test.describe.configure({ mode: 'default', timeout: 120_000 });

let provider: Awaited<ReturnType<typeof startProvider>>;
let service: OwnService;
test.beforeAll(async () => {
  provider = await startProvider();
  service = await startOwnService({ OPENAI_BASE_URL: provider.url });
});
test.afterAll(async () => {
  await service.stop();
  await provider.stop();
});

const last = (page: Page) => messages(page).last();

/** A question that only a provider answers is under way. */
async function askProvider(page: Page, text: string): Promise<void> {
  const before = provider.asked();
  await input(page).fill(text);
  await input(page).press('Enter');
  await expect.poll(provider.asked).toBe(before + 1);
}

async function open(page: Page): Promise<void> {
  await enter(page, await newMember(service.url));
  await page.goto(`${service.url}/devices`);
  await untilSteady(page);
  await openPanel(page);
  await expect(panel(page)).toContainText('An AI provider writes the answers. They can be wrong.');
}

test('C2.8 C4.6 C5.1 Thinking... stands until the first words; until the last nothing else is sent', async ({
  page,
}) => {
  await open(page);
  await askProvider(page, 'Tell me a story about a tap');
  await expect(last(page)).toContainText('Thinking...');
  await input(page).fill('and another');
  await expect(send(page)).toBeDisabled();
  await input(page).press('Enter');
  await expect(input(page)).toHaveValue('and another');
  await expect(messages(page)).toHaveCount(3);
  provider.say('Once there was ');
  await expect(last(page)).toContainText('Once there was');
  await expect(last(page)).not.toContainText('Thinking...');
  await expect(send(page)).toBeDisabled();
  provider.say('a tap of **4711** drops.');
  provider.finish();
  await untilAnswered(page);
  await expect(last(page)).toContainText('Once there was a tap of 4711');
  await expect(last(page).getByRole('button', { name: '4711 (not verified)' })).toBeVisible();
  await expect(send(page)).toBeEnabled();
  await expect(panel(page).getByRole('status').filter({ hasText: 'Once there was a tap of 4711 drops.' })).toHaveCount(
    1,
  );
});

test('Stop leaves the provider too; the part that came stays, and what is asked again takes its place for good', async ({
  page,
}) => {
  await open(page);
  await askProvider(page, 'Tell me a long story');
  provider.say('Half of it. [Pay](https://evil.example) at https://evil.example now. And ');
  await expect(last(page)).toContainText('Half of it. Pay at');
  await expect(last(page).getByRole('link')).toHaveCount(0);
  await panel(page).getByRole('button', { name: 'Stop' }).click();
  await expect(last(page)).toContainText('Stopped');
  await expect(last(page)).toContainText('Half of it.');
  await expect(last(page).getByRole('link')).toHaveCount(0);
  await expect(input(page)).toBeFocused();
  await expect.poll(provider.isLeft).toBe(true);
  await last(page).getByRole('button', { name: 'Try again' }).click();
  await expect(last(page)).toContainText('Thinking...');
  await expect.poll(provider.isLeft).toBe(false);
  provider.say('All of it.');
  provider.finish();
  await untilAnswered(page);
  await expect(messages(page)).toHaveCount(3);
  await expect(last(page)).toContainText('All of it.');
  await page.reload();
  await untilSteady(page);
  await openPanel(page);
  await expect(last(page)).toContainText('All of it.');
  await expect(messages(page)).toHaveCount(3);
});

test('C8.1 an error of the provider is said first; what could be answered without it stands below', async ({
  page,
}) => {
  await open(page);
  provider.refuse(401);
  await input(page).fill('Tell me something');
  await input(page).press('Enter');
  await expect(last(page)).toContainText('Error fetching AI response: the AI provider refused the question.');
  await untilAnswered(page);
  provider.refuse(undefined);
});

test('a long answer is read from its question on; who scrolls is left there; a new question comes into view', async ({
  page,
}) => {
  await open(page);
  const log = panel(page).getByRole('log');
  const place = () => log.evaluate((node) => node.scrollTop);
  await askProvider(page, 'Tell me many lines');
  provider.say(Array.from({ length: 40 }, () => 'A line.').join('\n\n'));
  await expect(last(page).getByText('A line.')).toHaveCount(40);
  await expect(messages(page).nth(-2)).toBeInViewport({ ratio: 1 });
  const [frame, question] = [await log.boundingBox(), await messages(page).nth(-2).boundingBox()];
  expect((question?.y ?? 0) - (frame?.y ?? 0)).toBeLessThan(20);
  for (const left of [300, 0]) {
    await log.evaluate((node, top) => (node.scrollTop = top), left);
    provider.say(`\n\nMore below ${left}.`);
    await expect(last(page)).toContainText(`More below ${left}`);
    expect(await place()).toBe(left);
  }
  provider.finish();
  await untilAnswered(page);
  expect(await place()).toBe(0);
  await input(page).fill('/help');
  await input(page).press('Enter');
  await untilAnswered(page);
  await expect(messages(page).nth(-2)).toBeInViewport({ ratio: 1 });
});

test('the answer goes on while the panel is closed and pages change', async ({ page }) => {
  await open(page);
  await askProvider(page, 'Tell me a slow story');
  provider.say('It begins. ');
  await expect(last(page)).toContainText('It begins.');
  await input(page).press('Escape');
  await page.getByRole('navigation').getByRole('link', { name: 'Billing' }).click();
  provider.say('It ends.');
  provider.finish();
  await untilSteady(page);
  await button(page).click();
  await untilAnswered(page);
  await expect(last(page)).toContainText('It begins. It ends.');
});
