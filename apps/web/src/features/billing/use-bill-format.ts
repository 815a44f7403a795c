import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Utility } from '@wattershed/catalogue';
import type { BillingUnitRow, BillLineRow, WordsRow } from '@wattershed/database';
import { createFormat, regionalOf } from '../../platform/format.ts';
import { useHousehold } from '../../platform/household.ts';
import { useLanguage } from '../../platform/use-language.ts';
import { dateWriter, numberWriter } from '../../platform/writers.ts';
import { type LineWriters, lineLabel, lineText, wordsIn } from './bills/line-text.ts';
import { cubicMetresPerUnit, volumeUnitOf } from './tariffs/volume-unit.ts';

/** A day that stands in a table as 2026-11-20, to be written without a time zone. */
function noonOf(day: string): Date {
  return new Date(`${day}T12:00:00Z`);
}

/** A period's last day, where what is kept is the first one after it. */
function lastDayOf(end: string): Date {
  return new Date(noonOf(end).getTime() - 86_400_000);
}

/** Of each utility: all of its use, and the part of it that was estimated. */
export type EstimatedFigures = Record<Utility, readonly [all: number, part: number]>;

/** Bills, prices and days as they are written here: a bill in its own currency, whatever the household's is by now. */
export function useBillFormat(currency?: string) {
  const { t } = useTranslation('billing');
  const language = useLanguage();
  const { data: household } = useHousehold();
  return useMemo(() => {
    const regional = regionalOf(household);
    const format = createFormat(language, { ...regional, ...(currency !== undefined && { currency }) });
    const money = (amount: string | number, digits?: number) => format.money(Number(amount), digits);
    const unit = volumeUnitOf(regional.units);
    /** A price keeps its decimals, beyond those of the currency. */
    const price = (amount: number) => {
      const usual = numberWriter(format.locale, {
        style: 'currency',
        currency: currency ?? regional.currency,
      });
      const digits = usual.resolvedOptions().maximumFractionDigits ?? 2;
      const needed = Math.min(6, (String(Number(amount.toFixed(6))).split('.')[1] ?? '').length);
      return format.money(amount, Math.max(digits, needed));
    };
    const period = (start: string, end: string, options: Intl.DateTimeFormatOptions = { year: 'numeric' }) =>
      dateWriter(format.locale, {
        timeZone: 'UTC',
        day: 'numeric',
        month: 'short',
        ...options,
      }).formatRange(noonOf(start), lastDayOf(end));
    const used = (utility: Utility, amount: number) =>
      (utility === 'electricity' ? format.energy(amount) : format.volume(amount)).text;
    const rate = (utility: Utility, perUnit: number) =>
      utility === 'electricity'
        ? t('tariffs.perKwh', { amount: price(perUnit) })
        : t('tariffs.perVolume', {
            amount: price(Number((perUnit * cubicMetresPerUnit[unit]).toFixed(unit === 'cubicMetre' ? 6 : 4))),
            unit: t(`tariffs.${unit}`),
          });
    /** Per unit of a tariff's own, as text; by the cubic metre in the household's own units. */
    const unitRate = (utility: Utility, billed: BillingUnitRow, decimal: string) =>
      billed === 'kWh' || billed === 'm3' || billed === 'kL'
        ? rate(utility, Number(decimal))
        : t('tariffs.perVolume', { amount: price(Number(decimal)), unit: billed });
    /** In the unit that its price is for. */
    const billed = (utility: Utility, billedIn: BillingUnitRow, amount: number) => {
      if (utility === 'electricity') return `${format.number(amount / 1000, 1)}\u00a0kWh`;
      const isByCubicMetre = unit === 'cubicMetre' && (billedIn === 'm3' || billedIn === 'kL');
      return isByCubicMetre
        ? `${format.number(amount / 1e6, 3)}\u00a0${t('tariffs.cubicMetre')}`
        : used(utility, amount);
    };
    const writers: LineWriters = { t, language, format, money, price, billed, unitRate };
    return {
      format,
      money,
      price,
      period,
      used,
      rate,
      unitRate,
      unit,
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
      estimated: (figures: EstimatedFigures) =>
        (['electricity', 'water'] as const).flatMap((utility) => {
          const [all, part] = figures[utility];
          return part > 0 && part >= all / 1000 ? [used(utility, part)] : [];
        }),
      /** A tariff's own words. */
      words: (words: WordsRow) => wordsIn(words, language),
      label: (line: BillLineRow) => lineLabel(line, writers),
      line: (line: BillLineRow) => lineText(line, writers),
    };
  }, [t, language, household, currency]);
}

export type BillFormat = ReturnType<typeof useBillFormat>;
