import type { UseQueryResult } from '@tanstack/react-query';
import type { MeterReadings } from '@wattershed/contracts';
import type { Utility } from '@wattershed/catalogue';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../platform/household.ts';
import { LoadFailure } from '../../platform/load-failure.tsx';
import { dateOf } from '../../platform/local-day.ts';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StatePanel } from '../../ui/state-panel.tsx';
import { ReadingTable, type ReadingTableProps } from './reading-table.tsx';

export interface DayReadingsProps {
  readings: UseQueryResult<MeterReadings>;
  utility: Utility;
  day: string;
  onTask: ReadingTableProps['onTask'];
}

/** The day in one sentence, and below it every reading. */
export function DayReadings({ readings, utility, day, onTask }: DayReadingsProps) {
  const { t } = useTranslation('readings');
  const format = useFormat();
  const { data } = readings;
  const title = format.date(dateOf(day), { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });
  return (
    <Card title={title}>
      {data === undefined && readings.isError && (
        <LoadFailure error={readings.error} onRetry={() => void readings.refetch()} />
      )}
      {data === undefined && !readings.isError && <Skeleton className="h-80" />}
      {data?.readings.length === 0 && <StatePanel kind="empty" title={t('none.title')} text={t('none.text')} />}
      {data !== undefined && data.readings.length > 0 && (
        <>
          <Summary kept={data} utility={utility} />
          <ReadingTable kept={data} utility={utility} onTask={onTask} />
        </>
      )}
    </Card>
  );
}

function Summary({ kept: { readings }, utility }: { kept: MeterReadings; utility: Utility }) {
  const { t } = useTranslation('readings');
  const format = useFormat();
  const amount = (used: number) => format.amount(utility, used);
  const used = readings.reduce((sum, one) => sum + (one.used ?? 0), 0);
  const estimated = readings.reduce((sum, one) => sum + (one.estimated ? (one.used ?? 0) : 0), 0);
  return (
    <p className="figures mb-3 text-ink-soft">
      {t('summary', { count: readings.length, used: amount(used).text })}
      {estimated !== 0 && `, ${t('ofItEstimated', { amount: amount(estimated).text })}`}
    </p>
  );
}
