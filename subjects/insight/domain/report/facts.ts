/** What a report is made from, as other subjects answer it, and the statistics that it needs. */
import type { NoticeKind, Utility } from '#catalogue/index.ts';
import type { LocalDay } from '#catalogue/local-day.ts';
import type { efforts } from '../advice/advice.ts';
import type { ReportPeriod } from './period.ts';

/** Use of a device on a day, without what other meters in it have seen. */
export interface DeviceDay {
  readonly day: LocalDay;
  readonly utility: Utility;
  readonly deviceId: string;
  readonly room: string;
  /** Wh or mL. */
  readonly used: number;
}

/** Use of the home on a day, and how long the meters that it is made of were heard. */
export interface HomeDay {
  readonly day: LocalDay;
  readonly utility: Utility;
  readonly used: number;
  readonly estimated: number;
  readonly imported: number;
  readonly coveredS: number;
  readonly expectedS: number;
  /** `used` is a lower bound. */
  readonly atLeast: boolean;
}

/** Amounts are decimal texts. */
export interface DayCost {
  readonly start: LocalDay;
  readonly utility: Utility;
  readonly deviceId?: string | undefined;
  readonly cost: string;
  /** Wh or mL that have no price. */
  readonly unpriced: number;
}

export interface DaysCost {
  readonly currency: string | null;
  readonly rows: readonly DayCost[];
  readonly fixed: readonly { readonly utility: Utility; readonly amount: string }[];
  /** Series of prices or colours that are not known on all of these days. */
  readonly missing: readonly string[];
}

interface ReportDevice {
  readonly name: string;
  readonly room: string;
  /** Other meters lie in it: what it has left is what nobody else has seen. */
  readonly isRest: boolean;
}

export interface ReportNotice {
  readonly id: string;
  readonly kind: NoticeKind;
  readonly device: string | null;
  readonly utility: Utility | null;
  readonly since: string;
  readonly noticedAt: string;
  readonly endedAt: string | null;
  readonly isOpen: boolean;
}

/** What is worth doing, as the one list of it says. */
export interface ReportAdvice {
  readonly key: string;
  readonly advice: string;
  readonly utility: Utility;
  readonly meterId: string | null;
  readonly device: string | null;
  readonly money: { readonly perMonth: string; readonly currency: string };
  readonly effort: (typeof efforts)[number];
  readonly figures: Record<string, string | number>;
}

/** Days on which nobody was at home, the last among them: as somebody has said, or as it looked. */
export interface AwaySpan {
  readonly from: LocalDay;
  readonly to: LocalDay;
  readonly isSaid: boolean;
}

export interface ReportFacts {
  readonly period: ReportPeriod;
  /** By the home's clock. */
  readonly today: LocalDay;
  readonly devices: ReadonlyMap<string, ReportDevice>;
  /** Of the period and of the one before it. */
  readonly deviceDays: readonly DeviceDay[];
  /** The same, and what of the time before tells what is usual. */
  readonly homeDays: readonly HomeDay[];
  /** By day and utility: of the period, of the one before it, and of those before that. */
  readonly cost: DaysCost;
  readonly costBefore: DaysCost;
  readonly costEarlier: DaysCost;
  /** By device, of the period and of the one before it. */
  readonly deviceCosts: readonly DayCost[];
  readonly deviceCostsBefore: readonly DayCost[];
  /** Noticed in the period, the latest first. */
  readonly notices: readonly ReportNotice[];
  /** What asks for a hand now, if anything does. */
  readonly open: ReportNotice | null;
  /** The first of what is worth doing. */
  readonly advice: ReportAdvice | null;
  /** Days of the period on which nobody was at home. */
  readonly away: readonly { readonly day: LocalDay; readonly isSaid: boolean }[];
}

/** NaN of none. */
export const medianOf = (values: readonly number[]): number => quantileOf(values, 0.5);

export const quantileOf = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const at = share * (sorted.length - 1);
  const low = sorted[Math.floor(at)] ?? Number.NaN;
  const high = sorted[Math.ceil(at)] ?? low;
  return low + (high - low) * (at - Math.floor(at));
};

/** In groups, in the order in which they first come. */
export const groupBy = <T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> => {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
};
