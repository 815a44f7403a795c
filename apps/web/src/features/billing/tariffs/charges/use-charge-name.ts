import { textIn } from '@wattershed/catalogue';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../../platform/use-language.ts';
import { useBillFormat } from '../../use-bill-format.ts';
import type { ChargeDraft } from './plan-draft.ts';
import { useDayNames } from './use-day-names.ts';

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** What a charge is called: its own name, else that of its kind. */
export function useChargeName(): (charge: ChargeDraft) => string {
  const { t } = useTranslation('billing-charges');
  const language = useLanguage();
  return ({ name, kind }) => textIn(name, language) || t(`kinds.${kind}`);
}

/** When a charge holds, where that is not always: prices that follow each other are told apart by it. */
export function useChargeDates(): (charge: ChargeDraft) => string[] {
  const { t } = useTranslation('billing-charges');
  const { period, day } = useBillFormat();
  const { months: names } = useDayNames();
  const datesOf = ({ from, until }: ChargeDraft): string[] => {
    if (isDay(from) && isDay(until) && from < until) return [period(from, until)];
    if (isDay(from)) return [t('held.from', { day: day(from) })];
    return isDay(until) ? [t('held.until', { day: day(until) })] : [];
  };
  return (charge) => [
    ...datesOf(charge),
    ...(charge.months.length === 0
      ? []
      : [names.flatMap(({ value, label }) => (charge.months.includes(value) ? [label] : [])).join(', ')]),
  ];
}
