/** The fields of a rate that are read as prices and times; a structure or schedule may be JSON within a text. */
import { z } from 'zod';
import { jsonOf } from './pick-record.ts';

const numeric = /^[-+]?(\d+[.]?\d*|[.]\d+)(e[-+]?\d+)?$/i;

const numberOf = (value: unknown): unknown => {
  if (typeof value !== 'string') return value ?? undefined;
  const text = value.trim();
  return numeric.test(text) ? Number(text) : text === '' ? undefined : value;
};

const number = z.preprocess(numberOf, z.number().optional()).optional();
/** What is dearer is no price of a home. */
const price = z.preprocess(numberOf, z.number().min(-99_999_999).max(99_999_999).optional()).optional();
const text = z.preprocess((value) => value ?? undefined, z.string().trim().optional()).optional();

/** Nothing, or nothing in it, is as good as none. */
const isNone = (value: unknown): boolean => value === null || value === '' || (Array.isArray(value) && !value.length);

const parsed = <Form extends z.ZodType>(form: Form) =>
  z
    .preprocess((value) => {
      const made = typeof value === 'string' ? (jsonOf(value) ?? value) : value;
      return isNone(made) ? undefined : made;
    }, form.optional())
    .optional();

const tier = z.looseObject({ max: number, rate: price, adj: price, unit: text });
const structure = parsed(z.array(z.array(tier)));

const period = z.preprocess(numberOf, z.int().min(0));
const matrix = parsed(z.array(z.array(period).length(24)).length(12));

export const recordForm = z.object({
  energyratestructure: structure,
  energyweekdayschedule: matrix,
  energyweekendschedule: matrix,
  fueladjustmentsmonthly: parsed(z.array(price).length(12)),
  demandratestructure: structure,
  demandrateunit: text,
  demandweekdayschedule: matrix,
  demandweekendschedule: matrix,
  flatdemandstructure: structure,
  flatdemandunit: text,
  flatdemandmonths: parsed(z.array(period).length(12)),
  demandwindow: number,
  fixedchargefirstmeter: price,
  fixedchargeunits: text,
  fixedmonthlycharge: price,
  mincharge: price,
  minchargeunits: text,
  minmonthlycharge: price,
});

export type UrdbRecord = z.infer<typeof recordForm>;
export type UrdbTier = z.infer<typeof tier>;
export type UrdbStructure = readonly (readonly UrdbTier[])[];
export type Matrix = readonly (readonly number[])[];
