import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { lastShape } from './page-shape.ts';

/** The page's cards at their final size, without their figures. */
export function DashboardSkeleton() {
  const { t } = useTranslation('usage');
  const shape = lastShape();
  return (
    <div aria-busy="true">
      {shape.hasSampleStrip && <Skeleton className="mb-4 h-22 rounded-card" />}
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
        <Card title={t('today.title')}>
          <div className="grid gap-x-8 gap-y-6 sm:grid-cols-[1.15fr_1fr]">
            <UtilitySkeleton />
            <UtilitySkeleton />
          </div>
        </Card>
        <Card title={t('now.title')}>
          <div className="grid grid-cols-2 gap-x-5">
            <UtilitySkeleton />
            <UtilitySkeleton />
          </div>
        </Card>
        <Card title={t('week.title')}>
          <ChartSkeleton />
        </Card>
        <Card title={t('rooms.title')}>
          <Skeleton className="mb-3 h-10 w-4/5" />
          {Array.from({ length: shape.rooms + 1 }, (_, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a skeleton have nothing else
            <Skeleton key={i} className="my-5 h-5" />
          ))}
        </Card>
        <Card title={t('latest.title')} className="lg:col-span-2">
          <div className="grid gap-x-8 md:grid-cols-2 xl:grid-cols-3">
            {Array.from({ length: shape.meters }, (_, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a skeleton have nothing else
              <div key={i} className="min-h-17 pt-3">
                <Skeleton className="h-9" />
              </div>
            ))}
          </div>
          <div className="mt-3 min-h-11" />
        </Card>
        <Card title={t('months.title')} className="lg:col-span-2">
          <ChartSkeleton />
        </Card>
      </div>
    </div>
  );
}

function UtilitySkeleton() {
  return (
    <div className="min-h-40">
      <Skeleton className="h-5 w-24" />
      <Skeleton className="mt-3 h-11 w-36" />
      <Skeleton className="mt-5 h-3 rounded-full" />
      <Skeleton className="mt-4 w-4/5" />
    </div>
  );
}

function ChartSkeleton() {
  return (
    <>
      <Skeleton className="mb-3 h-10 w-3/5" />
      <Skeleton className="h-60 sm:h-68" />
    </>
  );
}
