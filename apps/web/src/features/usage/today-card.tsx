import type { Utility } from '@wattershed/contracts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../platform/household.ts';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Figure } from '../../ui/figure.tsx';
import { UtilityLabel } from '../../ui/utility-mark.tsx';
import { OriginBadge } from './origin-badge.tsx';
import { outlookText } from './outlook-text.ts';
import { PaceBar } from './pace-bar.tsx';
import { todayOutlook } from './today-outlook.ts';
import { todayTotal } from './today-rooms.ts';
import type { UsageFigures } from './usage-figures.ts';

export interface TodayCardProps {
  figures: UsageFigures;
  today: string;
  now: number;
  className?: string;
}

/** The page's leading figures: what today has used so far, and what that means against the days before. */
export function TodayCard({ figures, today, now, className }: TodayCardProps) {
  const { t } = useTranslation('usage');
  const format = useFormat();
  const aside = (
    <span className="flex items-center gap-2">
      {figures.origin === 'measured' ? (
        t('today.until', { time: format.time(now) })
      ) : (
        <OriginBadge origin={figures.origin} />
      )}
    </span>
  );
  return (
    <Card title={t('today.title')} aside={aside} {...(className !== undefined && { className })}>
      <div className="grid gap-x-8 gap-y-6 sm:grid-cols-[1.15fr_1fr]">
        <UtilityToday utility="electricity" rank="lead" figures={figures} today={today} now={now} />
        <UtilityToday utility="water" rank="second" figures={figures} today={today} now={now} />
      </div>
    </Card>
  );
}

interface UtilityTodayProps extends TodayCardProps {
  utility: Utility;
  rank: 'lead' | 'second';
}

function UtilityToday({ utility, rank, figures, today, now }: UtilityTodayProps) {
  const { t } = useTranslation('usage');
  const format = useFormat();
  const used = todayTotal(figures.latest, utility);
  const write = utility === 'electricity' ? format.energy : format.volume;
  const outlook = used === null ? null : todayOutlook(figures.hours, utility, used, now, today, figures.timeZone);
  const quantity = used === null ? undefined : write(used);
  return (
    <div className="flex min-h-40 flex-col">
      <UtilityLabel utility={utility}>{t(utility)}</UtilityLabel>
      <p
        className={classNames('mt-1 flex items-end', rank === 'lead' ? 'min-h-14' : 'sm:min-h-14')}
        data-today={utility}
      >
        <Figure rank={rank} value={quantity?.value ?? '–'} unit={quantity?.unit} />
      </p>
      {used !== null && outlook !== null ? (
        <>
          <PaceBar utility={utility} used={used} outlook={outlook} isInvented={figures.origin !== 'measured'} />
          <p className="mt-2 text-small text-ink-soft">{outlookText(t, format, used, outlook, write)}</p>
        </>
      ) : (
        <p className="mt-2 text-small text-ink-soft">{used === null ? t('today.nothing') : t('today.tooEarly')}</p>
      )}
    </div>
  );
}
