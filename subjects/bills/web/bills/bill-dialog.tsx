import { FileDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { textIn, type Utility, utilityIds } from '#catalogue/index.ts';
import { useLanguage } from '#shell/text/i18n.ts';
import { Button } from '#shell/ui/button.tsx';
import { Dialog } from '#shell/ui/dialog.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { UtilityLabel } from '#shell/ui/utility-mark.tsx';
import type { BillingRecord } from '#supabase/tables/index.ts';
import type { BillLineRow } from '#supabase/tables/json-columns.ts';
import { readBillPaper } from '../../contract/billing.ts';
import { billAmount, type BillAmounts, bySupplier, isBilled } from '../../domain/bill/bill.ts';
import { useVersions } from '../billing-queries.ts';
import { ChangeSection } from '../changes/change-section.tsx';
import { BillFileState, useBillFile } from '../export/export-bills.tsx';
import { useBillFormat } from '../use-bill-format.ts';
import { useBillLines } from './bill-line-text.ts';

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

interface BreakdownProps {
  lines: readonly BillLineRow[];
  currency: string;
  start: string;
  amounts: BillAmounts;
  total: string | number;
}

/** Every line of a bill with how it came about, by utility, down to the total. */
export function BillBreakdown({ lines, currency, start, amounts, total }: BreakdownProps) {
  const { t } = useTranslation('billing');
  const { money } = useBillFormat(currency);
  return (
    <div>
      {utilityIds
        .filter((utility) => isBilled(utility, { amounts, lines }))
        .map((utility) => (
          <UtilityLines
            key={utility}
            utility={utility}
            currency={currency}
            start={start}
            cost={billAmount({ amounts }, utility).cost}
            lines={lines.filter((line) => line.utility === utility)}
          />
        ))}
      <p className="flex items-baseline justify-between gap-4 border-t-2 border-ink pt-3 font-semibold">
        <span>{t('detail.total')}</span>
        <span className="figures text-[1.25rem]" data-bill-total>
          {money(total)}
        </span>
      </p>
      <p className="mt-2 text-small text-ink-soft">{t('foot.rounding')}</p>
    </div>
  );
}

interface UtilityLinesProps {
  utility: Utility;
  currency: string;
  start: string;
  cost: string;
  lines: readonly BillLineRow[];
}

function UtilityLines({ utility, currency, start, cost, lines }: UtilityLinesProps) {
  const { t } = useTranslation('billing');
  const { money } = useBillFormat(currency);
  return (
    <section className="mb-5">
      <h3 className="flex items-center justify-between gap-4 border-b border-line pb-1.5">
        <UtilityLabel utility={utility}>{t(utility)}</UtilityLabel>
        <span className="figures font-semibold">{money(cost)}</span>
      </h3>
      <BillLineList lines={lines} currency={currency} start={start} />
    </section>
  );
}

/** Each line with what it is for, how it came about, and its amount; where several supply the utility, by whose bill it stands on. */
export function BillLineList({ lines, ...rest }: Pick<BreakdownProps, 'lines' | 'currency' | 'start'>) {
  const { t } = useTranslation('billing');
  const language = useLanguage();
  const { money } = useBillFormat(rest.currency);
  const bills = bySupplier(lines);
  if (bills.every(({ supplier }) => supplier === undefined)) return <SupplierLines lines={lines} {...rest} />;
  return bills.map(({ supplier, lines: own }, i) => (
    <section key={i} className="mt-2" data-supplier={supplier?.id ?? ''}>
      <h4 className="flex items-baseline justify-between gap-4 text-small font-semibold">
        <span className="min-w-0 [overflow-wrap:anywhere]">
          {supplier === undefined ? t('detail.sharedSupplier') : textIn(supplier.name, language)}
        </span>
        <span className="figures shrink-0">{money(own.reduce((sum, { amount }) => sum + Number(amount), 0))}</span>
      </h4>
      <SupplierLines lines={own} {...rest} />
    </section>
  ));
}

function SupplierLines({ lines, currency, start }: Pick<BreakdownProps, 'lines' | 'currency' | 'start'>) {
  const { t } = useTranslation('billing');
  const { money, day } = useBillFormat(currency);
  const { label, line: howCome } = useBillLines(currency);
  return (
    <ul>
      {lines.map((line) => (
        <li key={keyOf(line)} className="flex items-baseline justify-between gap-4 py-1.5">
          <span className="min-w-0 [overflow-wrap:anywhere]">
            {label(line)}
            {line.from !== start && (
              <span className="text-ink-soft"> · {t('detail.since', { day: day(line.from) })}</span>
            )}
            <span className="block text-small text-ink-soft">{howCome(line)}</span>
          </span>
          <span className="figures shrink-0">{money(line.amount)}</span>
        </li>
      ))}
    </ul>
  );
}

const keyOf = ({ kind, charge, period, block, from }: BillLineRow): string =>
  [kind, charge, period, block?.above, from].join(' ');

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
