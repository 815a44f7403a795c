import { flowIds, utilityIds } from '#catalogue/index.ts';
import { rateStates } from '#subjects/readings/domain/present-rate.ts';
import { z } from 'zod';
import { endpoint, events, ofHousehold } from '#catalogue/endpoint.ts';

export const utility = z.enum(utilityIds);
const flow = z.enum(flowIds);

export const buckets = ['5m', '15m', 'hour', 'day', 'week', 'month'] as const;
const bucket = z.enum(buckets);
export type Bucket = z.infer<typeof bucket>;

const dayOrInstant = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

/** `from` and `to` are half-open: local days (2026-11-20) for day, week and month; local days or instants for the finer buckets. */
export const usageQuery = z.object({
  from: dayOrInstant,
  to: dayOrInstant,
  bucket: bucket.default('day'),
  by: z
    .string()
    .regex(/^(utility|room|device)(,(utility|room|device))*$|^(utility,)?flow$/)
    .default('utility')
    .describe(
      'Comma-separated: utility (always there), room, device; or flow, for the whole home by quarter-hours and longer.',
    ),
  household: z.uuid().optional().describe("Defaults to the person's first household."),
  device: z.uuid().optional().describe('Only this device.'),
});
export type UsageQuery = z.infer<typeof usageQuery>;

/** Use of one group in one bucket. Rooms and devices are net of the meters inside them, so that sums never count twice. */
export const usageRow = z.object({
  start: z.string().describe('Local day (2026-11-20) for day, week and month; instant for finer buckets.'),
  utility,
  room: z.string().optional(),
  deviceId: z.string().optional(),
  flow: flow.optional().describe('What passed: `used` is then how much of it.'),
  used: z.number().describe('Wh or mL: drawn, produced and discharged, less what was returned and charged.'),
  estimated: z.number().describe('The part of `used` that was spread over a silence.'),
  imported: z.number().describe('The part of `used` that came from a file.'),
  coveredS: z.number().describe('Seconds of measuring behind it, summed over its meters.'),
  atLeast: z
    .literal(true)
    .optional()
    .describe(
      '`used` is a lower bound: something went back, or into a battery, that no meter saw being made. Give the roof or the battery a meter.',
    ),
});
export type UsageRow = z.infer<typeof usageRow>;

export const usageAnswer = z.object({
  household: z.uuid(),
  timeZone: z.string(),
  bucket,
  origin: z
    .enum(['measured', 'simulated', 'none'])
    .describe('`none`: this household has no reading yet; show the labelled sample.'),
  rows: z.array(usageRow),
});
export type UsageAnswer = z.infer<typeof usageAnswer>;

const flowBuckets = ['hour', 'day', 'week', 'month'] as const;
const flowsQuery = z.object({
  from: z.iso.date(),
  to: z.iso.date().describe('Half-open: the day after the last.'),
  bucket: z.enum(flowBuckets).default('day'),
  household: z.uuid().optional().describe("Defaults to the person's first household."),
});
export type FlowsQuery = z.infer<typeof flowsQuery>;

const flowPart = usageRow.pick({ used: true, estimated: true, imported: true, coveredS: true });

/** What passed the home in one bucket, and what of it was exchanged within its quarter-hours. */
const flowsRow = z.object({
  start: usageRow.shape.start,
  utility,
  used: usageRow.shape.used,
  atLeast: usageRow.shape.atLeast,
  flows: z
    .partialRecord(flow, flowPart)
    .describe('Each flow, unsigned; one of which nothing was measured is not there.'),
  balance: z
    .object({
      used: z.number().describe('Drawn, produced and discharged, less what was returned and charged.'),
      drawn: z.number(),
      produced: z.number(),
      stored: z.number().describe('The part of `produced` that went into a battery in its quarter-hour.'),
      sentBack: z.number().describe('The part of `produced` that was returned in its quarter-hour.'),
      wholeS: z.number().describe('How long that was, in seconds.'),
    })
    .optional()
    .describe('Over the quarter-hours of which every meter is known: what shares are worked out from.'),
});
export type FlowsRow = z.infer<typeof flowsRow>;

export const flowsAnswer = usageAnswer.extend({
  bucket: z.enum(flowBuckets),
  rows: z.array(flowsRow).describe('None of a utility of which the home has no more than what is drawn.'),
});
export type FlowsAnswer = z.infer<typeof flowsAnswer>;

const emissionsQuery = flowsQuery.extend({ bucket: z.enum(['day', 'week', 'month']).default('day') });
export type EmissionsQuery = z.infer<typeof emissionsQuery>;

const emissionFactor = z.object({
  utility,
  validFrom: z.iso.date().describe('It holds from then on, until the next of the same utility.'),
  gPerUnit: z.number().describe('Grams of CO2 for a kWh, or for a cubic metre of what is counted by volume.'),
  reference: z.string().describe('Who says so.'),
});

