/** What a rate and its periods are called, and where it was taken from. */
import { byLanguage, type TranslatedWords } from '#catalogue/index.ts';
import type { TariffSource } from '../../domain/tariff/plan.ts';
import { textsIn } from '#kernel/texts.ts';
import type { Fields } from './record-form.ts';

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
export const chargeName = (key: 'fuelAdjustment' | 'tierAdjustment'): TranslatedWords =>
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
