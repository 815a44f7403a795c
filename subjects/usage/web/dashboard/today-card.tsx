import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { utilities, type Utility } from '#catalogue/index.ts';
import { orReload } from '#shell/data/reload-after-update.ts';
import { useUtilities } from '#shell/household/connected-devices.ts';
import { useFormat } from '#shell/household/household.ts';
import type { Format } from '#shell/text/format.ts';
import { dateOf } from '#shell/text/local-day.ts';
import { Card } from '#shell/ui/layout.tsx';
import { classNames } from '#shell/ui/class-names.ts';
import { UtilityLabel } from '#shell/ui/utility-mark.tsx';
import { compareSpans, isCovered } from '#subjects/insight/domain/compare-spans.ts';
import {
  daySpans,
  lastWholeDay,
  type TodayMeasured,
  todayMeasured,
  type TodayOutlook,
  todayOutlook,
} from '../measured-time.ts';
import type { UsageFigures } from '../usage-figures.tsx';
import { atLeastText, todayTotal } from '../amount.ts';
import { weeksQuery } from '../use-usage-figures.ts';

// Few homes have one.
const FlowsToday = lazy(orReload(async () => ({ default: (await import('./flows-today.tsx')).FlowsToday })));

interface TodayCardProps {
  figures: UsageFigures;
  today: string;
  now: number;
  className?: string;
}

/** What today has used so far, and what that means against the days before: one line a utility. */
export function TodayCard({ figures, today, now, className }: TodayCardProps) {
  const { t } = useTranslation('usage');
  const format = useFormat();
  const measured = useUtilities().filter((utility) => figures.latest.meters.some((meter) => meter.utility === utility));
  return (
    <Card
      title={t('today.title')}
      aside={t('today.until', { time: format.time(now) })}
      {...(className !== undefined && { className })}
    >
      <div className="space-y-3 sm:space-y-4">
        {measured.map((utility) => (
          <UtilityToday key={utility} utility={utility} figures={figures} today={today} now={now} />
        ))}
      </div>
    </Card>
  );
}

interface UtilityTodayProps extends TodayCardProps {
  utility: Utility;
}

function UtilityToday({ utility, figures, today, now }: UtilityTodayProps) {
  const { t } = useTranslation('usage');
  const format = useFormat();
  const used = todayTotal(figures.latest, utility);
  const measured = todayMeasured(figures.days, figures.latest, utility, now, today);
  // One reading says what a counter shows, not what was used.
  const isKnown = used !== null && (used !== 0 || measured.coveredS > 0);
  const spanOf = daySpans(figures.days, figures.latest, utility, figures.timeZone);
  const outlook = isKnown
    ? todayOutlook(figures.hours, utility, used, measured.until, today, figures.timeZone, (day) =>
        isCovered(spanOf(day)),
      )
    : null;
  const isLeast = figures.latest.atLeast?.includes(utility);
  const quantity = isKnown ? format.amount(utility, used) : undefined;
  const isCompared = outlook !== null && isCovered(measured) && !measured.isSilent;
  return (
    <div className="sm:min-h-25">
      <div className="flex items-baseline justify-between gap-x-4">
        <UtilityLabel utility={utility}>{t(utility)}</UtilityLabel>
        <p className="figures" data-today={utility}>
          <span className="text-[1.25rem] font-[650]">{atLeastText(quantity?.value ?? '–', isKnown && isLeast)}</span>{' '}
          <span className="text-ink-soft">{quantity?.unit}</span>
        </p>
      </div>
      {/* What may be more is compared with nothing. */}
      {isLeast ? null : isKnown && isCompared ? (
        <>
          <PaceBar utility={utility} used={used} outlook={outlook} />
          <p className="mt-1 text-small text-ink-soft sm:mt-2">{outlookText(t, format, utility, used, outlook)}</p>
        </>
      ) : (
        <NotCompared
          utility={utility}
          figures={figures}
          today={today}
          measured={measured}
          hasUsual={outlook !== null}
        />
      )}
      {isKnown && figures.latest.meters.some((meter) => meter.utility === utility && meter.flow !== 'drawn') && (
        <Suspense fallback={null}>
          <FlowsToday latest={figures.latest} utility={utility} used={used} />
        </Suspense>
      )}
    </div>
  );
}

interface PaceBarProps {
  utility: Utility;
  used: number;
  outlook: TodayOutlook;
}

