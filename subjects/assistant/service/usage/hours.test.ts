import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ClockHours } from '../intent.ts';
import { usage, words } from './testing-replies.ts';
import { all, days, fakeAsking, meter, devices, steady, today, yesterday } from './testing-use.ts';
import { readUse } from './use-facts.ts';

const power = { ...all, utility: 'electricity' } as const;
const two = [...steady('2026-11-21', 'oven', 100), ...steady('2026-11-22', 'oven', 10, 12)];

describe('use in some hours of a day', () => {
  test('the hours that share a day out sum to the day', async () => {
    const hour = fc.integer({ min: 1, max: 23 });
    await fc.assert(
      fc.asyncProperty(hour, fc.array(fc.nat(900), { minLength: 24, maxLength: 24 }), async (cut, used) => {
        const hours = used.map((one, i) => ({
          at: `2026-11-21T${String(i).padStart(2, '0')}:00:00Z`,
          device: 'oven',
          used: one,
        }));
        const asking = fakeAsking({ hours });
        const usedIn = async (part?: ClockHours): Promise<number> => {
          const { amounts } = await readUse(asking, power, part ? { ...yesterday, hours: part } : yesterday);
          return amounts.electricity?.used ?? 0;
        };
        const parts = [await usedIn({ from: 0, to: cut }), await usedIn({ from: cut, to: 24 })];
        expect((parts[0] ?? 0) + (parts[1] ?? 0)).toBe(await usedIn());
      }),
    );
  });

  test('a night goes on into the next morning', async () => {
    const night = { ...yesterday, hours: { from: 22, to: 6 } };
    const { amounts } = await readUse(fakeAsking({ hours: two }), power, night);
    expect(amounts.electricity?.used).toBe(2 * 100 + 6 * 10);
  });

  test('what was measured of them is told of those hours alone', async () => {
    const evening = { ...yesterday, hours: { from: 18, to: 22 } };
    const half = two.filter(({ at }) => !/T(?:20|21)/.test(at));
    expect((await readUse(fakeAsking({ hours: two }), power, evening)).covered).toBe(1);
    expect((await readUse(fakeAsking({ hours: half }), power, evening)).covered).toBe(0.5);
    const notYet = await readUse(fakeAsking({ hours: two }), power, { ...today, hours: { from: 18, to: 22 } });
    expect([notYet.covered, notYet.amounts.electricity]).toEqual([null, null]);
  });

  test('an answer names them, and says where it is of whole days', async () => {
    const evening = { ...yesterday, hours: { from: 18, to: 22 } };
    expect(await words(usage('total', evening, power), { hours: two, meters: devices.map((one) => meter(one)) })).toBe(
      'Yesterday (21 November 2026), between 18:00 and 22:00, your home used [0.40 kWh] of electricity.',
    );
    const week = { ...days('2026-11-16', '2026-11-22'), hours: { from: 18, to: 22 } };
    expect(await words(usage('most-day', week, power), { hours: two })).toContain('these are whole days');
  });
});
