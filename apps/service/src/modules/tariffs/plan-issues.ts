/** What the schema finds wrong with a tariff's fields, in our own codes. */
import { chargeKinds, type PlanTextFault } from '@wattershed/contracts';
import type { z } from 'zod';
import { decimalMeant, keysAt, nearestOf } from './suggest.ts';

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

export const faultsOfIssues = (issues: readonly Issue[], whole: unknown): PlanTextFault[] =>
  issues.flatMap((issue) => faultsOf(issue, [], whole));
