import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { addDevice, enter, newGuest, newMember, newToken, send } from '../support/member.ts';
import { expectSoundPage, expectStill, speak, watchShifts } from '../support/page-checks.ts';
import { expect as usually, test } from '../support/test.ts';

// Drawings and their library: a busy machine takes its time.
test.describe.configure({ timeout: 180_000 });
const expect = usually.configure({ timeout: 40_000 });

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** A chart is drawn when it comes into view. */
async function expectDrawn(region: Locator): Promise<void> {
  await region.getByRole('application').scrollIntoViewIfNeeded();
  await expect(region.locator('[data-drawn="true"] canvas').first()).toBeVisible();
}

const read = (region: Locator) => region.locator('[aria-live="polite"]');

async function openAsGuest(page: Page, baseURL: string | undefined, search = ''): Promise<void> {
  await enter(page, await newGuest(baseURL));
  await page.goto(`/analytics${search}`);
  await expectDrawn(card(page, 'Usage over time'));
}

async function save(page: Page, region: Locator, what: string): Promise<Buffer> {
  await region.getByRole('button', { name: /^Save: / }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    region.getByRole('menuitem', { name: what }).click(),
  ]);
  return readFileSync(await download.path());
}

test('C2.1 C7.15 C9.3 a visitor sees a week of sample figures in five rooms, plainly labelled, without leaving @phone', async ({
  page,
}) => {
  await page.goto('/analytics');
  await expect(page.getByRole('heading', { name: 'These are sample figures, not yours' })).toBeVisible();
  await expect(page.getByText('Sample', { exact: true })).toHaveCount(4);
  await expect(page.getByText('Sample figures, invented for this page')).toBeVisible();
  const rooms = card(page, 'By room and device');
  await expect(rooms.getByRole('list')).toBeVisible();
  await rooms.getByRole('button', { name: 'Show as table' }).click();
  for (const room of ['Kitchen', 'Bathroom', 'Living Room', 'Bedroom', 'Garden']) {
    await expect(rooms.getByRole('rowheader', { name: room })).toBeVisible();
  }
  await expect(page).toHaveURL(/\/analytics$/);
  await expectSoundPage(page);
});

test('C7.15 the demo household’s figures are labelled simulated, and nothing moves while they arrive @phone', async ({
  page,
  baseURL,
}) => {
  await watchShifts(page);
  await openAsGuest(page, baseURL);
  // The page's head says it once; its cards do not repeat it.
  const cards = page.getByRole('region').filter({ has: page.getByRole('heading', { level: 2 }) });
  await expect(cards.getByText('Simulated', { exact: true })).toHaveCount(0);
  await expect(page.getByText('Simulated figures of the demo household')).toBeVisible();
  await expect(page.getByText(/^This period .* complete$/)).toBeVisible();
  await expectSoundPage(page);
  // The second visit knows the page's shape from the first.
  await page.reload();
  for (const name of ['Usage over time', 'Twelve months by day']) await expectDrawn(card(page, name));
  await expectStill(page, 'Analytics');
});

test('C3.6 C7.15 period, comparison and filters stand in the address: they can be sent, and gone back from', async ({
  page,
  baseURL,
}) => {
  await openAsGuest(page, baseURL);
  await page.getByRole('group', { name: 'Period' }).getByText('Month').click();
  await expect(page).toHaveURL(/\?period=month$/);
  await page.getByRole('button', { name: 'Earlier' }).click();
  await expect(page).toHaveURL(/\?period=month&at=\d{4}-\d{2}-\d{2}$/);
  await expect(page.getByText(/Compared with .*: .*\./).first()).toBeVisible();
  await page.getByLabel('Compare with').selectOption('a year before');
  await expect(page).toHaveURL(/compare=year/);
  await page.getByRole('button', { name: 'Water usage' }).click();
  await page.getByRole('button', { name: 'Kitchen', exact: true }).click();
  await expect(page).toHaveURL(/utility=water&room=kitchen/);
  await expect(page.locator('[data-lead="electricity"]')).toBeHidden();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const shown = await page.locator('[data-lead="water"]').textContent();
  const address = page.url();

  await page.goBack();
  await expect(page).not.toHaveURL(/room=kitchen/);
  await expect(page.getByRole('button', { name: 'Kitchen', exact: true })).toHaveAttribute('aria-pressed', 'false');
  await page.goto(address);
  await expect(page.locator('[data-lead="water"]')).toHaveText(shown ?? '');
  await expectSoundPage(page);
});

