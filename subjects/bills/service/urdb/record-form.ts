/** The fields of a rate that are read as prices and times; a structure or schedule may be JSON within a text. */
import { z } from 'zod';
import { refuse, type UrdbRefusal } from './urdb-answer.ts';

const numeric = /^[-+]?(\d+[.]?\d*|[.]\d+)(e[-+]?\d+)?$/i;

const numberOf = (value: unknown): unknown => {
  if (typeof value !== 'string') return value ?? undefined;
  const text = value.trim();
  return numeric.test(text) ? Number(text) : text === '' ? undefined : value;
};

const number = z.preprocess(numberOf, z.number().optional()).optional();
/** What is dearer is no price of a home. */
const price = z.preprocess(numberOf, z.number().min(-99_999_999).max(99_999_999).optional()).optional();
const words = z.preprocess((value) => value ?? undefined, z.string().trim().optional()).optional();

/** Nothing, or nothing in it, is as good as none. */
const isNone = (value: unknown): boolean => value === null || value === '' || (Array.isArray(value) && !value.length);

const parsed = <Form extends z.ZodType>(form: Form) =>
  z
    .preprocess((value) => {
      const made = typeof value === 'string' ? (jsonOf(value) ?? value) : value;
      return isNone(made) ? undefined : made;
    }, form.optional())
    .optional();

const tier = z.looseObject({ max: number, rate: price, adj: price, unit: words });
const structure = parsed(z.array(z.array(tier)));

const period = z.preprocess(numberOf, z.int().min(0));
const matrix = parsed(z.array(z.array(period).length(24)).length(12));

export const recordForm = z.object({
  energyratestructure: structure,
  energyweekdayschedule: matrix,
  energyweekendschedule: matrix,
  fueladjustmentsmonthly: parsed(z.array(price).length(12)),
  demandratestructure: structure,
  demandrateunit: words,
  demandweekdayschedule: matrix,
  demandweekendschedule: matrix,
  flatdemandstructure: structure,
  flatdemandunit: words,
  flatdemandmonths: parsed(z.array(period).length(12)),
  demandwindow: number,
  fixedchargefirstmeter: price,
  fixedchargeunits: words,
  fixedmonthlycharge: price,
  mincharge: price,
  minchargeunits: words,
  minmonthlycharge: price,
});

export type UrdbRecord = z.infer<typeof recordForm>;
export type UrdbTier = z.infer<typeof tier>;
export type UrdbStructure = readonly (readonly UrdbTier[])[];
export type Matrix = readonly (readonly number[])[];

/** One rate out of an export: an object, or a list of them as the interface answers. */
export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Undefined: no JSON. */
const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text.replace(/^\ufeff/, '')) as unknown;
  } catch {
    return undefined;
  }
};

const isResidential = (value: unknown): boolean =>
  isFields(value) && typeof value['sector'] === 'string' && /^\s*residential\s*$/i.test(value['sector']);

const recordsOf = (value: unknown): readonly unknown[] | undefined => {
  if (Array.isArray(value)) return value;
  if (!isFields(value)) return undefined;
  const { items } = value;
  if (items === undefined) return [value];
  return Array.isArray(items) ? items : undefined;
};

type PickedRecord = { readonly ok: true; readonly record: Fields; readonly count: number } | UrdbRefusal;

/** The only one, or the first for homes: of several for others, which one is meant is not for us to say. */
export const pickRecord = (text: string): PickedRecord => {
  const value = jsonOf(text);
  const records = recordsOf(value);
  if (records === undefined) return refuse('urdb-unreadable', isFields(value) ? ['items'] : [], text.trim());
  const count = records.length;
  if (count === 0) return refuse('urdb-empty', ['items']);
  const picked = count === 1 ? 0 : records.findIndex(isResidential);
  if (picked === -1) return refuse('urdb-unsupported', ['items'], count);
  const record = records[picked];
  return isFields(record) ? { ok: true, record, count } : refuse('urdb-unreadable', ['items', picked], record);
};
