import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type BillingUnit,
  factsOf,
  isCounterSize,
  type Language,
  lineUnit,
  priceUnitOf,
  textIn,
  unitName,
  type Utility,
  utilityIds,
  type Words,
} from '#catalogue/index.ts';
import { createFormat, dateWriter, type Format, numberWriter, regionalOf } from '#shell/text/format.ts';
import { useHousehold } from '#shell/household/household.ts';
import { useLanguage } from '#shell/text/i18n.ts';
import type { BillingRecord } from '#supabase/tables/index.ts';
import type { BillLineRow } from '#supabase/tables/json-columns.ts';
import { billAmount, lineWords } from '../domain/bill/bill.ts';
import { enteredRate, priceUnitName } from './tariffs/prices/simple-plan.ts';

/** Bills, prices and days as they are written here: a bill in its own currency, whatever the household's is by now. */
export function useBillFormat(currency?: string) {
  const { t } = useTranslation('billing');
  const language = useLanguage();
  const { data: household } = useHousehold();
  return useMemo(() => {
    const regional = regionalOf(household);
    const writersIn = (of: string | undefined): LineWriters & { used: UsedWriter } => {
      const format = createFormat(language, { ...regional, ...(of !== undefined && { currency: of }) });
      const money = (amount: string | number, digits?: number) => format.money(Number(amount), digits);
      /** A price keeps its decimals, beyond those of the currency. */
      const price = (amount: number) => {
        const usual = numberWriter(format.locale, {
          style: 'currency',
          currency: of ?? regional.currency,
        });
        const digits = usual.resolvedOptions().maximumFractionDigits ?? 2;
        const needed = Math.min(6, (String(Number(amount.toFixed(6))).split('.')[1] ?? '').length);
        return format.money(amount, Math.max(digits, needed));
      };
      const used = (utility: Utility, amount: number) => format.amount(utility, amount).text;
      const perUnit = (amount: number, unit: string) => t('tariffs.perVolume', { amount: price(amount), unit });
      /** Per unit of a tariff's own, as text; what is priced by the counter's unit, in the household's own. */
      const unitRate = (utility: Utility, unit: BillingUnit, decimal: string) =>
        isCounterSize(unit, utility)
          ? perUnit(
              Number(enteredRate(Number(decimal), utility, regional.units)),
              priceUnitName(utility, regional.units, t),
            )
          : perUnit(Number(decimal), unitName(unit));
      /** In the unit that its price is for. */
      const billed = (utility: Utility, unit: BillingUnit, amount: number) => {
        const { unit: counted, size, billedDigits, isConverted } = lineUnit(utility, unit);
        const isByCounter = [unit, priceUnitOf(utility, regional.units)].every((one) => isCounterSize(one, utility));
        return isByCounter || isConverted
          ? `${format.number(amount / size, billedDigits)}\u00a0${unitName(counted)}`
          : used(utility, amount);
      };
      return { t, language, format, money, price, billed, unitRate, used };
    };
    const writers = writersIn(currency);
    const { format, money, price, unitRate, used } = writers;
    const period = (start: string, end: string, options: Intl.DateTimeFormatOptions = { year: 'numeric' }) =>
      dateWriter(format.locale, {
        timeZone: 'UTC',
        day: 'numeric',
        month: 'short',
        ...options,
      }).formatRange(noonOf(start), lastDayOf(end));
    return {
      format,
      money,
      price,
      period,
      used,
      unitRate,
      /** Without cents: for what is only likely. */
      about: (amount: string) => money(amount, Math.abs(Number(amount)) >= 20 ? 0 : undefined),
      percent: (percent: number) => format.percent(percent / 100, 2),
      /** With its sign, for changes. */
      change: (share: number) =>
        numberWriter(format.locale, {
          style: 'percent',
          maximumFractionDigits: 0,
          signDisplay: 'exceptZero',
        }).format(share),
      day: (day: string) => format.date(noonOf(day), { timeZone: 'UTC', dateStyle: 'medium' }),
      /** A day, month or year, as exact as a source gives it. */
      sourceDay: (date: string) => {
        const parts = { year: 'numeric', month: 'short', day: 'numeric' } as const;
        const { year, month } = parts;
        const shown = date.length === 4 ? { year } : date.length === 7 ? { year, month } : parts;
        return /^\d{4}(-\d{2}){0,2}$/.test(date)
          ? format.date(noonOf(`${date}-01-01`.slice(0, 10)), { timeZone: 'UTC', ...shown })
          : date;
      },
      month: (day: string, style: 'short' | 'long' = 'short') =>
        format.date(noonOf(day), { timeZone: 'UTC', month: style }),
      shortDay: (day: string) => format.date(noonOf(day), { timeZone: 'UTC', day: 'numeric', month: 'short' }),
      /** A cycle that is a calendar month by the month's name, any other by its days. */
      cycle: (start: string, end: string) =>
        start.endsWith('-01') && end.endsWith('-01') && Date.parse(end) - Date.parse(start) <= 31 * 86_400_000
          ? format.date(noonOf(start), { timeZone: 'UTC', month: 'long', year: 'numeric' })
          : period(start, end),
      /** The estimated parts that are worth a word: a thousandth of the use at least. */
      estimated: (bill: Pick<BillingRecord, 'amounts'>) =>
        utilityIds.flatMap((utility) => {
          const { used: all, estimated } = billAmount(bill, utility);
          return estimated > 0 && estimated >= all / 1000 ? [used(utility, estimated)] : [];
        }),
      list: format.list,
      /** A tariff's own words. */
      words: (words: Words) => textIn(words, language),
      label: (line: BillLineRow) => lineLabel(line, writers),
      line: (line: BillLineRow) => {
        if (line.exchange === undefined) return lineText(line, writers);
        const { currency: other, amount, rate } = line.exchange;
        const own = writersIn(other);
        const words = { line: lineText(line, own), amount: own.money(amount), other, rate: price(Number(rate)) };
        return t('detail.exchanged', words);
      },
    };
  }, [t, language, household, currency]);
}

