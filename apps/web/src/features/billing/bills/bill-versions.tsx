import type { BillingRecord } from '@wattershed/database';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useVersions } from '../billing-queries.ts';
import { useBillFormat } from '../use-bill-format.ts';

/** What a bill said before, since when not, and why. */
export function BillVersions({ bill }: { bill: BillingRecord }) {
  const { t } = useTranslation('billing');
  const { money, format } = useBillFormat(bill.currency);
  const { data: versions, isError } = useVersions(bill.id, true);
  const day = (at: string) => format.date(Date.parse(at), { dateStyle: 'medium' });
  return (
    <section className="mt-6 rounded-control bg-paper px-4 py-3">
      <h3 className="font-semibold">{t('detail.corrected', { day: day(bill.corrected_at ?? bill.created_at) })}</h3>
      {isError ? (
        <p className="mt-1 text-small text-alert">{t('versions.failed')}</p>
      ) : versions === undefined ? (
        <Skeleton className="mt-2 w-3/5" />
      ) : (
        <>
          <p className="mt-1 text-small text-ink-soft">{t('versions.title')}</p>
          <ul>
            {versions.map((version) => (
              <li
                key={version.version}
                className="mt-1 flex items-baseline justify-between gap-4 text-small"
                data-version={version.version}
              >
                <span>
                  {t('versions.until', { day: day(version.replaced_at) })} · {t(`versions.${version.reason}`)}
                </span>
                <span className="figures">{money(version.total_amount)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
