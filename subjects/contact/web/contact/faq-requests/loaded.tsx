import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#shell/household/household.ts';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { Card } from '#shell/ui/card.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';

interface LoadedProps<T> {
  query: UseQueryResult<T[]>;
  /** How many rows are asked for at most; without it, all are. */
  max?: number;
  children: (rows: T[]) => ReactNode;
}

/** The rows when they are there, and that there are more of them; what happens until then, and when they do not come. */
export function Loaded<T>({ query, max, children }: LoadedProps<T>) {
  const { t } = useTranslation('admin');
  const format = useFormat();
  if (query.data !== undefined)
    return (
      <>
        {children(query.data)}
        {max !== undefined && query.data.length >= max && (
          <p className="text-small text-ink-soft">{t('more', { number: format.number(max) })}</p>
        )}
      </>
    );
  if (query.isError)
    return (
      <Card>
        <LoadFailure error={query.error} onRetry={() => void query.refetch()} />
      </Card>
    );
  return (
    <div aria-busy="true" className="space-y-4">
      <Skeleton className="h-36 rounded-card" />
      <Skeleton className="h-36 rounded-card" />
    </div>
  );
}
