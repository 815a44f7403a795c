import { firstUtility, type Utility, utilityIds } from '@wattershed/catalogue';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../platform/clock.ts';
import { useFormat } from '../../../platform/household.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { StatePanel } from '../../../ui/state-panel.tsx';
import { addDays, localDayOf } from '../../../platform/local-day.ts';
import { SampleStrip } from '../sample-strip.tsx';
import type { AnalyticsFigures } from './analytics-figures.ts';
import { AnalyticsFoot } from './analytics-foot.tsx';
import type { AnalyticsRequest } from './analytics-request.ts';
import { useRememberShape } from './analytics-shape.ts';
import { DayCard } from './day-card.tsx';
import { FlowCard } from './flow-card.tsx';
import { GroupsCard } from './groups-card.tsx';
import { onlyUtility } from './groups.ts';
import { LeadCard } from './lead-card.tsx';
import { bucketOf, periodAt } from './period.ts';
import { periodText } from './period-text.ts';
import { TimeCard } from './time-card.tsx';
import { YearCard } from './year-card.tsx';

export interface AnalyticsCardsProps {
  figures: AnalyticsFigures;
  /** The figures of an earlier request, while those of this one are on their way. */
  isOld: boolean;
  request: AnalyticsRequest;
  onChange: (request: AnalyticsRequest) => void;
}

export function AnalyticsCards({ figures, isOld, request, onChange }: AnalyticsCardsProps) {
  const { t } = useTranslation(['analytics', 'usage']);
  const now = useNow(60_000);
  const [focus, setFocus] = useState<Utility>(firstUtility);
  useRememberShape(figures);
  const shown = figures.request;
  const utilities = useMemo(() => (shown.utility === null ? utilityIds : [shown.utility]), [shown.utility]);
  const utility = shown.utility ?? focus;
  const isEmpty = onlyUtility(figures.parts, shown.utility).every(({ used, coveredS }) => used === 0 && coveredS === 0);
  const choice = shown.utility === null && (
    <SegmentedControl
      label={t('flow.utility')}
      value={focus}
      options={utilityIds.map((value) => ({ value, label: t(`usage:${value}`) }))}
      onChange={setFocus}
    />
  );
  const isDayCurve = bucketOf(shown.period, shown.grouping !== 'utility') === '5m';
  const lead = (
    <div className="lg:col-span-2">
      <LeadCard figures={figures} utilities={utilities} />
    </div>
  );
  return (
    <>
      {figures.origin === 'sample' && <SampleStrip />}
      <div
        aria-busy={isOld}
        className={classNames(
          'grid gap-4 transition-[filter,opacity] duration-150 lg:grid-cols-2',
          isOld && 'opacity-90 grayscale',
        )}
      >
        {isEmpty ? (
          <EmptyPeriod figures={figures} request={request} onChange={onChange} />
        ) : (
          <>
            {/* Who came for a leak sees it first. */}
            {shown.leak === null && lead}
            <TimeCard
              figures={figures}
              utilities={utilities}
              grouping={request.grouping}
              onGroup={(grouping) => onChange({ ...request, grouping })}
              className="lg:col-span-2"
            />
            {shown.leak !== null && lead}
            {shown.room === null && <GroupsCard figures={figures} utilities={utilities} by="room" />}
            <GroupsCard
              figures={figures}
              utilities={utilities}
              by="device"
              {...(shown.room !== null && { className: 'lg:col-span-2' })}
            />
            <FlowCard figures={figures} utility={utility} controls={choice} className="lg:col-span-2" />
            <YearCard figures={figures} utility={utility} controls={choice} className="lg:col-span-2" />
            {!isDayCurve && (
              <DayCard
                figures={figures}
                utilities={utilities}
                onDay={(day) => onChange({ ...request, day })}
                className="lg:col-span-2"
              />
            )}
          </>
        )}
      </div>
      <AnalyticsFoot figures={figures} now={now} />
    </>
  );
}

function EmptyPeriod({ figures, request, onChange }: Omit<AnalyticsCardsProps, 'isOld'>) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const { room, utility, period } = figures.request;
  const isFiltered = room !== null || utility !== null;
  const kind = period.kind === 'custom' ? 'week' : period.kind;
  const today = localDayOf(figures.now, figures.timeZone);
  const values = { period: periodText(period, format) };
  return (
    <Card className="lg:col-span-2">
      <StatePanel
        kind="empty"
        title={t('empty.title')}
        text={isFiltered ? t('empty.filtered', values) : t('empty.text', values)}
        actions={
          <>
            {isFiltered && (
              <Button look="secondary" onClick={() => onChange({ ...request, room: null, utility: null })}>
                {t('controls.clear')}
              </Button>
            )}
            {addDays(period.to, -1) < today && (
              <Button
                look="secondary"
                onClick={() => onChange({ ...request, period: periodAt(kind, today), day: null })}
              >
                {t('empty.today')}
              </Button>
            )}
          </>
        }
      />
    </Card>
  );
}
