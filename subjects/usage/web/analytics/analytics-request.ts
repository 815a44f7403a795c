import { type Utility, utilityIds } from '#catalogue/index.ts';
import { addDays } from '#shell/text/local-day.ts';
import {
  bucketOf,
  type Comparison,
  comparisons,
  daysIn,
  maxDays,
  type Period,
  type PeriodKind,
  periodAt,
  periodKinds,
} from './period.ts';

export const groupings = ['utility', 'room', 'device'] as const;
export type Grouping = (typeof groupings)[number];

/** What is shown of use: how much it was, or what it cost. */
export const measures = ['use', 'money'] as const;
export type Measure = (typeof measures)[number];

/** What the page is asked to show: all of it stands in the address, so that it can be kept, sent and gone back to. */
export interface AnalyticsRequest {
  period: Period;
  comparison: Comparison;
  grouping: Grouping;
  utility: Utility | null;
  room: string | null;
  measure: Measure;
  /** The notice of running water whose leak is shaded where use is drawn by the minute. */
  leak: string | null;
}

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

/** A word that the address should not hold is passed over: the usual takes its place. */
export function readRequest(search: URLSearchParams, today: string): AnalyticsRequest {
  return {
    period: readPeriod(search, today),
    comparison: oneOf(comparisons, search.get('compare')) ?? 'previous',
    grouping: oneOf(groupings, search.get('by')) ?? 'utility',
    utility: oneOf(utilityIds, search.get('utility')) ?? null,
    room: search.get('room') || null,
    leak: search.get('leak') || null,
    measure: oneOf(measures, search.get('measure')) ?? 'use',
  };
}

function readPeriod(search: URLSearchParams, today: string): Period {
  const kind = oneOf(periodKinds, search.get('period')) ?? 'week';
  if (kind !== 'custom') {
    const at = readDay(search.get('at'));
    return periodAt(kind, at === undefined || at > today ? today : at);
  }
  const from = readDay(search.get('from'));
  const last = readDay(search.get('to'));
  return from === undefined || last === undefined
    ? freePeriod(addDays(today, -29), today, today)
    : freePeriod(from, last, today);
}

/** From `from` to and with `last`: in order, not after today, not longer than can be answered. */
export function freePeriod(from: string, last: string, today: string): Period {
  const [first, end] = from <= last ? [from, last] : [last, from];
  const to = addDays(end < today ? end : today, 1);
  const begin = first < to ? first : addDays(to, -1);
  const isTooLong = daysIn({ from: begin, to }) > maxDays;
  return { kind: 'custom', from: isTooLong ? addDays(to, -maxDays) : begin, to };
}

/** The address of this request; what is usual is left out. */
export function writeRequest(request: AnalyticsRequest, today: string): URLSearchParams {
  const { period, comparison, grouping, utility, room, measure, leak } = request;
  const last = addDays(period.to, -1);
  return new URLSearchParams(
    Object.entries({
      period: period.kind === 'week' ? undefined : period.kind,
      at: period.kind === 'custom' || last >= today ? undefined : last,
      from: period.kind === 'custom' ? period.from : undefined,
      to: period.kind === 'custom' ? last : undefined,
      compare: comparison === 'previous' ? undefined : comparison,
      by: grouping === 'utility' ? undefined : grouping,
      utility: utility ?? undefined,
      room: room ?? undefined,
      measure: measure === 'use' ? undefined : measure,
      leak: leak ?? undefined,
    }).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** The request with another kind of period around the day that was looked at last. */
export function withKind(request: AnalyticsRequest, kind: PeriodKind, today: string): AnalyticsRequest {
  const { period } = request;
  const last = addDays(period.to, -1);
  const anchor = last < today ? last : today;
  if (kind === 'custom') return { ...request, period: freePeriod(period.from, anchor, today) };
  return { ...request, period: periodAt(kind, anchor) };
}

/** How finely use over time is told. Money goes by the hour at the finest: prices do. */
export const bucketOfRequest = ({ period, grouping, measure }: AnalyticsRequest) =>
  bucketOf(period, grouping !== 'utility' || measure === 'money');

function readDay(text: string | null): string | undefined {
  if (text === null || !dayPattern.test(text) || text < '1970-01-01') return undefined;
  const at = new Date(text);
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== text ? undefined : text;
}

function oneOf<T extends string>(choices: readonly T[], text: string | null): T | undefined {
  return choices.find((choice) => choice === text);
}
