/** What somebody probably meant who wrote a key or a value that a tariff cannot have. */
import { tariffPlan } from '../../contract/tariff-plan.ts';

/** How many letters are to be put in, left out, changed or exchanged with the next one to make `b` of `a`. */
const distance = (a: string, b: string): number => {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i += 1) {
    const [above, row] = [rows[i - 1] ?? [], [i]];
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      const steps = [(above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + cost];
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) steps.push((rows[i - 2]?.[j - 2] ?? 0) + 1);
      row.push(Math.min(...steps));
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? 0;
};

/** `up_to` and `UpTo` are `upto`. */
const plain = (word: string): string => word.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** The one that takes the fewest changes, at most one for every two letters. */
export const nearestOf = (word: string, known: readonly string[]): string | undefined => {
  const own = plain(word.slice(0, 40));
  const ranked = known
    .map((one) => ({ one, far: distance(own, plain(one)) }))
    .filter(({ one, far }) => far <= Math.max(own.length, one.length) / 2 && far < own.length)
    .sort((a, b) => a.far - b.far);
  return ranked[0]?.one;
};

/** A form of zod's as far as it is looked into here. */
interface Form {
  readonly def: FormDef;
  /** Of one that may be a single value. */
  readonly value?: unknown;
}
interface FormDef {
  readonly type: string;
  readonly shape?: Readonly<Record<string, Form>>;
  readonly element?: Form;
  readonly valueType?: Form;
  readonly innerType?: Form;
  readonly in?: Form;
  readonly options?: readonly Form[];
}

/** Whether a value may be of this form, by what tells the kinds of charges apart. */
const isOfKind = ({ def }: Form, value: unknown): boolean => {
  const kind = def.shape?.['kind'];
  const own = (value as { kind?: unknown } | null)?.kind;
  return kind === undefined || typeof own !== 'string' || kind.value === own;
};

const keysIn = (form: Form, value: unknown, [key, ...rest]: readonly PropertyKey[]): string[] => {
  const { shape, element, valueType, innerType, in: before, options } = form.def;
  const path = key === undefined ? [] : [key, ...rest];
  const inner = key === undefined ? undefined : (value as Record<PropertyKey, unknown> | null | undefined)?.[key];
  if (innerType ?? before) return keysIn((innerType ?? before) as Form, value, path);
  if (options) {
    const fitting = options.filter((one) => isOfKind(one, value));
    return [...new Set((fitting.length > 0 ? fitting : options).flatMap((one) => keysIn(one, value, path)))];
  }
  if (key === undefined) return Object.keys(shape ?? {});
  const next = shape?.[String(key)] ?? (typeof key === 'number' ? element : valueType);
  return next ? keysIn(next, inner, rest) : [];
};

/** The keys that a tariff may have at a path. */
export const keysAt = (whole: unknown, path: readonly PropertyKey[]): string[] => keysIn(tariffPlan, whole, path);

/** A decimal with a comma, spaces, or its unit beside it, as it is to be written. */
export const decimalMeant = (value: string): string | undefined => {
  const bare = value.replaceAll(/[\s%€$£₹\u200b]|[a-z]{3}/gi, '').replace(/^−/, '-');
  const [, sign = '', whole = '', fraction] = /^([+-]?)(\d{0,9})(?:[.,](\d{1,9}))?$/.exec(bare) ?? [];
  if (whole === '' && fraction === undefined) return undefined;
  const meant = `${sign === '-' ? '-' : ''}${whole === '' ? '0' : whole}${fraction === undefined ? '' : `.${fraction}`}`;
  return meant === value ? undefined : meant;
};