test('C2.1 comparing: the earlier period stands beside in the chart’s table, and in a sentence', async ({
  page,
  baseURL,
}) => {
  await openAsGuest(page, baseURL);
  const over = card(page, 'Usage over time');
  await expect(
    over.getByText(
      /^Compared with .* up to the same hour: .* electricity and .* water\.( Days measured only in part are left out\.)?$/,
    ),
  ).toBeVisible();
  await over.getByRole('button', { name: 'Show as table' }).click();
  const heads = over.getByRole('columnheader');
  await expect(heads).toHaveText(['Day', 'Electricity', 'Electricity before', 'Water', 'Water before']);
  await page.getByLabel('Compare with').selectOption('nothing');
  await expect(heads).toHaveText(['Day', 'Electricity', 'Water']);
});

test('a chart is read with the arrow keys: label and figures are said, and shown', async ({ page, baseURL }) => {
  await openAsGuest(page, baseURL, '?period=month&compare=none');
  // Rooms and flows are plain text, which is read as such.
  await expect(card(page, 'By room and device').getByRole('listitem').first()).toHaveText(/kWh/);
  await expect(card(page, 'Where it flows').getByRole('listitem').first()).toHaveText(/Electricity.*kWh/);
  for (const name of ['Usage over time', 'Twelve months by day']) {
    const region = card(page, name);
    await expectDrawn(region);
    await region.getByRole('application').focus();
    await page.keyboard.press('Home');
    await expect(read(region)).toHaveText(/: (Electricity|Water) /);
    // What it cost is said too, once it is known.
    const place = async () => (await read(region).textContent())?.split(':')[0];
    const first = await place();
    await page.keyboard.press('ArrowRight');
    await expect.poll(place).not.toBe(first);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(place).toBe(first);
    await page.keyboard.press('End');
    await expect.poll(place).not.toBe(first);
  }
});

const heading = (page: Page) => page.getByRole('region', { name: 'What is shown' }).locator('[aria-live="polite"]');

/** The middle of place `at` of the seven that the week's plot has. */
async function placeOf(page: Page, at: number): Promise<{ x: number; y: number }> {
  const plot = card(page, 'Usage over time').getByRole('application');
  await plot.scrollIntoViewIfNeeded();
  const box = await plot.boundingBox();
  const { x = 0, y = 0, width = 0, height = 0 } = box ?? {};
  return { x: x + 52 + ((width - 64) / 7) * (at + 0.5), y: y + height / 2 };
}

test('a bar is read above the plot, pressed it opens its day, dragging zooms in, and there is a way back', async ({
  page,
  baseURL,
}) => {
  await openAsGuest(page, baseURL, '?at=2026-03-15');
  const over = card(page, 'Usage over time');
  const week = await heading(page).textContent();
  await page.mouse.move(...(Object.values(await placeOf(page, 2)) as [number, number]));
  const tooltip = over.locator('[data-tooltip]');
  await expect(tooltip).toContainText('Wednesday 11 March');
  await expect(tooltip).toContainText('Wednesday 4 March');
  await expect(tooltip).toContainText(/kWh.*€.*%.*kWh/);
  const [box, plot] = [await tooltip.boundingBox(), await over.getByRole('application').boundingBox()];
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual((plot?.y ?? 0) + 1);
  expect(await tooltip.evaluate((node) => getComputedStyle(node).fontFamily)).toContain('Anek');

  await page.mouse.down();
  await page.mouse.up();
  await expect(page).toHaveURL(/period=day&at=2026-03-11/);
  await expect(heading(page)).toHaveText(/11 March 2026/);
  await over.getByRole('button', { name: `Back to ${week}` }).click();
  await expect(heading(page)).toHaveText(week ?? '');
  await expectDrawn(over);

  await page.mouse.move(...(Object.values(await placeOf(page, 1)) as [number, number]));
  await page.mouse.down();
  await page.mouse.move(...(Object.values(await placeOf(page, 3)) as [number, number]), { steps: 5 });
  await page.mouse.up();
  await expect(page).toHaveURL(/period=custom&from=2026-03-10&to=2026-03-12/);
  await over.getByRole('button', { name: `Back to ${week}` }).click();
  await expect(heading(page)).toHaveText(week ?? '');
  await expectDrawn(over);

  // The same with keys.
  await over.getByRole('application').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/period=custom&from=2026-03-09&to=2026-03-10/);
  // Who goes back before it is drawn has gone back.
  await page.goBack();
  await expect(heading(page)).toHaveText(week ?? '');
});

