import { describe, expect, test } from 'vitest';
import type { Language } from '#catalogue/index.ts';
import type { DeviceRuns } from '#subjects/insight/service/index.ts';
import type { Sources } from '../asking.ts';
import type { Intent } from '../intent.ts';
import { replyToIntent } from '../topics.ts';
import { oneUseTool } from './one-use.ts';
import { shiftTool } from './shift.ts';
import { asks, blocksPlan, inForce, periodsPlan } from './testing-money.ts';
import { heater } from './testing-money-facts.ts';

const moved = { runs: 12, cost: 6.12, cheapest: 4.02, hour: 3 };
const runs: DeviceRuns = { days: 28, currency: 'EUR', runs: 12, used: 10_800, cost: 6.12, moved };
const given = (own: DeviceRuns | null, rest: Partial<Sources> = {}) => ({
  runs: async () => new Map(own ? [[heater, own]] : []),
  ...rest,
});
const said = async (intent: Intent, sources: Partial<Sources>, language: Language = 'en') =>
  (await replyToIntent(asks({ language, sources }), intent)).text
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/[\u00a0\u202f]/g, ' ');
const flat = inForce({ ...periodsPlan, charges: [{ id: 'use', kind: 'use', rate: '0.2' }], schedules: {} });

describe('one use', () => {
  const ask: Intent = { about: 'one-use', device: heater, what: 'shower' };

  test('is told from the runs of its meter', async () => {
    expect(await said(ask, given(runs))).toBe(
      'One use of Water \\*heater\\* costs [€0.51] on average and takes [0.90 kWh]: 12 uses in the last 28 days.\n\n_At today’s prices with taxes, without standing charges. Two uses right after each other count as one._',
    );
    expect(await said(ask, given(runs), 'es')).toContain('cuesta de media [0,51 €] y gasta [0,90 kWh]: 12 usos');
    expect(await said(ask, given(runs), 'hi')).toContain('औसत लागत [€0.51] है और खपत [0.90 kWh]');
  });

  test('without runs: what its days cost, and that single uses are not told apart', async () => {
    const rows = ['2026-11-14', '2026-11-15'].map((start) => ({
      start,
      utility: 'electricity' as const,
      room: 'bathroom',
      deviceId: heater,
      used: 1000,
      estimated: 0,
      imported: 0,
      coveredS: 86_400,
    }));
    const usage: Sources['usage'] = async ({ bucket }) => ({
      household: asks().home.id,
      timeZone: 'Europe/Madrid',
      bucket,
      origin: 'measured',
      rows,
    });
    for (const few of [null, { ...runs, runs: 2 }]) {
      const text = await said(ask, given(few, { usage }));
      expect(text).toMatch(/in the last 30 days, on 2 days of use: €[\d.]+ a day of use\./);
      expect(text).toContain('Single uses of it are not told apart here.');
    }
    expect(await said(ask, given(null))).toContain('is not known');
  });

  test('in blocks a single use has no price, and what has no meter is said', async () => {
    expect(await said(ask, given({ ...runs, cost: null, moved: null }))).toContain(
      'A single use has no price of its own',
    );
    const none: Intent = { about: 'one-use', device: null, what: 'a *shower*' };
    expect(await said(none, {})).toContain('“a \\*shower\\*”: nothing of that kind has a meter');
  });

  test('a program is told the same', async () => {
    const { facts } = await oneUseTool.run(asks({ sources: given(runs) }), { device: 'water *heater*' });
    expect(JSON.stringify(facts)).toContain('€0.51');
  });
});

describe('cheaper hours', () => {
  const ask: Intent = { about: 'shift', device: heater };
  test('save what the runs would have cost less', async () => {
    expect(await said(ask, given(runs))).toBe(
      'Water \\*heater\\*: its 12 runs in the last 28 days cost [€6.12]. At the cheapest hours of the same days they would have cost [€4.02]: [€2.10] less, mostly by starting from 03:00.\n\n_At the tariff of today with taxes; each run stays on its day._',
    );
    expect(await said(ask, given(runs), 'es')).toContain('[2,10 €] menos');
    expect(await said(ask, given({ ...runs, moved: { ...moved, cheapest: 6.12 } }))).toContain(
      'would have saved nothing',
    );
  });

  test('of all devices: none here is one that can wait by its name', async () => {
    expect(await said({ ...ask, device: null }, given(runs))).toContain('No device here is named as one that can wait');
  });

  test('save nothing at one price, or by blocks', async () => {
    const tariffs = async () => [flat];
    expect(await said(ask, given(runs, { tariffs }))).toBe(
      'Electricity has one price at all hours in [your tariff], so another hour saves nothing.',
    );
    const blocks = inForce({ ...blocksPlan, utility: 'electricity', unit: 'kWh' });
    expect(await said(ask, given(runs, { tariffs: async () => [blocks] }))).toContain('by how much you use');
    expect(await said(ask, given(runs, { tariffs: async () => [] }))).toContain('There is no tariff for electricity');
  });

  test('too few runs: said, with the cheapest hours', async () => {
    const text = await said(ask, given({ ...runs, moved: null }));
    expect(text).toContain('cannot be told');
    expect(text).toContain('from 00:00 to 08:00');
    await expect(shiftTool.run(asks({ sources: given(null) }), { device: 'water *heater*' })).rejects.toThrow(
      'too seldom',
    );
    const { facts } = await shiftTool.run(asks({ sources: given(runs) }), { device: 'water *heater*' });
    expect(facts).toMatchObject({ saved: '€2.10', mostlyFrom: '03:00' });
  });
});

describe('tomorrow', () => {
  const tomorrow: Intent = { about: 'tariff', utility: null, ask: 'tomorrow' };
  test('at one price, and by a market from when it is published', async () => {
    expect(await said(tomorrow, { tariffs: async () => [flat] })).toBe(
      'Electricity costs the same at all hours tomorrow: [€0.20 per kWh].',
    );
    const market = inForce({
      ...periodsPlan,
      charges: [{ id: 'energy', kind: 'use', market: { series: 'pool', times: '1', plus: '0' } }],
    });
    expect(await said(tomorrow, { tariffs: async () => [market] })).toContain('the day before');
  });
});
