/**
 * A utility's bill from its paper. Nothing rests on the words of one layout: what multiplies to an amount belongs to it, what sums to an
 * amount is a part of it, and only what neither tells is asked of words.
 */
import { addDays } from '#catalogue/local-day.ts';
import type { PaperBill, PaperField, PaperLine, PaperPlace } from '../../contract/paper-bill.ts';
import { clean, completed, entriesOfSentence, type Entry, entryOfRow, isTime } from './entries.ts';
import { currencyOf } from './currencies.ts';
import { figuresOf, type Notation, notationOf, shifted } from './figures.ts';
import { type FoundPeriod, periodOf, type PlacedDate, placedDates, useOf, wholeMonths } from './period-and-use.ts';
import { type Box, type IsMoney, moneyOf, type Segment, segmentsOf, shareOf, wholeMoney } from './segments.ts';
import { columnsOf, summed } from './sums.ts';
import { readTextLayer, type TextLayer } from './text-layer.ts';
import { says } from './words.ts';

const issuedOf = (dates: readonly PlacedDate[], period: FoundPeriod | undefined): PlacedDate | undefined => {
  const own = dates.filter(
    ({ day }) => period === undefined || (day >= addDays(period.to, -3) && day <= addDays(period.to, 120)),
  );
  const labelled = own.filter((date) => {
    const before = date.segment.text.slice(0, date.start);
    const cell =
      before
        .split(/[:;]|\s{2,}/)
        .filter((part) => part.trim() !== '')
        .at(-1) ?? '';
    return (
      says.issued.test(before) &&
      !says.due.test(cell) &&
      !(period && period.dates.some((one) => one.segment === date.segment && one.start === date.start))
    );
  });
  return labelled[0];
};

const paperLineOf = ({ text, amount, factors, segment, box }: Entry, layer: TextLayer): PaperLine => {
  const page = layer.pages[segment.page - 1];
  const place = { page: segment.page, box: page ? shareOf(box, page) : { x: 0, y: 0, width: 1, height: 1 } };
  const shares = segment.figures.filter(
    ({ isPercent, value, at }) =>
      isPercent && value !== 0 && (!segment.isSentence || text.includes(segment.text.slice(at, at + 3))),
  );
  const [share] = shares;
  // A share says its percentage, and often not what it is a share of.
  if (!factors)
    return {
      text: clean(text),
      amount: amount.text,
      ...(share && shares.length === 1 && { unit: '%' as const, rate: share.text.replace(/^-/, '') }),
      ...place,
    };
  const { quantity, rate, days, scale } = factors;
  const isPercent = rate.isPercent;
  // In hundredths, or for a unit that is a thousand of ours.
  const exact = Math.round(Math.log10(scale));
  const places = rate.isMinor ? -2 : Math.abs(scale - 10 ** exact) < 1e-9 ? exact : 0;
  const plainRate = isPercent ? rate.text : shifted(rate.text, places);
  return {
    text: clean(text),
    quantity: quantity.text,
    ...(isPercent
      ? { unit: '%' as const }
      : (quantity.unit ?? rate.per) !== undefined && {
          unit: quantity.unit ?? (isTime(rate.per) && days ? 'kW' : rate.per),
        }),
    rate: plainRate.replace(/^-/, ''),
    ...(days && { days: days.text }),
    amount: amount.text,
    ...place,
  };
};

/** With hundredths, or without where only whole amounts sum down a column. */
const tableOf = (layer: TextLayer, notation: Notation) => {
  const figures = layer.rows.flatMap(({ pieces }) => pieces.flatMap(({ text }) => figuresOf(text, notation)));
  const read = (isMoney: IsMoney) => {
    const segments = segmentsOf(layer, notation, isMoney);
    return { isMoney, segments, columns: columnsOf(segments, isMoney) };
  };
  const partsIn = ({ columns }: ReturnType<typeof read>): number =>
    Math.max(0, ...[...columns.values()].map(({ parts }) => parts));
  const [told, whole] = [read(moneyOf(figures)), read(wholeMoney)];
  return partsIn(told) < 2 && partsIn(whole) > 2 ? whole : told;
};