test('on a phone a tap reads a day in the panel below, and its button opens it @phone', async ({ page, baseURL }) => {
  await openAsGuest(page, baseURL, '?at=2026-03-15');
  const over = card(page, 'Usage over time');
  const panel = over.locator('[data-panel]');
  await expect(panel).toContainText('Sunday 15 March');
  const { x, y } = await placeOf(page, 2);
  await page.touchscreen.tap(x, y);
  await expect(panel).toContainText('Wednesday 11 March');
  await expect(page).toHaveURL(/at=2026-03-15$/);
  await panel.getByRole('button', { name: /^Open / }).click();
  await expect(page).toHaveURL(/period=day&at=2026-03-11/);
  const flow = card(page, 'Where it flows');
  await flow.getByRole('button', { name: /^Kitchen/ }).click();
  await expect(flow.getByRole('listitem').filter({ hasText: /^Kitchen electricity/ })).toBeVisible();
  expect(await page.evaluate(() => document.body.scrollHeight)).toBeLessThan(4600);
});

test('money: both plots on one scale, rooms add up to the cost that leads, standing charges apart', async ({
  page,
  baseURL,
}) => {
  await openAsGuest(page, baseURL, '?at=2026-03-15');
  const lead = page.locator('[data-lead="money"]');
  await expect(lead).toContainText(/€\d+\.\d\d.*Plus €\d+\.\d\d of standing charges/);
  await page.getByRole('group', { name: 'Measure' }).getByText('Money').click();
  await expect(page).toHaveURL(/measure=money/);
  const over = card(page, 'Usage over time');
  await over.getByRole('button', { name: 'Show as table' }).click();
  await expect(over.locator('tbody tr').first().locator('td').first()).toHaveText(/^€/);
  const rooms = card(page, 'By room and device');
  await rooms.getByRole('button', { name: 'Show as table' }).click();
  const cents = (texts: string[]) =>
    texts.map((text) => Number(text.replace(/[^\d.-]/g, '')) || 0).reduce((sum, one) => sum + Math.round(one * 100), 0);
  // What rooms cost comes by a question of its own.
  await expect(async () => {
    const shown = cents([((await lead.textContent()) ?? '').replace(/^.*?€([\d.]+).*$/, '$1')]);
    // Name, electricity, before, water, before: what is of this period.
    const parts = await rooms
      .locator('tbody tr')
      .evaluateAll((rows) =>
        rows.flatMap((row) => [row.children[1]?.textContent ?? '', row.children[3]?.textContent ?? '']),
      );
    expect(parts.length).toBeGreaterThan(0);
    // Each of them is rounded to a cent by itself.
    expect(Math.abs(cents(parts) - shown)).toBeLessThanOrEqual(parts.length);
  }).toPass();
  await expectSoundPage(page);
});

test('a saved table holds exactly what is seen; a saved picture is a picture of it', async ({ page, baseURL }) => {
  // A week that is over: nothing changes between the file and the look at the page.
  await openAsGuest(page, baseURL, '?at=2026-03-15');
  const over = card(page, 'Usage over time');
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const csv = (await save(page, over, 'Table (CSV)')).toString();
  const picture = await save(page, over, 'Picture (PNG)');

  await over.getByRole('button', { name: 'Show as table' }).click();
  await expect(over.locator('tbody tr')).toHaveCount(7);
  const rows = await over
    .locator('tbody tr')
    .evaluateAll((found) =>
      found.map((row) => [...row.children].map((cell) => (cell.textContent ?? '').replace(/, so far$/, ''))),
    );
  const seen = rows.map(([name, ...cells]) => [name, ...cells.map((text) => text.replace(/[^\d.]/g, ''))].join(','));
  const lines = csv.replace('\ufeff', '').trim().split('\r\n');
  expect(lines[0]).toBe('Day,Electricity (kWh),Electricity before (kWh),Water (L),Water before (L)');
  // What is written as 9.50 is the number 9.5.
  const plain = (line: string) => line.split(',').map((cell) => (/^[\d.]+$/.test(cell) ? Number(cell) : cell));
  expect(lines.slice(1).map(plain)).toEqual(seen.map(plain));

  expect(picture.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  const { width, colours } = await page.evaluate(
    async (bytes) => {
      const image = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: 'image/png' }));
      const pen = new OffscreenCanvas(image.width, image.height).getContext('2d');
      pen?.drawImage(image, 0, 0);
      const data = pen?.getImageData(0, 0, image.width, image.height).data ?? [];
      const found = new Set<number>();
      for (let i = 0; i < data.length; i += 4) {
        found.add(((data[i] ?? 0) << 16) | ((data[i + 1] ?? 0) << 8) | (data[i + 2] ?? 0));
      }
      return { width: image.width, colours: found.size };
    },
    [...picture],
  );
  expect(width).toBeGreaterThan(600);
  expect(colours).toBeGreaterThan(50);
});

