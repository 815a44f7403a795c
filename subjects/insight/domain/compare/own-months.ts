/** A home beside itself: its months by the mean of the days that are wholly known, the same month a year before, its best month. */
import type { LocalDay } from '#catalogue/local-day.ts';
import { addDays, daysBetween } from '#catalogue/local-day.ts';
import { isCovered } from '../compare-spans.ts';

/** Wh or mL of a local day, and how much of it was measured. */
export interface KnownDay {
  readonly day: LocalDay;
  readonly used: number;
  readonly estimated: number;
  readonly coveredS: number;
  readonly expectedS: number;
  /** `used` is a lower bound. */
  readonly atLeast: boolean;
}

export const spanStates = ['measured', 'estimated', 'missing'] as const;

/** `measured`: all of it; `estimated`: the mean of the days that are known stands for the others, or some of it was typed or guessed. */
export interface OwnSpan {
  readonly start: LocalDay;
  /** The first day after it. */
  readonly end: LocalDay;
  readonly state: (typeof spanStates)[number];
  readonly days: number;
  readonly daysKnown: number;
  /** Mean of the known days; null: too few are known. */
  readonly perDay: number | null;
}

/** Of the days of a span so many have to be known for its mean to be told. */
const toldFrom = 2 / 3;

const spanOf = (all: readonly KnownDay[], start: LocalDay, end: LocalDay, minShare: number): OwnSpan => {
  const known = all.filter((one) => one.day >= start && one.day < end && isCovered(one));
  const days = daysBetween(start, end);
  const sum = known.reduce((total, { used }) => total + used, 0);
  const told = known.length > 0 && known.length >= minShare * days;
  const isWhole = known.length === days && known.every(({ estimated, atLeast }) => estimated === 0 && !atLeast);
  return {
    start,
    end,
    state: !told ? 'missing' : isWhole ? 'measured' : 'estimated',
    days,
    daysKnown: known.length,
    perDay: told ? sum / known.length : null,
  };
};

const firstOf = (day: LocalDay): LocalDay => `${day.slice(0, 7)}-01`;
const monthBefore = (first: LocalDay): LocalDay => firstOf(addDays(first, -1));

/** Whole months before today's, the earliest first; none before the first of which something is known. */
export const monthsOf = (all: readonly KnownDay[], today: LocalDay, count: number): OwnSpan[] => {
  const months: OwnSpan[] = [];
  let end = firstOf(today);
  for (let i = 0; i < count; i += 1) {
    const start = monthBefore(end);
    months.unshift(spanOf(all, start, end, toldFrom));
    end = start;
  }
  const first = months.findIndex(({ daysKnown }) => daysKnown > 0);
  return first < 0 ? [] : months.slice(first);
};

/** In a month below this share of the middle one nobody was at home. */
const awayBelow = 0.3;

const middleOf = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
};

export interface BesideItself {
  /** The latest month of which enough is known. */
  readonly latest: OwnSpan | null;
  readonly yearBefore: OwnSpan | null;
  /** Of up to 24 months, the one with the smallest mean day; null: there are no two to choose from. */
  readonly best: OwnSpan | null;
}

const bestOf = 24;

export const besideItself = (months: readonly OwnSpan[]): BesideItself => {
  const told = months.filter(({ perDay }) => perDay !== null);
  const latest = told.at(-1) ?? null;
  const aYearBefore = latest && `${Number(latest.start.slice(0, 4)) - 1}${latest.start.slice(4)}`;
  const middle = middleOf(told.map(({ perDay }) => perDay ?? 0));
  const atHome = told.slice(-bestOf).filter(({ perDay }) => (perDay ?? 0) >= awayBelow * middle);
  return {
    latest,
    yearBefore: months.find(({ start }) => start === aYearBefore) ?? null,
    best:
      atHome.length < 2
        ? null
        : atHome.reduce((least, one) => ((one.perDay ?? 0) <= (least.perDay ?? 0) ? one : least)),
  };
};

const yearDays = 365;
/** A quarter of a year tells something of the year; less does not. */
const yearToldFrom = 90 / yearDays;

/** The last 365 days. */
export const lastYearOf = (all: readonly KnownDay[], today: LocalDay): OwnSpan =>
  spanOf(all, addDays(today, -yearDays), today, yearToldFrom);
