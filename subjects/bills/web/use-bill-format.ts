import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type BillingUnit,
  isCounterSize,
  type Language,
  textIn,
  unitName,
  type Utility,
  utilityIds,
  type Words,
} from '#catalogue/index.ts';
import { createFormat, dateWriter, numberWriter, regionalOf } from '#shell/text/format.ts';
import { useHousehold } from '#shell/household/household.ts';
import { useLanguage } from '#shell/text/i18n.ts';
import type { BillingRecord } from '#supabase/tables/index.ts';
import { billAmount } from '../domain/bill/bill.ts';
import { enteredRate, priceUnitName } from './tariffs/prices/simple-plan.ts';

/** Bills, prices and days as they are written here: a bill in its own currency, whatever the household's is by now. */
export function useBillFormat(currency?: string) {
  const { t } = useTranslation('billing');
  const language = useLanguage();
  const { data: household } = useHousehold();
  return useMemo(() => {
    const { format, money, price, unitRate, used } = moneyWriters(t, language, regionalOf(household), currency);
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
      /** The same of prices in another currency. */
      inCurrency: (other: string) => moneyWriters(t, language, regionalOf(household), other),
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
    };
  }, [t, language, household, currency]);
}

/** Amounts, prices and use, in the currency of a bill; none: in the household's. */
export function moneyWriters(
  t: TFunction<'billing'>,
  language: Language,
  regional: ReturnType<typeof regionalOf>,
  of: string | undefined,
) {
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
  return { format, money, price, unitRate, used };
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
