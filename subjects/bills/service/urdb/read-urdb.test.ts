import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tariffPlan } from '../../contract/tariff-plan.ts';
import { checkPlan } from '../../domain/tariff/check/check-plan.ts';
import { readUrdb } from './index.ts';
import { always, billOf, faultOf, notesOf, rate, read, summer, table } from './testing-rates.ts';

describe('what is not by the hour', () => {
  test.each([
    [
      { fixedchargefirstmeter: 22.042, fixedchargeunits: '$/month' },
      { per: 'month', amount: '22.042' },
    ],
    [
      { fixedchargefirstmeter: '0.5', fixedchargeunits: '$/day' },
      { per: 'day', amount: '0.5' },
    ],
    [
      { fixedchargefirstmeter: 60, fixedchargeunits: '$/year' },
      { per: 'month', amount: '5' },
    ],
    [
      { fixedchargefirstmeter: 100, fixedchargeunits: '$/year' },
      { per: 'month', amount: '8.333333333' },
    ],
    [
      { fixedmonthlycharge: 7, fixedchargefirstmeter: 8 },
      { per: 'month', amount: '7' },
    ],
    [{ minmonthlycharge: 4 }, { kind: 'minimum', per: 'month', amount: '4', of: 'all' }],
    [
      { mincharge: 12, minchargeunits: '$/year' },
      { kind: 'minimum', per: 'year', amount: '12' },
    ],
    [{ annualmincharge: 12 }, { id: 'minimum-year', kind: 'minimum', per: 'year', amount: '12', of: 'all' }],
    [{ fueladjustmentsmonthly: [...Array<number>(11).fill(0), -0.01] }, { id: 'fuel', months: [12], rate: '-0.01' }],
  ])('%j', (fields, charge) => {
    const { charges } = read(fields).plan;
    expect(charges).toHaveLength(2);
    expect(charges[1]).toMatchObject(charge);
  });

  test('a least by the month stands before that of the year, which holds it', () => {
    const { charges } = read({ annualmincharge: 12, mincharge: 3 }).plan;
    expect(charges.map(({ id }) => id)).toEqual(['energy', 'minimum', 'minimum-year']);
  });

  test('the highest power of a month, and of a period of the day', () => {
    const answer = read({
      demandwindow: 30,
      flatdemandunit: 'kW',
      flatdemandstructure: [[{ rate: 2 }], [{ rate: 3, adj: 0.5 }]],
      flatdemandmonths: table((month) => (summer(month) ? 1 : 0)).map(([period]) => period),
      demandrateunit: 'kW',
      demandratestructure: [[{ rate: 0 }], [{ rate: 8 }]],
      demandweekdayschedule: table((_month, hour) => (hour >= 14 && hour < 19 ? 1 : 0)),
      demandweekendschedule: always,
    });
    const base = { kind: 'demand', per: 'month', windowMinutes: 30 };
    expect(answer.plan.charges.slice(1)).toEqual([
      { ...base, id: 'demand', months: [1, 2, 3, 4, 5, 10, 11, 12], rate: '2' },
      { ...base, id: 'demand', months: [6, 7, 8, 9], rate: '3.5' },
      { ...base, id: 'demand-by-period', schedule: 'demand', rates: { 'Period 1': '0', 'Period 2': '8' } },
    ]);
    // Use 0.9; 5 kW at 3.5; 4 kW on a weekday's afternoon at 8.
    const bill = billOf(answer, (day, hour) => (day !== '2026-07-06' ? 0 : hour === 9 ? 5000 : hour === 15 ? 4000 : 0));
    expect(bill.total).toBe('50.40');
  });

  test('days, name and source', () => {
    const { plan, count } = read({
      label: 'abc',
      startdate: 1420095600,
      enddate: 1451520000,
      uri: 'https://openei.org/rate/abc',
    });
    expect(plan.charges).toEqual([{ id: 'energy', kind: 'use', rate: '0.1', from: '2015-01-01', until: '2016-01-01' }]);
    expect([plan.name, plan.source, count]).toEqual([
      'Power Co, Home',
      { title: 'OpenEI Utility Rate Database, abc', url: 'https://openei.org/rate/abc' },
      1,
    ]);
    expect(read({ startdate: '2014-05-01 00:00:00' }).plan.charges[0]?.from).toBe('2014-05-01');
  });

  test('of several, the first for homes is read', () => {
    const items = ['Commercial', 'Residential', 'Residential'].map(
      (sector, i) => JSON.parse(rate({ sector, name: `R${i}` })) as unknown,
    );
    expect(readUrdb(JSON.stringify({ items }))).toMatchObject({ ok: true, count: 3, plan: { name: 'Power Co, R1' } });
    expect(readUrdb(JSON.stringify(items.slice(0, 1)))).toMatchObject({ ok: true, count: 1 });
  });
});

