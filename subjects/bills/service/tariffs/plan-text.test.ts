import { pricePlan } from '../../domain/tariff/price-bill.ts';
import type { HolidayCalendar } from '../../domain/tariff/plan.ts';
import { describe, expect, test } from 'vitest';
import { readPlanText, readPlanValue, writePlanText } from './plan-text.ts';

const known: Record<string, HolidayCalendar> = { es: { days: ['01-01', '05-01'] } };

const lines = [
  'name: Two periods',
  'utility: electricity',
  'currency: EUR',
  'unit: kWh',
  'schedules:',
  '  day:',
  '    holidays: es',
  '    periods:',
  '      - { period: P1, hours: [08:00-22:00] }',
  '      - { period: P2 }',
  'charges:',
  '  - id: energy',
  '    kind: use',
  '    schedule: day',
  '    rates: { P1: 0.20, P2: 0.10 }',
  '  - id: meter',
  '    kind: fixed',
  '    per: month',
  '    amount: 0.81',
];

/** The tariff with one of its lines, counted from 1, written otherwise; none: left out. */
const textWith = (line: number, ...written: readonly string[]): string =>
  lines.toSpliced(line - 1, 1, ...written).join('\n');

const planOf = (text: string) => {
  const read = readPlanText(text, known);
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  return read.plan;
};

/** Each fault as `code at path (line:column)`. */
const faultsOf = (text: string): string[] => {
  const read = readPlanText(text, known);
  return read.ok
    ? []
    : read.faults.map(({ code, path, line, column }) => `${code} at ${path.join('.')} (${line}:${column})`);
};

const whole = lines.join('\n');

describe('a sound text', () => {
  test('is a plan, with the library’s calendar as its own', () => {
    expect(planOf(whole)).toEqual({
      name: 'Two periods',
      utility: 'electricity',
      currency: 'EUR',
      unit: 'kWh',
      calendars: { es: { days: ['01-01', '05-01'] } },
      schedules: { day: { holidays: 'es', periods: [{ period: 'P1', hours: ['08:00-22:00'] }, { period: 'P2' }] } },
      charges: [
        { id: 'energy', kind: 'use', schedule: 'day', rates: { P1: '0.20', P2: '0.10' } },
        { id: 'meter', kind: 'fixed', per: 'month', amount: '0.81' },
      ],
    });
  });

  test.each([
    ['Windows line ends', whole.replaceAll('\n', '\r\n')],
    ['a byte order mark', `\uFEFF${whole}`],
    ['comments', `# ours\n${whole.replace('amount: 0.81', 'amount: 0.81 # a month')}\n# the end`],
    ['a document’s beginning and end', `---\n${whole}\n...\n`],
    ['quotes', whole.replace('0.20', '"0.20"').replace('EUR', "'EUR'")],
  ])('with %s it is the same', (_, text) => {
    expect(planOf(text)).toEqual(planOf(whole));
  });

  test('a value may be named once and used again', () => {
    const plan = planOf(textWith(15, '    rates: { P1: &price 0.20, P2: *price }'));
    expect(plan.charges[0]).toMatchObject({ rates: { P1: '0.20', P2: '0.20' } });
  });

  test('a decimal stays as it is written, and counts as what it is: 0.10 is a tenth', () => {
    const plan = planOf(textWith(15, '    rates: { P1: 0.10, P2: 00.100 }'));
    expect(plan.charges[0]).toMatchObject({ rates: { P1: '0.10', P2: '00.100' } });
    const use = { spanS: 900, startS: [Date.UTC(2026, 0, 5, 12) / 1000], used: [3000] };
    const cycle = { start: '2026-01-05', end: '2026-01-06', cycleDays: 1, cycleMonths: 1 };
    expect(pricePlan({ plan: { ...plan, charges: plan.charges.slice(0, 1) }, cycle, timeZone: 'UTC', use }).total).toBe(
      '0.30',
    );
  });

  test('words that YAML may take for something else are words: no, on, dates, clock times, 1_000', () => {
    expect(planOf(textWith(1, 'name: no')).name).toBe('no');
    const named = whole.replaceAll('P1', 'on').replaceAll('P2', 'off');
    expect(planOf(named).charges[0]).toMatchObject({ rates: { on: '0.20', off: '0.10' } });
    expect(planOf(`${whole}\n    from: 2026-01-01`).charges[1]?.from).toBe('2026-01-01');
    expect(planOf(textWith(7, '    holidays: es', '    dayStarts: 06:00')).schedules?.['day']?.dayStarts).toBe('06:00');
    expect(faultsOf(textWith(19, '    amount: 1_000'))).toEqual(['value-invalid at charges.1.amount (19:5)']);
  });
});

