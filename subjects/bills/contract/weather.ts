/** Outdoor temperatures over HTTP: files that a household brings, and what it keeps of them. */
import { z } from 'zod';
import { bytes, endpoint, ofHousehold } from '#catalogue/endpoint.ts';

export const temperatureUnit = z.enum(['celsius', 'fahrenheit', 'tenths']).describe('`tenths`: tenths of °C.');

const temperaturesQuery = ofHousehold.extend({
  unit: temperatureUnit.optional().describe('For files that do not say it.'),
  preview: z.enum(['true', 'false']).default('false').describe('Only say what the file holds.'),
});

export const temperatureFaultCode = z.enum([
  'file-unreadable',
  'file-empty',
  'time-missing',
  'temperature-missing',
  'temperature-several',
  'places-several',
  'dates-unclear',
  'unit-missing',
  'time-wrong',
  'temperature-wrong',
  'temperature-impossible',
  'day-twice',
  'step-wrong',
  'days-none',
]);

const tenths = z.int().describe('Tenths of °C.');

export const temperaturesAnswer = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    from: z.iso.date(),
    to: z.iso.date().describe('The last day.'),
    days: z.int(),
    missing: z.int().describe('Days between the first and the last that the file does not have.'),
    leftOut: z.int().describe('Days of which the file has too few hours.'),
    ahead: z.int().describe('Days that are not over: a forecast is not kept.'),
    coldest: tenths,
    warmest: tenths,
    columns: z.array(z.string()).describe('What was read, by its title in the file.'),
    unit: temperatureUnit,
    isUnitTold: z.boolean().describe('The file says its unit itself.'),
    changed: z.int().nullable().describe('New days, and those that were others before; null: a preview.'),
  }),
  z.object({
    ok: z.literal(false),
    fault: z.object({ code: temperatureFaultCode, line: z.int().optional(), value: z.string() }),
  }),
]);
export type TemperaturesAnswer = z.infer<typeof temperaturesAnswer>;

export const keptTemperatures = z.object({
  days: z.int(),
  from: z.iso.date().nullable(),
  to: z.iso.date().nullable().describe('The last day.'),
  missing: z.int().describe('Days between the first and the last that have none.'),
  gaps: z.array(z.object({ from: z.iso.date(), to: z.iso.date() })).describe('The longest first, at most six.'),
});
export type KeptTemperatures = z.infer<typeof keptTemperatures>;

export const readTemperatures = endpoint({
  method: 'GET',
  path: '/api/v1/temperatures',
  who: 'person',
  summary: 'Which days have an outdoor temperature',
  query: ofHousehold,
  answer: keptTemperatures,
  problems: ['forbidden'],
});

export const sendTemperatures = endpoint({
  method: 'POST',
  path: '/api/v1/temperatures',
  who: 'person',
  summary: 'Read a table of outdoor temperatures: days, hours or shorter steps',
  query: temperaturesQuery,
  body: bytes('text/csv'),
  /** More than ten years of hours. */
  maxBytes: 10_000_000,
  answer: temperaturesAnswer,
  problems: ['forbidden', 'rate-limited'],
});
