import { z } from 'zod';
import { byUtility } from '#catalogue/index.ts';
import { bytes, endpoint } from '#catalogue/endpoint.ts';

const instant = z.iso.datetime({ offset: true }).describe('Instant with an offset; kept to the second.');
const meter = z.string().min(1).max(64).describe("The meter's key in its household, or its id.");

export const counterReading = z.object({
  meter,
  at: instant,
  value: z.number().min(0).describe('What the counter shows: Wh or mL since its beginning.'),
});
export const intervalReading = z.object({
  meter,
  from: instant,
  to: instant,
  value: z.number().describe('Amount used in [from, to): Wh or mL.'),
});

/** Of the times in lines; nanoseconds unless it is said. */
const lineQuery = z.object({ precision: z.enum(['ns', 'us', 'ms', 's']).optional() });
export type LinePrecision = NonNullable<z.infer<typeof lineQuery>['precision']>;

/** Where a smart meter's telegram goes. */
const telegramQuery = z
  .object({
    ...byUtility(() => meter.optional()),
    returned: meter.optional().describe('The meter of what goes back to the grid (registers 2.8).'),
  })
  .refine((asked) => Object.values(asked).some((key) => key !== undefined));

export const maxReadings = 20_000;
export const readingsBody = z.object({
  readings: z
    .array(z.union([counterReading, intervalReading]))
    .min(1)
    .max(maxReadings),
});
export type ReadingsBody = z.infer<typeof readingsBody>;

/** Why one reading of a batch was not taken. */
export const rejectionCodes = {
  conflict: 'Another value (or an overlapping interval) is already kept for this time.',
  'implausible-jump': 'More than this meter can pass. Kept aside under Devices, where you can accept or discard it.',
  'in-the-future': 'More than 5 minutes ahead of the clock.',
  'invalid-reading': 'A field is missing or not what it should be.',
  'negative-amount':
    'Below zero: what goes back needs a meter of its own. Kept aside under Devices, so that nothing is lost unseen.',
  'too-old': 'From before the time that single readings of this meter are kept; its use stands already.',
  'unknown-meter': 'No such meter for this token.',
  'wrong-kind': 'This meter already has readings of the other kind (counter or interval).',
} as const;
export type RejectionCode = keyof typeof rejectionCodes;

export const readingsAnswer = z.object({
  accepted: z.int(),
  duplicate: z.int(),
  rejected: z.array(
    z.object({
      index: z.int().describe('Position in `readings`, from 0.'),
      code: z.enum(Object.keys(rejectionCodes) as [RejectionCode, ...RejectionCode[]]),
    }),
  ),
});
export type ReadingsAnswer = z.infer<typeof readingsAnswer>;

/** Read by hand: a batch of 20,000 is parsed on the way of every reading. */
export const sendReadings = endpoint({
  method: 'POST',
  path: '/api/v1/readings',
  who: 'ingest token',
  summary: 'Send readings',
  body: bytes('application/json', readingsBody),
  maxBytes: 5 * 1024 * 1024,
  answer: readingsAnswer,
});

/** As InfluxDB's clients write it to their log: which lines were not taken; the others were. */
const refusedLines = z.object({ code: z.literal('body-malformed'), message: z.string(), requestId: z.string() });

export const writeLines = endpoint({
  method: 'POST',
  path: '/api/v2/write',
  who: 'ingest token',
  summary: 'Send counters as InfluxDB line protocol, plain or gzip',
  query: lineQuery,
  body: bytes('text/plain'),
  mayBeGzip: true,
  maxBytes: 5 * 1024 * 1024,
  also: { 400: refusedLines },
});

/** The longest that a meter sends, with a year of monthly peaks, is under 4 kB. */
export const sendTelegram = endpoint({
  method: 'POST',
  path: '/api/v1/dsmr',
  who: 'ingest token',
  summary: "Send a telegram of a smart meter's P1 port",
  query: telegramQuery,
  body: bytes('text/plain'),
  mayBeGzip: true,
  maxBytes: 64 * 1024,
  answer: readingsAnswer,
  problems: ['nothing-read'],
});

const radioTelegram = z.record(z.string(), z.unknown());
export const sendRadioTelegrams = endpoint({
  method: 'POST',
  path: '/api/v1/wmbus',
  who: 'ingest token',
  summary: 'Send what wmbusmeters hears, one telegram or an array',
  body: bytes('application/json', z.union([radioTelegram, z.array(radioTelegram)])),
  mayBeGzip: true,
  maxBytes: 1024 * 1024,
  answer: readingsAnswer,
  problems: ['nothing-read'],
});

/** In the address or in the body. */
const emoncmsInput = z.object({
  data: z.string().optional().describe('[[time, node, value, …], …]'),
  time: z.string().optional().describe('What its times count from, in seconds since 1970.'),
  offset: z.string().optional().describe('The same, in seconds before now.'),
  sentat: z.string().optional().describe('The same as `offset`.'),
  apikey: z.string().optional().describe('The ingest token, where no header holds it.'),
});
const refusedInput = z.object({ success: z.literal(false), message: z.string() });

export const sendEmoncms = endpoint({
  method: 'POST',
  path: '/input/bulk',
  who: 'ingest token',
  summary: 'Send what Emoncms takes: data=[[time, node, value, …], …]; one node alone goes to /input/post',
  tokenParameter: 'apikey',
  query: emoncmsInput,
  body: bytes('application/x-www-form-urlencoded', emoncmsInput),
  mayBeGzip: true,
  maxBytes: 5 * 1024 * 1024,
  answer: bytes('text/plain', z.string().describe('ok')),
  also: { 400: refusedInput, 401: refusedInput },
});
