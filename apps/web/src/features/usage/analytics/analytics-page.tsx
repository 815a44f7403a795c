import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useNow } from '../../../platform/clock.ts';
import { useDocumentTitle } from '../../../platform/document-title.ts';
import { regionalOf } from '../../../platform/format.ts';
import { useHousehold, useNameAmongSeveral } from '../../../platform/household.ts';
import { LoadFailure } from '../../../platform/load-failure.tsx';
import { Card } from '../../../ui/card.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { localDayOf } from '../../../platform/local-day.ts';
import { AnalyticsCards } from './analytics-cards.tsx';
import { AnalyticsControls } from './analytics-controls.tsx';
import { type AnalyticsRequest, readRequest, writeRequest } from './analytics-request.ts';
import { AnalyticsSkeleton } from './analytics-skeleton.tsx';
import { FilterChips } from './filter-chips.tsx';
import { roomsOf } from './rooms-of.ts';
import { useAnalytics } from './use-analytics.ts';

export function AnalyticsPage() {
  // All words of the page at once: asked for one by one, each would hide the page again until it came.
  const { t } = useTranslation(['analytics', 'usage', 'rooms', 'chart']);
  useDocumentTitle(t('title'));
  const { data: household } = useHousehold();
  const homeName = useNameAmongSeveral();
  const today = localDayOf(useNow(60_000), regionalOf(household).timeZone);
  const [search, setSearch] = useSearchParams();
  const request = useMemo(() => readRequest(search, today), [search, today]);
  // The address follows when the charts are drawn; what was pressed shows at once, and the next press builds on it.
  const [pressed, setPressed] = useState({ from: search, request });
  const chosen = pressed.from === search ? pressed.request : request;
  const isWaiting = writeRequest(chosen, today).toString() !== writeRequest(request, today).toString();
  const change = (next: AnalyticsRequest) => {
    setPressed({ from: search, request: next });
    setSearch(writeRequest(next, today), { state: { stays: true } });
  };
  const state = useAnalytics(request, today);
  return (
    <>
      <PageHeader title={t('title')} subtitle={[homeName, t('subtitle')].filter(Boolean).join(' · ')} />
      <section aria-label={t('controls.label')} className="mb-4 grid gap-3">
        <AnalyticsControls request={chosen} today={today} onChange={change} />
        <FilterChips
          request={chosen}
          rooms={roomsOf(state.status === 'ready' ? state.figures.latest : undefined, chosen.room)}
          onChange={change}
        />
      </section>
      {state.status === 'loading' && <AnalyticsSkeleton panels={request.utility === null ? 2 : 1} />}
      {state.status === 'failed' && (
        <Card>
          <LoadFailure error={state.error} onRetry={state.retry} />
        </Card>
      )}
      {state.status === 'ready' && (
        <AnalyticsCards figures={state.figures} isOld={state.isOld || isWaiting} request={request} onChange={change} />
      )}
    </>
  );
}
