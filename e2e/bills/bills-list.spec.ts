import { addDevice, enter, newMember, newToken } from '../support/member.ts';
import { expectTextApart } from '../support/text-boxes.ts';
import { speak, untilSteady } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

const hourMs = 3_600_000;

test('C2.16 no text lies over text or an icon in the list of bills, at any width and in any language', async ({
  page,
  baseURL,
}) => {
  const member = await newMember(baseURL);
  const [{ key: power }, { key: water }] = [
    await addDevice(member, 'Mains', 'whole_home', 'electricity'),
    await addDevice(member, 'Mains water', 'whole_home', 'water'),
  ];
  const token = await newToken(member);
  const now = new Date();
  const readings = [1, 2, 3].flatMap((month) => {
    const from = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - month, 10);
    const span = { from: new Date(from).toISOString(), to: new Date(from + hourMs).toISOString() };
    return [
      { meter: power, ...span, value: 49_000 },
      { meter: water, ...span, value: 18_765_432 },
    ];
  });
  const sent = await fetch(`${baseURL}/api/v1/readings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ readings }),
  });
  expect(await sent.json()).toMatchObject({ accepted: readings.length });
  const plan = (utility: string, unit: string) => ({
    plan: { name: 'Mine', utility, currency: 'EUR', unit, charges: [{ id: 'use', kind: 'use', rate: '25.31' }] },
  });
  const entered = await member.ask('POST', '/api/v1/tariffs', {
    validFrom: '2020-01-01',
    tariffs: [plan('electricity', 'kWh'), plan('water', 'm3')],
  });
  expect(entered.ok).toBe(true);
  await enter(page, member);
  for (const language of ['en', 'es', 'hi'] as const) {
    await speak(page, language);
    await page.goto('/billing');
    await expect(page.locator('#bills li').first()).toBeVisible();
    for (const width of [390, 768, 1024, 1280, 1366, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await untilSteady(page);
      await expectTextApart(page, `${language}, ${width} px`);
    }
  }
});