describe('a text that cannot be read', () => {
  test.each([
    ['a bracket that is not closed', textWith(15, '    rates: { P1: 0.20'), /^yaml-unreadable at {2}\(\d+:\d+\)$/],
    ['a tab for an indent', textWith(12, '\t- id: energy'), /^yaml-unreadable at {2}\(12:1\)$/],
    ['the same key twice', textWith(4, 'unit: kWh', 'unit: m3'), /^yaml-unreadable at {2}\(5:1\)$/],
    ['two documents', `${whole}\n---\nname: other`, /^yaml-unreadable at {2}\(20:1\)$/],
  ])('%s', (_, text, wanted) => {
    expect(faultsOf(text)[0]).toMatch(wanted);
  });

  test('text-too-long, whatever is in it', () => {
    expect(readPlanText(`${whole}\n#${'x'.repeat(100_000)}`, known)).toEqual({
      ok: false,
      faults: [{ code: 'text-too-long', path: [], value: '100000' }],
    });
  });

  test.each(['', '# nothing', 'just a word', '- a\n- list'])('what is no map is no tariff: %j', (text) => {
    const read = readPlanText(text, known);
    expect(read.ok).toBe(false);
    expect(faultsOf(text)[0]).toMatch(/^(value-invalid|field-missing) at/);
  });

  // 9^9 entries, from ten lines.
  const bomb = Array.from(
    { length: 9 },
    (_, i) => `l${i}: &l${i} [${Array.from({ length: 9 }, () => (i === 0 ? 'x' : `*l${i - 1}`)).join(', ')}]`,
  );
  test.each([
    ['aliases that multiply each other', bomb.join('\n')],
    ['an alias of nothing', textWith(4, 'unit: *nothing')],
  ])('%s', (_, text) => {
    expect(faultsOf(text)[0]).toMatch(/^yaml-unreadable/);
  });
});

describe('a field that is wrong is named where it stands', () => {
  test.each<[string, string, readonly string[]]>([
    ['unknown', textWith(18, '    per: month', '    colour: red'), ['field-unknown at charges.1.colour (19:5)']],
    ['unknown at the top', `${whole}\nvat: 21`, ['field-unknown at vat (20:1)']],
    ['missing', textWith(18), ['field-missing at charges.1.per (16:5)']],
    ['missing at the top', textWith(3), ['field-missing at currency (1:1)']],
    ['of a kind that is not there', textWith(17, '    kind: monthly'), ['value-invalid at charges.1.kind (17:5)']],
    ['without its kind', textWith(17), ['field-missing at charges.1.kind (16:5)']],
    ['a list for a text', textWith(3, 'currency: [EUR]'), ['value-invalid at currency (3:1)']],
    [
      'a text for a list',
      textWith(8, '    periods: all').replace(/\n {6}- .*/g, ''),
      ['value-invalid at schedules.day.periods (8:5)'],
    ],
    ['a day that is none', `${whole}\n    from: 2026-02-30`, ['value-invalid at charges.1.from (20:5)']],
    ['a month that is none', `${whole}\n    months: [12, 13]`, ['value-invalid at charges.1.months.1 (20:18)']],
  ])('%s', (_, text, wanted) => {
    expect(faultsOf(text)).toEqual(wanted);
  });

  test.each(['1,5', '1e3', '0x10', '.5', '5.', '+5', '1 000', 'NaN', '~', '', `0.${'1'.repeat(31)}`, '1234567890'])(
    'no decimal: %j',
    (written) => {
      expect(faultsOf(textWith(19, `    amount: ${written}`))).toEqual(['value-invalid at charges.1.amount (19:5)']);
      expect(faultsOf(textWith(15, '    rates:', `      P1: ${written}`, '      P2: 0.1'))).toEqual([
        'value-invalid at charges.0.rates.P1 (16:7)',
      ]);
    },
  );

  test('what may be said instead is named with it', () => {
    const read = readPlanText(textWith(18, '    per: week'), known);
    expect(!read.ok && read.faults).toEqual([
      {
        code: 'value-invalid',
        path: ['charges', 1, 'per'],
        value: 'week',
        allowed: ['day', 'month', 'bill', 'year'],
        line: 18,
        column: 5,
      },
    ]);
  });

  test('in steps of blocks it is the step’s own place', () => {
    const text = textWith(
      15,
      '    rates:',
      '      P1: 0.1',
      '      P2:',
      '        per: month',
      '        steps:',
      '          - { upTo: 50, rate: 0,1 }',
      '          - { rate: 1 }',
    );
    // In braces a comma begins the next key.
    expect(faultsOf(text)[0]).toMatch(/ at charges\.0\.rates\.P2\.steps\.0.* \(20:\d+\)$/);
  });
});

