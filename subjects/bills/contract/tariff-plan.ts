/** The written form of a tariff: what YAML and JSON may say, field by field. Its meaning is in the domain's `tariff/plan.ts`. */
import { billingUnits, utilityIds } from '#catalogue/index.ts';
import { planFaultCodes } from '../domain/tariff/tariff-faults.ts';
import {
  type Blocks,
  type BlockTable,
  ownEntry,
  priceTaxes,
  roundingModes,
  shareKinds,
  type TariffPlan,
  weekDays,
  windowMinutes,
} from '../domain/tariff/plan.ts';
import { z } from 'zod';
import { translated } from '#catalogue/translated.ts';

/** A number is written out as it stands: YAML and forms give texts, JSON may give numbers. */
const exactDecimal = (id: string, pattern: RegExp, description: string) =>
  z
    .union([z.string(), z.number()])
    .transform((value) => String(value).trim())
    .pipe(z.string().regex(pattern))
    .meta({ id, description, pattern: pattern.source });
const decimal = exactDecimal('decimal', /^-?\d{1,9}([.]\d{1,30})?$/, 'An exact decimal, with a point.');
const positive = exactDecimal('positive', /^\d{1,9}([.]\d{1,30})?$/, 'An exact decimal, not below nothing.');
const energyFactor = exactDecimal(
  'energyFactor',
  /^(?!0+([.]0+)?$)\d{1,3}([.]\d{1,4})?$/,
  'kWh in a cubic metre: above nothing, at most four decimals.',
);

const name = z.string().trim().min(1).max(60);
const words = z
  .union([z.string().trim().min(1).max(120), translated(z.string().trim().min(1).max(120))])
  .meta({ id: 'words', description: 'One text for all readers, or one for each language.' });
const month = z.coerce.number().int().min(1).max(12);
const months = z.array(month).min(1).max(12).meta({ id: 'months', description: 'Months of the year, from 1.' });
const per = z.enum(['day', 'month', 'bill', 'year']);
const blockPer = z
  .enum(['day', 'month', 'cycle', 'year'])
  .describe('Of blocks, year: the steps go on from bill to bill until the year of the tariff ends.');
const pastMonths = z.coerce.number().pipe(z.int().min(1).max(36));

const meterSize = z.string().trim().min(1).max(30);
/** One for all meters, or one for each size. */
const end = z.union([positive, z.record(meterSize, positive)]).describe('One, or one for each size of the meter.');
const step = z.strictObject({ upTo: end.optional(), perPerson: positive.optional(), rate: decimal });
const limits = {
  per: blockPer,
  of: z
    .enum(['all', 'period'])
    .optional()
    .describe(
      'By period: whose use the ends are for. all: of all periods together. None: of each, and the bill says so.',
    ),
  personsIncluded: z.coerce.number().int().min(0).max(50).optional(),
};
const stepList = z.array(step).min(1).max(30);
const tableForms = {
  steps: stepList.optional().describe('Telescopic: each unit at the price of its step.'),
  slabs: stepList.optional().describe('All units at the price of the slab in which the use ends.'),
  tables: z
    .array(z.strictObject({ upTo: end.optional(), perPerson: positive.optional(), steps: stepList }))
    .max(30)
    .optional()
    .describe('Telescopic steps of which the table holds in which the use ends.'),
};
const exactlyOne = (...given: readonly (object | undefined)[]) =>
  given.filter((one) => one !== undefined && Object.keys(one).length > 0).length === 1;
const ofOneSize = z.strictObject(tableForms).refine(({ steps, slabs, tables }) => exactlyOne(steps, slabs, tables), {
  message: 'exactly one of steps, slabs and tables',
});
const blockForm = z
  .strictObject({
    ...limits,
    ...tableForms,
    bySize: z.record(meterSize, ofOneSize).optional().describe('Those of each size of the meter.'),
  })
  .refine(({ steps, slabs, tables, bySize }) => exactlyOne(steps, slabs, tables, bySize), {
    message: 'exactly one of steps, slabs, tables and bySize',
  })
  .meta({ id: 'blocks', description: 'Steps of use: exactly one of steps, slabs, tables and bySize.' });

type WrittenTables = z.infer<typeof ofOneSize>;
type End = z.infer<typeof end>;

