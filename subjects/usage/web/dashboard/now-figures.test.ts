import { expect, test } from 'vitest';
import { daysUntil } from '#shell/text/local-day.ts';
import { completeness } from '../usage-figures.tsx';
import { recentRates } from './now-card.tsx';
import { meter, usageRow } from '../testing.ts';

const now = Date.parse('2026-11-20T17:00:05Z');

test('the last three hours leave a gap where nothing was measured', () => {
  const rows = [
    usageRow('2026-11-20T16:50:00Z', 'electricity', 10, { coveredS: 300 }),
    usageRow('2026-11-20T16:55:00Z', 'electricity', 5, { coveredS: 300 }),
  ];
  const rates = recentRates(rows, 'electricity', now);
  expect(rates).toHaveLength(36);
  expect(rates.slice(-3)).toEqual([null, 120, 60]);
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
