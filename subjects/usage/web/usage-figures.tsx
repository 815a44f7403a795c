import type { TFunction } from 'i18next';
import { FlaskConical } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { factsOf } from '#catalogue/index.ts';
import { useDevices } from '#shell/household/connected-devices.ts';
import { useFormat, useHousehold } from '#shell/household/household.ts';
import { useRoomName } from '#shell/household/room-name.ts';
import { useUserId } from '#shell/session/session.ts';
import { askToSignIn } from '#shell/session/session-prompts.ts';
import type { Format } from '#shell/text/format.ts';
import { addDays, daysUntil, startOfDay } from '#shell/text/local-day.ts';
import { Badge } from '#shell/ui/badge.tsx';
import { Button, buttonStyle } from '#shell/ui/button.tsx';
import { isSilent } from '#subjects/readings/domain/present-rate.ts';
import type { LatestAnswer, LatestMeter, UsageRow } from '../contract/usage.ts';

/** Everything the Dashboard draws from: the service's rows, or the sample in their shape. */
export interface UsageFigures {
  origin: 'measured' | 'simulated' | 'sample';
  timeZone: string;
  /** The first day that `days` could hold. */
  rowsFrom: string;
  /** By day, room and device; two weeks and a little. */
  days: readonly UsageRow[];
  /** When `days` were asked for, by the service's clock: `latest` may know today from before it or after. */
  daysAskedAt: number;
  /** By hour; eight days. */
  hours: readonly UsageRow[];
  /** By five minutes; three hours. */
  recent: readonly UsageRow[];
  months: readonly UsageRow[];
  latest: LatestAnswer;
  /** Set while nothing new can be heard: the moment that the figures are of. The page then stands still there. */
  asOf?: number;
}

/** Names figures that are invented. Simulated ones are named once, beside the page's title. */
export function OriginBadge({ origin }: { origin: UsageFigures['origin'] }) {
  const { t } = useTranslation('usage');
  if (origin !== 'sample') return null;
  return <Badge tone="sample">{t('origin.sample')}</Badge>;
}

/** What a page's figures rest on, the origin first. */
export function FootList({ origin, parts }: { origin: UsageFigures['origin']; parts: readonly string[] }) {
  const { t } = useTranslation('usage');
  return (
    <ul
      className="mt-4 flex min-h-6 flex-wrap content-start gap-x-6 gap-y-1 text-small rail:pr-16 text-ink-soft"
      aria-label={t('foot.label')}
    >
      {parts.map((part, i) => (
        <li key={part} className="inline-flex items-center gap-2">
          {i === 0 && (
            <span
              aria-hidden="true"
              className={
                origin === 'measured'
                  ? 'size-2 rounded-full bg-leaf'
                  : 'size-2 rounded-full border border-dashed border-ink-soft'
              }
            />
          )}
          {part}
        </li>
      ))}
    </ul>
  );
}

/** Shares of all that was used. */
interface Provenance {
  estimated: number;
  imported: number;
}

/** Where figures come from: measured by the home's own meters only where they were; what came from files or was estimated by its share. */
export function provenanceTexts(
  t: TFunction<'usage'>,
  format: Format,
  origin: UsageFigures['origin'],
  { estimated, imported }: Provenance,
): string[] {
  if (origin !== 'measured') return [t(`foot.${origin}`)];
  const share = (part: number) => format.percent(part, 1);
  const isAll = (part: number) => part >= 0.9995;
  if (isAll(imported))
    return [t('foot.allImported'), ...(estimated < 0.001 ? [] : [t('foot.estimated', { share: share(estimated) })])];
  if (isAll(estimated)) return [t('foot.allEstimated')];
  const measured = Math.max(0, 1 - imported - estimated);
  return [
    imported < 0.001 && estimated < 0.001
      ? t('foot.measured')
      : measured >= 0.001 && t('foot.measuredShare', { share: share(measured) }),
    imported >= 0.001 && t('foot.imported', { share: share(imported) }),
    estimated >= 0.001 && t('foot.estimated', { share: share(estimated) }),
  ].filter((text) => text !== false);
}

const maxNamed = 3;

/** What the figures rest on: measured, estimated, imported or invented, how complete, and who is silent. */
export function FiguresFoot({ figures, today, now }: { figures: UsageFigures; today: string; now: number }) {
  const { t } = useTranslation('usage');
  const format = useFormat();
  const span = { days: daysUntil(today, 7), rowsFrom: figures.rowsFrom, now, timeZone: figures.timeZone };
  const { covered, estimated, imported } = completeness(figures.days, figures.latest.meters, span);
  const silent = useSilentMeters(figures, now);
  const zoneText = useZoneText();
  const parts = [
    ...provenanceTexts(t, format, figures.origin, { estimated, imported }),
    covered !== null && figures.origin !== 'sample' && t('foot.complete', { share: format.percent(covered, 1) }),
    figures.days.some(({ atLeast }) => atLeast) && t('foot.atLeast'),
    ...silent,
    figures.origin !== 'sample' && zoneText(figures.timeZone),
  ].filter((part) => part !== false);
  return <FootList origin={figures.origin} parts={parts} />;
}