test('rooms, devices and what is unmetered add up to the leading figure', async ({ page, baseURL }) => {
  const member = await newMember(baseURL);
  const mains = await addDevice(member, 'Mains', 'whole_home', 'electricity');
  const kitchen = await addDevice(member, 'Kitchen sockets', 'kitchen', 'electricity');
  const meters = (await (await member.ask('GET', '/rest/v1/meters?select=id,key')).json()) as {
    id: number;
    key: string;
  }[];
  const parent = meters.find(({ key }) => key === mains.key)?.id;
  await member.ask('PATCH', `/rest/v1/meters?key=eq.${kitchen.key}`, { parent_meter_id: parent });
  const token = await newToken(member);
  await send(baseURL, token, [
    ...[mains.key, kitchen.key].map((meter) => ({ meter, value: 100_000, secondsAgo: 60 })),
    { meter: mains.key, value: 103_000, secondsAgo: 1 },
    { meter: kitchen.key, value: 102_000, secondsAgo: 1 },
  ]);
  await enter(page, member);
  await page.goto('/analytics?utility=electricity');
  await expect(page.locator('[data-lead="electricity"]')).toContainText('3.00');
  const flow = card(page, 'Where it flows');
  await expect(flow.getByText(/1\.00\skWh \(33%\) is unmetered/)).toBeVisible();
  await flow.getByRole('button', { name: 'Show as table' }).click();
  await expect(flow.getByRole('row', { name: /Kitchen: Kitchen sockets 2\.00/ })).toBeVisible();
  await expect(flow.getByRole('row', { name: /Unmetered 1\.00/ })).toBeVisible();
  await expect(page.getByText('Sample', { exact: true })).toHaveCount(0);
  // The day before has no reading: a gap, and not a zero.
  const over = card(page, 'Usage over time');
  await over.getByRole('button', { name: 'Show as table' }).click();
  await expect(over.locator('tbody tr').first()).toContainText('no readings');
  await expectSoundPage(page);
});

test.describe('without a connection', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

  test('the last figures stay', async ({ page, baseURL, context }) => {
    // A week that is over: the demo goes on, and would change another while it is read.
    await openAsGuest(page, baseURL, '?at=2026-03-15');
    const lead = page.locator('[data-lead="electricity"]');
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    const before = await lead.textContent();
    await context.setOffline(true);
    await expect(page.getByText('You are offline. What you see may be out of date.')).toBeVisible();
    await expect(lead).toHaveText(before ?? '');
    await context.setOffline(false);
  });
});

test('C1.4 Analytics speaks Hindi and Spanish, and fits 320 px', async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await enter(page, await newGuest(baseURL));
  const titles = { hi: ['विश्लेषण', 'कहाँ जाता है'], es: ['Análisis', 'Adónde va'] } as const;
  for (const language of ['hi', 'es'] as const) {
    await speak(page, language);
    await page.goto('/analytics?period=year&compare=year&by=room');
    await expect(page.getByRole('heading', { level: 1, name: titles[language][0] })).toBeVisible();
    await expect(card(page, titles[language][1]).getByRole('listitem').first()).toBeVisible();
    await expectSoundPage(page);
  }
});

test('the charting library loads on pages with charts, and only there', async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  const hasCharts = () => loaded.some((url) => /\/echarts-[^/]+\.js$/.test(url));
  for (const path of ['/', '/dashboard', '/devices']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  expect(hasCharts()).toBe(false);
  await page.goto('/analytics');
  await expectDrawn(card(page, 'Usage over time'));
  expect(hasCharts()).toBe(true);
});
