/** A tariff as text, both ways. Read as texts, so that every decimal stays as written; what is wrong is named by path, line and column. */
import { type Document, isMap, isNode, isPair, isScalar, LineCounter, parseDocument, stringify } from 'yaml';
import type { z } from 'zod';
import { type PlanTextFault, tariffPlan, type WorkedExample } from '../../contract/tariff-plan.ts';
import { checkPlan } from '../../domain/tariff/check/check-plan.ts';
import {
  type Blocks,
  chargeKinds,
  type HolidayCalendar,
  isUnitCharge,
  type TariffCharge,
  type TariffPlan,
  type UnitPrice,
} from '../../domain/tariff/plan.ts';
import { withOwnShares } from '../../domain/tariff/suppliers.ts';

export type ReadPlan =
  | { readonly ok: true; readonly plan: TariffPlan; readonly examples?: readonly WorkedExample[] }
  | { readonly ok: false; readonly faults: readonly PlanTextFault[] };

type Path = readonly (string | number)[];
type Calendars = Readonly<Record<string, HolidayCalendar>>;

const maxCharacters = 100_000;
const maxFaults = 50;

const placeAt = (lines: LineCounter, offset: number) => {
  const { line, col } = lines.linePos(offset);
  return { line, column: col };
};

/** Where a path begins in the text: its key, else the nearest part above it that is there. */
const offsetOf = (document: Document, path: Path): number => {
  for (let depth = path.length; depth > 0; depth -= 1) {
    const parent = depth === 1 ? document.contents : document.getIn(path.slice(0, depth - 1), true);
    const key = path[depth - 1];
    const pair = isMap(parent) && parent.items.find((one) => isPair(one) && isScalar(one.key) && one.key.value === key);
    if (pair && isNode(pair.key) && pair.key.range) return pair.key.range[0];
    const node = document.getIn(path.slice(0, depth), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return 0;
};

/** Calendars that it names from the library become its own: what a bill was made with must not change under it. */
const withCalendars = (plan: TariffPlan, known: Calendars): TariffPlan => {
  const named = Object.values(plan.schedules ?? {}).flatMap(({ holidays }) => holidays ?? []);
  const taken = named.flatMap((name) => {
    const calendar = plan.calendars?.[name] ?? known[name];
    return calendar ? [[name, calendar] as const] : [];
  });
  return taken.length === 0 ? plan : { ...plan, calendars: { ...plan.calendars, ...Object.fromEntries(taken) } };
};

/** The same for a plan that comes as JSON, from a form: faults without lines. */
export const readPlanValue = (value: unknown, known: Calendars): ReadPlan => {
  const parsed = tariffPlan.safeParse(value);
  if (!parsed.success) return { ok: false, faults: faultsOfIssues(parsed.error.issues, value).slice(0, maxFaults) };
  const { examples, ...written } = parsed.data;
  const plan = withOwnShares(written);
  const faults = checkPlan(plan, new Set(Object.keys(known)));
  return faults.length > 0
    ? { ok: false, faults: faults.slice(0, maxFaults).map((fault) => ({ ...fault, path: [...fault.path] })) }
    : { ok: true, plan: withCalendars(plan, known), ...(examples && { examples }) };
};

/** A handful of aliases that multiply each other must not fill the memory; one that leads nowhere has no value. */
const valueOf = (document: Document): { ok: true; value: unknown } | { ok: false; message: string } => {
  try {
    return { ok: true, value: document.toJS({ maxAliasCount: 100 }) as unknown };
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    return { ok: false, message: error.message };
  }
};

/** `{ rate: 0,1 }` is a rate of 0 and a key `1`: within braces a comma begins the next field. */
const withSplitDecimal = (fault: PlanTextFault, document: Document): PlanTextFault => {
  if (fault.code !== 'field-unknown' || !/^\d+$/.test(fault.value)) return fault;
  const parent = fault.path.length === 1 ? document.contents : document.getIn(fault.path.slice(0, -1), true);
  if (!isMap(parent)) return fault;
  const at = parent.items.findIndex((one) => isPair(one) && isScalar(one.key) && String(one.key.value) === fault.value);
  const before = parent.items[at - 1];
  if (!before || !isScalar(before.key) || !isScalar(before.value) || !/^-?\d+$/.test(String(before.value.value)))
    return fault;
  const { allowed: _allowed, ...rest } = fault;
  return { ...rest, suggest: `${String(before.key.value)}: ${String(before.value.value)}.${fault.value}` };
};

export const readPlanText = (text: string, known: Calendars): ReadPlan => {
  if (text.length > maxCharacters)
    return { ok: false, faults: [{ code: 'text-too-long', path: [], value: String(maxCharacters) }] };
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { schema: 'failsafe', lineCounter, prettyErrors: false });
  if (document.errors.length > 0)
    return {
      ok: false,
      faults: document.errors.slice(0, maxFaults).map(({ message, pos }) => ({
        code: 'yaml-unreadable',
        path: [],
        value: message,
        ...placeAt(lineCounter, pos[0]),
      })),
    };
  const value = valueOf(document);
  if (!value.ok)
    return { ok: false, faults: [{ code: 'yaml-unreadable', path: [], value: value.message, line: 1, column: 1 }] };
  const read = readPlanValue(value.value, known);
  return read.ok
    ? read
    : {
        ok: false,
        faults: read.faults.map((fault) => ({
          ...withSplitDecimal(fault, document),
          ...placeAt(lineCounter, offsetOf(document, fault.path)),
        })),
      };
};

/** What the schema finds wrong with a tariff's fields, in our own codes. */

type Issue = z.core.$ZodIssue;

const at = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[key], value);