const tablesOf = ({ steps, slabs, tables }: WrittenTables): NonNullable<WrittenTables['tables']> =>
  tables ?? slabs?.map(({ rate, ...limit }) => ({ ...limit, steps: [{ rate }] })) ?? [{ steps: steps ?? [] }];

const sizesOf = (upTo: End | undefined): string[] => (typeof upTo === 'object' ? Object.keys(upTo) : []);

/** As they are for one size; an end that says nothing of it is open. */
const tablesOfSize = (tables: NonNullable<WrittenTables['tables']>, size: string): BlockTable[] => {
  const ended = <Limit extends { upTo?: End | undefined }>({ upTo, ...rest }: Limit) => {
    const own = typeof upTo === 'object' ? ownEntry(upTo, size) : upTo;
    return { ...rest, ...(own !== undefined && { upTo: own }) };
  };
  return tables.map((table) => ({ ...ended(table), steps: table.steps.map(ended) }));
};

/** One form for all: tables of telescopic steps, for every meter or for each size. */
const blocks = blockForm.transform(({ steps, slabs, tables: given, bySize, ...rest }): Blocks => {
  if (bySize) {
    const own = Object.entries(bySize).map(([size, one]) => [size, { tables: tablesOfSize(tablesOf(one), size) }]);
    return { ...rest, tables: [], bySize: Object.fromEntries(own) };
  }
  const tables = tablesOf({ steps, slabs, tables: given });
  const ends = tables.flatMap((table) => [table.upTo, ...table.steps.map(({ upTo }) => upTo)]);
  const sizes = [...new Set(ends.flatMap(sizesOf))];
  if (sizes.length === 0) return { ...rest, tables: tablesOfSize(tables, '') };
  const own = sizes.map((size) => [size, { tables: tablesOfSize(tables, size) }]);
  return { ...rest, tables: [], bySize: Object.fromEntries(own) };
});
const unitPrice = z.union([decimal, blocks]);

/** How charges, and what they name, are called. */
const nameInKeys = /^[a-z][a-z0-9-]{0,39}$/;
const named = z.record(z.string().regex(nameInKeys), z.strictObject({ name: words.optional() })).optional();
const exchange = z
  .strictObject({ currency: z.string().regex(/^[A-Z]{3}$/), series: name })
  .optional()
  .describe('The price is in another currency; the series holds by the day what one of it costs in the tariff’s.');

const charge = {
  id: z
    .string()
    .regex(nameInKeys)
    .describe('Small letters, digits and hyphens. The same id again, on other days, is its next price.'),
  name: words.optional(),
  supplier: z
    .string()
    .regex(nameInKeys)
    .optional()
    .describe('Whose it is, of `suppliers`: what rests on `all` then rests on theirs. None: shared.'),
  from: z.iso.date().optional().describe('The first day on which it holds.'),
  until: z.iso.date().optional().describe('The first day on which it holds no more.'),
  months: months.optional(),
  pastUse: z
    .strictObject({ months: pastMonths, above: positive.optional(), upTo: positive.optional() })
    .refine(({ above, upTo }) => above !== undefined || upTo !== undefined, { message: 'above, upTo or both' })
    .optional()
    .describe('Only after a mean month of the past ones used more than above, or at most upTo, units.'),
  round: positive.optional(),
};
/** How long what is left over waits for later bills. */
const keeping = {
  until: z.literal('year').optional().describe('It is lost when the year of the tariff ends.'),
  months: pastMonths.optional().describe('It is lost so many months after its bill.'),
};
const steps = <Of extends z.ZodRawShape>(of: Of) =>
  z
    .array(z.strictObject({ upTo: positive.optional(), ...of }))
    .min(1)
    .max(30);
const by = z.enum(['days', 'hours']).optional();
const of = z.union([z.literal('all'), z.array(z.string()).min(1).max(40)]);
const limit = z.strictObject({ amount: positive, per }).optional();
const rates = z.record(name, decimal);

/** How a unit is priced, of what was drawn or of what went back. */
const unitCharge = {
  ...charge,
  exchange,
  rate: decimal.optional(),
  blocks: blocks.optional(),
  schedule: name.optional(),
  rates: z.record(name, unitPrice).optional(),
  market: z
    .strictObject({
      series: name,
      times: decimal.optional(),
      plus: decimal.optional(),
      atLeast: decimal.optional(),
      atMost: decimal.optional(),
      tax: z
        .enum(priceTaxes)
        .optional()
        .describe('Whether plus, atLeast and atMost hold tax. None: not where a tax rests on the charge.'),
    })
    .optional(),
  sharePercent: positive.optional(),
  wholeUnits: z.enum(roundingModes).optional().describe('Units are billed whole; none: as they were measured.'),
  atMost: z.strictObject({ units: positive, per: blockPer }).optional(),
};