export type BillFormat = ReturnType<typeof useBillFormat>;

/** A day that stands in a table as 2026-11-20, to be written without a time zone. */
function noonOf(day: string): Date {
  return new Date(`${day}T12:00:00Z`);
}

/** A period's last day, where what is kept is the first one after it. */
function lastDayOf(end: string): Date {
  return new Date(noonOf(end).getTime() - 86_400_000);
}

// The lines of a bill.

type UsedWriter = (utility: Utility, amount: number) => string;

interface LineWriters {
  t: TFunction<'billing'>;
  language: Language;
  format: Format;
  money: (amount: string | number, digits?: number) => string;
  price: (amount: number) => string;
  /** As exact as it takes to work a line out again. */
  billed: (utility: Utility, unit: BillingUnit, amount: number) => string;
  unitRate: (utility: Utility, unit: BillingUnit, decimal: string) => string;
}

/** What a line is for: the tariff's name for it, the period of the day, and the step of a block tariff. */
function lineLabel(line: BillLineRow, { t, language, format }: LineWriters): string {
  const { unit: counted } = factsOf(line.utility).counter;
  const { name, period, block, unit = counted } = line;
  const what = name === undefined ? t(`detail.${lineWords(line)}`) : textIn(name, language);
  const named = line.kind === 'demand' ? 'kW' : unitName(isCounterSize(unit, line.utility) ? counted : unit);
  const number = (text: string) => format.number(Number(text), 2);
  const step =
    block &&
    (block.upTo === undefined
      ? t('detail.blockFrom', { above: number(block.above), unit: named })
      : Number(block.above) === 0
        ? t('detail.blockTo', { upTo: number(block.upTo), unit: named })
        : t('detail.blockBetween', { above: number(block.above), upTo: number(block.upTo), unit: named }));
  // A charge may be called as its meter is.
  const meter = line.meter === undefined ? what : textIn(line.meter, language);
  return [
    what,
    ...(meter === what ? [] : [meter]),
    ...(period === undefined ? [] : [period]),
    ...(step === undefined ? [] : [step]),
  ].join(' · ');
}

/** How a line came about: `212 kWh at €0.16 per kWh`. */
function lineText(line: BillLineRow, writers: LineWriters): string {
  const { t, format, money, price } = writers;
  const { kind, quantity, rate, per } = line;
  switch (kind) {
    case 'use':
    case 'returned':
      return useText(line, writers);
    case 'standing':
      return timeText(line, writers);
    case 'capacity':
    case 'demand':
      return t(line.isAmount ? 'detail.ofPowerStep' : 'detail.ofPower', {
        power: `${format.number(Number(quantity), 2)} kW`,
        rate: price(Number(rate)),
        per: t(`detail.perName.${per ?? 'month'}`),
      });
    case 'credit':
      return Number(quantity) === 0 ? t('detail.creditGone') : t('detail.creditLeft', { amount: money(quantity) });
    case 'minimum':
    case 'maximum':
      if (line.year) return yearText(line, line.year, writers);
      return t(kind === 'minimum' ? 'detail.upToAmount' : 'detail.downToAmount', { amount: price(Number(rate)) });
    case 'rounding':
      return t('detail.toMultiple', { amount: price(Number(rate)) });
    case 'discount':
      if (per !== undefined) return timeText(line, writers);
      break;
    case 'derived':
    case 'tax':
  }
  return t('detail.ofAmount', { rate: format.percent(Number(rate) / 100, 4), amount: money(quantity) });
}

/** What the year is settled at, and what it came to without that. */
function yearText(
  { kind, quantity, amount }: BillLineRow,
  { days, of }: NonNullable<BillLineRow['year']>,
  { t, price }: LineWriters,
): string {
  const way = kind === 'minimum' ? 'upToYear' : 'downToYear';
  const amounts = { amount: price(Number(quantity) + Number(amount)), base: price(Number(quantity)) };
  return days < of ? t(`detail.${way}Part`, { ...amounts, days, of }) : t(`detail.${way}`, amounts);
}

function useText(line: BillLineRow, { t, billed, unitRate }: LineWriters): string {
  if (line.isUnmeasured) return t('detail.unmeasured');
  const { utility, unit = factsOf(utility).counter.unit } = line;
  const words = { quantity: billed(utility, unit, Number(line.quantity)), rate: unitRate(utility, unit, line.rate) };
  const text = line.isMean === true ? t('detail.mean', words) : t('detail.of', words);
  const off = { netReturned: line.net?.returned ?? '0', netKept: line.net?.kept ?? '0' };
  const offs = (['netReturned', 'netKept'] as const).flatMap((key) =>
    Number(off[key]) === 0 ? [] : [t(`detail.${key}`, { quantity: billed(utility, unit, Number(off[key])) })],
  );
  return [text, ...offs].join(', ');
}

function timeText({ quantity, per = 'month', rate: given }: BillLineRow, { t, price }: LineWriters): string {
  const words = { count: Number(quantity), rate: price(Math.abs(Number(given))) };
  if (per === 'bill') return t('detail.ofBill', words);
  if (per === 'day') return t('detail.ofDay', words);
  return per === 'year' ? t('detail.ofYear', words) : t('detail.ofMonth', words);
}
