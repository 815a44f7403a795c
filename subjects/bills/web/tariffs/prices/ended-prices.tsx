import type { TariffPlanRow } from '#supabase/tables/json-columns.ts';
import { Info } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { addDays } from '#shell/text/local-day.ts';
import { useBillFormat } from '../../use-bill-format.ts';

/** The first day on which none of a plan's charges for use holds any more; null where one goes on. */
export function pricedUntil({ charges }: TariffPlanRow): string | null {
  const ends = charges.filter(({ kind }) => kind === 'use').map(({ until }) => until ?? null);
  return ends.reduce((last, end) => (last === null || end === null ? null : end > last ? end : last), ends[0] ?? null);
}

/** Says that a tariff's prices are over on `day`; nothing where they are not. */
export function EndedPrices({ until, day }: { until: string | null; day: string }) {
  const { t } = useTranslation('billing');
  const write = useBillFormat();
  if (until === null || until > day) return null;
  return (
    <p role="status" className="flex items-start gap-2.5 rounded-control bg-alert-soft px-3 py-2 text-small text-alert">
      <Info className="mt-0.5 size-5 shrink-0" aria-hidden />
      {t('tariffs.ended', { day: write.day(addDays(until, -1)) })}
    </p>
  );
}
