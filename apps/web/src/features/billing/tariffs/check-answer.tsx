import { useTranslation } from 'react-i18next';
import { useFailureWords } from '../../../platform/failure-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { SampleBill } from './sample-bill.tsx';
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
