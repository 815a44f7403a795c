/** Tariffs over HTTP: entering, checking, looking at a sample bill, and the library. */
import type { TariffPlan } from '../domain/tariff/plan.ts';
import { z } from 'zod';
import { bytes, endpoint } from '#catalogue/endpoint.ts';
import { billLine, pricingFault } from './billing.ts';
import { planTextFault } from './tariff-plan.ts';
import { utility } from '#subjects/usage/contract/usage.ts';
import { translated } from '#catalogue/translated.ts';

const facts = z.strictObject({
  persons: z.int().min(1).max(50).optional(),
  kW: z
    .union([
      z.string().regex(/^\d{1,4}([.]\d{1,3})?$/),
      z.record(z.string().max(60), z.string().regex(/^\d{1,4}([.]\d{1,3})?$/)),
    ])
    .optional()
    .describe('The power that is contracted, for all periods or for each.'),
  meters: z
    .record(z.string().max(40), z.string().regex(/^\d{1,18}$/))
    .optional()
    .describe("The ids of the household's meters that the tariff prices apart, by what it calls them."),
  meterSize: z
    .string()
    .trim()
    .min(1)
    .max(30)
    .optional()
    .describe('Of the meter: one of those that the tariff tells apart.'),
});

/** A tariff in one of the ways in which it can be given. */
const givenTariff = z
  .strictObject({
    plan: z.unknown().optional().describe('As `tariffPlan`.'),
    text: z.string().max(100_000).optional().describe('The same as YAML.'),
    library: z.string().max(80).optional().describe("The id of one of the library's."),
    facts: facts.optional(),
  })
  .refine(({ plan, text, library }) => [plan, text, library].filter((one) => one !== undefined).length === 1, {
    message: 'exactly one of plan, text and library',
  });
export type GivenTariff = z.infer<typeof givenTariff>;

const validFrom = z.iso.date().refine((day) => day >= '2000-01-01' && day < '2100-01-01', { message: 'from 2000 on' });

const enterTariffsBody = z.strictObject({
  household: z.uuid().optional(),
  validFrom,
  tariffs: z.array(givenTariff).min(1).max(2).describe('At most one for each utility.'),
});

const changeTariffBody = z.strictObject({ household: z.uuid().optional(), validFrom, tariff: givenTariff });

const checkTariffBody = z.strictObject({ household: z.uuid().optional(), tariff: givenTariff });

const sampleBill = z.object({
  /** Whose use it is: the household's own of the latest days, or an example's. */
  of: z.enum(['own', 'example']),
  start: z.iso.date(),
  end: z.iso.date(),
  used: z.number().describe('Wh or mL.'),
  currency: z.string(),
  total: z.string(),
  lines: z.array(billLine),
  faults: z.array(pricingFault),
});
export type SampleBill = z.infer<typeof sampleBill>;

export const tariffSummary = z.object({
  utility,
  currency: z.string(),
  unit: z.string(),
  name: z.union([z.string(), translated(z.string())]),
  asksPersons: z.boolean().describe('Its blocks go by how many people live there.'),
  asksPower: z
    .array(z.string())
    .describe('The periods for which it asks what power is contracted; one empty name: for all.'),
  asksMeters: z
    .array(z.object({ id: z.string(), name: z.union([z.string(), translated(z.string())]) }))
    .describe('The meters that it prices apart: which of the household’s they are.'),
  asksSize: z.array(z.string()).describe('The sizes of meters among which it asks for one; empty: it does not.'),
  series: z.array(z.string()).describe('The series of prices and of colours that it names.'),
  until: z.iso.date().nullable().describe('From this day on no charge for use holds. Null: they do not end.'),
});
export type TariffSummary = z.infer<typeof tariffSummary>;

/** It has been read already: it is described, not parsed again. */
const readPlan: z.ZodType<TariffPlan> = z.unknown().describe('As `tariffPlan`.') as z.ZodType<TariffPlan>;

export const checkedTariff = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), summary: tariffSummary, sample: sampleBill, text: z.string(), plan: readPlan }),
  z.object({ ok: z.literal(false), faults: z.array(planTextFault) }),
]);
export type CheckedTariff = z.infer<typeof checkedTariff>;

