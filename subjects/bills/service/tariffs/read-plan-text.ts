/** A tariff from its YAML: read as texts, so that every decimal stays as written; what is wrong is named by path, line and column. */

import { chargeKinds, type PlanTextFault, tariffPlan } from '../../contract/tariff-plan.ts';
import { checkPlan } from '../../domain/tariff/check/check-plan.ts';
import type { HolidayCalendar, TariffPlan } from '../../domain/tariff/plan.ts';
import { type Document, isMap, isNode, isPair, isScalar, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { decimalMeant, keysAt, nearestOf } from './suggest.ts';

export type ReadPlan =
  | { readonly ok: true; readonly plan: TariffPlan }
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
  const faults = checkPlan(parsed.data, new Set(Object.keys(known)));
  return faults.length > 0
    ? { ok: false, faults: faults.slice(0, maxFaults).map((fault) => ({ ...fault, path: [...fault.path] })) }
    : { ok: true, plan: withCalendars(parsed.data, known) };
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
