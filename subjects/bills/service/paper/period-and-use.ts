/** Which days a paper is of, and what was used in them. */
import { addDays, daysBetween } from '#catalogue/local-day.ts';
import { isUnitOfUse } from '../../contract/paper-bill.ts';
import { type Entry, isNear, isTime } from './entries.ts';
import { type Figure, type FoundDate, type Notation, spanGap, type Unit, unitAt, withoutDates } from './figures.ts';
import { plainText } from './languages.ts';
import type { PlacedFigure, Segment } from './segments.ts';
import { conceptsOf, says } from './words.ts';

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

/** The year in which a day of a month is nearest to a day. */
const nearestYear = (month: number, day: number, to: string): number => {
  const year = Number(to.slice(0, 4));
  const away = (one: number): number => Math.abs(daysBetween(`${one}-${pad(month)}-${pad(Math.min(day, 28))}`, to));
  return [year - 1, year, year + 1].toSorted((a, b) => away(a) - away(b))[0] ?? year;
};

/** Days that stand as one period, and do not say their year. */
const isSpan = ({ text }: Segment, first: FoundDate | undefined, last: FoundDate | undefined): boolean =>
  first !== undefined && last !== undefined && spanGap.test(text.slice(first.end, last.start));

/** The year of a span that tells none may be that of the paper's other dates. */
export const placedDates = (segments: readonly Segment[], isMonthFirst: boolean, isYearOpen = false): PlacedDate[] => {
  const told = segments.flatMap(({ dates }) => dates).find(({ year }) => year !== null);
  const [named] = segments.flatMap(({ months }) => months);
  const near = !isYearOpen ? undefined : told ? `${told.year}-${pad(Math.min(12, told.month))}-15` : named;
  return segments.flatMap((segment) => {
    const found = segment.dates;
    const dates = found.flatMap((date, i): PlacedDate[] => {
      const next = found.slice(i + 1).find(({ year }) => year !== null);
      const swaps = date.month > 12 || (date.isEither && isMonthFirst && date.day <= 12);
      const [day, month] = swaps ? [date.month, date.day] : [date.day, date.month];
      const year =
        date.year ??
        (next?.year != null
          ? month > next.month
            ? next.year - 1
            : next.year
          : near && (isSpan(segment, date, found[i + 1]) || isSpan(segment, found[i - 1], date)) && month <= 12
            ? nearestYear(month, day, near)
            : null);
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
};

/** A label of how many days there were. */
const namesDays = (text: string, { timeUnitOf }: Notation): boolean =>
  text.split(/[^\p{L}\p{M}]+/u).some((word) => word.length > 1 && timeUnitOf(word) === 'day');

export interface FoundPeriod {
  readonly from: string;
  readonly to: string;
  readonly dates: readonly [PlacedDate, PlacedDate];
}

/** Of a year, as some utilities bill it. */
const maxDays = 400;
/** A period is said before as many dates have been. */
const maxDates = 100;

const isAbove = (one: Segment, { page, box }: Segment): boolean =>
  one.page === page &&
  one.box.y < box.y &&
  box.y - one.box.y < 2.5 * Math.max(10, box.height) &&
  one.box.x < box.x + box.width &&
  box.x < one.box.x + one.box.width;

export const periodOf = (
  all: readonly PlacedDate[],
  segments: readonly Segment[],
  lines: readonly Entry[],
  notation: Notation,
): FoundPeriod | undefined => {
  const dates = all.slice(0, maxDates);
  const said = new Map<number, number>();
  const count = (days: number, weight: number): void => void said.set(days, (said.get(days) ?? 0) + weight);
  const isCount = ({ decimals, isMoney, value }: Figure): boolean =>
    decimals === 0 && !isMoney && value >= 5 && value <= maxDays;
  const daysIn = ({ figures, text }: Segment): number[] =>
    figures
      .filter(
        (one) =>
          isCount(one) &&
          (one.unit === 'day' || (one.unit === undefined && figures.length === 1 && namesDays(text, notation))),
      )
      .map(({ value }) => value);
  for (const segment of segments)
    for (const days of daysIn(segment)) count(days, segment.figures.length === 1 && !segment.isSentence ? 2 : 1);
  for (const { factors } of lines)
    for (const one of factors ? [factors.days, factors.quantity] : [])
      if (one && isCount(one) && (one.unit === 'day' || one === factors?.days)) count(one.value, 3);
  const labels = new Map<Segment, string>();
  const labelAbove = (segment: Segment): string => {
    const label = labels.get(segment) ?? segments.flatMap((one) => (isAbove(one, segment) ? one.text : [])).join(' ');
    labels.set(segment, label);
    return label;
  };
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
      // What stands beside the dates is said of them.
      const beside = new Set([
        ...[first.segment, last.segment].flatMap(daysIn),
        ...(a === b ? a.figures.filter((one) => one.unit === undefined && isCount(one)).map(({ value }) => value) : []),
      ]);
      const weightOf = (n: number): number => Math.min(said.get(n) ?? 0, 6) + (beside.has(n) ? 3 : 0);
      const [exclusive, inclusive] = [weightOf(days), weightOf(days + 1)];
      const isWholeMonths = first.day.endsWith('-01') && addDays(last.day, 1).endsWith('-01');
      const sameDay = first.day.slice(8) === last.day.slice(8);
      const isInclusive = exclusive === inclusive ? isWholeMonths || !sameDay : inclusive > exclusive;
      const score =
        (isBeside ? 3 : isStacked ? 1 : -2) +
        (isBeside && between.trim().length <= 12 ? 2 : 0) +
        Math.max(exclusive, inclusive) +
        (says.period.test(label) ? 2 : says.period.test(labelAbove(a)) ? 1 : 0) -
        (says.due.test(label) ? 2 : 0) -
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

/** A period of whole months that are only named. */
export const wholeMonths = (segments: readonly Segment[]): FoundPeriod | undefined => {
  for (const segment of segments) {
    const named = says.period.test(segment.text) && segment.dates.length === 0 ? segment.months : [];
    const [first, last = first] = named;
    if (first === undefined || last === undefined || named.length > 2 || first > last) continue;
    const [from, to] = [`${first.slice(0, 7)}-01`, `${addDays(last, 20).slice(0, 7)}-01`];
    if (daysBetween(from, to) > maxDays) continue;
    const date = { segment, start: 0, end: segment.text.length };
    return {
      from,
      to,
      dates: [
        { ...date, day: from },
        { ...date, day: to },
      ],
    };
  }
  return undefined;
};

// Use.

const isUse = ({ unit, per, isMoney, value }: Figure): boolean =>
  isUnitOfUse(unit) && per === undefined && !isMoney && value > 0;

interface FoundUse {
  readonly figure: PlacedFigure;
  readonly segment: Segment;
  readonly unit: Unit | undefined;
  readonly reads: readonly { previous: string; current: string }[];
}

interface Reads {
  readonly previous: string;
  readonly current: string;
  readonly isNamed: boolean;
}
/** Readings that stand within so many figures of each other. */
const maxApart = 8;
/** Readings: what one shows more than the other is what was used. */
const readingsOf = (
  figures: readonly { one: PlacedFigure; segment: Segment }[],
): ((used: number) => Reads | undefined) => {
  const plain = figures
    .filter(
      ({ one: { isMoney, unit, per, isPercent, isMinor, value } }) =>
        !isMoney && !isTime(unit) && unit !== 'kW' && per === undefined && !isPercent && !isMinor && value > 0,
    )
    .map(({ one, segment }) => ({ ...one, isNamed: says.reads.test(segment.text) }));
  const found = new Map<number, (Reads & { readonly first: number; readonly used: number; readonly half: number })[]>();
  plain.forEach((a, i) => {
    for (const b of plain.slice(Math.max(0, i - maxApart), i + maxApart + 1)) {
      const used = b.value - a.value;
      const isNamed = a.isNamed || b.isNamed;
      // Small ones differ by as much in many places.
      if (used <= 0 || (!isNamed && used < 19.5)) continue;
      const half = 10 ** -Math.max(a.decimals, b.decimals) * 0.51;
      const reads = { previous: a.text, current: b.text, isNamed, first: a.value, used, half };
      const same = found.get(Math.round(used));
      if (same) same.push(reads);
      else found.set(Math.round(used), [reads]);
    }
  });
  return (used) =>
    [0, -1, 1]
      .flatMap((step) => found.get(Math.round(used) + step) ?? [])
      .find(
        (reads) => reads.first !== used && Math.abs(reads.used - used) < reads.half && (reads.isNamed || used >= 20),
      );
};

/** What stands before a figure, from the one before it on; of a sentence all of it. */
const labelOf = (one: PlacedFigure, { text, figures, isSentence }: Segment): string =>
  isSentence ? text : text.slice(figures.findLast(({ end }) => end <= one.start)?.end ?? 0, one.end);

/** `Consumption (m³) 31` */
const unitBefore = (one: PlacedFigure, { text }: Segment, notation: Notation): Unit | undefined => {
  const [, written = ''] = /\(([^()]{1,12})\)[\s:.]*$/u.exec(text.slice(0, one.start)) ?? [];
  const unit = unitAt(written, notation)?.unit;
  return isUnitOfUse(unit) ? unit : undefined;
};

/** Lines that a use accounts for: those that charge it, and those one after the other that charge its parts. */
const chargesIn = (lines: readonly PlacedFigure[]): ((used: number) => ReadonlySet<PlacedFigure>) => {
  const quantities = lines.filter(({ value }) => value > 0);
  const known = new Map<number, Set<PlacedFigure>>();
  return (used) => {
    const found = known.get(used);
    if (found) return found;
    const slack = 0.0005 * Math.max(1, Math.min(used, 2));
    const charged = new Set<PlacedFigure>();
    let [sum, from, done] = [0, 0, 0];
    quantities.forEach(({ value }, i) => {
      sum += value;
      for (; from <= i && sum >= used + slack; from += 1) sum -= quantities[from]?.value ?? 0;
      if (from > i || sum <= used - slack) return;
      for (const one of quantities.slice(Math.max(from, done), i + 1)) charged.add(one);
      done = i + 1;
    });
    known.set(used, charged);
    return charged;
  };
};

/** A name without its days and figures. */
const nameOf = (text: string, notation: Notation): string =>
  withoutDates(text, notation)
    .replace(/[^\p{L}\p{M}]+/gu, ' ')
    .trim()
    .toLowerCase();

/** What the lines charge, what a meter counted, and what is printed with its unit: what most of it speaks for was used. */
export const useOf = (
  segments: readonly Segment[],
  lines: readonly Entry[],
  notation: Notation,
): FoundUse | undefined => {
  const all = segments.flatMap((segment) => segment.figures.map((one) => ({ one, segment })));
  const charges = lines.flatMap(({ factors, amount, text }) =>
    factors &&
    // Of what stands fixed, months are counted.
    !(factors.quantity.unit === undefined && factors.quantity.decimals === 0 && conceptsOf(text).has('standing')) &&
    amount.value >= 0 &&
    !factors.rate.isPercent &&
    factors.days === undefined &&
    !isTime(factors.quantity.unit) &&
    !isTime(factors.rate.per) &&
    factors.quantity.unit !== 'kW'
      ? [{ quantity: factors.quantity, unit: factors.quantity.unit ?? factors.rate.per, name: nameOf(text, notation) }]
      : [],
  );
  const quantities = charges.map(({ quantity }) => quantity);
  const units = new Set(
    all.flatMap(({ one: { unit, per } }) => [unit, per].flatMap((of) => (isUnitOfUse(of) ? [of] : []))),
  );
  const onlyUnit = units.size === 1 ? [...units][0] : undefined;
  // What was charged is no reading of a meter.
  const charged = new Set(quantities.map(({ value }) => value));
  const chargedBy = chargesIn(quantities);
  const readsFor = readingsOf(
    all.filter(({ one }) => !charged.has(one.value) && (one.unit === undefined || chargedBy(one.value).size < 2)),
  );
  const isCount = ({ unit, per, isMoney, isPercent, isMinor, value }: Figure): boolean =>
    unit === undefined && per === undefined && !isMoney && !isPercent && !isMinor && value > 0 && value < 1e6;
  const isCounted = units.has('m3') || all.some(({ one, segment }) => unitBefore(one, segment, notation) === 'm3');
  const isByEnergy = charges.some(({ unit }) => unit === 'kWh');
  const weighed = all
    .filter(({ one }) => isUse(one) || isCount(one))
    .map(({ one, segment }) => {
      const reads = readsFor(one.value);
      const own = chargedBy(one.value);
      const named = isCount(one) ? unitBefore(one, segment, notation) : undefined;
      const unit =
        one.unit ??
        named ??
        charges.find((charge) => own.has(charge.quantity) && charge.unit !== undefined)?.unit ??
        onlyUnit;
      // Gas is counted in one unit, and charged in another.
      const isConverted = own.size === 0 && isCounted && isByEnergy;
      const score =
        (isConverted ? -4 : 0) +
        (isUse(one) || named ? 2 : 0) +
        (reads ? (reads.isNamed ? 5 : 4) : 0) +
        Math.min(10, own.size * 2) +
        (says.used.test(segment.text) ? 1 : 0) -
        (says.other.test(labelOf(one, segment)) ? 3 : 0);
      return {
        figure: one,
        segment,
        unit,
        reads: reads ? [{ previous: reads.previous, current: reads.current }] : [],
        score,
        own,
      };
    })
    // Of two that could be the difference of readings, a reading is the larger.
    .toSorted(
      (a, b) =>
        b.score - a.score ||
        (a.reads.length > 0 && b.reads.length > 0 ? a.figure.value - b.figure.value : b.figure.value - a.figure.value),
    );
  const [best] = weighed;
  if (!best || best.score < 3) return undefined;
  // A meter of several registers: each was read, and each is charged.
  const registers = new Map(
    weighed.flatMap((one) =>
      one.reads.length > 0 && charged.has(one.figure.value) ? [[one.figure.value, one] as const] : [],
    ),
  );
  const summedUse = (parts: readonly PlacedFigure[]): PlacedFigure => {
    const value = parts.reduce((total, one) => total + one.value, 0);
    const decimals = Math.max(...parts.map((one) => one.decimals));
    return { ...best.figure, text: value.toFixed(decimals), value, decimals };
  };
  // Two prices within the period, or steps of one: a line of the same name for each.
  const { name } = charges.find(({ quantity }) => best.own.has(quantity)) ?? {};
  const alike = charges.filter((one) => one.name === name && one.unit === best.unit).map(({ quantity }) => quantity);
  if (best.own.size === 1 && best.reads.length === 0 && alike.length > 1) return { ...best, figure: summedUse(alike) };
  const own = [...registers.values()];
  const sum = own.reduce((total, { figure }) => total + figure.value, 0);
  if (
    own.length < 2 ||
    best.own.size > 1 ||
    !registers.has(best.figure.value) ||
    own.some(({ figure }) => Math.abs(2 * figure.value - sum) < 0.001)
  )
    return best;
  return {
    ...best,
    figure: summedUse(own.map(({ figure }) => figure)),
    reads: own.flatMap(({ reads }) => reads),
  };
};