/** By which clock the days are cut, where that is not the reader's own. */
export function useZoneText(): (timeZone: string) => string | false {
  const { t } = useTranslation('usage');
  const { data: household } = useHousehold();
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (timeZone) => {
    if (household?.time_zone_chosen === false) return t('foot.noZone');
    return timeZone !== own && t('foot.zone', { zone: timeZone.replaceAll('_', ' ') });
  };
}

/** The meters that have gone quiet, by their names; the rest of many by their number. */
export function useSilentMeters(figures: Pick<UsageFigures, 'latest'>, now: number): string[] {
  const { t } = useTranslation('usage');
  const format = useFormat();
  const roomName = useRoomName();
  const { data: devices = [] } = useDevices();
  const silent = figures.latest.meters.filter((meter) => isSilent(meter, now));
  const named = silent.slice(0, maxNamed).map((meter) => {
    const name =
      devices.find(({ id }) => id === meter.deviceId)?.name ?? `${roomName(meter.room)} (${t(meter.utility)})`;
    return t('foot.silent', { name, ago: format.ago(Date.parse(meter.lastAt ?? ''), now) });
  });
  return silent.length > maxNamed ? [...named, t('foot.moreSilent', { count: silent.length - maxNamed })] : named;
}

export interface Completeness extends Provenance {
  /** Seconds measured of the seconds that there were; null before anything was. */
  covered: number | null;
}

interface Span {
  /** The days whose figures are shown. */
  days: readonly string[];
  /** The first day that the rows could hold. */
  rowsFrom: string;
  now: number;
  timeZone: string;
}

/** How much of the days' figures was measured: a device counts from the day after its first one. */
export function completeness(rows: readonly UsageRow[], meters: readonly LatestMeter[], span: Span): Completeness {
  const { days, rowsFrom, now, timeZone } = span;
  const firstDays = new Map<string, string>();
  for (const { deviceId = '', start, coveredS } of rows) {
    if (coveredS === 0) continue;
    const first = firstDays.get(deviceId);
    if (first === undefined || start < first) firstDays.set(deviceId, start);
  }
  let coveredS = 0;
  let expectedS = 0;
  for (const [deviceId, firstDay] of firstDays) {
    const registers = Math.max(1, meters.filter((meter) => meter.deviceId === deviceId).length);
    const counted = days.filter((day) => day > firstDay || firstDay <= rowsFrom);
    for (const day of counted) expectedS += registers * secondsOf(day, now, timeZone);
    for (const row of rows) {
      if (row.deviceId === deviceId && counted.includes(row.start)) coveredS += row.coveredS;
    }
  }
  return {
    covered: expectedS === 0 ? null : Math.min(1, coveredS / expectedS),
    ...sharesOf(rows.filter(({ start }) => days.includes(start))),
  };
}

function secondsOf(day: string, now: number, timeZone: string): number {
  const begin = startOfDay(day, timeZone);
  return Math.max(0, Math.min(now, startOfDay(addDays(day, 1), timeZone)) - begin) / 1000;
}

/** What was estimated and what came from files, as shares of all that was used. */
export function sharesOf(rows: readonly UsageRow[]): Provenance {
  const weight = (part: 'used' | 'estimated' | 'imported') =>
    rows.reduce((sum, row) => sum + Math.abs(row[part]) * factsOf(row.utility).weight, 0);
  const used = weight('used');
  const share = (part: number) => (used === 0 ? 0 : Math.min(1, part / used));
  return { estimated: share(weight('estimated')), imported: share(weight('imported')) };
}

/** Says plainly that the figures are not this home's, and how they become so. */
export function SampleStrip() {
  const { t } = useTranslation('usage');
  const isVisitor = useUserId() === undefined;
  return (
    <section
      aria-labelledby="sample-title"
      className="mb-4 flex min-h-22 flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-dashed border-ink-soft/60 px-4 py-4 sm:px-6"
    >
      <FlaskConical className="size-5 shrink-0 text-leaf" aria-hidden />
      <div className="min-w-60 flex-1">
        <h2 id="sample-title" className="text-title">
          {t('sample.title')}
        </h2>
        <p className="text-small text-ink-soft">{isVisitor ? t('sample.visitor') : t('sample.member')}</p>
      </div>
      {isVisitor ? (
        <Button onClick={() => askToSignIn('sign-up')}>{t('sample.start')}</Button>
      ) : (
        <div className="flex flex-wrap gap-2">
          <Link to="/devices/connect" className={buttonStyle()}>
            {t('sample.connect')}
          </Link>
          <Link to="/devices/import" className={buttonStyle({ look: 'secondary' })}>
            {t('sample.import')}
          </Link>
        </div>
      )}
    </section>
  );
}
