import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { enter, type Member, newGuest, newMember } from '../support/member.ts';
import { expectSoundPage, expectStill, speak, untilSteady, watchShifts } from '../support/page-checks.ts';
import { type RunningService, startService } from '../support/start-service.ts';
import { expect, test } from '../support/test.ts';

const cli = fileURLToPath(new URL('../../apps/service/dist/cli.js', import.meta.url));

/** A service of these journeys' own: they need an administrator, and lists that nobody else writes. */
let service: RunningService;
let dataDir: string;
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'wattershed-e2e-community-'));
  chmodSync(dataDir, 0o755);
  service = await startService({
    dataDir: join(dataDir, 'data'),
    env: { DEMO: 'false', SIGN_UPS_PER_HOUR: '1000', GUESTS_PER_HOUR: '1000' },
  });
});
test.afterAll(async () => {
  await service.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const named = async (name: string): Promise<Member> => {
  const email = `${randomUUID()}@example.com`;
  const member = await newMember(service.url, email);
  await member.ask('PATCH', `/rest/v1/profiles?user_id=eq.${member.userId}`, { display_name: name });
  return Object.assign(member, { email });
};
const administrator = async (): Promise<Member> => {
  const email = `${randomUUID()}@example.com`;
  const member = await newMember(service.url, email);
  execFileSync(process.execPath, [cli, 'admin', 'grant', email, '--unproved'], {
    env: { ...process.env, DATA_DIR: join(dataDir, 'data') },
  });
  return member;
};
const write = async (member: Member, title: string, rest: object = {}): Promise<string> => {
  const post = { kind: 'discussion', title, body: 'It drips at **night**.', language: 'en', ...rest };
  const answer = await member.ask('POST', '/api/v1/community/posts', post);
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { id: string }).id;
};

// A post that was hidden is gone for its readers.
test.use({ expectedErrors: [/404 .*community\/posts/] });

test('C1.2 C2.14 one member writes, another sees it without a reload, answers and likes; it is edited, reported and hidden', async ({
  page,
  browser,
}) => {
  const [asha, bruno, team] = [await named('Asha'), await named('Bruno'), await administrator()];
  const before = await write(bruno, 'Older talk');
  await enter(page, bruno);
  await page.goto(`${service.url}/community`);
  await expect(page.getByRole('link', { name: 'Older talk' })).toBeVisible();
  await untilSteady(page);
  const place = await page.getByRole('link', { name: 'Older talk' }).boundingBox();

  const context = await browser.newContext();
  const hers = await context.newPage();
  await enter(hers, asha);
  await hers.goto(`${service.url}/community`);
  await hers.getByRole('button', { name: 'Start a discussion' }).click();
  await hers.getByLabel('Title').fill('The meter turns at night');
  await hers.getByLabel('Text').fill('About **2 litres** an hour. <img src=x onerror="document.title=1">');
  await hers.getByText('Preview', { exact: true }).click();
  await expect(hers.getByRole('region', { name: 'Preview', exact: true }).locator('strong')).toHaveText('2 litres');
  await hers.getByRole('button', { name: 'Publish' }).click();
  await expect(hers.getByRole('heading', { level: 1, name: 'The meter turns at night' })).toBeVisible();
  await expect(hers.locator('main img')).toHaveCount(0);

  const pill = page.getByRole('button', { name: '1 new discussion' });
  await expect(pill).toBeVisible({ timeout: 5_000 });
  expect(await page.getByRole('link', { name: 'Older talk' }).boundingBox()).toEqual(place);
  await pill.click();
  await page.getByRole('link', { name: 'The meter turns at night' }).click();
  await expect(page.getByText('Asha')).toBeVisible();
  await page.getByRole('button', { name: 'Like, 0 likes' }).click();
  await expect(page.getByRole('button', { name: 'Like, 1 like' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByLabel('Your reply').fill('It was our cistern.');
  await page.getByRole('button', { name: 'Reply', exact: true }).click();
  await expect(page.getByRole('article', { name: 'Reply by Bruno' })).toContainText('It was our cistern.');
  await expectSoundPage(page);

  await hers.getByRole('button', { name: 'Show 1 new reply' }).click();
  await expect(hers.getByRole('article', { name: 'Reply by Bruno' })).toBeVisible();
  await hers.getByRole('button', { name: 'More about this post' }).click();
  await hers.getByRole('menuitem', { name: 'Edit' }).click();
  await hers.getByLabel('Title').fill('The meter turned at night');
  await hers.getByRole('button', { name: 'Save' }).click();
  await expect(hers.getByRole('heading', { level: 1, name: 'The meter turned at night' })).toBeVisible();
  await expect(hers.getByText('edited', { exact: true })).toBeVisible();
  const address = new URL(hers.url());

  await page.goto(`${service.url}/community?post=${before}`);
  await page.goto(address.href);
  await page.getByRole('button', { name: 'More about this post' }).click();
  await page.getByRole('menuitem', { name: 'Report' }).click();
  await page.getByRole('dialog').getByLabel('Dangerous or false advice').check();
  await page.getByRole('dialog').getByRole('button', { name: 'Send the report' }).click();
  await expect(page.getByText('Thank you')).toBeVisible();

  const office = await browser.newContext();
  const desk = await office.newPage();
  await enter(desk, team);
  await desk.goto(`${service.url}/community`);
  await desk.getByRole('link', { name: 'Reports' }).click();
  const card = desk.getByRole('listitem').filter({ hasText: 'The meter turned at night' }).first();
  await expect(card).toContainText('1 report');
  await card.getByRole('button', { name: 'Hide …' }).click();
  await desk.getByRole('dialog').getByLabel('Reason, for the author').fill('Please check this with a fitter');
  await desk.getByRole('dialog').getByRole('button', { name: 'Hide' }).click();
  await expect(card.getByRole('button', { name: 'Show again' })).toBeVisible();

  await expect(hers.getByText('Hidden by the administrators: Please check this with a fitter')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'This post is not here' })).toBeVisible();
  await context.close();
  await office.close();
});

test('C2.14 C6.1 a visitor reads every part, a guest is told how to become a member, both without a barrier @phone', async ({
  page,
}) => {
  const [asha, team] = [await named('Asha'), await administrator()];
  const talk = await write(asha, 'Timer for the geyser');
  await write(asha, 'A guide to meters', { kind: 'resource', link: 'https://example.org/guide' });
  await write(team, 'Readings every quarter', { kind: 'announcement' });
  const day = 86_400_000;
  await write(team, 'Week without standby', {
    kind: 'event',
    place: 'At home',
    startsAt: new Date(Date.now() + day).toISOString(),
    endsAt: new Date(Date.now() + 8 * day).toISOString(),
  });
  await asha.ask('POST', `/api/v1/community/posts/${talk}/replies`, { body: 'More', language: 'en' });
  await team.ask('PUT', `/api/v1/community/posts/${talk}/like`, { liked: true });
  for (const [part, title] of [
    ['Announcements', 'Readings every quarter'],
    ['Discussions', 'Timer for the geyser'],
    ['Trending', 'Timer for the geyser'],
    ['Events', 'Week without standby'],
    ['Resources', 'A guide to meters'],
  ] as const) {
    await page.goto(`${service.url}/community?part=${part.toLowerCase()}`);
    await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible();
    await expectSoundPage(page);
  }
  await page.getByRole('searchbox').fill('geys');
  await expect(page.getByRole('link', { name: 'Timer for the geyser' })).toBeVisible();
  await page.getByRole('link', { name: 'Timer for the geyser' }).click();
  await expect(page.getByText('Sign in to write, reply and like.')).toBeVisible();
  await expectSoundPage(page);
  await page.getByRole('button', { name: /^Like/ }).first().click();
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible();

  const guest = await newGuest(service.url);
  await enter(page, guest);
  await page.goto(`${service.url}/community?write=discussion`);
  await expect(page.getByText('Guests can read')).toBeVisible();
  await expect(page.getByLabel('Title')).toBeHidden();
  const refused = await guest.ask('POST', '/api/v1/community/posts', {
    kind: 'discussion',
    title: 'T',
    body: 'B',
    language: 'en',
  });
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({ code: 'members-only' });
  const direct = await guest.ask('POST', '/rest/v1/community_posts', { kind: 'discussion', title: 'T', body: 'B' });
  expect(direct.status).toBe(403);
});

test('C1.4 C2.14 in Hindi, on a small screen: list, thread and composer fit, and its words have their letters @phone', async ({
  page,
}) => {
  const chitra = await named('चित्रा');
  const post = await write(chitra, 'गीज़र के लिए टाइमर: बिजली की खपत कितनी घटी?', {
    body: '**एक तिहाई** घटी।',
    language: 'hi',
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, chitra);
  for (const language of ['hi', 'en'] as const) {
    await speak(page, language);
    for (const query of ['', `?post=${post}`, '?write=discussion']) {
      await page.goto(`${service.url}/community${query}`);
      await expectSoundPage(page);
    }
    await page.goto(`${service.url}/community?post=${post}`);
    const words = page.locator('strong', { hasText: 'एक तिहाई' });
    await expect(words).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    expect(await words.evaluate((node) => getComputedStyle(node).fontFamily)).toContain('Anek Devanagari');
  }
});

test('C2.14 a discussion is begun, answered and deleted by keyboard alone', async ({ page }) => {
  const asha = await named('Asha');
  await enter(page, asha);
  await page.goto(`${service.url}/community`);
  await page.getByRole('button', { name: 'Start a discussion' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'New discussion' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Title')).toBeFocused();
  await page.keyboard.type('By keyboard');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Preview' })).toBeChecked();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Words');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'By keyboard' })).toBeVisible();
  await page.getByRole('button', { name: 'More about this post' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Delete this post?' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete for good' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('It is deleted')).toBeVisible();
  await expect(page).toHaveURL(/part=discussions/);
  await expect(page.getByRole('link', { name: 'By keyboard' })).toBeHidden();
});

const places = (page: Page) => page.getByRole('navigation').filter({ visible: true }).last().getByRole('link');

/** Opens a page, and touches it: with that it is asked whether something is unread. */
async function touch(page: Page): Promise<void> {
  await page.goto(`${service.url}/contact`);
  await Promise.all([page.waitForResponse(/community\/unread/), page.getByRole('heading', { level: 1 }).click()]);
}

/** The frame knows of it: the rail says so at once, also where it is not shown; the bar with the next page. */
const untilTold = (page: Page) => expect(page.locator('a[href="/community"] .sr-only').first()).toBeAttached();

test('C1.4 C2.14 while a post is unread, Community has its place in the bar with the next page, and its name fits @phone', async ({
  page,
}) => {
  const bruno = await named('Bruno');
  await write(await named('Asha'), 'Timer for the geyser');
  await enter(page, bruno);
  await watchShifts(page);
  for (const [language, name] of [
    ['es', 'Comunidad publicaciones sin leer'],
    ['hi', 'समुदाय बिना पढ़ी पोस्ट'],
    ['en', 'Community unread posts'],
  ] as const) {
    await speak(page, language);
    await page.setViewportSize({ width: 390, height: 844 });
    await touch(page);
    await untilTold(page);
    await expect(places(page)).toHaveCount(4);
    await places(page).last().click();
    await expect(places(page)).toHaveCount(5);
    await expect(places(page).last()).toHaveAccessibleName(name);
    await expectStill(page, 'a page whose bar has a new place');
    for (const width of [390, 360, 320]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await crowded(page), `${language} at ${width}`).toEqual([]);
    }
  }
});

test('C2.14 what was read on one device is read on all; then the bar has its four places again @phone', async ({
  page,
  browser,
}) => {
  const [asha, bruno] = [await named('Asha'), await named('Bruno')];
  await write(asha, 'Timer for the lamp');
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, bruno);
  await touch(page);
  await untilTold(page);
  await places(page).first().click();
  await expect(places(page)).toHaveCount(5);
  await places(page).last().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Community' })).toBeVisible();
  await expect(places(page).last()).toHaveAccessibleName('Community');
  await expectSoundPage(page);
  await places(page).first().click();
  await expect(places(page)).toHaveCount(4);

  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const desk = await context.newPage();
  await enter(desk, bruno);
  await touch(desk);
  await expect(desk.getByRole('link', { name: 'Community', exact: true }).first()).toBeVisible();
  await expect(desk.getByText('unread posts')).toHaveCount(0);
  await write(asha, 'And one for the hall');
  await touch(desk);
  await expect(desk.getByRole('link', { name: 'Community unread posts' })).toBeVisible();
  await context.close();
});

/** Places of the bar that are too small for a thumb, or whose word is not whole, or meets the next one or the assistant's button. */
function crowded(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const bar = [...document.querySelectorAll('nav')].find((nav) => getComputedStyle(nav).position === 'fixed');
    const links = [...(bar?.querySelectorAll('a') ?? [])];
    const words = links.map((link) => {
      const range = document.createRange();
      const text = [...link.childNodes].find(({ nodeType }) => nodeType === Node.TEXT_NODE);
      if (text) range.selectNode(text);
      return range.getBoundingClientRect();
    });
    const button = document.querySelector('aside > button')?.getBoundingClientRect();
    return links.flatMap((link, at) => {
      const [box, word] = [link.getBoundingClientRect(), words[at]];
      const ends = words[at + 1]?.left ?? button?.left ?? 0;
      const isFine =
        Math.min(box.width, box.height) >= 44 && word !== undefined && word.left >= 0 && word.right + 2 <= ends;
      return isFine
        ? []
        : [`${link.textContent}: ${box.width} wide, from ${word?.left} to ${word?.right}, then ${ends}`];
    });
  });
}
