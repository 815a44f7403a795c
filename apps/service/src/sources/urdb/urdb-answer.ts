/** What reading a rate of the Utility Rate Database answers: a plan and what to know about it, or why there is none. */
import type { TariffPlan } from '@wattershed/domain';

/** Keys and indexes from the record down; `items` is above it. */
export type UrdbPath = (string | number)[];

export const urdbAssumptions = [
  'decimals-rounded', // to nine of them
  'demand-unit', // none is given: kW
  'demand-window', // none is given, or one that is not measured
  'end-day-included', // `enddate` is the last day, not the first without it
  'fixed-unit', // none is given: a month
  'holidays-as-weekdays', // the format has no calendar
  'last-tier-open', // it has an end, and the use above it no price
  'minimum-of-all', // it is the least of the whole bill
  'minimum-shared', // a year's, by days
  'one-schedule', // that of weekdays and weekends alike, as only one is given
  'price-zero', // none is given, or nothing
  'tiers-by-period', // each period's use is counted by itself
  'tiers-of-all-use', // the use of all periods is counted together
  'tiers-of-cycle', // a month's ends hold for a month of the cycle
] as const;
export type UrdbAssumption = (typeof urdbAssumptions)[number];

export type UrdbNote =
  /** Something of price that the plan is without. */
  | { readonly code: 'left-out'; readonly path: UrdbPath; readonly value: string }
  | { readonly code: 'assumed'; readonly what: UrdbAssumption; readonly path: UrdbPath; readonly value: string };

export const urdbFaultCodes = ['urdb-unreadable', 'urdb-empty', 'urdb-unsupported'] as const;

export interface UrdbFault {
  readonly code: (typeof urdbFaultCodes)[number];
  readonly path: UrdbPath;
  readonly value: string;
}

export type UrdbRefusal = { readonly ok: false; readonly fault: UrdbFault };

export type UrdbAnswer =
  | { readonly ok: true; readonly plan: TariffPlan; readonly notes: readonly UrdbNote[]; readonly count: number }
  | UrdbRefusal;

/** A number or text as it stands; what is made of parts has no short form. */
const valueText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value).slice(0, 120)
    : '';

export const refuse = (code: UrdbFault['code'], path: UrdbPath, value?: unknown): UrdbRefusal => ({
  ok: false,
  fault: { code, path, value: valueText(value) },
});

/** Notes of one record, each said once. */
export interface UrdbNotes {
  leftOut(path: UrdbPath, value?: unknown): void;
  assumed(what: UrdbAssumption, path: UrdbPath, value?: unknown): void;
  all(): readonly UrdbNote[];
}

export const takeNotes = (): UrdbNotes => {
  const notes = new Map<string, UrdbNote>();
  const take = (note: UrdbNote) => notes.set(JSON.stringify(note), note);
  return {
    leftOut: (path, value) => take({ code: 'left-out', path, value: valueText(value) }),
    assumed: (what, path, value) => take({ code: 'assumed', what, path, value: valueText(value) }),
    all: () => [...notes.values()],
  };
};
