import { z } from 'zod';
import { endpoint } from '#catalogue/endpoint.ts';

const meter = z.coerce.number().int().positive();
const instant = z.iso.datetime({ offset: true });
/** Wh or mL, as the counter shows it. */
const shown = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const quarantined = z.array(z.coerce.number().int().positive()).max(1000).optional();

/** What a person changes in the readings of a meter, or in what the meter is believed. */
const repairWish = z.discriminatedUnion('kind', [
  /** Readings that were set aside are real; without `readings`, all of this meter. */
  z.strictObject({ kind: z.literal('believe'), meter, readings: quarantined }),
  z.strictObject({ kind: z.literal('discard'), meter, readings: quarantined }),
  /** Another meter counts from `at` on: what the old one showed last, where it is known, and what the new one began with. */
  z.strictObject({
    kind: z.literal('exchange'),
    meter,
    at: instant,
    oldValue: shown.optional(),
    newValue: shown.default(0),
  }),
  /** What a person read off the counter at `at`. `said`: it does not follow on what was there, and is right all the same. */
  z.strictObject({
    kind: z.literal('add'),
    meter,
    at: instant,
    value: shown,
    said: z.enum(['new-meter', 'right']).optional(),
  }),
  /** Readings in `[from, to)` were wrong. */
  z.strictObject({ kind: z.literal('remove'), meter, from: instant, to: instant }),
  /** The reading at `at` was this, whatever it said. */
  z.strictObject({ kind: z.literal('correct'), meter, at: instant, value: z.number().int() }),
  z.strictObject({
    kind: z.literal('limits'),
    meter,
    maxPerHour: z.number().int().min(1).max(1_000_000_000),
    maxGapS: z.number().int().min(60).max(2_678_400),
    rollsOverAt: z.number().int().positive().max(Number.MAX_SAFE_INTEGER).nullable(),
  }),
]);
export type RepairWish = z.infer<typeof repairWish>;

/** With `preview` nothing is kept: the answer says what would change. */
const repairBody = z.strictObject({ preview: z.boolean().default(false), wish: repairWish });

const use = z.object({ used: z.number(), estimated: z.number() });

export const repairAnswer = z.object({
  /** Null of a preview, and of a reading that was there already. */
  id: z.string().nullable(),
  readings: z.object({ removed: z.number(), added: z.number(), released: z.number() }),
  /** Days whose use changes, the latest 31 of them. */
  days: z.array(z.object({ day: z.iso.date(), before: use, after: use })),
  changedDays: z.number().int(),
  /** Of all days that it touches. */
  before: use,
  after: use,
});
export type RepairAnswer = z.infer<typeof repairAnswer>;

const meterReadingsQuery = z.object({ from: instant, to: instant });

/** A reading as it is kept, and the use that it closed. */
const keptReading = z.object({
  at: z.iso.datetime(),
  value: z.number(),
  spanS: z.number().nullable(),
  source: z.enum(['measured', 'imported', 'simulated', 'typed']),
  mark: z.enum(['start', 'believed']).nullable(),
  used: z.number().nullable(),
  estimated: z.boolean(),
  /** The counter showed more before and soon after: neither it nor the way back up is use. */
  isDip: z.boolean(),
});
export type KeptReading = z.infer<typeof keptReading>;

export const meterReadings = z.object({
  kind: z.enum(['counter', 'interval']).nullable(),
  readings: z.array(keptReading),
  /** There are more than fit into one answer. */
  more: z.boolean(),
});
export type MeterReadings = z.infer<typeof meterReadings>;

const ofId = z.object({ id: z.coerce.number().int().positive() });

export const readMeterReadings = endpoint({
  method: 'GET',
  path: '/api/v1/meters/{id}/readings',
  who: 'person',
  summary: 'Readings of a meter as they are kept, with the use that each closed',
  params: ofId,
  query: meterReadingsQuery,
  answer: meterReadings,
  problems: ['not-found'],
});

const seen = z.object({ at: z.iso.datetime(), value: z.number() }).nullable();

/** What somebody who types a reading compares it with. */
export const meterRegister = z.object({
  /** What the counter showed at that instant or last before it, and next after it. */
  before: seen,
  after: seen,
  /** Wh or mL of a usual day before that instant; null: too little is known. */
  usualPerDay: z.number().nullable(),
  limits: z.object({ maxPerHour: z.number(), maxGapS: z.number(), rollsOverAt: z.number().nullable() }),
});
export type MeterRegister = z.infer<typeof meterRegister>;

export const readMeterRegister = endpoint({
  method: 'GET',
  path: '/api/v1/meters/{id}/register',
  who: 'person',
  summary: 'What a counter showed around an instant, and what it counts on a usual day',
  params: ofId,
  query: z.object({ at: instant }),
  answer: meterRegister,
  problems: ['not-found'],
});

const repairProblems = [
  'not-found',
  'repair-conflict',
  'repair-overtaken',
  'repair-too-large',
  'repair-too-old',
] as const;

export const makeRepair = endpoint({
  method: 'POST',
  path: '/api/v1/repairs',
  who: 'person',
  summary: 'Change readings, or what a meter is believed; or see what that would change',
  body: repairBody,
  answer: repairAnswer,
  problems: [...repairProblems, 'reading-unlikely', 'repair-nothing'],
  /** Of what was made; a preview makes nothing. */
  also: { 201: repairAnswer },
});

export const undoRepair = endpoint({
  method: 'POST',
  path: '/api/v1/repairs/{id}/undo',
  who: 'person',
  summary: 'Take a repair back',
  params: ofId,
  answer: repairAnswer,
  problems: repairProblems,
});