export const tariffLibrary = z.object({
  tariffs: z.array(
    tariffSummary.extend({
      id: z.string(),
      country: z.string().describe('ISO 3166, two letters.'),
      source: z.object({
        title: z.string(),
        url: z.string().optional(),
        date: z.string().optional(),
        holder: z.string().optional().describe('Whose prices they are.'),
      }),
    }),
  ),
  calendars: z
    .array(z.object({ id: z.string(), name: tariffSummary.shape.name }))
    .describe('Holidays that every tariff may name.'),
});
export type TariffLibraryAnswer = z.infer<typeof tariffLibrary>;

const compareTariffsBody = z.strictObject({
  household: z.uuid().optional(),
  tariffs: z.array(givenTariff).min(1).max(6),
});

const comparedTariff = z.object({
  name: tariffSummary.shape.name,
  currency: z.string(),
  suppliers: z.int().describe('How many ask for it: those of fewer cannot be held against it.'),
  total: z.string().describe('Of all cycles that it could price.'),
  cycles: z.array(z.object({ start: z.iso.date(), end: z.iso.date(), total: z.string() })),
  faults: z.array(pricingFault).describe('What it could not price: its total is without it.'),
});

/** What the last twelve months would have cost under other tariffs, as they stand today. */
export const comparedTariffs = z.object({
  utility,
  start: z.iso.date(),
  end: z.iso.date(),
  days: z.int(),
  used: z.number().describe('Wh or mL.'),
  coverage: z.number().nullable(),
  /** The household's own tariff as it stands today; null: it has none. */
  own: comparedTariff.nullable(),
  others: z.array(comparedTariff),
});
export type ComparedTariffs = z.infer<typeof comparedTariffs>;

export const readTariffLibrary = endpoint({
  method: 'GET',
  path: '/api/v1/tariffs/library',
  who: 'anyone',
  summary: 'Real tariffs that come with the product, with their sources',
  answer: tariffLibrary,
  cache: 'public, max-age=300',
});

export const readLibraryTariff = endpoint({
  method: 'GET',
  path: '/api/v1/tariffs/library/{id}',
  who: 'anyone',
  summary: 'One of them as text',
  params: z.object({ id: z.string().max(80) }),
  answer: z.object({ text: z.string() }),
  problems: ['not-found'],
});

export const readTariffFormat = endpoint({
  method: 'GET',
  path: '/api/v1/tariffs/format',
  who: 'anyone',
  summary: 'How a tariff is written as text',
  answer: bytes('text/plain'),
  cache: 'public, max-age=300',
});

export const checkTariff = endpoint({
  method: 'POST',
  path: '/api/v1/tariffs/check',
  who: 'person',
  summary: 'Check a tariff, by line, and price a month with it',
  body: checkTariffBody,
  answer: checkedTariff,
  problems: ['not-found', 'rate-limited'],
});

export const enterTariffs = endpoint({
  method: 'POST',
  path: '/api/v1/tariffs',
  who: 'person',
  summary: 'Enter tariffs from a day on, all or none',
  body: enterTariffsBody,
  answer: z.object({ ids: z.array(z.uuid()) }),
  status: 201,
  problems: ['forbidden', 'not-found', 'tariff-invalid', 'tariff-taken'],
});

export const changeTariff = endpoint({
  method: 'PUT',
  path: '/api/v1/tariffs/{id}',
  who: 'person',
  summary: 'Change a tariff',
  params: z.object({ id: z.uuid() }),
  body: changeTariffBody,
  problems: ['not-found', 'tariff-invalid', 'tariff-taken'],
});

export const compareTariffs = endpoint({
  method: 'POST',
  path: '/api/v1/tariffs/compare',
  who: 'person',
  summary: 'What the last twelve months would have cost under other tariffs',
  body: compareTariffsBody,
  answer: comparedTariffs,
  problems: ['forbidden', 'not-found', 'tariff-invalid', 'rate-limited'],
});
