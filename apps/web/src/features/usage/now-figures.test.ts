import { expect, test } from 'vitest';
import { completeness } from './completeness.ts';
import { daysUntil } from '../../platform/local-day.ts';
import { isSilent, nowRate } from './now-rates.ts';
import { alwaysOn, recentRates } from './recent-rates.ts';
import { latest, meter, usageRow } from './testing.ts';

const now = Date.parse('2026-11-20T17:00:05Z');

test('C1.2 now is the rate of the meters that nothing contains, with the rooms that draw', () => {
  const answer = latest([
    meter('whole_home-electricity', { rate: 412 }),
    meter('kitchen-electricity', { rate: 148, parentMeterId: 'whole_home-electricity' }),
    meter('bedroom-electricity', { rate: 176, parentMeterId: 'whole_home-electricity' }),
    meter('kitchen-water', { rate: 3.2 }),
  ]);
  expect(nowRate(answer, 'electricity', now)).toMatchObject({ rate: 412, rooms: ['bedroom', 'kitchen'] });
  expect(nowRate(answer, 'water', now).rate).toBe(3.2);
});

test('a silent mains meter hands over to the meters inside it; no meter heard means no figure', () => {
  const silent = '2026-11-20T12:00:00Z';
  const answer = latest([
    meter('whole_home-electricity', { rate: 412, lastAt: silent }),
    meter('kitchen-electricity', { rate: 148, parentMeterId: 'whole_home-electricity' }),
    meter('kitchen-water', { rate: 3, lastAt: silent }),
  ]);
  expect(nowRate(answer, 'electricity', now).rate).toBe(148);
  expect(nowRate(answer, 'water', now).rate).toBeNull();
  expect(isSilent(meter('hall-water', { lastAt: null }), now)).toBe(false);
});

test('the last three hours leave a gap where nothing was measured', () => {
  const rows = [
    usageRow('2026-11-20T16:50:00Z', 'electricity', 10, { coveredS: 300 }),
    usageRow('2026-11-20T16:55:00Z', 'electricity', 5, { coveredS: 300 }),
  ];
  const rates = recentRates(rows, 'electricity', now);
  expect(rates).toHaveLength(36);
  expect(rates.slice(-3)).toEqual([null, 120, 60]);
});

test('what is always on is the lowest whole hour of the last day', () => {
  const rows = Array.from({ length: 24 }, (_, i) => {
    return usageRow(new Date(now - 5000 - (i + 1) * 3_600_000).toISOString(), 'electricity', i === 7 ? 96 : 300, {
      coveredS: 3600,
    });
  });
  expect(alwaysOn(rows, now)).toBe(96);
  expect(alwaysOn(rows.slice(0, 5), now)).toBeNull();
});

test('completeness counts a new device from its second day, and every device while the window lasts', () => {
  const timeZone = 'Europe/Madrid';
  const days = daysUntil('2026-11-20', 2);
  const meters = [meter('kitchen-electricity')];
  const row = (day: string, coveredS: number) =>
    usageRow(day, 'electricity', 1000, { deviceId: 'device kitchen-electricity', coveredS });
  const span = { days, rowsFrom: '2026-11-07', now: Date.parse('2026-11-20T11:00:00Z'), timeZone };
  expect(completeness([row('2026-11-20', 20_000)], meters, span).covered).toBeNull();
  expect(completeness([row('2026-11-19', 5_000), row('2026-11-20', 21_600)], meters, span).covered).toBe(0.5);
  const old = [row('2026-11-07', 86_400), row('2026-11-19', 86_400), row('2026-11-20', 43_200)];
  expect(completeness(old, meters, span)).toEqual({ covered: 1, estimated: 0, imported: 0 });
  expect(completeness([{ ...row('2026-11-20', 60), estimated: 250, imported: 500 }], meters, span)).toMatchObject({
    estimated: 0.25,
    imported: 0.5,
  });
});
