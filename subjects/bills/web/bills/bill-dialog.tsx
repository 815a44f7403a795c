import { readBillPaper } from '../../contract/billing.ts';
import type { BillingRecord } from '#supabase/tables/index.ts';
import { FileDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#shell/ui/button.tsx';
import { Dialog } from '#shell/ui/dialog.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { useVersions } from '../billing-queries.ts';
import { ChangeSection } from '../changes/change-section.tsx';
import { BillFileState } from '../export/bill-file-state.tsx';
import { useBillFile } from '../export/use-bill-file.ts';
import { useBillFormat } from '../use-bill-format.ts';
import { BillBreakdown } from './bill-breakdown.tsx';

/** A bill line by line, what its figures rest on, and what it said before it was corrected. */
export function BillDialog({ bill, onClose }: { bill: BillingRecord | undefined; onClose: () => void }) {
  const { t } = useTranslation('billing');
  const { period } = useBillFormat(bill?.currency);
  return (
    <Dialog
      open={bill !== undefined}
      onClose={onClose}
      closeLabel={t('close')}
      title={bill === undefined ? '' : t('detail.title', { period: period(bill.period_start, bill.period_end) })}
    >
      {bill !== undefined && <BillDetail bill={bill} />}
    </Dialog>
  );
}

function BillDetail({ bill }: { bill: BillingRecord }) {
  const { t } = useTranslation('billing');
  const write = useBillFormat(bill.currency);
  const file = useBillFile();
  const days = Math.round((Date.parse(bill.period_end) - Date.parse(bill.period_start)) / 86_400_000);
  const estimated = write.estimated(bill);
  const facts = [
    t('detail.days', { count: days }),
    ...(bill.coverage === null ? [] : [t('foot.coverage', { share: write.format.percent(bill.coverage, 1) })]),
    ...(estimated.length === 0 ? [] : [t('foot.estimated', { amounts: write.format.list(estimated) })]),
    ...(bill.unpriced_days === 0 ? [] : [t('foot.unpriced', { count: bill.unpriced_days })]),
  ];
  return (
    <>
      <p className="-mt-2 mb-5 text-small text-ink-soft">{facts.join(' · ')}</p>
      <BillBreakdown
        lines={bill.lines}
        currency={bill.currency}
        start={bill.period_start}
        amounts={bill.amounts}
        total={bill.total_amount}
      />
      <ChangeSection bill={bill} />
      {bill.corrected_at !== null && <BillVersions bill={bill} />}
      <p className="mt-5 text-small text-ink-soft">{t('detail.own')}</p>
      <div className="mt-5 flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
        <BillFileState file={file} />
        <Button
          look="secondary"
          pending={file.isPending}
          icon={<FileDown className="size-5" aria-hidden />}
          onClick={() =>
            file.mutate({
              endpoint: readBillPaper,
              params: { id: bill.id },
              name: `wattershed-bill-${bill.period_start}.pdf`,
            })
          }
        >
          {t('detail.pdf')}
        </Button>
      </div>
    </>
  );
}

/** What a bill said before, since when not, and why. */
function BillVersions({ bill }: { bill: BillingRecord }) {
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