const emissionsRow = z.object({
  start: usageRow.shape.start,
  utility,
  grams: z.number().nullable().describe('Of what was drawn; null: no factor is in force, so it is not known.'),
  estimated: z.number().describe('The part of `grams` that stands on estimated use.'),
  unknown: z.number().describe('What was drawn on days without a factor, in Wh or mL: it is not in `grams`.'),
});
export type EmissionsRow = z.infer<typeof emissionsRow>;

export const emissionsAnswer = usageAnswer.extend({
  bucket: emissionsQuery.shape.bucket,
  factors: z.array(emissionFactor).describe('All that were entered for the household.'),
  rows: z.array(emissionsRow),
});
export type EmissionsAnswer = z.infer<typeof emissionsAnswer>;

const latestMeter = z.object({
  meterId: z.string(),
  key: z.string(),
  deviceId: z.string(),
  room: z.string(),
  utility,
  flow: flow.describe('What passes it. All but `drawn` is counted with the meter of `parentMeterId`.'),
  parentMeterId: z.string().nullable(),
  lastAt: z.iso.datetime().nullable().describe('Null: has never reported.'),
  lastValue: z.number().nullable(),
  rate: z
    .number()
    .nullable()
    .describe(
      'W, or L/min, rounded to what its steps tell: the same figure wherever it is shown. Null unless `rateState` is `now`.',
    ),
  rateWithin: z.number().nullable().describe('The true rate lies within this much of `rate`.'),
  rateState: z
    .enum(rateStates)
    .describe(
      '`now`; `old`: no reading for too long; `far-apart`: readings more than 65 minutes apart; `first`: one reading, a second makes a rate; `none`: no reading.',
    ),
  rateUntil: z.iso.datetime().nullable().describe('From then on `rate` is too old to be called present.'),
  today: z.number().describe('Wh or mL of the local day so far (of this meter, children included).'),
  quarantined: z.int().describe('Readings that wait for a decision.'),
});
export type LatestMeter = z.infer<typeof latestMeter>;

export const latestAnswer = z.object({
  household: z.uuid(),
  timeZone: z.string(),
  origin: z.enum(['measured', 'simulated', 'none']),
  at: z.iso.datetime().describe("The service's clock."),
  meters: z.array(latestMeter),
  atLeast: z
    .array(utility)
    .optional()
    .describe('Of these, what is used today is a lower bound: something was made or stored that no meter saw.'),
  places: z
    .array(z.object({ name: z.string(), inside: z.string() }))
    .optional()
    .describe(
      'Which room lies in which other place, as a floor; its use is the sum of what lies in it. Left out: none.',
    ),
  moved: z
    .array(
      z.object({
        utility,
        room: z.string(),
        used: z.number().describe('Wh or mL to be added to the room, net of the meters inside its own.'),
        home: z.number().describe("And to the home's total."),
      }),
    )
    .optional()
    .describe('Where a device or meter moved today: what `today` of its meters does not tell of the time before.'),
});
export type LatestAnswer = z.infer<typeof latestAnswer>;

/** Server-sent events: `latest` now and after each change, `end` before the service closes it; the others that something of the kind has changed. */
export const streamEvents = {
  latest: latestAnswer,
  devices: z.object({}),
  notices: z.object({}),
  end: z.object({ code: z.enum(['not-authenticated', 'forbidden', 'stopping']) }),
} as const;
export type StreamEnd = z.infer<(typeof streamEvents)['end']>;

export const readUsage = endpoint({
  method: 'GET',
  path: '/api/v1/usage',
  who: 'person',
  summary: 'Use by period, utility, room and device',
  query: usageQuery,
  answer: usageAnswer,
  problems: ['forbidden'],
});

export const readFlows = endpoint({
  method: 'GET',
  path: '/api/v1/usage/flows',
  who: 'person',
  summary: 'What a home with a roof or a battery drew, produced, stored and returned',
  query: flowsQuery,
  answer: flowsAnswer,
  problems: ['forbidden'],
});

export const readEmissions = endpoint({
  method: 'GET',
  path: '/api/v1/usage/emissions',
  who: 'person',
  summary: 'CO2 of what was drawn, by the factors of the household',
  query: emissionsQuery,
  answer: emissionsAnswer,
  problems: ['forbidden'],
});

export const readLatestUsage = endpoint({
  method: 'GET',
  path: '/api/v1/usage/latest',
  who: 'person',
  summary: 'What each meter said last',
  query: ofHousehold,
  answer: latestAnswer,
  problems: ['forbidden'],
});

export const followUsage = endpoint({
  method: 'GET',
  path: '/api/v1/usage/stream',
  who: 'person',
  summary: 'The same, live, as server-sent events',
  query: ofHousehold,
  answer: events(streamEvents),
  problems: ['forbidden', 'rate-limited'],
});
