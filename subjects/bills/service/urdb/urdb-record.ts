/** A rate as the Utility Rate Database gives it: its fields, its form, and the words of what we cannot say. */
import { z } from 'zod';
import { byLanguage, type TranslatedWords } from '#catalogue/index.ts';
import { textsIn } from '#kernel/texts.ts';
import type { UrdbAssumption, UrdbFault, UrdbNote } from '../../contract/urdb.ts';
import { decimalOf, decimalText, powerOfTen, roundHalfUp } from '../../domain/tariff/exact.ts';
import type { TariffPlan, TariffSource } from '../../domain/tariff/plan.ts';

// The fields of a rate that are read as prices and times; a structure or schedule may be JSON within a text.

const numeric = /^[-+]?(\d+[.]?\d*|[.]\d+)(e[-+]?\d+)?$/i;

const numberOf = (value: unknown): unknown => {
  if (typeof value !== 'string') return value ?? undefined;
  const text = value.trim();
  return numeric.test(text) ? Number(text) : text === '' ? undefined : value;
};

const number = z.preprocess(numberOf, z.number().optional()).optional();
/** What is dearer is no price of a home. */
const price = z.preprocess(numberOf, z.number().min(-99_999_999).max(99_999_999).optional()).optional();
const optionalText = z.preprocess((value) => value ?? undefined, z.string().trim().optional()).optional();

/** Nothing, or nothing in it, is as good as none. */
const isNone = (value: unknown): boolean => value === null || value === '' || (Array.isArray(value) && !value.length);

const parsed = <Form extends z.ZodType>(form: Form) =>
  z
    .preprocess((value) => {
      const made = typeof value === 'string' ? (jsonOf(value) ?? value) : value;
      return isNone(made) ? undefined : made;
    }, form.optional())
    .optional();

const tier = z.looseObject({ max: number, rate: price, adj: price, sell: price, unit: optionalText });
const structure = parsed(z.array(z.array(tier)));

const periodIndex = z.preprocess(numberOf, z.int().min(0));
const matrix = parsed(z.array(z.array(periodIndex).length(24)).length(12));

