import type { DayClass } from '../../../../domain/tariff/plan.ts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#shell/household/household.ts';
import { dateWriter } from '#shell/data/writers.ts';

const weekDays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** The names of months and kinds of days, as the reader writes them. */
export function useDayNames() {
  const { t } = useTranslation('billing-charges');
  const { locale } = useFormat();
  const name = (at: number, options: Intl.DateTimeFormatOptions) =>
    dateWriter(locale, { timeZone: 'UTC', ...options }).format(at);
  const months = Array.from({ length: 12 }, (_, i) => ({
    value: i + 1,
    label: name(Date.UTC(2026, i, 15), { month: 'short' }),
  }));
  // 5 January 2026 is a Monday.
  const days: { value: DayClass; label: string }[] = weekDays.map((value, i) => ({
    value,
    label: name(Date.UTC(2026, 0, 5 + i, 12), { weekday: 'short' }),
  }));
  const classes: { value: DayClass; label: string }[] = (['workday', 'weekend', 'holiday'] as const).map((value) => ({
    value,
    label: t(`days.${value}`),
  }));
  return { months, days: [...days, ...classes] };
}
