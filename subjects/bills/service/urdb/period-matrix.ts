/** Two tables of 12 months by 24 hours, of weekdays and of weekends, as rules of a schedule. */
import type { PeriodRule, Schedule, TariffCharge } from '../../domain/tariff/plan.ts';
import { type Matrix, refuse, type UrdbNotes, type UrdbRefusal } from './urdb-record.ts';

export interface PeriodMatrix {
  readonly weekday: Matrix;
  readonly weekend: Matrix;
}

export const allMonths: readonly number[] = Array.from({ length: 12 }, (_, i) => i + 1);

const rising = (values: Iterable<number>): number[] => [...new Set(values)].sort((a, b) => a - b);

export const periodsIn = ({ weekday, weekend }: PeriodMatrix, month: number): number[] =>
  rising([...(weekday[month - 1] ?? []), ...(weekend[month - 1] ?? [])]);

export const usedPeriods = (matrix: PeriodMatrix): number[] =>
  rising(allMonths.flatMap((month) => periodsIn(matrix, month)));

type MatrixAnswer = { readonly ok: true; readonly matrix: PeriodMatrix } | UrdbRefusal;

/** `kind` names its fields; `count` is how many periods have prices. */
export const matrixOf = (
  kind: 'energy' | 'demand',
  given: { readonly weekday?: Matrix | undefined; readonly weekend?: Matrix | undefined },
  count: number,
  notes: UrdbNotes,
): MatrixAnswer => {
  const [weekdayField, weekendField] = [`${kind}weekdayschedule`, `${kind}weekendschedule`];
  const one = given.weekday ?? given.weekend;
  if (one === undefined && count > 1) return refuse('urdb-unsupported', [weekdayField]);
  if (one !== undefined && (given.weekday === undefined || given.weekend === undefined))
    notes.assumed('one-schedule', [given.weekday === undefined ? weekdayField : weekendField]);
  const always = one ?? allMonths.map(() => Array.from({ length: 24 }, () => 0));
  const matrix = { weekday: given.weekday ?? always, weekend: given.weekend ?? always };
  for (const [field, rows] of [
    [weekdayField, matrix.weekday],
    [weekendField, matrix.weekend],
  ] as const)
    for (const [month, row] of rows.entries())
      for (const [hour, period] of row.entries())
        if (period >= count) return refuse('urdb-unsupported', [field, month, hour], period);
  if (JSON.stringify(matrix.weekday) !== JSON.stringify(matrix.weekend))
    notes.assumed('holidays-as-weekdays', [weekdayField]);
  return { ok: true, matrix };
};

const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** When a row has this period; over midnight in one. None: all day. */
const windowsOf = (row: readonly number[], period: number): string[] => {
  const starts = row.flatMap((one, hour) => (one === period && row.at(hour - 1) !== period ? [hour] : []));
  return starts.map((start) => {
    let end = (start + 1) % 24;
    while (row[end] === period) end = (end + 1) % 24;
    return `${clock(start)}-${end === 0 ? '24:00' : clock(end)}`;
  });
};

const commonest = (values: readonly number[]): number => {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), [0, 0])[0];
};

interface Pattern {
  readonly period: number;
  readonly hours: readonly string[];
  readonly weekday: Set<number>;
  readonly weekend: Set<number>;
}

/** The same hours of the same period, in whatever months. */
const patternsOf = (matrix: PeriodMatrix, usual: number): Pattern[] => {
  const patterns = new Map<string, Pattern>();
  for (const days of ['weekday', 'weekend'] as const)
    for (const [i, row] of matrix[days].entries())
      for (const period of rising(row)) {
        if (period === usual) continue;
        const hours = windowsOf(row, period);
        const key = `${period} ${hours.join()}`;
        const pattern = patterns.get(key) ?? { period, hours, weekday: new Set(), weekend: new Set() };
        patterns.set(key, pattern);
        pattern[days].add(i + 1);
      }
  return [...patterns.values()].sort((a, b) => a.period - b.period);
};

/** No two of its rules meet but the last, which holds for the rest: the hours of the commonest period. */
export const scheduleOf = (matrix: PeriodMatrix, nameOf: (period: number) => string): Schedule => {
  const usual = commonest([...matrix.weekday, ...matrix.weekend].flat());
  const rules = patternsOf(matrix, usual).flatMap(({ period, hours, weekday, weekend }): PeriodRule[] => {
    const both = new Set([...weekday].filter((month) => weekend.has(month)));
    const kinds = [
      [[...both], undefined],
      [[...weekday].filter((month) => !both.has(month)), 'workday'],
      [[...weekend].filter((month) => !both.has(month)), 'weekend'],
    ] as const;
    return kinds.flatMap(([months, day]) =>
      months.length === 0
        ? []
        : {
            period: nameOf(period),
            ...(months.length < 12 && { months }),
            ...(day !== undefined && { days: [day] }),
            ...(hours.length > 0 && { hours }),
          },
    );
  });
  return { periods: [...rules, { period: nameOf(usual) }] };
};

// Months in which the same holds, so that one charge can be for all of them.

export const groupMonths = (keyOf: (month: number) => string): number[][] => {
  const groups = new Map<string, number[]>();
  for (const month of allMonths) {
    const key = keyOf(month);
    groups.set(key, [...(groups.get(key) ?? []), month]);
  }
  return [...groups.values()];
};

export interface MonthsCharge {
  readonly months: readonly number[];
  readonly charge: TariffCharge;
}

/** Equal charges of different months are one, and one of all months needs none named. */
export const joinMonths = (parts: readonly MonthsCharge[]): TariffCharge[] => {
  const joined = new Map<string, MonthsCharge>();
  for (const { months, charge } of parts) {
    const key = JSON.stringify(charge);
    joined.set(key, { charge, months: [...(joined.get(key)?.months ?? []), ...months].sort((a, b) => a - b) });
  }
  return [...joined.values()].map(({ months, charge }) => (months.length < 12 ? { ...charge, months } : charge));
};