const textOf = (value: unknown): string =>
  (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '').slice(
    0,
    120,
  );

const pathOf = (path: readonly PropertyKey[]): (string | number)[] =>
  path.map((key) => (typeof key === 'number' ? key : String(key)));

/** Of the ways in which a value could be meant, the one that it came furthest in. */
const nearest = (issue: Extract<Issue, { code: 'invalid_union' }>): readonly Issue[] => {
  const depth = (issues: readonly Issue[]): number => Math.max(0, ...issues.map(({ path }) => path.length));
  return issue.errors.reduce<readonly Issue[]>((best, one) => (depth(one) > depth(best) ? one : best), []);
};

/** The kinds of charges are told apart by a field of their own: what it may say stands in no issue. */
const allowedBy = (issue: Issue): string[] | undefined => {
  if (issue.code === 'invalid_value') return issue.values.map(String);
  return issue.code === 'invalid_union' && issue.path.at(-1) === 'kind' ? [...chargeKinds] : undefined;
};

const faultsOf = (issue: Issue, above: readonly PropertyKey[], whole: unknown): PlanTextFault[] => {
  const path = [...above, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    const known = keysAt(whole, path);
    return issue.keys.map((key) => {
      const suggest = nearestOf(key, known);
      return {
        code: 'field-unknown',
        path: pathOf([...path, key]),
        value: key,
        ...(suggest === undefined ? known.length > 0 && { allowed: known } : { suggest }),
      };
    });
  }
  if (issue.code === 'invalid_union') {
    const inner = nearest(issue);
    if (inner.some((one) => one.path.length > 0)) return inner.flatMap((one) => faultsOf(one, path, whole));
  }
  const value = at(whole, path);
  if (value === undefined) return [{ code: 'field-missing', path: pathOf(path), value: String(path.at(-1) ?? '') }];
  const allowed = allowedBy(issue);
  const written = textOf(value);
  const suggest = allowed ? nearestOf(written, allowed) : decimalMeant(written);
  return [
    {
      code: 'value-invalid',
      path: pathOf(path),
      value: written,
      ...(allowed && { allowed }),
      ...(suggest !== undefined && { suggest }),
    },
  ];
};