const net = z
  .strictObject({
    keep: z
      .strictObject({ ...keeping, paidAt: decimal.optional().describe('Paid by the unit when the year ends.') })
      .optional()
      .describe('Units left over wait for later bills; none: they are lost.'),
  })
  .describe('What went back in the same period of the cycle is taken off before it is priced.');

const meter = z
  .string()
  .regex(nameInKeys)
  .optional()
  .describe('Whose use: a meter of `meters`, or all. None: of what those meters did not draw.');

const amountSteps = steps({ amount: decimal });
const powerBlocks = steps({ rate: decimal });

const bound = { ...charge, amount: positive, per, of };

const chargeForm = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('fixed'),
    ...charge,
    meter,
    exchange,
    per,
    by,
    amount: decimal.optional(),
    byUse: z.strictObject({ per: blockPer, steps: amountSteps }).optional(),
    byPower: z.strictObject({ steps: amountSteps }).optional().describe('By the contracted power, in kW.'),
    bySize: z.record(meterSize, decimal).optional().describe('By the size of the meter: one for each of the tariff’s.'),
  }),
  z.strictObject({ kind: z.literal('use'), ...unitCharge, meter, net: net.optional() }),
  z.strictObject({ kind: z.literal('returned'), ...unitCharge, meter }),
  z.strictObject({
    kind: z.literal('capacity'),
    ...charge,
    exchange,
    per,
    by,
    rate: decimal.optional(),
    rates: rates.optional(),
    kW: z.union([positive, z.record(name, positive)]).optional(),
  }),
  z.strictObject({
    kind: z.literal('demand'),
    ...charge,
    meter,
    exchange,
    per: z.enum(['day', 'month', 'bill']),
    windowMinutes: z.coerce.number().pipe(z.literal(windowMinutes)),
    highest: z.coerce
      .number()
      .pipe(z.int().min(2).max(31))
      .optional()
      .describe('The mean of so many of them, each of another day.'),
    meanOf: pastMonths.optional().describe('The mean with the months before, so many in all.'),
    ratchet: z
      .strictObject({ percent: positive, months: pastMonths, of: months.optional() })
      .optional()
      .describe('At least so many percent of the highest of so many months before, or of those named among them.'),
    atLeast: positive.optional().describe('At least so many kW.'),
    steps: amountSteps.optional().describe('The amount of the step in which the power ends, in kW.'),
    rate: decimal.optional(),
    blocks: powerBlocks.optional().describe('Each kW at the price of its step.'),
    schedule: name.optional(),
    rates: z.record(name, z.union([decimal, powerBlocks])).optional(),
  }),
  ...shareKinds.map((kind) =>
    z.strictObject({
      kind: z.literal(kind),
      ...charge,
      percent: positive.optional(),
      byUse: z.strictObject({ per: blockPer, steps: steps({ percent: positive }) }).optional(),
      of,
      atMost: limit,
    }),
  ),
  z
    .strictObject({
      kind: z.literal('minimum'),
      ...bound,
      keep: z
        .strictObject({ ...keeping, yearEnd: z.literal('paid').optional().describe('What is left is then paid out.') })
        .optional()
        .describe('What it cuts off a credit is taken off later bills.'),
    })
    .refine((one) => one.keep === undefined || one.per !== 'year', {
      message: 'a minimum of the year keeps nothing',
      path: ['keep'],
    }),
  z.strictObject({ kind: z.literal('maximum'), ...bound }),
]);

const periodRule = z.strictObject({
  period: name,
  months: months.optional(),
  days: z
    .array(z.enum([...weekDays, 'workday', 'weekend', 'holiday']))
    .min(1)
    .max(10)
    .optional(),
  hours: z.array(z.string()).min(1).max(12).optional().describe('Clock times HH:MM-HH:MM.'),
  colour: name.optional(),
});

