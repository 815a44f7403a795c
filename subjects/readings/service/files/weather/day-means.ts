/** Temperatures of days, hours or shorter steps as means of local days. */
import type { OffsetAt } from '#catalogue/zone-clock.ts';
import { addDays, type LocalDay } from '#catalogue/local-day.ts';
import { TemperatureError } from './temperature-file.ts';

/** One row: where in time, and its temperature in °C. */
export interface TemperatureRow {
  readonly line: number;
  /** Seconds since 1970. */
  readonly at: number;
  /** The wall clock's day; null: the file gives an instant. */
  readonly day: LocalDay | null;
  /** The file gives a time of the day. */
  readonly hasClock: boolean;
  readonly celsius: number;
}

export interface DayMeans {
  readonly days: Readonly<Record<LocalDay, number>>;
  readonly leftOut: number;
}

const hourS = 3600;
const dayS = 86_400;
/** A day with fewer of its hours is no mean of it. */
const minShare = 0.75;
/** Six hours: four times a day at least. */
const maxStepS = 6 * hourS;

const textOf = (localS: number): LocalDay => new Date(localS * 1000).toISOString().slice(0, 10);
const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;
const tenthsOf = (celsius: number): number => Math.round(celsius * 10) + 0;

/** Null: all are of one time. */
const medianStep = (rows: readonly TemperatureRow[]): number | null => {
  const times = rows.map(({ at }) => at).sort((a, b) => a - b);
  const steps = times
    .slice(1)
    .map((at, i) => at - (times[i] ?? 0))
    .filter((step) => step > 0)
    .sort((a, b) => a - b);
  return steps[Math.floor(steps.length / 2)] ?? null;
};

/** A day twice with two temperatures is of two places: neither is taken for the other. */
const daily = (rows: readonly TemperatureRow[], dayOf: (row: TemperatureRow) => LocalDay): DayMeans => {
  const days: Record<LocalDay, number> = {};
  for (const row of rows) {
    const [day, tenths] = [dayOf(row), tenthsOf(row.celsius)];
    if (days[day] !== undefined && days[day] !== tenths) throw new TemperatureError('day-twice', day, row.line);
    days[day] = tenths;
  }
  return { days, leftOut: 0 };
};

/** Each hour (or longer step) counts once, however often it was measured in it: a sensor that only tells of changes does so unevenly. */
const byStep = (rows: readonly TemperatureRow[], stepS: number, offsetAt: OffsetAt): DayMeans => {
  const steps = new Map<LocalDay, Map<number, number[]>>();
  for (const { at, celsius } of rows) {
    const day = textOf(at + offsetAt(at));
    const own = steps.get(day) ?? new Map<number, number[]>();
    const step = Math.floor(at / stepS);
    const measured = own.get(step) ?? [];
    measured.push(celsius);
    steps.set(day, own.set(step, measured));
  }
  const days: Record<LocalDay, number> = {};
  let leftOut = 0;
  for (const [day, own] of steps) {
    const lengthS = dayS + offsetAt(Date.parse(day) / 1000) - offsetAt(Date.parse(addDays(day, 1)) / 1000);
    if (own.size < minShare * (lengthS / stepS)) leftOut += 1;
    else days[day] = tenthsOf(mean([...own.values()].map(mean)));
  }
  return { days, leftOut };
};

export const dayMeans = (rows: readonly TemperatureRow[], offsetAt: OffsetAt): DayMeans => {
  // A row for each day with the instant at which it begins: its noon lies in that day wherever it is read.
  const dayOf = ({ at, day }: TemperatureRow) => day ?? textOf(at + dayS / 2 + offsetAt(at + dayS / 2));
  if (rows.every(({ hasClock }) => !hasClock)) return daily(rows, dayOf);
  // A time that stands alone is of an hour.
  const stepS = medianStep(rows) ?? hourS;
  if (stepS >= dayS - hourS && stepS <= dayS + hourS) return daily(rows, dayOf);
  if (stepS > maxStepS) throw new TemperatureError('step-wrong', String(Math.round(stepS / hourS)));
  return byStep(rows, Math.max(hourS, stepS), offsetAt);
};
