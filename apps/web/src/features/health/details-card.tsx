import type { HealthDetails } from '@wattershed/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../platform/household.ts';
import { LoadFailure } from '../../platform/load-failure.tsx';
import { callService } from '../../platform/service.ts';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** What only an administrator may know of the service. */
export function DetailsCard() {
  const { t } = useTranslation('health');
  const { data, error, refetch } = useQuery({
    queryKey: ['health', 'details'],
    queryFn: ({ signal }) => callService<HealthDetails>('/api/v1/health', { signal }),
    refetchInterval: 30_000,
  });
  return (
    <Card title={t('details.title')} className="mt-4">
      {data !== undefined ? (
        <Details details={data} />
      ) : error !== null ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-44" />
      )}
    </Card>
  );
}

function Details({ details }: { details: HealthDetails }) {
  const { t } = useTranslation('health');
  const format = useFormat();
  const { ingest } = details;
  const inMs = (ms: number) => t('took', { ms: format.number(ms) });
  const last =
    ingest.lastMs === null || ingest.lastAt === null
      ? t('details.never')
      : `${inMs(ingest.lastMs)} · ${format.dateTime(Date.parse(ingest.lastAt))}`;
  const facts = [
    ['version', details.version],
    ['node', details.node],
    ['started', format.dateTime(Date.parse(details.startedAt))],
    ['memory', format.bytes(details.memoryMb * 1_000_000)],
    ['database', inMs(details.databaseMs)],
    ['waiting', inMs(ingest.waitingMs)],
    ['last', last],
  ] as const;
  return (
    <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[auto_1fr]">
      {facts.map(([key, value]) => (
        <div key={key} className="contents">
          <dt className="text-ink-soft">{t(`details.${key}`)}</dt>
          <dd className="figures mb-2 sm:mb-0">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
