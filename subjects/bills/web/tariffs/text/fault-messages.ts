import type { PlanTextFault } from '../../../contract/tariff-plan.ts';
import type { TFunction } from 'i18next';
import type { Format } from '#shell/text/format.ts';
import { dateWriter } from '#shell/data/writers.ts';

const weekDays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
/** A Monday, to have names of days from. */
const firstMonday = Date.UTC(2026, 0, 5, 12);
const dayMs = 86_400_000;

/** `08:00, month 1, mon, holiday, red` in the reader's words; a colour is the tariff's own. */
function momentWords(value: string, t: TFunction<'billing'>, { locale, list }: Format): string {
  const name = (at: number, options: Intl.DateTimeFormatOptions) =>
    dateWriter(locale, { timeZone: 'UTC', ...options }).format(at);
  return list(
    value.split(', ').map((part) => {
      const month = /^month (\d+)$/.exec(part)?.[1];
      if (month !== undefined) return name(Date.UTC(2026, Number(month) - 1, 15), { month: 'long' });
      const day = weekDays.indexOf(part);
      if (day >= 0) return name(firstMonday + day * dayMs, { weekday: 'long' });
      return part === 'holiday' ? t('faults.holiday') : part;
    }),
  );
}

/** What is wrong, in the reader's language; keys of the text stay as they are written. */
export function faultText(
  { code, path, value, allowed, suggest }: PlanTextFault,
  t: TFunction<'billing'>,
  format: Format,
): string {
  const field = path.findLast((part) => typeof part === 'string') ?? t('faults.whole');
  const text =
    code === 'value-invalid' && value === ''
      ? t('faults.value-shape', { field })
      : t(`faults.${code}`, { field, value: code === 'hours-uncovered' ? momentWords(value, t, format) : value });
  if (suggest !== undefined) return `${text} ${t('faults.suggest', { suggest })}`;
  return allowed === undefined || allowed.length === 0
    ? text
    : `${text} ${t('faults.allowed', { list: allowed.join(', ') })}`;
}

/** Where a fault stands in the text, counted in characters from its beginning. */
export function placeInText(text: string, line: number, column: number): number {
  const before = text.split('\n').slice(0, line - 1);
  const start = before.reduce((sum, one) => sum + one.length + 1, 0);
  return Math.min(text.length, start + Math.max(0, column - 1));
}
