import {
  type BillingUnit,
  factsOf,
  isCounterSize,
  type Language,
  textIn,
  unitName,
  type Utility,
} from '#catalogue/index.ts';
import type { BillLineRow } from '#supabase/tables/json-columns.ts';
import type { TFunction } from 'i18next';
import type { Format } from '#shell/text/format.ts';

export interface LineWriters {
  t: TFunction<'billing'>;
  language: Language;
  format: Format;
  money: (amount: string | number) => string;
  price: (amount: number) => string;
  /** As exact as it takes to work a line out again. */
  billed: (utility: Utility, unit: BillingUnit, amount: number) => string;
  unitRate: (utility: Utility, unit: BillingUnit, decimal: string) => string;
}

/** What a line is for: the tariff's name for it, the period of the day, and the step of a block tariff. */
export function lineLabel(line: BillLineRow, { t, language, format }: LineWriters): string {
  const { unit: counted } = factsOf(line.utility).counter;
  const { name, kind, period, block, unit = counted } = line;
  const what = name === undefined ? t(`detail.${kind}`) : textIn(name, language);
  const named = unitName(isCounterSize(unit, line.utility) ? counted : unit);
  const number = (text: string) => format.number(Number(text), 2);
  const step =
    block &&
    (block.upTo === undefined
      ? t('detail.blockFrom', { above: number(block.above), unit: named })
      : Number(block.above) === 0
        ? t('detail.blockTo', { upTo: number(block.upTo), unit: named })
        : t('detail.blockBetween', { above: number(block.above), upTo: number(block.upTo), unit: named }));
  return [what, ...(period === undefined ? [] : [period]), ...(step === undefined ? [] : [step])].join(' · ');
}

function useText(line: BillLineRow, { t, billed, unitRate }: LineWriters): string {
  const { utility, unit = factsOf(utility).counter.unit } = line;
  const words = { quantity: billed(utility, unit, Number(line.quantity)), rate: unitRate(utility, unit, line.rate) };
  return line.isMean === true ? t('detail.mean', words) : t('detail.of', words);
}

function timeText({ quantity, per = 'month', rate: given }: BillLineRow, { t, price }: LineWriters): string {
  const words = { count: Number(quantity), rate: price(Math.abs(Number(given))) };
  if (per === 'bill') return t('detail.ofBill', words);
  if (per === 'day') return t('detail.ofDay', words);
  return per === 'year' ? t('detail.ofYear', words) : t('detail.ofMonth', words);
}

/** How a line came about: `212 kWh at €0.16 per kWh`. */
export function lineText(line: BillLineRow, writers: LineWriters): string {
  const { t, format, money, price } = writers;
  const { kind, quantity, rate, per } = line;
  switch (kind) {
    case 'use':
      return useText(line, writers);
    case 'standing':
      return timeText(line, writers);
    case 'capacity':
    case 'demand':
      return t('detail.ofPower', {
        power: `${format.number(Number(quantity), 2)} kW`,
        rate: price(Number(rate)),
        per: t(`detail.perName.${per ?? 'month'}`),
      });
    case 'minimum':
      return t('detail.upToAmount', { amount: price(Number(rate)) });
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