describe('a meaning that is wrong is named where it stands', () => {
  test.each<[string, string, readonly string[]]>([
    [
      'a calendar that nobody knows',
      textWith(7, '    holidays: mars'),
      ['calendar-unknown at schedules.day.holidays (7:5)'],
    ],
    [
      'a schedule that is not there',
      textWith(14, '    schedule: night'),
      ['schedule-unknown at charges.0.schedule (14:5)'],
    ],
    [
      'a period that is not there, and one without a price',
      textWith(15, '    rates: { P1: 0.20, P3: 0.10 }'),
      ['period-unknown at charges.0.rates.P3 (15:24)', 'period-unpriced at charges.0.rates (15:5)'],
    ],
    [
      'hours in no period',
      textWith(10, '      - { period: P2, hours: [22:00-07:00] }'),
      ['hours-uncovered at schedules.day.periods (8:5)'],
    ],
    [
      'hours that are none',
      textWith(9, '      - { period: P1, hours: [08:00 to 22:00] }'),
      ['hours-unreadable at schedules.day.periods.0.hours.0 (9:31)'],
    ],
    [
      'the same charge twice on a day',
      `${whole}\n  - { id: meter, kind: fixed, per: month, amount: 1 }`,
      ['validity-overlap at charges.2 (20:5)'],
    ],
    [
      'a tax on what is not there',
      `${whole}\n  - { id: tax, kind: tax, percent: 21, of: [energy, power] }`,
      ['charge-unknown at charges.2.of.1 (20:53)'],
    ],
    ['a step of nothing to round to', `${whole}\n    round: 0.00`, ['rounding-zero at charges.1.round (20:5)']],
  ])('%s', (_, text, wanted) => {
    expect(faultsOf(text)).toEqual(wanted);
  });

  test('the place is the same with Windows line ends', () => {
    expect(faultsOf(textWith(7, '    holidays: mars').replaceAll('\n', '\r\n'))).toEqual([
      'calendar-unknown at schedules.day.holidays (7:5)',
    ]);
  });
});

