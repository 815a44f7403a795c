import { addDevice, enter, enterTariff, newMember, newToken } from '../support/member.ts';
import { expectSoundPage } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

/** Of a smart meter that hears a heat meter: its time is local to the Netherlands, and in winter an hour ahead of UTC. */
const telegram = (at: Date, gigajoules: string): string => {
  const local = new Date(at.getTime() + 3_600_000).toISOString().replace(/\D/g, '').slice(2, 14);
  return `/ISK5\\2M550T-1012\r\n\r\n0-0:1.0.0(${local}W)\r\n0-1:24.1.0(004)\r\n0-1:24.2.1(${local}W)(${gigajoules}*GJ)\r\n!\r\n`;
};

test('C2.15 heat: gigajoules of a P1 telegram are kWh on the Dashboard and in Analytics, and cost by the kWh', async ({
  page,
  baseURL,
}) => {
  const member = await newMember(baseURL);
  const meter = await addDevice(member, 'Heat meter', 'whole_home', 'heat');
  await enterTariff(member, 'heat', '0.1');
  const token = await newToken(member);
  const now = Date.now();
  // Both of today, and of this cycle: just after midnight the first is as old as the day.
  const day = Math.floor(now / 86_400_000) * 86_400_000;
  const send = async (minutesAgo: number, gigajoules: string): Promise<void> => {
    const sent = await fetch(`${baseURL}/api/v1/dsmr?heat=${meter.key}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/plain' },
      body: telegram(new Date(Math.max(day, now - minutesAgo * 60_000)), gigajoules),
    });
    expect(await sent.json()).toMatchObject({ accepted: 1, rejected: [] });
  };
  // 0.045 GJ are 12.5 kWh, from one whole Wh to another.
  await send(50, '00012.345');
  await send(1, '00012.390');

  await enter(page, member);
  await page.goto('/dashboard');
  await expect(page.locator('[data-today="heat"]')).toContainText('12.5 kWh');
  await expectSoundPage(page);
  await page.goto('/analytics');
  await expect(page.getByRole('main')).toContainText('12.5 kWh');
  await expectSoundPage(page);
  await page.goto('/billing');
  await expect(page.locator('[data-so-far]')).toHaveAttribute('data-so-far', '1.25');
});

test('a home without a heat meter sees nothing of heat', async ({ page, baseURL }) => {
  const member = await newMember(baseURL);
  await addDevice(member, 'Main', 'whole_home', 'electricity');
  await enter(page, member);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[data-today]').first()).toBeVisible();
  await expect(page.locator('[data-today="heat"]')).toHaveCount(0);
});
