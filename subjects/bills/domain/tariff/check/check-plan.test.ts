import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Blocks, PeriodRule, Schedule, ShareCharge, TariffCharge, TariffPlan } from '../plan.ts';
import { pricePlan } from '../price-bill.ts';
import { planOf, randomInput, randomPlan, telescopic } from '../testing-plans.ts';
import { checkPlan } from './check-plan.ts';
import type { PlanFault, PlanFaultCode } from '../tariff-faults.ts';

describe('check plan', () => {
  const energy: TariffCharge = { id: 'energy', kind: 'use', rate: '0.1' };

  type Short = readonly [PlanFaultCode, string, string];

  const shortFaults = (faults: readonly PlanFault[]): Short[] =>
    faults.map(({ code, path, value }) => [code, path.join('.'), value]);

  const faultsOf = (rest: Partial<TariffPlan>, known: readonly string[] = []): Short[] =>
    shortFaults(checkPlan({ ...planOf([energy]), ...rest }, new Set(known)));

  const withSchedule = (schedule: Partial<Schedule>, known: readonly string[] = []) =>
    faultsOf({ schedules: { day: { periods: [{ period: 'all' }], ...schedule } } }, known);
  const withRules = (...periods: readonly PeriodRule[]) => withSchedule({ periods });
  const withCharges = (...charges: readonly TariffCharge[]) => faultsOf({ charges: [energy, ...charges] });

  const share = (kind: ShareCharge['kind'], percent: string, rest: Partial<ShareCharge> = {}): ShareCharge => ({
    id: kind,
    kind,
    percent,
    of: 'all',
    ...rest,
  });

  describe('a sound tariff', () => {
    test('has no fault', () => {
      expect(faultsOf({})).toEqual([]);
      expect(withSchedule({ holidays: 'es' }, ['es'])).toEqual([]);
    });

    test('whichever of its words are written otherwise, it is refused or priced', () => {
      const words = fc.constantFrom(
        '0',
        '-1',
        '1',
        '100',
        '2026-03-10',
        'day',
        'week',
        'constructor',
        '__proto__',
        'P1',
        'all',
        '',
      );
      const numeric = /^-?\d+(\.\d+)?$/;
      const alike = (before: string, after: string): boolean => numeric.test(before) === numeric.test(after);
      fc.assert(
        fc.property(randomPlan(), randomInput(), fc.nat(80), words, (plan, input, at, word) => {
          let seen = -1;
          const other = JSON.parse(JSON.stringify(plan), (key, value: unknown) => {
            if (
              typeof value !== 'string' ||
              value === 'all' ||
              ['kind', 'per', 'by', 'mode', 'change', 'from', 'until'].includes(key)
            )
              return value;
            seen += 1;
            return seen === at && alike(value, word) ? word : value;
          }) as TariffPlan;
          fc.pre(checkPlan(other).length === 0);
          expect(() => pricePlan({ plan: other, ...input })).not.toThrow();
        }),
        { numRuns: 200 },
      );
    });
  });

  describe('names that lead nowhere', () => {
    test('currency-unknown, unit-foreign, time-zone-unknown, no-charge', () => {
      expect(faultsOf({ currency: 'EUX' })).toEqual([['currency-unknown', 'currency', 'EUX']]);
      expect(faultsOf({ unit: 'm3' })).toEqual([['unit-foreign', 'unit', 'm3']]);
      expect(faultsOf({ utility: 'water' })).toEqual([['unit-foreign', 'unit', 'kWh']]);
      expect(faultsOf({ timeZone: 'Europe/Nowhere' })).toEqual([['time-zone-unknown', 'timeZone', 'Europe/Nowhere']]);
      expect(faultsOf({ charges: [] })).toEqual([['no-charge', 'charges', '']]);
    });

    test('calendar-unknown and holiday-unreadable', () => {
      expect(withSchedule({ holidays: 'mars' }, ['es'])).toEqual([
        ['calendar-unknown', 'schedules.day.holidays', 'mars'],
      ]);
      expect(withSchedule({ holidays: 'constructor' })).toEqual([
        ['calendar-unknown', 'schedules.day.holidays', 'constructor'],
      ]);
      expect(faultsOf({ calendars: { es: { days: ['01-01', '02-30'] } } })).toEqual([
        ['holiday-unreadable', 'calendars.es.days.1', '02-30'],
      ]);
    });

    test.each([undefined, 'night', 'constructor', '__proto__'])('schedule-unknown: %s', (schedule) => {
      const rates = { P1: '1' };
      const found = (charge: TariffCharge) => faultsOf({ charges: [energy, charge], schedules: {} });
      const wanted = [['schedule-unknown', 'charges.1.schedule', schedule ?? '']];
      expect(found({ id: 'tou', kind: 'use', schedule, rates })).toEqual(wanted);
      expect(found({ id: 'peak', kind: 'demand', per: 'bill', windowMinutes: 15, schedule, rates })).toEqual(wanted);
    });

    test('period-unknown and period-unpriced, whatever the period is called', () => {
      const schedules = { day: { periods: [{ period: 'toString', hours: ['08:00-22:00'] }, { period: 'P2' }] } };
      const charges: TariffCharge[] = [{ id: 'tou', kind: 'use', schedule: 'day', rates: { P1: '1', P2: '1' } }];
      expect(faultsOf({ charges, schedules })).toEqual([
        ['period-unknown', 'charges.0.rates.P1', 'P1'],
        ['period-unpriced', 'charges.0.rates', 'toString'],
      ]);
    });

    test('charge-unknown: a share is of what comes before it, at each of its prices', () => {
      const tax = share('tax', '21', { of: ['energy', 'later', 'tax'] });
      expect(withCharges(tax, { id: 'later', kind: 'fixed', per: 'bill', amount: '1' })).toEqual([
        ['charge-unknown', 'charges.1.of.1', 'later'],
        ['charge-unknown', 'charges.1.of.2', 'tax'],
      ]);
      const [first, second] = [
        { ...energy, until: '2026-06-01' },
        { ...energy, from: '2026-06-01' },
      ];
      const of = ['energy'];
      expect(faultsOf({ charges: [first, share('tax', '21', { of }), second] })).toEqual([
        ['charge-unknown', 'charges.1.of.0', 'energy'],
      ]);
      const dated = [share('tax', '21', { of, until: '2026-06-01' }), share('tax', '10', { of, from: '2026-06-01' })];
      expect(faultsOf({ charges: [first, dated[0] as ShareCharge, second, dated[1] as ShareCharge] })).toEqual([]);
    });

    test('colours-unnamed', () => {
      expect(withRules({ period: 'red', colour: 'red' })).toEqual([
        ['colours-unnamed', 'schedules.day.periods.0.colour', 'red'],
      ]);
    });
  });

  describe('hours', () => {
    test('hours-unreadable, in rules and where days begin', () => {
      expect(withRules({ period: 'a', hours: ['08:00-22:00', '8 to 10'] }, { period: 'b' })).toEqual([
        ['hours-unreadable', 'schedules.day.periods.0.hours.1', '8 to 10'],
      ]);
      for (const dayStarts of ['six', '24:00', '25:00'])
        expect(withSchedule({ dayStarts })).toEqual([['hours-unreadable', 'schedules.day.dayStarts', dayStarts]]);
      expect(withSchedule({ dayStarts: '06:00' })).toEqual([]);
    });

    test.each<[string, readonly PeriodRule[]]>([
      [
        '22:00, month 1, mon',
        [
          { period: 'a', hours: ['06:00-22:00'] },
          { period: 'b', hours: ['23:00-06:00'] },
        ],
      ],
      ['00:00, month 1, sat', [{ period: 'a', days: ['workday', 'holiday'] }]],
      ['00:00, month 12, mon', [{ period: 'a', months: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] }]],
      ['00:00, month 1, mon, holiday', [{ period: 'a', days: ['workday', 'weekend'] }]],
    ])('hours-uncovered names the first: %s', (value, periods) => {
      expect(withSchedule({ holidays: 'es', periods }, ['es'])).toEqual([
        ['hours-uncovered', 'schedules.day.periods', value],
      ]);
    });

    test('a schedule that names a colour in every rule asks for one on every day; each colour must be covered', () => {
      const [red, blue] = [
        { period: 'red', colour: 'red' },
        { period: 'blue', colour: 'blue', hours: ['06:00-24:00'] },
      ];
      expect(withSchedule({ colours: 'tempo', periods: [red] })).toEqual([]);
      expect(withSchedule({ colours: 'tempo', periods: [red, blue] })).toEqual([
        ['hours-uncovered', 'schedules.day.periods', '00:00, month 1, mon, blue'],
      ]);
    });
  });

  describe('days', () => {
    test('validity-empty and validity-overlap', () => {
      expect(faultsOf({ charges: [{ ...energy, from: '2026-02-01', until: '2026-02-01' }] })).toEqual([
        ['validity-empty', 'charges.0.until', '2026-02-01'],
      ]);
      const twice = (first: Partial<TariffCharge>, second: Partial<TariffCharge>) =>
        faultsOf({
          charges: [
            { ...energy, ...first },
            { ...energy, ...second },
          ] as TariffCharge[],
        });
      expect(twice({}, { from: '2026-02-01' })).toEqual([['validity-overlap', 'charges.1', 'energy']]);
      expect(twice({ until: '2026-02-01' }, { from: '2026-02-01' })).toEqual([]);
      expect(twice({ months: [6, 7] }, { months: [7, 8] })).toEqual([['validity-overlap', 'charges.1', 'energy']]);
      expect(twice({ months: [6, 7] }, { months: [8, 9] })).toEqual([]);
    });
  });
});

