/** Figures as a program is told them: as they may be said, and as numbers with their unit in the name. Each shape stands beside what fills it. */
import { z } from 'zod';
import { byUtility, hasTrait, utilities, type Utility, utilityIds } from '#catalogue/index.ts';
import { addDays, type LocalDay } from '#catalogue/local-day.ts';
import { exact, textOf } from '#subjects/bills/domain/tariff/exact.ts';
import { isRough, type Rate } from '#subjects/readings/domain/present-rate.ts';
import type { Asking } from '../asking.ts';
import type { AskedPeriod } from '../intent.ts';
import { type Amount, type Amounts, estimatedShare } from '../usage/amounts.ts';
import { hourText, isOpen } from '../usage/periods.ts';
import type { Writer } from '../writer.ts';

/** "electricity and water": for programs, which are told in English. */
export const utilityList = new Intl.ListFormat('en-GB').format(utilityIds);

type Of = (typeof utilities)[Utility];
type AmountUnit = Of['amount']['metric']['unit'];
type Keyed<Unit> = Unit extends `${infer One}/${infer Other}` ? `${One}_per_${Other}` : Unit;
type RateKey = Keyed<Of['flow']['unit']>;

/** An amount in metric units, whatever the household counts in: the unit stands in the name of the figure. */
export const toldIn = (utility: Utility) => utilities[utility].amount.metric;

/** `W`, `L_per_min`. */
export const rateKey = (utility: Utility): RateKey => utilities[utility].flow.unit.replace('/', '_per_') as RateKey;

/** One of them, by the unit that the utility has. */
export const oneOf = <const Key extends string, Shape extends z.ZodType>(keys: readonly Key[], shape: Shape) =>
  Object.fromEntries(keys.map((key) => [key, shape.optional()])) as Record<Key, z.ZodOptional<Shape>>;

const amountUnits: readonly AmountUnit[] = utilityIds.map((utility) => toldIn(utility).unit);

/** Of those utilities that there is something of. */
const eachUtility = <Shape extends z.ZodType>(shape: Shape) => byUtility(() => shape.optional());

export const toEachUtility = <Value>(
  told: readonly (readonly [Utility, Value])[],
): Partial<Readonly<Record<Utility, Value>>> => Object.fromEntries(told) as Partial<Record<Utility, Value>>;

const decimals = (value: number): number => Math.round(value * 1000) / 1000;

const note = z.string().optional();
const quantityShape = { said: z.string(), ...oneOf(amountUnits, z.number()) };
const quantity = z.strictObject(quantityShape).meta({ id: 'quantity' });

/** Of base units. */
export const quantityFacts = ({ write }: Asking, utility: Utility, used: number): z.output<typeof quantity> => {
  const { unit, size } = toldIn(utility);
  return { said: write.amount(utility, used), [unit]: decimals(used / size) };
};

const rateShape = { said: z.string(), ...oneOf(utilityIds.map(rateKey), z.number()), note };
const rate = z.strictObject(rateShape).meta({ id: 'rate' });
/** With whose it is. */
const namedRate = rate.extend({ name: z.string().optional(), room: z.string() }).meta({ id: 'named_rate' });

/** Of the flow's own unit. */
export const rateFacts = ({ write }: Asking, utility: Utility, one: Rate): z.output<typeof rate> => ({
  said: write.rate(utility, one.rate),
  [rateKey(utility)]: decimals(one.rate),
  ...(one.atLeast ? { note: atLeastFact } : isRough(one) && { note: 'about: the meter tells no better' }),
});

/** Of use, where not all that is made at home is measured. */
export const atLeastFact = 'at least: what is made here and used at once has no meter';

const unread = z.literal('no readings');
const quantityOrNone = z.union([quantity, unread]);
const amount = z
  .union([z.strictObject({ ...quantityShape, estimated: z.string().optional(), note }), unread])
  .meta({ id: 'amount' });

