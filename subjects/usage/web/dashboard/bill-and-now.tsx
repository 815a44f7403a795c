import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { useNow } from '#shell/parts/clock.ts';
import { localDayOf } from '#shell/text/local-day.ts';
import { buttonStyle } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { SampleStrip } from '../usage-figures.tsx';
import { useUsageFigures } from '../use-usage-figures.ts';
import { DashboardHeader, FirstRow, type FirstRowParts, FirstRowSkeleton, layout } from './dashboard-page.tsx';

/** The Dashboard's first row where Home begins, for whoever is in: all else is one press away. */
export function BillAndNow({ parts }: { parts: FirstRowParts }) {
  const { t } = useTranslation(['usage', 'rooms', 'bill-card']);
  const state = useUsageFigures();
  const liveNow = useNow(10_000);
  const figures = state.status === 'ready' ? state.figures : undefined;
  const now = figures?.asOf ?? liveNow;
  return (
    <section className="pb-14">
      <DashboardHeader {...(figures && { figures })} />
      {figures?.origin === 'sample' && <SampleStrip />}
      {state.status === 'failed' ? (
        <Card>
          <LoadFailure error={state.error} onRetry={state.retry} />
        </Card>
      ) : (
        <div className={layout.grid}>
          {figures === undefined ? (
            <FirstRowSkeleton />
          ) : (
            <FirstRow figures={figures} today={localDayOf(now, figures.timeZone)} now={now} parts={parts} />
          )}
        </div>
      )}
      <Link to="/dashboard" className={buttonStyle({ look: 'secondary', className: 'mt-4' })}>
        {t('toDashboard')}
      </Link>
    </section>
  );
}
