import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { firstRow } from './page-grid.ts';

/** The page's cards at their final size, without their figures. */
export function BillingSkeleton() {
  const { t } = useTranslation('billing');
  return (
    <div aria-busy="true" className={firstRow.grid}>
      <Card title={t('soFar.title')} className={firstRow.card}>
        <Skeleton className="h-14 w-56 max-w-full" />
        <Skeleton className="mt-8 h-3 rounded-full" />
        <Skeleton className="mt-4 w-4/5" />
        <div className="mt-10 grid grid-cols-2 gap-4 sm:grid-cols-4">
          {['a', 'b', 'c', 'd'].map((tile) => (
            <Skeleton key={tile} className="h-16" />
          ))}
        </div>
        <Skeleton className="mt-10 w-3/5" />
        <Skeleton className="mt-3 w-3/5" />
      </Card>
      <Card title={t('tariffs.title')} className={firstRow.card}>
        {['a', 'b'].map((row) => (
          <Skeleton key={row} className="mb-5 h-20" />
        ))}
      </Card>
      <Card title={t('trend.title')} className="lg:col-span-2">
        <Skeleton className="h-80" />
      </Card>
      <Card title={t('history.title')} className="lg:col-span-2">
        {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
          <Skeleton key={row} className="my-4 h-8" />
        ))}
      </Card>
    </div>
  );
}
