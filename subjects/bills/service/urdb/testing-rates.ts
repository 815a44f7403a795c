/** Rates of the database, and what a month under them costs, with as few words as a case needs. */
import { zoneOffsets } from '#catalogue/zone-clock.ts';
import { addDays, daysBetween, type LocalDay } from '#catalogue/local-day.ts';
import { checkPlan } from '../../domain/tariff/check/check-plan.ts';
import { dayStartS } from '../../domain/tariff/interval-use.ts';
import { type PricedPlan, pricePlan } from '../../domain/tariff/price-bill.ts';
import { readUrdb } from './index.ts';
import type { ReadUrdb } from './urdb-record.ts';

const timeZone = 'America/Los_Angeles';
const offsetAt = zoneOffsets(timeZone);

/** 12 rows, of the month from 1 and the hour. */
export const table = (periodAt: (month: number, hour: number) => number): number[][] =>
  Array.from({ length: 12 }, (_m, i) => Array.from({ length: 24 }, (_h, hour) => periodAt(i + 1, hour)));

export const always = table(() => 0);

export const summer = (month: number): boolean => month >= 6 && month <= 9;

export const rate = (fields: Record<string, unknown> = {}): string =>
  JSON.stringify({ name: 'Home', utility: 'Power Co', energyratestructure: [[{ rate: 0.1 }]], ...fields });

type Read = Extract<ReadUrdb, { ok: true }>;

export const read = (fields: Record<string, unknown> = {}): Read => {
  const answer = readUrdb(rate(fields));
  if (!answer.ok) throw new Error(JSON.stringify(answer));
  const faults = checkPlan(answer.plan);
  if (faults.length > 0) throw new Error(JSON.stringify(faults));
  return answer;
};

export const faultOf = (fields: Record<string, unknown>) => {
  const answer = readUrdb(rate(fields));
  return answer.ok ? null : answer.fault;
};

/** In short: `left-out minmonthlycharge 5`, `assumed demand-window demandwindow 5`. */
export const notesOf = (fields: Record<string, unknown>): string[] =>
  read(fields).notes.map((note) =>
    [note.code, ...(note.code === 'assumed' ? [note.what] : []), note.path.join('.'), note.value].join(' ').trim(),
  );

/** Wh in the hours of local days, from the first midnight on. */
export const billOf = (
  { plan }: Read,
  wh: (day: LocalDay, hour: number) => number,
  [start, end]: readonly [LocalDay, LocalDay] = ['2026-07-01', '2026-08-01'],
): PricedPlan => {
  const days = Array.from({ length: daysBetween(start, end) }, (_, i) => addDays(start, i));
  const rows = days.flatMap((day) =>
    Array.from({ length: 24 }, (_, hour) => [dayStartS(day, offsetAt) + hour * 3600, wh(day, hour)] as const),
  );
  return pricePlan({
    plan,
    timeZone,
    cycle: { start, end, cycleDays: days.length, cycleMonths: 1 },
    use: { spanS: 3600, startS: rows.map(([at]) => at), used: rows.map(([, used]) => used) },
  });
};

/** All of it in hour `hour` of one day. */
export const once =
  (on: LocalDay, hour: number, wh: number) =>
  (day: LocalDay, at: number): number =>
    day === on && at === hour ? wh : 0;
