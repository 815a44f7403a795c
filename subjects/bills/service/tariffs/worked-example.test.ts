import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exact } from '../../domain/tariff/exact.ts';
import { readPlanValue } from './plan-text.ts';
import { billOfExample } from './worked-example.ts';

const yearOf = (units: string, kWhPerM3: string | undefined, total = '0') => ({
  source: 'Made up',
  start: '2026-01-01',
  end: '2027-01-01',
  months: 12,
  units,
  kWhPerM3,
  total,
});

const gas = (example: object, rest: object = {}) =>
  readPlanValue(
    JSON.parse(
      JSON.stringify({
        name: 'Gas by its energy',
        utility: 'gas',
        currency: 'EUR',
        unit: 'kWh',
        timeZone: 'Europe/Berlin',
        examples: [example],
        rounding: { lines: 'none' },
        charges: [
          { id: 'base', kind: 'fixed', per: 'year', amount: 150 },
          { id: 'gas', kind: 'use', rate: '0.0406' },
        ],
        ...rest,
      }),
    ),
    {},
  );

const billOf = (example: object, rest?: object) => {
  const read = gas(example, rest);
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  const [bill] = (read.examples ?? []).map((one) => billOfExample(read.plan, one));
  return { total: bill?.total ?? '', faults: bill?.faults ?? [] };
};

describe('an example of gas that is priced by its energy', () => {
  test('comes to what the energy costs, whatever a cubic metre holds of it', () => {
    for (const factor of ['10', '11.3083', '9.7', '0.0001', '139.9999'])
      expect(billOf(yearOf('20000', factor)), factor).toMatchObject({ total: '962.00', faults: [] });
  });

  test('is priced by the very kilowatt-hours that it gives', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99_999_999 }).map((thousandths) => exact(thousandths).div(1000)),
        fc.integer({ min: 1, max: 1_399_999 }).map((parts) => exact(parts).div(10_000).toString()),
        (kWh, factor) => {
          const priced = billOf(yearOf(kWh.toString(), factor), {
            charges: [{ id: 'gas', kind: 'use', rate: '1000' }],
          });
          expect(priced.faults).toEqual([]);
          expect(exact(priced.total).compare(kWh.mul(1000))).toBe(0);
        },
      ),
    );
  });

  test('falls into the block in which its energy ends', () => {
    const blocks = { per: 'cycle', slabs: [{ upTo: 1730, rate: 0.1 }, { rate: 0.2 }] };
    const charges = [{ id: 'gas', kind: 'use', blocks }];
    expect(billOf(yearOf('1730', '11.3083'), { charges }).total).toBe('173.00');
    expect(billOf(yearOf('1730.001', '11.3083'), { charges }).total).toBe('346.00');
  });

  test('without what a cubic metre holds waits for it, and does not guess', () => {
    expect(billOf(yearOf('20000', undefined)).faults).toMatchObject([{ code: 'factor-missing' }]);
  });

  test.each(['0', '0.0', '0.0000', '-1', '11.30831', '1000', 'ten'])('cannot hold %s of it', (factor) => {
    expect(gas(yearOf('20000', factor))).toMatchObject({
      ok: false,
      faults: [{ path: ['examples', 0, 'kWhPerM3'], value: factor }],
    });
  });

  test('priced by the cubic metre has no need of it', () => {
    const charges = [{ id: 'gas', kind: 'use', rate: 2 }];
    expect(billOf(yearOf('10.5', '11.3083'), { unit: 'm3', charges })).toMatchObject({ total: '21.00', faults: [] });
  });
});