describe('refusals', () => {
  const tiers = (...one: object[]) => ({ energyratestructure: [one] });
  test.each<[string, Record<string, unknown>, string, (string | number)[]]>([
    ['a rate that is no number', tiers({ rate: 'cheap' }), 'urdb-unreadable', ['energyratestructure', 0, 0, 'rate']],
    ['eleven months', { energyweekdayschedule: always.slice(1) }, 'urdb-unreadable', ['energyweekdayschedule']],
    ['no prices', { energyratestructure: [] }, 'urdb-empty', ['energyratestructure']],
    ['a period without any', { energyratestructure: [[]] }, 'urdb-empty', ['energyratestructure', 0]],
    [
      'ends that fall',
      tiers({ max: 650, rate: 1 }, { max: 350, rate: 2 }, { rate: 3 }),
      'urdb-unsupported',
      ['energyratestructure', 0, 1, 'max'],
    ],
    [
      'an open tier below another',
      tiers({ rate: 1 }, { rate: 3 }),
      'urdb-unsupported',
      ['energyratestructure', 0, 0, 'max'],
    ],
    [
      'tiers by power',
      tiers({ max: 5, rate: 1, unit: 'kWh/kW' }, { rate: 3 }),
      'urdb-unsupported',
      ['energyratestructure', 0, 0, 'unit'],
    ],
    [
      'periods without hours',
      { energyratestructure: [[{ rate: 1 }], [{ rate: 2 }]] },
      'urdb-unsupported',
      ['energyweekdayschedule'],
    ],
    [
      'a period that is not there',
      { energyweekendschedule: table((m, h) => (m === 2 && h === 3 ? 1 : 0)) },
      'urdb-unsupported',
      ['energyweekdayschedule', 1, 3],
    ],
    [
      'more rules than a plan has',
      {
        energyratestructure: [0, 1, 2, 3].map((one) => [{ rate: one }]),
        energyweekdayschedule: table((m, h) => Math.floor(Math.abs(Math.sin(m * 100 + h)) * 1000) % 4),
        energyweekendschedule: table((m, h) => Math.floor(Math.abs(Math.sin(m * 30 + h)) * 1000) % 4),
      },
      'urdb-unsupported',
      [],
    ],
  ])('%s', (_what, fields, code, path) => {
    expect(faultOf(fields)).toMatchObject({ code, path });
  });

  test.each([
    ['', 'urdb-unreadable', []],
    ['{"items": 3}', 'urdb-unreadable', ['items']],
    ['{"items": [3]}', 'urdb-unreadable', ['items', 0]],
    ['{"items": []}', 'urdb-empty', ['items']],
    ['[{}, {}]', 'urdb-unsupported', ['items']],
    ['{"error": "no key"}', 'urdb-empty', ['energyratestructure']],
  ])('%s', (text, code, path) => {
    expect(readUrdb(text)).toMatchObject({ ok: false, fault: { code, path } });
  });
});