const amountFacts = (asking: Asking, utility: Utility, one: Amount | null): z.output<typeof amount> => {
  if (one === null) return 'no readings';
  const share = estimatedShare(one);
  return {
    ...quantityFacts(asking, utility, one.used),
    ...(share >= 0.005 && { estimated: asking.write.percent(share) }),
    ...(one.atLeast && { note: atLeastFact }),
  };
};

/** Of each utility that is asked of. */
export const amountsFacts = (asking: Asking, shown: readonly Utility[], amounts: Amounts) =>
  toEachUtility(shown.map((utility) => [utility, amountFacts(asking, utility, amounts[utility])] as const));

const clock = z.string().regex(/^\d\d:00$/);
const hourRange = z.strictObject({ from: clock, to: clock }).meta({ id: 'hours' });
export const hourFacts = (hours: { readonly from: number; readonly to: number }): z.output<typeof hourRange> => ({
  from: hourText(hours.from),
  to: hourText(hours.to),
});

/** Its first and its last day, both counted. */
const days = z.strictObject({ from: z.iso.date(), until: z.iso.date() }).meta({ id: 'days' });
export const daysFacts = (start: LocalDay, end: LocalDay): z.output<typeof days> => ({
  from: start,
  until: addDays(end, -1),
});

const period = days.extend({
  of_each_day: hourRange.optional().describe('Only these hours, by the clock of the household.'),
  note,
});
export const periodFacts = ({ home }: Asking, asked: AskedPeriod): z.output<typeof period> => ({
  ...daysFacts(asked.from, asked.to),
  ...(asked.hours && { of_each_day: hourFacts(asked.hours) }),
  ...(isOpen(asked, home) && { note: 'not over yet' }),
});

/** `measures_water`: whether there is a meter of what can leak. */
const leaking = utilityIds.filter((utility) => hasTrait(utility, 'canLeak'));
const leakMeters = oneOf(
  leaking.map((utility) => `measures_${utility}` as const),
  z.boolean(),
);
export const leakMeterFacts = ({ home }: Asking) =>
  Object.fromEntries(
    leaking.map((utility) => [`measures_${utility}`, home.devices.some((device) => device.utility === utility)]),
  ) as Partial<Record<keyof typeof leakMeters, boolean>>;

/** What the figures are: measured ones, or those of the demo household. */
const origin = { figures: z.string() };
export const originFacts = (isSimulated: boolean): { readonly figures: string } => ({
  figures: isSimulated ? 'simulated sample data of the demo household' : 'measured',
});

export const noReadings = { readings: 'none yet', advice: 'A meter is connected at /devices/connect.' } as const;
/** Or that nothing was measured yet. */
const orNoReadings = <Facts extends z.ZodType>(facts: Facts) =>
  z.union([facts, z.strictObject({ readings: z.literal(noReadings.readings), advice: z.string() })]);

const decimal = z.string().regex(/^-?\d+(?:\.\d+)?$/);

/** `{ say: '€119.90', EUR: '119.90' }`. */
const money = z
  .object({ say: z.string() })
  .catchall(decimal)
  .meta({ id: 'money', description: 'The amount stands under its currency.' });
export const toldAmount = (write: Writer, value: string, currency: string): z.output<typeof money> => ({
  say: write.money(value, currency),
  [currency]: value,
});

/** `{ say: '372 kWh', kWh: '372' }`: of base units. */
const use = z.strictObject({ say: z.string(), ...oneOf(amountUnits, decimal) }).meta({ id: 'use' });
export const toldUse = (write: Writer, utility: Utility, used: number): z.output<typeof use> => {
  const { unit, size } = toldIn(utility);
  return { say: write.amount(utility, used), [unit]: textOf(exact(Math.round(used), size)) };
};

/** The shapes of facts. */
export const shape = {
  note,
  quantity,
  quantityOrNone,
  amount,
  rate,
  namedRate,
  hours: hourRange,
  days,
  period,
  leakMeters,
  origin,
  money,
  use,
  each: eachUtility,
  orNoReadings,
};