export const recordForm = z.object({
  energyratestructure: structure,
  energyweekdayschedule: matrix,
  energyweekendschedule: matrix,
  fueladjustmentsmonthly: parsed(z.array(price).length(12)),
  demandratestructure: structure,
  demandrateunit: optionalText,
  demandweekdayschedule: matrix,
  demandweekendschedule: matrix,
  flatdemandstructure: structure,
  flatdemandunit: optionalText,
  flatdemandmonths: parsed(z.array(periodIndex).length(12)),
  demandwindow: number,
  lookbackpercent: number,
  lookbackrange: number,
  lookbackmonths: parsed(z.array(z.preprocess((value) => Number(value), z.int().min(0).max(1))).length(12)),
  demandratchetpercentage: parsed(z.array(price).length(12)),
  dgrules: optionalText,
  fixedchargefirstmeter: price,
  fixedchargeunits: optionalText,
  fixedmonthlycharge: price,
  mincharge: price,
  minchargeunits: optionalText,
  minmonthlycharge: price,
  annualmincharge: price,
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

// What reading a rate of the Utility Rate Database answers: a plan and what to know about it, or why there is none.

/** Keys and indexes from the record down; `items` is above it. */
export type UrdbPath = (string | number)[];

export type UrdbRefusal = { readonly ok: false; readonly fault: UrdbFault };

export type ReadUrdb =
  | { readonly ok: true; readonly plan: TariffPlan; readonly notes: readonly UrdbNote[]; readonly count: number }
  | UrdbRefusal;

/** A number or text as it stands; what is made of parts has no short form. */
const valueText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value).slice(0, 120)
    : '';

export const refuse = (code: UrdbFault['code'], path: UrdbPath, value?: unknown): UrdbRefusal => ({
  ok: false,
  fault: { code, path, value: valueText(value) },
});

/** Notes of one record, each said once. */
export interface UrdbNotes {
  leftOut(path: UrdbPath, value?: unknown): void;
  assumed(what: UrdbAssumption, path: UrdbPath, value?: unknown): void;
  all(): readonly UrdbNote[];
}

export const takeNotes = (): UrdbNotes => {
  const notes = new Map<string, UrdbNote>();
  const take = (note: UrdbNote) => notes.set(JSON.stringify(note), note);
  return {
    leftOut: (path, value) => take({ code: 'left-out', path, value: valueText(value) }),
    assumed: (what, path, value) => take({ code: 'assumed', what, path, value: valueText(value) }),
    all: () => [...notes.values()],
  };
};

// What a rate and its periods are called, and where it was taken from.

const longest = { name: 120, period: 60, title: 300, url: 500 };

const textOf = (value: unknown, most: number): string =>
  typeof value === 'string' || typeof value === 'number'
    ? // Half of a character pair, left by the cut, is no character either.
      String(value).slice(0, most).replaceAll(/\p{C}/gu, ' ').replaceAll(/\s+/g, ' ').trim()
    : '';

export const planName = (record: Fields): string => {
  const [name, utility, label] = ['name', 'utility', 'label'].map((field) => textOf(record[field], longest.name));
  return textOf([utility, name || label].filter(Boolean).join(', '), longest.name) || 'OpenEI';
};

/** Charges that the format has no name for. */
export const chargeName = (key: 'fuelAdjustment'): TranslatedWords =>
  byLanguage((language) => textsIn(language, 'pdf')(key));

export const planSource = (record: Fields): TariffSource => {
  const words = ['label', 'source'].map((field) => textOf(record[field], longest.title)).filter(Boolean);
  const urls = ['uri', 'source', 'sourceparent'].flatMap(
    (field) => /https?:\/\/[^\s"'<>]+/.exec(textOf(record[field], longest.url))?.[0] ?? [],
  );
  return {
    title: textOf(['OpenEI Utility Rate Database', ...words].join(', '), longest.title),
    ...(urls[0] !== undefined && { url: urls[0] }),
  };
};

/** By its label, where each of `count` has one of its own; the format itself has none. */
export const periodNames = (record: Fields, fields: readonly string[], count: number): ((period: number) => string) => {
  const given = fields.map((field) => record[field]).find((value) => Array.isArray(value)) as unknown[] | undefined;
  const labels = (given ?? []).slice(0, count).map((label) => textOf(label, longest.period));
  // `__proto__` is no key that a plan can have.
  const areNames = new Set(labels).size === count && labels.every((label) => /^[^_]/.test(label));
  return (period) => (areNames ? labels[period] : undefined) ?? `Period ${period + 1}`;
};

// Prices as whole billionths: JSON's numbers by their shortest text, added exactly, with nine decimals: more are the noise of a file's own arithmetic.

const places = 9;

interface ExactPrice {
  /** Billionths. */
  readonly nanos: bigint;
  /** It had more decimals than that. */
  readonly isRounded: boolean;
}

/** `1e-7` → `0.0000001`. */
const plainText = (value: number): string => {
  const [digits = '', exponent] = String(value).split('e');
  if (exponent === undefined) return digits;
  const { units, scale } = decimalOf(digits);
  const moved = scale - Number(exponent);
  return moved >= 0 ? decimalText(units, moved) : String(units * powerOfTen(-moved));
};

export const sumOf = (values: readonly (number | undefined)[]): ExactPrice => {
  const decimals = values.map((value) => decimalOf(plainText(value ?? 0)));
  const scale = Math.max(places, ...decimals.map((one) => one.scale));
  const sum = decimals.reduce((all, one) => all + one.units * powerOfTen(scale - one.scale), 0n);
  const finer = powerOfTen(scale - places);
  const nanos = roundHalfUp(sum, finer);
  return { nanos, isRounded: nanos * finer !== sum };
};

/** Without zeros at its end. */
export const textOfNanos = (nanos: bigint): string => decimalText(nanos, places).replace(/[.]?0+$/, '');
