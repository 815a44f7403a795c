/** The lines of a bill, in words: what each is for, and how it came about. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { factsOf, isCounterSize, lineUnit, priceUnitOf, unitName } from '#catalogue/index.ts';
import { useHousehold } from '#shell/household/household.ts';
import { regionalOf } from '#shell/text/format.ts';
import { useLanguage } from '#shell/text/i18n.ts';
import type { BillLineRow } from '#supabase/tables/json-columns.ts';
import type { BillLine } from '../../domain/bill/bill.ts';
import { lineName, lineText, type LineWriter } from '../../domain/bill/line-text.ts';
import { moneyWriters } from '../use-bill-format.ts';

const timeWords = { day: 'ofDay', month: 'ofMonth', bill: 'ofBill', year: 'ofYear' } as const;

/** Each line as one sentence, such as `212 kWh at €0.16 per kWh`. */
export function useBillLines(currency?: string) {
  const { t } = useTranslation('billing');
  const language = useLanguage();
  const { data: household } = useHousehold();
  return useMemo(() => {
    const regional = regionalOf(household);
    const writerIn = (of: string | undefined): LineWriter<string> => {
      const { format, money, price, unitRate, used } = moneyWriters(t, language, regional, of);
      return {
        language,
        say: (word, values) => t(`detail.${word}`, values ?? {}),
        number: (value, digits) => format.number(value, digits),
        percent: (share) => format.percent(share, 4),
        money,
        price: (amount) => price(Number(amount)),
        // As exact as it takes to work a line out again.
        used: ({ utility, unit = factsOf(utility).counter.unit }, amount) => {
          const { unit: counted, size, billedDigits, isConverted } = lineUnit(utility, unit);
          const isByCounter = [unit, priceUnitOf(utility, regional.units)].every((one) => isCounterSize(one, utility));
          return isByCounter || isConverted
            ? `${format.number(amount / size, billedDigits)}\u00a0${unitName(counted)}`
            : used(utility, amount);
        },
        unitPrice: ({ utility, unit = factsOf(utility).counter.unit, rate }) => unitRate(utility, unit, rate),
        in: writerIn,
        use: (quantity, rate, off, isMean) =>
          [t(isMean ? 'detail.mean' : 'detail.of', { quantity, rate }), ...off].join(', '),
        time: (count, rate, per) => t(`detail.${timeWords[per]}`, { count, rate }),
        power: (power, rate, per) => t('detail.ofPower', { power, rate, per }),
        text: (text) => text,
        around: (said, among) => among(said),
      };
    };
    const writer = writerIn(currency);
    // What was kept leaves out what it does not say.
    return {
      label: (line: BillLineRow) => lineName(line as BillLine, writer),
      line: (line: BillLineRow) => lineText(line as BillLine, writer),
    };
  }, [t, language, household, currency]);
}