const schedule = z.strictObject({
  dayStarts: z.string().optional().describe('A clock time at which days begin, for weekdays, holidays and colours.'),
  holidays: name.optional().describe('The name of a calendar.'),
  colours: name.optional().describe('The name of a series of day colours.'),
  periods: z.array(periodRule).min(1).max(60).describe('The first that holds gives the period.'),
});

const rounding = z.strictObject({
  lines: z
    .union([z.literal('none'), positive])
    .optional()
    .describe('none: the total alone is rounded.'),
  total: positive.optional(),
  mode: z.enum(roundingModes).optional(),
});

export const holidayCalendar = z.strictObject({ name: words.optional(), days: z.array(z.string()).max(400) });

/** A bill that somebody else worked out under the tariff: the library is held against it. */
const workedExample = z.strictObject({
  source: z.string().trim().min(1).max(300).describe('Whose figures they are, and where they stand.'),
  by: z.enum(['supplier', 'regulator', 'other']).optional().describe('Who worked it out.'),
  start: z.iso.date(),
  end: z.iso.date().describe('The first day after it.'),
  months: z.coerce.number().int().min(1).max(12).optional().describe('How many months it is for; none: one.'),
  units: positive.optional().describe('All of its use, where the time of day does not matter.'),
  use: z
    .record(z.string().regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/), positive)
    .optional()
    .describe('Units by local times YYYY-MM-DD HH:MM.'),
  persons: z.coerce.number().int().min(1).max(50).optional(),
  kW: positive.optional(),
  meterSize: meterSize.optional(),
  kWhPerM3: energyFactor
    .optional()
    .describe('Of a tariff that prices volume by its energy: how much a cubic metre holds. Units stay the tariff’s.'),
  of: z.array(z.string()).min(1).max(40).optional().describe('The charges that it is about; none: all.'),
  total: decimal,
});
export type WorkedExample = z.infer<typeof workedExample>;

export const tariffPlan = z.strictObject({
  name: words,
  utility: z.enum(utilityIds),
  currency: z.string().regex(/^[A-Z]{3}$/),
  unit: z.enum(billingUnits),
  timeZone: z.string().max(60).optional(),
  yearStarts: z.coerce
    .number()
    .pipe(z.int().min(1).max(12))
    .optional()
    .describe('The month with whose first day its years begin. None: January.'),
  netting: z.coerce
    .number()
    .pipe(z.literal(windowMinutes))
    .optional()
    .describe('Within each of these minutes what went back is taken off what was drawn. None: both count.'),
  meterSizes: z
    .array(meterSize)
    .min(1)
    .max(30)
    .optional()
    .describe('The sizes of meters that its prices tell apart, as the supplier writes them.'),
  source: z
    .strictObject({
      title: z.string().max(300),
      url: z.string().max(500).optional(),
      date: z.string().max(40).optional(),
      holder: z.string().max(120).optional().describe('Whose prices they are.'),
    })
    .optional(),
  examples: z.array(workedExample).min(1).max(10).optional().describe('Checked, and not kept.'),
  meters: named.describe(
    'Those with prices of their own: charges name them as their `meter`. Which they are, the household says.',
  ),
  suppliers: named.describe(
    'Of a utility that several supply, each with a bill: charges name them as their `supplier`.',
  ),
  change: z.enum(['measured', 'by-days', 'first-day', 'last-day']).optional(),
  rounding: rounding.optional(),
  calendars: z.record(name, holidayCalendar).optional(),
  schedules: z.record(name, schedule).optional(),
  charges: z.array(chargeForm).max(80),
}) satisfies z.ZodType<TariffPlan>;

/** What may be written, before blocks are brought into one form and numbers into texts. */

/** What can be wrong with a tariff as it is written; the web has words for each. */
const planTextFaultCode = z.enum([
  ...planFaultCodes,
  'field-missing',
  'field-unknown',
  'text-too-long',
  'value-invalid',
  'yaml-unreadable',
]);

export const planTextFault = z.object({
  code: planTextFaultCode,
  path: z.array(z.union([z.string(), z.number()])),
  value: z.string(),
  allowed: z.array(z.string()).optional(),
  suggest: z.string().optional().describe('What was probably meant, as it is to be written.'),
  line: z.int().optional().describe('From 1, in the text that was sent.'),
  column: z.int().optional(),
});
export type PlanTextFault = z.infer<typeof planTextFault>;