describe('what was probably meant', () => {
  const suggestionsOf = (text: string) => {
    const read = readPlanText(text, known);
    return read.ok ? [] : read.faults.map(({ code, value, suggest }) => [code, value, suggest]);
  };

  test.each([
    ['upto: 50', 'upTo'],
    ['up_to: 50', 'upTo'],
    ['per-person: 5', 'perPerson'],
    ['rates: 5', 'rate'],
  ])('the nearest key stands beside an unknown one of a step: %s', (written, suggest) => {
    const steps = `    blocks: { per: month, steps: [{ rate: 1, ${written} }, { rate: 2 }] }`;
    expect(suggestionsOf(textWith(14, steps).replace('    rates: { P1: 0.20, P2: 0.10 }\n', ''))).toContainEqual([
      'field-unknown',
      written.split(':')[0],
      suggest,
    ]);
  });

  test('keys of the kind of charge, of the tariff, of a schedule', () => {
    expect(suggestionsOf(textWith(19, '    ammount: 0.81'))).toContainEqual(['field-unknown', 'ammount', 'amount']);
    expect(suggestionsOf(textWith(4, 'unit: kWh', 'timezone: Europe/Madrid'))).toEqual([
      ['field-unknown', 'timezone', 'timeZone'],
    ]);
    expect(suggestionsOf(textWith(7, '    holiday: es'))).toContainEqual(['field-unknown', 'holiday', 'holidays']);
  });

  test('where none is near, all that may stand there are named', () => {
    const read = readPlanText(textWith(19, '    amount: 0.81', '    zzzzzzzz: 1'), known);
    expect(read.ok ? [] : read.faults).toMatchObject([
      { code: 'field-unknown', allowed: expect.arrayContaining(['amount', 'byUse']) },
    ]);
  });

  test.each([
    ['0,1', '0.1'],
    ['-0,05', '-0.05'],
    ['0.10 €', '0.10'],
    ['€0.10', '0.10'],
    ['5 %', '5'],
    ['.5', '0.5'],
    ['1 234,5', '1234.5'],
  ])('a price written as %s', (written, suggest) => {
    expect(suggestionsOf(textWith(19, `    amount: "${written}"`))).toEqual([['value-invalid', written, suggest]]);
  });

  test('a decimal comma within braces, which splits the number in two', () => {
    const flow = lines.toSpliced(15, 4, '  - { id: meter, kind: fixed, per: month, amount: 0,81 }').join('\n');
    expect(suggestionsOf(flow)).toEqual([['field-unknown', '81', 'amount: 0.81']]);
  });

  test('the nearest of what is allowed', () => {
    expect(suggestionsOf(textWith(18, '    per: months'))).toContainEqual(['value-invalid', 'months', 'month']);
    expect(suggestionsOf(textWith(13, '    kind: usage'))).toContainEqual(['value-invalid', 'usage', 'use']);
  });
});

describe('sizes of meters', () => {
  const text = (blocks: string) =>
    [
      'name: By size',
      'utility: water',
      'currency: USD',
      'unit: HCF',
      'meterSizes: [3/4 in, 1 in]',
      'charges:',
      '  - { id: service, kind: fixed, per: month, bySize: { 3/4 in: 10, 1 in: 25.50 } }',
      `  - { id: water, kind: use, blocks: ${blocks} }`,
    ].join('\n');
  const ofSize = (upTo: string) => ({ tables: [{ steps: [{ upTo, rate: '1' }, { rate: '2' }] }] });

  test('ends by size are a table for each; written again they are the same plan', () => {
    const plan = planOf(text('{ per: month, steps: [{ upTo: { 3/4 in: 10, 1 in: 18 }, rate: 1 }, { rate: 2 }] }'));
    expect(plan.charges[1]).toMatchObject({
      blocks: { per: 'month', tables: [], bySize: { '3/4 in': ofSize('10'), '1 in': ofSize('18') } },
    });
    expect(planOf(writePlanText(plan))).toEqual(plan);
    const again = readPlanValue(JSON.parse(JSON.stringify(plan)), known);
    expect(again).toMatchObject({ ok: true, plan });
  });

  test('whole tables by size, steps of one and slabs of the other', () => {
    const plan = planOf(
      text(
        '{ per: month, bySize: { 3/4 in: { steps: [{ rate: 1 }] }, 1 in: { slabs: [{ upTo: 5, rate: 1 }, { rate: 2 }] } } }',
      ),
    );
    expect(plan.charges[1]).toMatchObject({
      blocks: {
        bySize: {
          '3/4 in': { tables: [{ steps: [{ rate: '1' }] }] },
          '1 in': { tables: [{ upTo: '5', steps: [{ rate: '1' }] }, { steps: [{ rate: '2' }] }] },
        },
      },
    });
    expect(planOf(writePlanText(plan))).toEqual(plan);
  });

  test('a size without an end, and tables of none, are told where they stand', () => {
    const open = '{ per: month, steps: [{ upTo: { 3/4 in: 10 }, rate: 1 }, { rate: 2 }] }';
    expect(faultsOf(text(open))).toEqual(['size-unpriced at charges.1.blocks.bySize (8:29)']);
    expect(faultsOf(text('{ per: month, tables: [] }'))).toEqual(['value-invalid at charges.1.blocks (8:29)']);
  });
});
