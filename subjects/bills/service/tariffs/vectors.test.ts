import { instantOf, zoneOffsets } from '#catalogue/zone-clock.ts';
import { addDays, daysBetween } from '#catalogue/local-day.ts';
import type { PricedCycle } from '../../domain/tariff/charges/charge-days.ts';
import type { IntervalUse } from '../../domain/tariff/interval-use.ts';
import { pricePlan } from '../../domain/tariff/price-bill.ts';
import type { TariffPlan } from '../../domain/tariff/plan.ts';
import { describe, expect, test } from 'vitest';
import {
  finely,
  hasVectors,
  libraryPlan,
  readVector,
  rowsOf,
  totalOf,
  useAtOnce,
  vectorsNote,
} from './testing-vectors.ts';

const monthCycle = (month: string): PricedCycle => {
  const start = `${month}-01`;
  const end = `${addDays(start, 31).slice(0, 7)}-01`;
  return { start, end, cycleDays: daysBetween(start, end), cycleMonths: 1 };
};

describe.skipIf(!hasVectors)(`real consumption at real prices${vectorsNote}`, () => {
  test('EDF Tempo: a year of half-hours by the colour of days that begin at six', async () => {
    const stamps = rowsOf('tariff_edf_tempo/consumption_30min_w.csv.gz').map(
      ([at, watts]) => [Date.parse(at ?? '') / 1000, Number(watts)] as const,
    );
    // A stamp is the end of its half-hour; half watt-hours are carried to the next, as readings are.
    let carried = 0;
    const used = stamps.map(([, watts]) => {
      carried += watts / 2;
      const whole = Math.floor(carried);
      carried -= whole;
      return whole;
    });
    const use: IntervalUse = { spanS: 1800, startS: stamps.map(([end]) => end - 1800), used };
    const colours = { 'edf-tempo': Object.fromEntries(rowsOf('tariff_edf_tempo/tempo_day_colours.csv')) };
    const whole = await libraryPlan('fr-edf-tempo-9kva');
    const plan = finely({ ...whole, charges: whole.charges.filter(({ kind }) => kind === 'use') });
    const { recomputed_monthly: expected } = JSON.parse(readVector('tariff_edf_tempo/expected.json')) as {
      recomputed_monthly: Record<string, { kwh: number; energy_cost_eur_ttc: number }>;
    };
    for (const [month, { energy_cost_eur_ttc: cost }] of Object.entries(expected)) {
      const priced = pricePlan({ plan, cycle: monthCycle(month), timeZone: 'Europe/Paris', use, colours });
      expect(priced.faults, month).toEqual([]);
      expect(Math.abs(Number(priced.total) - cost), month).toBeLessThan(0.01);
    }
  });

  test('Spain 2.0TD: energy by P1, P2 and P3, power by the hour, and both taxes', async () => {
    const { exact_monthly_recomputed: expected, rules } = JSON.parse(readVector('spain_20td/expected_bills.json')) as {
      exact_monthly_recomputed: Record<string, Record<string, number>>;
      rules: Record<string, number>;
    };
    const offsetAt = zoneOffsets('Europe/Madrid');
    const memory = { last: null as number | null };
    const rows = rowsOf('spain_20td/consumption_hourly.csv').map(([local, kwh]) => {
      const at = instantOf(Date.parse(`${local}Z`) / 1000, offsetAt, memory, false) ?? 0;
      memory.last = at;
      return { at, used: Math.round(Number(kwh) * 1000) };
    });
    const use: IntervalUse = { spanS: 3600, startS: rows.map(({ at }) => at), used: rows.map((row) => row.used) };
    const library = await libraryPlan('es-2.0td-2022');
    const plan: TariffPlan = finely({
      name: 'as expected_bills.json has it',
      utility: 'electricity',
      currency: 'EUR',
      unit: 'kWh',
      calendars: library.calendars,
      schedules: library.schedules,
      charges: [
        { id: 'energy', kind: 'use', schedule: 'energy', rates: { P1: '1', P2: '1', P3: '1' } },
        {
          id: 'power',
          kind: 'capacity',
          per: 'year',
          by: 'hours',
          rates: { P1: String(rules.p1_kw_year), market: String(rules.market_kw_year), P2: String(rules.p2_kw_year) },
          kW: String(rules.power_p1_kw),
        },
        { id: 'electricity-tax', kind: 'tax', percent: '5.1130056', of: ['energy', 'power'] },
        // 0.81 a month, twelve months a year, by the hour.
        { id: 'meter', kind: 'fixed', per: 'year', by: 'hours', amount: '9.72' },
        { id: 'iva', kind: 'tax', percent: '10', of: 'all' },
      ],
    });
    for (const [month, wanted] of Object.entries(expected)) {
      const isFirst = month === '2022-03';
      const cycle = {
        ...monthCycle(month),
        ...(isFirst && { start: '2022-03-09', startS: use.startS[0] }),
      };
      const priced = pricePlan({ plan, cycle, timeZone: 'Europe/Madrid', use });
      const of = (...charges: string[]) =>
        priced.lines
          .filter(({ charge }) => charges.includes(charge ?? ''))
          .reduce((sum, { amount }) => sum + Number(amount), 0);
      const kwh = (period: string) =>
        Number(priced.lines.find((line) => line.kind === 'use' && line.period === period)?.quantity) / 1000;
      expect({ P1: kwh('P1'), P2: kwh('P2'), P3: kwh('P3') }, month).toEqual({
        P1: wanted.P1,
        P2: wanted.P2,
        P3: wanted.P3,
      });
      const parts = [of('energy') * 1.051130056 * 1.1, of('power') * 1.051130056 * 1.1, of('meter') * 1.1].map((part) =>
        part.toFixed(4),
      );
      const { energy_eur: energy, power_eur: power, meter_eur: meter, total_eur: total } = wanted;
      expect(parts, month).toEqual([energy, power, meter].map((part) => part?.toFixed(4)));
      // Their total is cut after its fourth decimal, or is the sum of parts that are rounded.
      expect(Math.abs(Number(priced.total) - (total ?? 0)), month).toBeLessThan(0.0001);
    }
  });

  test('Kerala, telescopic: each unit at the price of its slab', async () => {
    const { cases } = JSON.parse(readVector('tariff_slabs/kseb_telescopic.json')) as {
      cases: { units: number; energy_charge: number }[];
    };
    const whole = await libraryPlan('in-kerala-kseb-2022');
    const plan = finely({ ...whole, charges: whole.charges.filter(({ kind }) => kind === 'use') });
    for (const { units, energy_charge: charge } of cases)
      expect(
        totalOf({
          plan,
          cycle: { start: '2022-05-01', end: '2022-06-01', cycleDays: 31, cycleMonths: 1 },
          timeZone: 'Asia/Kolkata',
          use: useAtOnce('2022-05-02', 'Asia/Kolkata', units * 1000),
        }),
      ).toBe(charge);
  });

  test('slabs with a tax on top', () => {
    const {
      slabs,
      tax_pct: tax,
      cases,
    } = JSON.parse(readVector('tariff_slabs/india_style_slab.json')) as {
      slabs: { upto: number | null; rate: number }[];
      tax_pct: number;
      cases: { units: number; total: number }[];
    };
    const steps = slabs.map(({ upto, rate }) => ({ rate: String(rate), ...(upto !== null && { upTo: String(upto) }) }));
    const plan: TariffPlan = {
      name: 'slabs',
      utility: 'electricity',
      currency: 'INR',
      unit: 'kWh',
      charges: [
        { id: 'energy', kind: 'use', blocks: { per: 'cycle', tables: [{ steps }] } },
        { id: 'tax', kind: 'tax', percent: String(tax), of: 'all' },
      ],
    };
    for (const { units, total } of cases)
      expect(
        totalOf({
          plan,
          cycle: monthCycle('2026-04'),
          timeZone: 'Asia/Kolkata',
          use: useAtOnce('2026-04-02', 'Asia/Kolkata', units * 1000),
        }),
      ).toBe(total);
  });

  const waters = [
    ['santa_monica_2018_single_family', 'us-santa-monica-water-2018', 2],
    ['san_jose_water_2017_5_8in', 'us-san-jose-water-2017', 1],
  ] as const;
  test.each(waters)('water by blocks: %s', async (name, id, months) => {
    const all = JSON.parse(readVector('tariff_water_blocks/water_blocks.json')) as {
      name: string;
      cases: { units: number; bill: number }[];
    }[];
    const plan = finely(await libraryPlan(id));
    const cycle: PricedCycle =
      months === 1 ? monthCycle('2026-04') : { start: '2026-03-01', end: '2026-05-01', cycleDays: 61, cycleMonths: 2 };
    for (const { units, bill } of all.find((one) => one.name === name)?.cases ?? [])
      expect(
        totalOf({
          plan,
          cycle,
          facts: { meterSize: '5/8 in' },
          timeZone: 'America/Los_Angeles',
          // A hundred cubic feet is 2831684.6592 mL: whole units of it are a whole number of mL within half of one.
          use: useAtOnce('2026-04-02', 'America/Los_Angeles', Math.round(units * 2831684.6592)),
        }),
      ).toBeCloseTo(bill, 5);
  });
});
