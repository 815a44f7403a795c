/** The periods that are reported, by the texts that name them in addresses: `2026-W47`, a week from Monday on; `2026-11`; `2026`. */
import { addDays, daysBetween, type LocalDay } from '#catalogue/local-day.ts';

export const periodKinds = ['week', 'month', 'year'] as const;
export type PeriodKind = (typeof periodKinds)[number];

export interface ReportPeriod {
  readonly kind: PeriodKind;
  readonly name: string;
  readonly start: LocalDay;
  /** The first day after it. */
  readonly end: LocalDay;
}

const mondayOf = (day: LocalDay): LocalDay => addDays(day, -((new Date(day).getUTCDay() + 6) % 7));

/** A week belongs to the year that has its Thursday. */
const weekName = (monday: LocalDay): string => {
  const thursday = addDays(monday, 3);
  const year = thursday.slice(0, 4);
  const week = Math.floor(daysBetween(`${year}-01-01`, thursday) / 7) + 1;
  return `${year}-W${String(week).padStart(2, '0')}`;
};

/** The first day of the month that is so many months later. */
const monthLater = (day: LocalDay, months: number): LocalDay => {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
};

/** The period of a kind that holds this day. */
export const periodAt = (kind: PeriodKind, day: LocalDay): ReportPeriod => {
  if (kind === 'week') {
    const start = mondayOf(day);
    return { kind, name: weekName(start), start, end: addDays(start, 7) };
  }
  const start = kind === 'month' ? monthLater(day, 0) : `${day.slice(0, 4)}-01-01`;
  const name = start.slice(0, kind === 'month' ? 7 : 4);
  return { kind, name, start, end: monthLater(start, kind === 'month' ? 1 : 12) };
};

const firstYear = 1970;
const names = /^(?<year>\d{4})(?:-W(?<week>\d{2})|-(?<month>\d{2}))?$/;

/** Null: no period is named so, as the 53rd week of most years is. */
export const periodOf = (name: string): ReportPeriod | null => {
  const { year = '', week, month } = names.exec(name)?.groups ?? {};
  if (Number(year) < firstYear || (month !== undefined && (Number(month) < 1 || Number(month) > 12))) return null;
  // The fourth of January lies in the first week.
  const day =
    week === undefined ? `${year}-${month ?? '01'}-01` : addDays(mondayOf(`${year}-01-04`), (Number(week) - 1) * 7);
  const period = periodAt(week !== undefined ? 'week' : month !== undefined ? 'month' : 'year', day);
  return period.name === name ? period : null;
};

/** The period of the same kind right before (-1) or after (1). */
export const shiftPeriod = ({ kind, start, end }: ReportPeriod, by: -1 | 1): ReportPeriod =>
  periodAt(kind, by === 1 ? end : addDays(start, -1));