const isTaxLine = ({ text, factors, isTax }: Entry): boolean =>
  isTax === true || (says.tax.test(text) && !says.untaxed.test(text) && (!factors || factors.rate.isPercent));

const readLayer = (layer: TextLayer): PaperBill => {
  const texts = layer.rows.flatMap(({ pieces }) => pieces.map(({ text }) => text));
  const notation = notationOf(texts);
  const { segments, isMoney, columns } = tableOf(layer, notation);
  const told = segments.flatMap((segment) =>
    segment.isSentence ? entriesOfSentence(segment, isMoney) : entryOfRow(segment, isMoney, columns),
  );
  const { lines, total } = summed(completed(told, segments), columns);
  const isMonthFirst = monthIsFirst(segments);
  const currency = currencyOf(segments, notation, isMonthFirst);
  const dates = placedDates(segments, isMonthFirst);
  const period =
    periodOf(dates, segments, lines, notation) ??
    periodOf(placedDates(segments, isMonthFirst, true), segments, lines, notation) ??
    wholeMonths(segments);
  const issued = issuedOf(dates, period);
  const used = useOf(segments, lines, notation);
  const percents = segments.flatMap(({ figures }) => figures.filter(({ isPercent }) => isPercent));
  const whole = lines.reduce((sum, { amount }) => sum + amount.value, 0);
  // The sum of a column of tax, in a row that only says that it sums.
  const isShareOfRest = ({ text, factors, amount: { value } }: Entry): boolean =>
    !factors &&
    value > 0 &&
    says.total.test(text) &&
    percents.some((one) => Math.abs(value - (one.value / 100) * (whole - value)) < 0.03);
  const taxes = lines.filter((line) => isTaxLine(line) || isShareOfRest(line));
  const placeOf = (segment: Segment, box: Box = segment.box): PaperPlace => {
    const page = layer.pages[segment.page - 1];
    return { page: segment.page, box: page ? shareOf(box, page) : { x: 0, y: 0, width: 1, height: 1 } };
  };
  const places: PaperBill['places'] = {
    ...(period && { from: placeOf(period.dates[0].segment), to: placeOf(period.dates[1].segment) }),
    ...(issued && { issued: placeOf(issued.segment) }),
    ...(used && { used: placeOf(used.segment, used.figure.box) }),
    ...(total && { total: placeOf(total.segment, total.amount.box) }),
    ...(taxes[0] && { tax: placeOf(taxes[0].segment, taxes[0].amount.box) }),
  };
  const clueOf: Partial<Record<PaperField, RegExp>> = {
    from: says.period,
    to: says.period,
    used: says.used,
    total: says.total,
  };
  const missing = [
    ...(period ? [] : (['from', 'to'] as const)),
    ...(used ? [] : (['used'] as const)),
    ...(total ? [] : (['total'] as const)),
    ...(currency === undefined ? (['currency'] as const) : []),
  ];
  const taxSum = taxes.reduce((sum, { amount }) => sum + amount.value, 0);
  return {
    ...(period && { from: period.from, to: period.to }),
    ...(issued && { issued: issued.day }),
    ...(used && { used: { amount: used.figure.text, ...(used.unit && { unit: used.unit }) } }),
    reads: used ? [...used.reads] : [],
    ...(currency !== undefined && { currency }),
    ...(total && { total: total.amount.text }),
    ...(taxes.length > 0 && { tax: taxSum.toFixed(2) }),
    lines: lines.map((line) => paperLineOf(line, layer)),
    places,
    unreadable: missing.map((field) => {
      const clue = clueOf[field];
      const segment = clue && segments.find(({ text }) => clue.test(text));
      return { field, place: segment ? placeOf(segment) : null };
    }),
  };
};

const monthIsFirst = (segments: readonly Segment[]): boolean => {
  const either = segments.flatMap(({ dates }) => dates).filter(({ isEither }) => isEither);
  if (either.some(({ month }) => month > 12)) return true;
  if (either.some(({ day }) => day > 12)) return false;
  return segments.some(({ text }) => /USD|US\$/.test(text));
};

/** Throws a PaperError. */
export const readPaper = async (bytes: Uint8Array): Promise<PaperBill> => readLayer(await readTextLayer(bytes));
