/** Which days a paper is of, and what was used in them. */
import { addDays, daysBetween } from '#catalogue/local-day.ts';
import { type Entry, isNear, isTime } from './entries.ts';
import { datesOf, type Figure, plainText, type Unit } from './figures.ts';
import type { PlacedFigure, Segment } from './segments.ts';
import { says } from './words.ts';

export interface PlacedDate {
  readonly day: string;
  readonly segment: Segment;
  readonly start: number;
  readonly end: number;
}

const pad = (value: number): string => String(value).padStart(2, '0');
const isDay = (day: string): boolean => {
  const at = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === day;
};

export const placedDates = (segments: readonly Segment[], isMonthFirst: boolean): PlacedDate[] =>
  segments.flatMap((segment) => {
    const found = datesOf(segment.text);
    const dates = found.flatMap((date, i): PlacedDate[] => {
      const next = found.slice(i + 1).find(({ year }) => year !== null);
      const swaps = date.isEither && (date.month as number) <= 12 && (isMonthFirst ? date.day <= 12 : false);
      const [day, month] =
        (date.month as number) > 12 || swaps ? [date.month as number, date.day] : [date.day, date.month as number];
      const year =
        date.year ?? (next?.year != null ? (month > (next.month as number) ? next.year - 1 : next.year) : null);
      const written = `${year}-${pad(month)}-${pad(day)}`;
      return year !== null && isDay(written) ? [{ day: written, segment, start: date.start, end: date.end }] : [];
    });
    // A day alone before a date has its month: 1 to 31 March 2026.
    return dates.flatMap((date, i) => {
      const before = plainText(segment.text).slice(dates[i - 1]?.end ?? 0, date.start);
      const [whole = '', alone] =
        /(?<![\d.,:/])(\d{1,2})(?:st|nd|rd|th|\.|º)?\s*(?:-|–|—|to|al?|bis|au|até|से|through|and|y|und|et)\s*(?:the\s*|el\s*|zum\s*)?$/iu.exec(
          before,
        ) ?? [];
      const day = alone === undefined ? '' : `${date.day.slice(0, 8)}${pad(Number(alone))}`;
      return alone !== undefined && isDay(day) && day < date.day
        ? [{ ...date, day, start: date.start - whole.length, end: date.start - 1 }, date]
        : [date];
    });
  });

export interface FoundPeriod {
  readonly from: string;
  readonly to: string;
  readonly dates: readonly [PlacedDate, PlacedDate];
}

/** Of a year, as some utilities bill it. */
const maxDays = 400;

export const periodOf = (
  dates: readonly PlacedDate[],
  segments: readonly Segment[],
  lines: readonly Entry[],
): FoundPeriod | undefined => {
  const said = new Map<number, number>();
  const count = (days: number, weight: number): void => void said.set(days, (said.get(days) ?? 0) + weight);
  for (const { figures } of segments)
    for (const one of figures) if (one.unit === 'day' && one.decimals === 0 && !one.isMoney) count(one.value, 1);
  for (const { factors } of lines)
    for (const one of factors ? [factors.days, factors.quantity] : [])
      if (
        one &&
        one.decimals === 0 &&
        one.value >= 5 &&
        one.value <= maxDays &&
        (one.unit === 'day' || one === factors?.days)
      )
        count(one.value, 3);
  const candidates: { period: FoundPeriod; score: number }[] = [];
  dates.forEach((first, i) =>
    dates.forEach((last, j) => {
      const days = daysBetween(first.day, last.day);
      if (first.day >= last.day || days < 5 || days > maxDays) return;
      const isBeside = first.segment === last.segment && i + 1 === j;
      const [a, b] = [first.segment, last.segment];
      const isStacked = a !== b && (isNear(a, b, 4) || (a.page === b.page && Math.abs(a.box.y - b.box.y) < 4));
      const between = isBeside ? first.segment.text.slice(first.end, last.start) : '';
      const label = isBeside ? a.text.slice(0, first.start) : `${a.text} ${b.text}`;
      const above = segments
        .filter(
          (one) =>
            one.page === a.page &&
            one !== a &&
            one.box.y < a.box.y &&
            a.box.y - one.box.y < 2.5 * Math.max(10, a.box.height) &&
            one.box.x < a.box.x + a.box.width &&
            a.box.x < one.box.x + one.box.width,
        )
        .map(({ text }) => text)
        .join(' ');
      const weightOf = (n: number): number => Math.min(said.get(n) ?? 0, 6);
      const [exclusive, inclusive] = [weightOf(days), weightOf(days + 1)];
      const isWholeMonths = first.day.endsWith('-01') && addDays(last.day, 1).endsWith('-01');
      const sameDay = first.day.slice(8) === last.day.slice(8);
      const isInclusive = exclusive === inclusive ? isWholeMonths || !sameDay : inclusive > exclusive;
      const score =
        (isBeside ? 3 : isStacked ? 1 : -2) +
        (isBeside && between.trim().length <= 12 ? 2 : 0) +
        Math.max(exclusive, inclusive) +
        (says.period.test(label) ? 2 : says.period.test(above) ? 1 : 0) -
        (says.due.test(isBeside ? label : `${a.text} ${b.text}`) ? 2 : 0) -
        (!isBeside && (says.issued.test(a.text) || says.issued.test(b.text)) ? 3 : 0) -
        (says.other.test(label) ? 3 : 0) +
        (days >= 25 && days <= 95 ? 1 : 0);
      candidates.push({
        period: { from: first.day, to: isInclusive ? addDays(last.day, 1) : last.day, dates: [first, last] },
        score,
      });
    }),
  );
  const best = candidates.toSorted((a, b) => b.score - a.score)[0];
  return best && best.score >= 3 ? best.period : undefined;
};

