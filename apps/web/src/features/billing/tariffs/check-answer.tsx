import { firstUtility } from '@wattershed/catalogue';
import type { SampleBill as Sample } from '@wattershed/contracts';
import { useTranslation } from 'react-i18next';
import { useFailureWords } from '../../../platform/failure-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { BillLineList } from '../bills/bill-breakdown.tsx';
import { MissingNotes } from '../so-far/missing-notes.tsx';
import { missingParts, missingText } from '../so-far/pricing-faults.ts';
import { useBillFormat } from '../use-bill-format.ts';
import type { useCheck } from './use-check.ts';

/** A month under a tariff that is sound; or why nobody could be asked for it. */
export function CheckAnswer({ check }: { check: ReturnType<typeof useCheck> }) {
  const { t } = useTranslation('billing');
  const { ofThrown } = useFailureWords();
  if (check.isError)
    return (
      <div
        role="status"
        className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-paper px-4 py-3"
      >
        <p>
          {t('sample.failed')} {ofThrown(check.error)}
        </p>
        <Button look="secondary" size="small" onClick={() => void check.refetch()}>
          {t('sample.retry')}
        </Button>
      </div>
    );
  if (check.isLoading) return <Skeleton className="h-32" />;
  return check.data?.ok ? <SampleBill sample={check.data.sample} isStale={check.isStale} /> : null;
}

/** A month under a tariff that is not yet anybody's: whose use it is, what it comes to, and line by line how. */
function SampleBill({ sample, isStale }: { sample: Sample; isStale: boolean }) {
  const { t } = useTranslation('billing');
  const write = useBillFormat(sample.currency);
  const utility = sample.lines[0]?.utility ?? sample.faults[0]?.utility ?? firstUtility;
  const words = {
    // An example home's month is of the days on which the tariff's prices hold: it may be years ago.
    period: write.period(sample.start, sample.end, sample.of === 'example' ? { year: 'numeric' } : {}),
    used: write.used(utility, sample.used),
    total: write.money(sample.total),
  };
  return (
    <section className={isStale ? 'rounded-control bg-paper p-4 opacity-60' : 'rounded-control bg-paper p-4'}>
      <h3 className="font-semibold" aria-live="polite" data-sample-total={sample.total}>
        {t(`sample.${sample.of}${sample.faults.length > 0 ? 'Part' : ''}`, words)}
      </h3>
      <MissingNotes
        label={t('missing.label')}
        notes={missingParts(sample.faults).map((part) => missingText(part, t, write))}
        className="mt-2 bg-card"
      />
      {sample.lines.length > 0 && (
        <div className="mt-2 border-t border-line pt-1.5">
          <BillLineList lines={sample.lines} currency={sample.currency} start={sample.start} />
        </div>
      )}
    </section>
  );
}