/** Measured is full, what is likely to come is lighter and dotted, and a mark stands at a usual day's end. */
function PaceBar({ utility, used, outlook }: PaceBarProps) {
  const { t } = useTranslation('usage');
  const format = useFormat();
  const { usualDay, likelyHigh } = outlook;
  const whole = Math.max(usualDay, likelyHigh) * 1.12 || 1;
  const place = (amount: number) => Math.min(100, (amount / whole) * 100);
  const share = (amount: number) => `${place(amount)}%`;
  const { fill, edge } = utilities[utility].look;
  const usual = format.amount(utility, usualDay).text;
  return (
    <div className="mt-1 max-sm:hidden" aria-hidden="true">
      <div className="relative h-6 text-small text-ink-soft">
        <span className="absolute bottom-0 pr-1 whitespace-nowrap" style={{ right: `${100 - place(usualDay)}%` }}>
          {t('today.usualDay', { usual })}
        </span>
      </div>
      <div className="relative h-3">
        <span className="absolute inset-0 rounded-full bg-line" />
        <span
          className={classNames('absolute inset-y-0 left-0 rounded-full border border-dotted opacity-35', fill, edge)}
          style={{ width: share(likelyHigh) }}
        />
        <span className={classNames('absolute inset-y-0 left-0 rounded-full', fill)} style={{ width: share(used) }} />
        <span className="absolute -inset-y-1 w-0.5 bg-ink" style={{ left: share(usualDay) }} />
      </div>
    </div>
  );
}

/** "12% less than usual by this hour. Likely 8.1 to 9.4 kWh by midnight." */
function outlookText(
  t: TFunction<'usage'>,
  format: Format,
  utility: Utility,
  used: number,
  outlook: TodayOutlook,
): string {
  const low = format.amount(utility, outlook.likelyLow).text;
  const high = format.amount(utility, outlook.likelyHigh).text;
  const likely = low === high ? t('today.likelyOne', { high }) : t('today.likely', { low, high });
  return [paceText(t, format, used, outlook), likely].filter(Boolean).join(' ');
}

// Early in the day a kettle is "300% more than usual": that says nothing yet.
const tellingShare = 0.1;

function paceText(t: TFunction<'usage'>, format: Format, used: number, { usualByNow, usualDay }: TodayOutlook): string {
  if (usualByNow < usualDay * tellingShare) return '';
  const whole = { coveredS: 1, expectedS: 1 };
  const compared = compareSpans([{ now: { used, ...whole }, before: { used: usualByNow, ...whole } }]);
  if (compared.kind !== 'change') return '';
  const change = compared.share;
  if (Math.abs(change) < 0.02) return t('today.asUsual');
  return t(change < 0 ? 'today.less' : 'today.more', { change: format.percent(Math.abs(change)) });
}

interface NotComparedProps {
  utility: Utility;
  figures: UsageFigures;
  today: string;
  measured: TodayMeasured;
  /** There are days to compare with: it is today that was not measured. */
  hasUsual: boolean;
}

/** Why today is not compared; and the last day that can be. */
function NotCompared({ utility, figures, today, measured, hasUsual }: NotComparedProps) {
  const { t } = useTranslation('usage');
  const format = useFormat();
  const { latest, origin } = figures;
  const isAsked = origin === 'measured' && !isCovered(measured);
  const { data } = useQuery({ ...weeksQuery(latest.household), enabled: isAsked });
  const last = isAsked && data ? lastWholeDay(data.rows, latest, utility, today) : null;
  const direction = last === null || Math.abs(last.share) < 0.02 ? 'Same' : last.share < 0 ? 'Less' : 'More';
  const why = () => {
    if (measured.isSilent) return t('today.silent', { time: format.dateTime(measured.until) });
    if (measured.expectedS === 0 || measured.coveredS === 0) return t('today.nothing');
    if (!isCovered(measured))
      return t('today.partly', { share: format.percent(measured.coveredS / measured.expectedS) });
    return hasUsual ? '' : t('today.tooEarly');
  };
  return (
    <p className="mt-2 text-small text-ink-soft">
      {why()}{' '}
      {last !== null &&
        t(`today.last${direction}`, {
          day: format.date(dateOf(last.day), { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }),
          used: format.amount(utility, last.used).text,
          change: format.percent(Math.abs(last.share)),
        })}
    </p>
  );
}