// Use.

const energyUnits: readonly Unit[] = ['kWh', 'm3', 'L', 'kL', 'gal', 'kgal', 'HCF'];
const isUse = ({ unit, per, isMoney, value }: Figure): boolean =>
  unit !== undefined && energyUnits.includes(unit) && per === undefined && !isMoney && value > 0;

interface FoundUse {
  readonly figure: PlacedFigure;
  readonly segment: Segment;
  readonly unit: Unit | undefined;
  readonly reads: readonly { previous: string; current: string }[];
}

/** Readings: what one shows more than the other is what was used. */
const readsFor = (
  used: number,
  figures: readonly { one: PlacedFigure; segment: Segment }[],
): { previous: string; current: string; isNamed: boolean } | undefined => {
  const plain = figures.filter(
    ({ one: { isMoney, per, isPercent, isMinor, value } }) =>
      !isMoney && per === undefined && !isPercent && !isMinor && value >= 0,
  );
  for (const [i, { one: a, segment }] of plain.entries())
    for (const { one: b, segment: other } of plain.slice(Math.max(0, i - 8), i + 9))
      if (
        a !== b &&
        b.value > used &&
        a.value > 0 &&
        a.value !== used &&
        Math.abs(b.value - a.value - used) < 10 ** -Math.max(a.decimals, b.decimals) * 0.51
      )
        return {
          previous: a.text,
          current: b.text,
          isNamed: says.reads.test(segment.text) || says.reads.test(other.text),
        };
  return undefined;
};

export const useOf = (segments: readonly Segment[], lines: readonly Entry[]): FoundUse | undefined => {
  const all = segments.flatMap((segment) => segment.figures.map((one) => ({ one, segment })));
  const quantities = lines.flatMap(({ factors, amount }) =>
    factors &&
    amount.value > 0 &&
    !factors.rate.isPercent &&
    factors.days === undefined &&
    !isTime(factors.quantity.unit) &&
    factors.quantity.unit !== 'kW'
      ? [factors.quantity]
      : [],
  );
  const sums = new Set<number>();
  for (let i = 0; i < quantities.length; i += 1)
    for (let j = i + 1, sum = quantities[i]?.value ?? 0; j < quantities.length; j += 1) {
      sum += quantities[j]?.value ?? 0;
      sums.add(Math.round(sum * 1000));
    }
  const units = new Map<Unit, number>();
  for (const { one } of all)
    if (isUse(one) || (one.per !== undefined && energyUnits.includes(one.per)))
      units.set((one.unit ?? one.per) as Unit, (units.get((one.unit ?? one.per) as Unit) ?? 0) + 1);
  const unit = [...units].toSorted((a, b) => b[1] - a[1])[0]?.[0];
  // What was charged is no reading of a meter.
  const charged = new Set(quantities.map(({ value }) => value));
  const meterFigures = all.filter(({ one }) => !charged.has(one.value));
  const scored = all
    .filter(
      ({ one }) =>
        isUse(one) ||
        (one.unit === undefined &&
          one.per === undefined &&
          !one.isMoney &&
          !one.isPercent &&
          !one.isMinor &&
          one.value > 0 &&
          one.value < 1e6),
    )
    .map(({ one, segment }) => {
      const reads = readsFor(one.value, meterFigures);
      const key = Math.round(one.value * 1000);
      const isCounted = quantities.some((quantity) => quantity.value === one.value);
      const isSumOfParts = sums.has(key);
      const score =
        (isUse(one) ? 2 : 0) +
        (reads ? (reads.isNamed ? 5 : 4) : 0) +
        (isSumOfParts ? 4 : 0) +
        (isCounted ? 2 : 0) +
        (says.used.test(segment.text) ? 1 : 0) -
        (says.other.test(segment.text) ? 3 : 0) -
        (one.unit !== undefined && unit !== undefined && one.unit !== unit ? 2 : 0);
      return {
        figure: one,
        segment,
        unit: one.unit ?? unit,
        reads: reads ? [{ previous: reads.previous, current: reads.current }] : [],
        score,
        value: one.value,
      };
    })
    // Of two that could be the difference of readings, a reading is the larger.
    .toSorted(
      (a, b) => b.score - a.score || (a.reads.length > 0 && b.reads.length > 0 ? a.value - b.value : b.value - a.value),
    );
  const [best] = scored;
  if (!best || best.score < 3) return undefined;
  // A meter of several registers: each was read, and each is charged.
  const registers = new Map(
    scored.flatMap((one) => (one.reads.length > 0 && charged.has(one.value) ? [[one.value, one] as const] : [])),
  );
  const own = [...registers.values()];
  const sum = own.reduce((total, { value }) => total + value, 0);
  if (own.length < 2 || !registers.has(best.value) || own.some((one) => Math.abs(2 * one.value - sum) < 0.001))
    return best;
  const decimals = Math.max(...own.map(({ figure }) => figure.decimals));
  return {
    ...best,
    figure: { ...best.figure, text: sum.toFixed(decimals), value: sum, decimals },
    reads: own.flatMap(({ reads }) => reads),
  };
};