test('whatever the text, it is a plan without faults or refused, never thrown at', () => {
  const fields =
    'energyratestructure flatdemandstructure demandratestructure dgrules lookbackpercent lookbackrange demandratchetpercentage fixedchargefirstmeter mincharge startdate enddate energyweekdayschedule fueladjustmentsmonthly name uri energytoulabels minchargeunits'.split(
      ' ',
    );
  const scalar = fc.oneof(
    fc.double({ noNaN: true }),
    fc.integer(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('kWh daily', 'Net Metering', 'Net Billing Hourly'),
    fc.constant(null),
  );
  const tier = fc.dictionary(fc.constantFrom('max', 'rate', 'adj', 'unit', 'sell', '__proto__'), scalar);
  const structure = fc.array(fc.array(tier, { maxLength: 3 }), { maxLength: 3 });
  const value = fc.oneof(
    scalar,
    structure,
    fc.array(fc.array(fc.nat(2), { minLength: 24, maxLength: 24 }), { minLength: 12, maxLength: 12 }),
    fc.jsonValue(),
  );
  const record = fc.dictionary(fc.constantFrom(...fields), value).map((one) => rate(one));
  fc.assert(
    fc.property(fc.oneof(record, fc.json(), fc.string()), (text) => {
      const answer = readUrdb(text);
      if (!answer.ok) return;
      expect([checkPlan(answer.plan), tariffPlan.parse(answer.plan)]).toEqual([[], answer.plan]);
    }),
    { numRuns: 500 },
  );
  expect(readUrdb(rate({ deep: '@' }).replace('"@"', '['.repeat(50_000) + ']'.repeat(50_000))).ok).toBe(true);
});

describe('a note', () => {
  const two = { energyratestructure: [[{ rate: 1 }], [{ rate: 2 }]] };
  test.each<[Record<string, unknown>, string[]]>([
    [{}, []],
    [{ supersedes: '539f6f', supercedes: '539f6f' }, []],
    [{ coincidentratestructure: [[{ rate: 3 }]], coincidentrateunit: 'kW' }, ['left-out coincidentratestructure']],
    [{ coincidentratestructure: [[{ rate: 0 }]], demandreactivepowercharge: '0', annualmincharge: 0 }, []],
    [
      { demandreactivepowercharge: 0.4, fixedchargeeaaddl: 2 },
      ['left-out demandreactivepowercharge 0.4', 'left-out fixedchargeeaaddl 2'],
    ],
    [{ somethingnew: 1, servicetype: 'Delivery' }, ['left-out somethingnew 1', 'left-out servicetype Delivery']],
    [{ energyratestructure: [[{ rate: 1, sell: 0.5 }]] }, ['left-out energyratestructure.0.0.sell 0.5']],
    [
      { energyratestructure: [[{ max: 9 }]] },
      ['assumed price-zero energyratestructure.0.0', 'assumed last-tier-open energyratestructure.0.0.max 9'],
    ],
    [
      { energyratestructure: [[{ rate: 0.12345678949 }]] },
      ['assumed decimals-rounded energyratestructure.0.0 0.123456789'],
    ],
    [{ flatdemandstructure: [[{ rate: 1 }]], flatdemandunit: 'kVA' }, ['left-out flatdemandstructure kVA']],
    [{ flatdemandstructure: [[{ max: 5, rate: 1 }, { rate: 2 }]], flatdemandunit: 'kW', demandwindow: 15 }, []],
    [
      { flatdemandstructure: [[{ max: 5, rate: 1 }, { max: 4, rate: 2 }, { rate: 3 }]] },
      ['left-out flatdemandstructure.0.0 5'],
    ],
    [
      { flatdemandstructure: [[{ rate: 1 }]], flatdemandunit: 'kW', demandwindow: 15, lookbackpercent: 0.8 },
      ['left-out lookbackpercent 0.8'],
    ],
    [
      {
        flatdemandstructure: [[{ rate: 1 }]],
        flatdemandunit: 'kW',
        demandwindow: 15,
        lookbackpercent: 80,
        lookbackrange: 11,
      },
      ['left-out lookbackpercent 80'],
    ],
    [{ dgrules: 'Net Metering', energyratestructure: [[{ rate: 1, sell: 0.5 }]] }, []],
    [{ dgrules: 'By hand' }, ['left-out dgrules By hand']],
    [{ flatdemandstructure: [[{ rate: 1 }], [{ rate: 2 }]] }, ['left-out flatdemandstructure 1']],
    [
      { flatdemandstructure: [[{ rate: 1 }]], demandwindow: 5 },
      ['assumed demand-unit flatdemandunit kW', 'assumed demand-window demandwindow 5'],
    ],
    [{ demandratestructure: [[{ rate: 1 }], [{ rate: 2 }]] }, ['left-out demandratestructure 1']],
    [{ fixedchargefirstmeter: 3 }, ['assumed fixed-unit fixedchargeunits $/month']],
    [
      { fixedchargefirstmeter: 30, fixedchargeunits: '$/year' },
      ['assumed fixed-in-twelfths fixedchargefirstmeter 2.5'],
    ],
    [{ fixedchargefirstmeter: 3, fixedchargeunits: '$/kWh' }, ['left-out fixedchargefirstmeter 3 $/kWh']],
    [{ fixedchargefirstmeter: 3, fixedmonthlycharge: 4 }, ['left-out fixedchargefirstmeter 3']],
    [{ mincharge: -3, minchargeunits: '$/day' }, ['left-out mincharge -3 $/day']],
    [
      { mincharge: 3, minchargeunits: '$/year' },
      ['assumed minimum-of-all mincharge 3', 'assumed minimum-of-calendar-year mincharge 3'],
    ],
    [
      { annualmincharge: 5, mincharge: 3, minchargeunits: '$/year' },
      [
        'assumed minimum-of-all annualmincharge 5',
        'assumed minimum-of-calendar-year annualmincharge 5',
        'left-out mincharge 3',
      ],
    ],
    [{ startdate: 'soon', enddate: '2026-02-30' }, ['left-out startdate soon', 'left-out enddate 2026-02-30']],
    [{ startdate: '2026-02-02', enddate: '2026-02-01' }, ['left-out enddate 2026-02-01']],
    [{ enddate: '2026-02-01' }, ['assumed end-day-included enddate 2026-02-01']],
  ])('%j', (fields, notes) => {
    expect(notesOf(fields)).toEqual(notes);
  });

  test('of one schedule for all days, and of two with no word of holidays', () => {
    expect(notesOf({ ...two, energyweekdayschedule: always })).toEqual([
      'assumed one-schedule energyweekendschedule',
      'left-out energyratestructure.1 2',
    ]);
    expect(notesOf({ ...two, energyweekdayschedule: always, energyweekendschedule: table(() => 1) })).toEqual([
      'assumed holidays-as-weekdays energyweekdayschedule',
    ]);
  });
});
