/** Hours of tomorrow that cost far more than the dearest ones of the last weeks did: known in the evening before, over when they are. */
import { dayBounds, type OffsetAt } from '#catalogue/zone-clock.ts';
import { addDays, type LocalDay } from '#catalogue/local-day.ts';
import type { PriceAt } from './unit-price.ts';

/** Set beforehand, and held against years of prices (`npm run ahead`, docs/decisions/0058). */
const settings = {
  days: 28,
  minDays: 20,
  /** A day is dear whose dearest hour costs so many times the dearest of a usual one. */
  dear: 1.5,
  /** All hours are told that cost so many times that. */
  dearHour: 1.25,
  /** So many days of one spell are looked back for its first. */
  maxSpell: 14,
  cheapHours: 3,
};
const hourS = 3600;
/** From this hour of the home's clock on tomorrow is told. */
export const eveningHour = 17;
/** So many days before today are asked for. */
export const peakDays = settings.days + settings.maxSpell + 1;

export interface PeakInput {
  readonly priceAt: PriceAt;
  readonly offsetAt: OffsetAt;
  readonly nowMs: number;
  readonly today: LocalDay;
}

export interface PricePeak {
  /** The first of the dear days, one after the other, and the one that is told now. */
  readonly start: LocalDay;
  readonly day: LocalDay;
  /** Of a unit, with taxes where they are known: in the dearest hour, and in the dearest of a usual day. */
  readonly rate: number;
  readonly usualRate: number;
  /** By the home's clock: `07:00–10:00, 18:00–22:00`. */
  readonly hours: string;
  readonly cheapHours: string;
}

interface HourRate {
  readonly hour: number;
  readonly rate: number;
}

/** Of each hour of a day the dearest of its quarters; null: one is not known. */
export const hourRates = (
  { priceAt, offsetAt }: Pick<PeakInput, 'priceAt' | 'offsetAt'>,
  day: LocalDay,
): HourRate[] | null => {
  const [from, to] = dayBounds(Date.parse(day) / 1000, offsetAt);
  const hours: HourRate[] = [];
  for (let at = from; at < to; at += hourS) {
    const quarters = [0, 1, 2, 3].map((i) => priceAt((at + (i * hourS) / 4) * 1000));
    if (quarters.some((price) => price === null)) return null;
    const hour = Math.floor((((at + offsetAt(at)) % 86_400) + 86_400) % 86_400) / hourS;
    hours.push({ hour, rate: Math.max(...quarters.map((price) => Number(price?.withTaxes ?? price?.price))) });
  }
  return hours;
};

const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

const windows = (hours: readonly HourRate[], isIn: (rate: number) => boolean): string => {
  const told: string[] = [];
  let from: number | null = null;
  for (const { hour, rate } of [...hours, { hour: 24, rate: Number.NaN }]) {
    if (isIn(rate)) from ??= hour;
    else if (from !== null) {
      told.push(`${clock(from)}–${clock(hour)}`);
      from = null;
    }
  }
  return told.join(', ');
};

/** The hours in a row that cost the least, the first of several. */
const cheapest = (hours: readonly HourRate[]): string => {
  const sums = hours
    .slice(0, 1 - settings.cheapHours)
    .map((_, i) => hours.slice(i, i + settings.cheapHours).reduce((sum, { rate }) => sum + rate, 0));
  const from = sums.indexOf(Math.min(...sums));
  return `${clock(hours[from]?.hour ?? 0)}–${clock((hours[from + settings.cheapHours - 1]?.hour ?? 23) + 1)}`;
};

/** Null: no day that is dear, today or, in the evening, tomorrow. */
export const pricePeak = (input: PeakInput): PricePeak | null => {
  const { offsetAt, nowMs, today } = input;
  const known = new Map<LocalDay, HourRate[] | null>();
  const ratesOf = (day: LocalDay): HourRate[] | null => {
    const rates = known.has(day) ? (known.get(day) ?? null) : hourRates(input, day);
    known.set(day, rates);
    return rates;
  };
  const dearestOf = (day: LocalDay): number | null => {
    const rates = ratesOf(day);
    return rates && Math.max(...rates.map(({ rate }) => rate));
  };
  const usualOf = (day: LocalDay): number | null => {
    const dearest = Array.from({ length: settings.days }, (_, i) => dearestOf(addDays(day, -1 - i)))
      .filter((rate) => rate !== null)
      .sort((a, b) => a - b);
    return dearest.length < settings.minDays ? null : (dearest[Math.floor((dearest.length - 1) / 2)] ?? null);
  };
  const isDear = (day: LocalDay): boolean => {
    const [rate, usual] = [dearestOf(day), usualOf(day)];
    return rate !== null && usual !== null && usual > 0 && rate >= settings.dear * usual;
  };
  const nowS = nowMs / 1000;
  const hourNow = ((((nowS + offsetAt(nowS)) % 86_400) + 86_400) % 86_400) / hourS;
  const tomorrow = addDays(today, 1);
  const day = hourNow >= eveningHour && isDear(tomorrow) ? tomorrow : today;
  const [rates, usualRate] = [ratesOf(day), usualOf(day)];
  if (!isDear(day) || rates === null || usualRate === null) return null;
  let start = day;
  for (let i = 0; i < settings.maxSpell && isDear(addDays(start, -1)); i += 1) start = addDays(start, -1);
  return {
    start,
    day,
    rate: dearestOf(day) ?? 0,
    usualRate,
    hours: windows(rates, (rate) => rate >= settings.dearHour * usualRate),
    cheapHours: cheapest(rates),
  };
};