const faultsOfIssues = (issues: readonly Issue[], whole: unknown): PlanTextFault[] =>
  issues.flatMap((issue) => faultsOf(issue, [], whole));

// What somebody probably meant who wrote a key or a value that a tariff cannot have.

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
const nearestOf = (word: string, known: readonly string[]): string | undefined => {
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
const keysAt = (whole: unknown, path: readonly PropertyKey[]): string[] => keysIn(tariffPlan, whole, path);

/** A decimal with a comma, spaces, or its unit beside it, as it is to be written. */
const decimalMeant = (value: string): string | undefined => {
  const bare = value.replaceAll(/[\s%€$£₹\u200b]|[a-z]{3}/gi, '').replace(/^−/, '-');
  const [, sign = '', whole = '', fraction] = /^([+-]?)(\d{0,9})(?:[.,](\d{1,30}))?$/.exec(bare) ?? [];
  if (whole === '' && fraction === undefined) return undefined;
  const meant = `${sign === '-' ? '-' : ''}${whole === '' ? '0' : whole}${fraction === undefined ? '' : `.${fraction}`}`;
  return meant === value ? undefined : meant;
};

// A plan as the YAML that a person would write, for those who go on by hand from what a form or a file has made.

/** Tables as they are written by hand: steps where there is one table, slabs where each has one price. */
const tablesText = (tables: Blocks['tables']): object => {
  const [first] = tables;
  if (tables.length === 1 && first && first.upTo === undefined) return { steps: first.steps };
  const isSlabs = tables.every(({ steps }) => steps.length === 1 && steps[0]?.upTo === undefined);
  return isSlabs
    ? { slabs: tables.map(({ steps, ...limit }) => ({ ...limit, rate: steps[0]?.rate ?? '0' })) }
    : { tables };
};

const blocksText = ({ tables, bySize, ...rest }: Blocks): object =>
  bySize
    ? {
        ...rest,
        bySize: Object.fromEntries(Object.entries(bySize).map(([size, own]) => [size, tablesText(own.tables)])),
      }
    : { ...rest, ...tablesText(tables) };

const priceText = (price: UnitPrice): string | object => (typeof price === 'string' ? price : blocksText(price));

const chargeText = (charge: TariffCharge): object => {
  if (!isUnitCharge(charge)) return charge;
  return {
    ...charge,
    ...(charge.blocks && { blocks: blocksText(charge.blocks) }),
    ...(charge.rates && {
      rates: Object.fromEntries(Object.entries(charge.rates).map(([period, price]) => [period, priceText(price)])),
    }),
  };
};

/** The reader takes everything as texts, and so does the writer. */
const asTexts = (value: unknown): unknown => {
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(asTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, asTexts(inner)]));
};

/** What a reader looks for first; the rest stands as it came. */
const firstKeys = [
  'name',
  'utility',
  'currency',
  'unit',
  'timeZone',
  'yearStarts',
  'meterSizes',
  'source',
  'id',
  'kind',
  'from',
  'until',
  'period',
  'upTo',
];

/** A plan's charges come last: all that they name stands above them. */
const rankOf = (key: string): number => {
  if (key === 'charges') return firstKeys.length + 1;
  const rank = firstKeys.indexOf(key);
  return rank < 0 ? firstKeys.length : rank;
};

/** The database keeps keys in an order of its own. */
const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .sort(([a], [b]) => rankOf(a) - rankOf(b))
      .map(([key, inner]) => [key, inOrder(inner)]),
  );
};

/** Read again it is the same plan. Decimals stand without quotes: the reader takes them as they are written. */
export const writePlanText = (plan: TariffPlan): string =>
  stringify(asTexts(inOrder({ ...plan, charges: plan.charges.map(chargeText) })), {
    schema: 'failsafe',
    lineWidth: 110,
    defaultStringType: 'PLAIN',
    defaultKeyType: 'PLAIN',
  });
