/** The lines of a bill, in words: what each is for, and how it came about. */
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
} from '#catalogue/index.ts';
import { useHousehold } from '#shell/household/household.ts';
import { regionalOf } from '#shell/text/format.ts';
import { useLanguage } from '#shell/text/i18n.ts';
import type { BillLineRow } from '#supabase/tables/json-columns.ts';
import { lineWords } from '../../domain/bill/bill.ts';
import { moneyWriters } from '../use-bill-format.ts';

export function useBillLines(currency?: string) {
  const { t } = useTranslation('billing');
  const language = useLanguage();
  const { data: household } = useHousehold();
  return useMemo(() => {
    const regional = regionalOf(household);
    const writersIn = (of: string | undefined): LineWriters => {
      const writers = moneyWriters(t, language, regional, of);
      return { ...writers, t, language, billed: billedIn(writers, regional.units) };
    };
    const writers = writersIn(currency);
    return {
      label: (line: BillLineRow) => lineLabel(line, writers),
      /** How it came about; a price in another currency with its rate. */
      line: (line: BillLineRow) => {
        if (line.exchange === undefined) return lineText(line, writers);
        const { currency: other, amount, rate } = line.exchange;
        const own = writersIn(other);
        const words = {
          line: lineText(line, own),
          amount: own.money(amount),
          other,
          rate: writers.price(Number(rate)),
        };
        return t('detail.exchanged', words);
      },
    };
  }, [t, language, household, currency]);
}

type MoneyWriters = ReturnType<typeof moneyWriters>;

interface LineWriters extends MoneyWriters {
  t: TFunction<'billing'>;
  language: Language;
  /** As exact as it takes to work a line out again. */
  billed: (utility: Utility, unit: BillingUnit, amount: number) => string;
}

/** Writes use in the unit that its price is for. */
const billedIn =
  ({ format, used }: MoneyWriters, units: ReturnType<typeof regionalOf>['units']) =>
  (utility: Utility, unit: BillingUnit, amount: number): string => {
    const { unit: counted, size, billedDigits, isConverted } = lineUnit(utility, unit);
    const isByCounter = [unit, priceUnitOf(utility, units)].every((one) => isCounterSize(one, utility));
    return isByCounter || isConverted
      ? `${format.number(amount / size, billedDigits)}\u00a0${unitName(counted)}`
      : used(utility, amount);
  };

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
