import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { lastShape } from './analytics-shape.ts';
import { rowsHeight } from './rows-height.ts';

/** The page's cards at their final size, without their figures. */
export function AnalyticsSkeleton({ panels }: { panels: number }) {
  const { t } = useTranslation('analytics');
  const shape = lastShape();
  return (
    <div aria-busy="true">
      {shape.hasSampleStrip && <Skeleton className="mb-4 h-22 rounded-card" />}
      <div className="grid gap-4 lg:grid-cols-2">
        <Card title={<Skeleton className="h-5 w-40" />} className="lg:col-span-2">
          <div className="grid gap-x-8 gap-y-6 sm:grid-cols-[1.15fr_1fr]">
            {Array.from({ length: panels }, (_, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts of a skeleton have nothing else
              <div key={i} className="min-h-32">
                <Skeleton className="h-5 w-24" />
                <Skeleton className="mt-3 h-11 w-36" />
                <Skeleton className="mt-4 w-4/5" />
              </div>
            ))}
          </div>
        </Card>
        <ChartSkeleton
          title={t('time.title')}
          height={panels === 2 ? 'h-104' : 'h-72'}
          hasControls
          className="lg:col-span-2"
        />
        <ChartSkeleton title={t('rooms.title')} height={rowsHeight(shape.rooms)} />
        <ChartSkeleton title={t('devices.title')} height={rowsHeight(shape.devices)} />
        <ChartSkeleton
          title={t('flow.title')}
          height={rowsHeight(shape.branches + 3)}
          hasControls={panels === 2}
          className="lg:col-span-2"
        />
        <ChartSkeleton
          title={t('year.title')}
          height="h-72 sm:h-44 lg:h-52"
          hasControls={panels === 2}
          className="lg:col-span-2"
        />
      </div>
    </div>
  );
}

interface ChartSkeletonProps {
  title: ReactNode;
  height: string;
  hasControls?: boolean;
  className?: string;
}

function ChartSkeleton({ title, height, hasControls = false, className }: ChartSkeletonProps) {
  return (
    <Card
      title={title}
      aside={<span className="-my-2 block min-h-11" />}
      {...(className !== undefined && { className })}
    >
      <p className="mb-3 min-h-[2lh] sm:min-h-[1lh]">
        <Skeleton className="h-5 w-3/5" />
      </p>
      {hasControls && <Skeleton className="mb-3 h-11.5 w-56 rounded-control" />}
      <div className="mb-2 min-h-12 sm:min-h-6" />
      <Skeleton className={`${height} rounded-control`} />
    </Card>
  );
}