describe('check prices', () => {
  const energy: TariffCharge = { id: 'energy', kind: 'use', rate: '0.1' };

  type Short = readonly [PlanFaultCode, string, string];

  const faultsOf = (rest: Partial<TariffPlan>): Short[] =>
    checkPlan({ ...planOf([energy]), ...rest }).map(({ code, path, value }) => [code, path.join('.'), value]);

  const withCharges = (...charges: readonly TariffCharge[]) => faultsOf({ charges: [energy, ...charges] });
  const withBlocks = (blocks: Blocks) => faultsOf({ charges: [{ id: 'energy', kind: 'use', blocks }] });

  const discount = (percent: string, rest: Partial<ShareCharge> = {}): ShareCharge => ({
    id: 'discount',
    kind: 'discount',
    percent,
    of: ['energy'],
    ...rest,
  });

  describe('prices', () => {
    test('price-missing and price-ambiguous, for each kind that has several ways to say it', () => {
      const missing: TariffCharge[] = [
        { id: 'use', kind: 'use' },
        { id: 'fixed', kind: 'fixed', per: 'bill' },
        { id: 'power', kind: 'capacity', per: 'year', rates: {} },
        { id: 'peak', kind: 'demand', per: 'bill', windowMinutes: 15 },
      ];
      expect(withCharges(...missing)).toEqual(missing.map(({ id }, i) => ['price-missing', `charges.${i + 1}`, id]));
      const ambiguous: TariffCharge[] = [
        { id: 'use', kind: 'use', rate: '1', market: { series: 'spot' } },
        { id: 'fixed', kind: 'fixed', per: 'bill', amount: '1', byUse: { per: 'cycle', steps: [{ amount: '1' }] } },
        { id: 'power', kind: 'capacity', per: 'year', rate: '1', rates: { P1: '1' } },
      ];
      expect(withCharges(...ambiguous)).toEqual(
        ambiguous.map(({ id }, i) => ['price-ambiguous', `charges.${i + 1}`, id]),
      );
    });

    test('rounding-zero: nothing is a multiple of nothing', () => {
      expect(faultsOf({ rounding: { lines: '0', total: '0.00' }, charges: [{ ...energy, round: '0.0' }] })).toEqual([
        ['rounding-zero', 'rounding.lines', '0'],
        ['rounding-zero', 'rounding.total', '0.00'],
        ['rounding-zero', 'charges.0.round', '0.0'],
      ]);
    });

    test('discount-over-all: those that hold together take off at most all of a charge', () => {
      const over: Short[] = [['discount-over-all', 'charges.0', 'energy']];
      const two = (first: Partial<ShareCharge>, second: Partial<ShareCharge>) =>
        withCharges(discount('60', first), discount('50', { id: 'more', ...second }));
      expect(two({}, {})).toEqual(over);
      expect(two({ percent: '50' }, {})).toEqual([]);
      expect(two({ until: '2026-06-01' }, { from: '2026-06-01' })).toEqual([]);
      expect(two({ until: '2026-06-02' }, { from: '2026-06-01' })).toEqual(over);
      expect(two({ months: [1, 2] }, { months: [3] })).toEqual([]);
      expect(two({ months: [1, 2] }, { months: [2] })).toEqual(over);
    });
  });

  describe('blocks-order', () => {
    const wrong = (path: string, value: string) => [['blocks-order', `charges.0.blocks.${path}`, value]];

    test('ends rise, and only the last is open', () => {
      expect(
        withBlocks(telescopic('month', { upTo: '50', rate: '1' }, { upTo: '50', rate: '2' }, { rate: '3' })),
      ).toEqual(wrong('tables.0.steps.1', '50'));
      expect(withBlocks(telescopic('month', { rate: '1' }, { rate: '2' }))).toEqual(wrong('tables.0.steps.0', ''));
      const byUse = { per: 'month', steps: [{ upTo: '10', amount: '1' }] } as const;
      expect(withCharges({ id: 'fee', kind: 'fixed', per: 'bill', byUse })).toEqual([
        ['blocks-order', 'charges.1.byUse.steps.0', '10'],
      ]);
      expect(withBlocks({ per: 'month', tables: [{ upTo: '9', steps: [{ rate: '1' }] }] })).toEqual(
        wrong('tables.0', '9'),
      );
    });

    test('no use above the last step is free: it is open, or ends where its table does', () => {
      const ending = (upTo: string, table?: string): Blocks => ({
        per: 'month',
        tables: [
          { ...(table !== undefined && { upTo: table }), steps: [{ upTo, rate: '1' }] },
          ...(table === undefined ? [] : [{ steps: [{ rate: '2' }] }]),
        ],
      });
      expect(withBlocks(ending('100'))).toEqual(wrong('tables.0.steps.0', '100'));
      expect(withBlocks(ending('100', '250'))).toEqual(wrong('tables.0.steps.0', '100'));
      expect(withBlocks(ending('250', '250'))).toEqual([]);
    });

    test('ends rise for any number of persons', () => {
      const blocks = (first: string, second: string) =>
        telescopic(
          'month',
          { upTo: '10', perPerson: first, rate: '1' },
          { upTo: '15', perPerson: second, rate: '2' },
          { rate: '3' },
        );
      expect(withBlocks(blocks('10', '2'))).toEqual(wrong('tables.0.steps.1', '15'));
      expect(withBlocks(blocks('2', '2'))).toEqual([]);
    });
  });
});
