import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AskedPart, Intent } from '../intent.ts';
import { assistantTools } from '../topics.ts';
import { all, days, type FakeHome, fakeAsking, inEach, reply, steady, today, words, yesterday } from './testing-use.ts';

const friday = days('2026-11-20', '2026-11-20', 'day-before-yesterday');
const at = (day: string, hour: number, device: string, used: number) => ({
  at: `${day}T${String(hour).padStart(2, '0')}:00:00Z`,
  device,
  used,
});
/** On Saturday the oven takes 900 Wh more in the evening, the lamp 200 more at seven, and what nothing else measures 10 an hour more. */
const hours = [
  ...['oven', 'lamp', 'main'].flatMap((device) => [
    ...steady('2026-11-19', device, 100),
    ...steady('2026-11-20', device, 100),
    ...steady('2026-11-21', device, device === 'main' ? 110 : 100),
    ...steady('2026-11-22', device, 100, 12),
  ]),
  ...[18, 19, 20].map((hour) => at('2026-11-21', hour, 'oven', 300)),
  at('2026-11-21', 7, 'lamp', 200),
];
const power = { ...all, utility: 'electricity' } as const;
const why = (part: AskedPart = power, period = yesterday, against = friday): Intent => ({
  about: 'why',
  part,
  period,
  against,
});
const ask = (intent: Intent, fake: FakeHome = {}) => words(intent, { hours, ...fake });

describe('why more or less was used', () => {
  test('names rooms, devices and hours, the biggest first, and what no meter explains', async () => {
    const said = await inEach(why(), { hours });
    expect(said.en).toMatch(
      /^Your home used \[8\.54 kWh\] of electricity yesterday .*: 19% \(1\.34 kWh\) more than the day before yesterday/,
    );
    expect(said.en).toContain(
      'Of the difference of +1.34 kWh of electricity, the most came from these. Rooms: Kitchen [+0.90 kWh] and Bedroom [+0.20 kWh]. Devices: Oven [+0.90 kWh] and Lamp [+0.20 kWh]. Hours: 18:00–21:00 [+0.93 kWh] and 07:00–08:00 [+0.21 kWh]. +0.24 kWh is not explained by any meter',
    );
    expect(said.es).toContain(
      'De la diferencia de +1,34 kWh de electricidad, la mayor parte viene de aquí. Habitaciones:',
    );
    expect(said.hi).toContain('बिजली में +1.34 kWh के अंतर का सबसे बड़ा हिस्सा इनसे आया। कमरे: रसोई [+0.90 kWh]');
    const { text } = await reply(why(), { hours });
    expect(text).toContain('(/analytics?period=day&at=2026-11-21&utility=electricity&room=kitchen)');
  });

  test('of a room its devices and hours; of a device its hours; less is told as less', async () => {
    const kitchen = await ask(why({ ...power, room: 'kitchen' }));
    expect(kitchen).not.toContain('Rooms:');
    expect(kitchen).toContain('Devices: Oven [+0.90 kWh]. Hours: 18:00–21:00 [+0.90 kWh].');
    expect(await ask(why({ ...power, device: 'lamp' }))).toMatch(/these\. Hours: 07:00–08:00 \[\+0\.20 kWh\]\.$/);
    expect(await ask(why(power, friday, yesterday))).toContain('Kitchen [−0.90 kWh]');
  });

  test('today so far beside as much of yesterday; periods that differ in length by the day', async () => {
    expect(await ask(why(power, today, yesterday))).toContain(
      'the difference of −0.32 kWh of electricity, the most came from these. Rooms: Bedroom [−0.20 kWh]. Devices: Lamp [−0.20 kWh]. Hours: 07:00–08:00 [−0.21 kWh].',
    );
    expect(await ask(why(power, yesterday, days('2026-11-19', '2026-11-20')))).toContain(' a day, the most came from');
  });

  test('where there is no difference, a gap, or only one meter, nothing is made up', async () => {
    expect(await ask(why(power, friday, friday))).not.toContain('Rooms:');
    const gap = hours.filter(({ at: when }) => when < '2026-11-21T03' || when > '2026-11-21T15');
    const said = await ask(why(), { hours: gap });
    expect(said).toContain('Part of that time was not measured');
    expect(said).not.toContain('Rooms:');
    const one = [...steady('2026-11-20', 'main', 100), ...steady('2026-11-21', 'main', 200)];
    const alone = await ask(why(), { hours: one, home: { devices: fakeAsking({}).home.devices.slice(0, 1) } });
    expect(alone).toContain('No room or device has a meter of its own');
    expect(alone).toContain('It is spread over the hours of the day.');
    expect(
      await ask(why(power, days('2026-01-01', '2026-11-22', 'this-year'), days('2025-01-01', '2025-12-31'))),
    ).toContain('can be told of at most 92 days');
  });

  test('whatever was used: rooms, devices and what is not explained add up to no more than the difference', async () => {
    const use = fc.record({ oven: fc.integer({ min: 0, max: 900 }), lamp: fc.integer({ min: 0, max: 900 }) });
    await fc.assert(
      fc.asyncProperty(use, use, fc.integer({ min: 0, max: 900 }), async (before, now, rest) => {
        const own = [
          ...steady('2026-11-20', 'oven', before.oven),
          ...steady('2026-11-20', 'lamp', before.lamp),
          ...steady('2026-11-20', 'main', 100),
          ...steady('2026-11-21', 'oven', now.oven),
          ...steady('2026-11-21', 'lamp', now.lamp),
          ...steady('2026-11-21', 'main', rest),
        ];
        const tool = assistantTools.find(({ name }) => name === 'why_changed');
        const told = await tool?.run(fakeAsking({ hours: own }), {
          from: '2026-11-21',
          until: '2026-11-21',
          against_from: '2026-11-20',
          against_until: '2026-11-20',
          utility: 'electricity',
        });
        type Told = { kWh: number };
        const found = told?.facts['electricity'] as
          | { difference: Told; devices: Told[]; not_seen_by_any_other_meter: Told }
          | undefined;
        if (found === undefined) return;
        const sum = [...found.devices, found.not_seen_by_any_other_meter].reduce((total, { kWh }) => total + kWh, 0);
        // What has less than a twentieth is not named.
        expect(Math.abs(sum - found.difference.kWh)).toBeLessThanOrEqual(Math.abs(found.difference.kWh) * 0.1 + 0.002);
      }),
      { numRuns: 40 },
    );
  });
});
