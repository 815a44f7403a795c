/** One rate out of an export: an object, or a list of them as the interface answers. */
import { refuse, type UrdbRefusal } from './urdb-answer.ts';

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Undefined: no JSON. */
export const jsonOf = (text: string): unknown => {
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

export type PickedRecord = { readonly ok: true; readonly record: Fields; readonly count: number } | UrdbRefusal;

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
