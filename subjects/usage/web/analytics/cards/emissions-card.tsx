import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { utilities as catalogue, type Utility } from '#catalogue/index.ts';
import { keptOffline } from '#shell/data/keep-answers.ts';
import { callService } from '#shell/data/service.ts';
import { useFormat, useHouseholdId } from '#shell/household/household.ts';
import { useChartLabels } from '#shell/text/chart-labels.ts';
import type { Format } from '#shell/text/format.ts';
import { localDayOf } from '#shell/text/local-day.ts';
import { classNames } from '#shell/ui/class-names.ts';
import { barsDrawing } from '#shell/ui/chart/bars-drawing.ts';
import { ChartFrame } from '#shell/ui/chart/chart-frame.tsx';
import type { ChartData } from '#shell/ui/chart/series-look.ts';
import { Figure } from '#shell/ui/figure.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { type EmissionsAnswer, readEmissions } from '../../../contract/usage.ts';
import { type Emitted, factorsIn, gramsPerKilo, massOf, sumEmitted } from '../../../domain/emissions.ts';
import type { AnalyticsFigures } from '../analytics-figures.ts';
import { bucketOfRequest } from '../analytics-request.ts';
import { bucketText, instantOf, periodText, startsOf } from '../period.ts';
import { utilityWithFlows } from '../use-flows.ts';
import { fileName } from '../view.ts';

interface EmissionsCardProps {
  figures: AnalyticsFigures;
  utilities: readonly Utility[];
}

/** Of a day there is one figure: factors hold from day to day. */
const bucketOf = (request: AnalyticsFigures['request']): EmissionsAnswer['bucket'] => {
  const bucket = bucketOfRequest(request);
  return bucket === 'week' || bucket === 'month' ? bucket : 'day';
};

/** CO2 of what was drawn in the period; without a factor it says that it is not known, and where one is entered. */
export function EmissionsCard({ figures, utilities }: EmissionsCardProps) {
  const { t } = useTranslation('emissions');
  const household = useHouseholdId();
  const { request, now } = figures;
  const { from, to } = request.period;
  const bucket = bucketOf(request);
  const asked = ['analytics', household ?? null, 'emissions', bucket, from, to];
  const { data, isError } = useQuery({
    queryKey: [...asked, now],
    queryFn: ({ signal }) => callService(readEmissions, { query: { household, bucket, from, to }, signal }),
    enabled: household !== undefined,
    placeholderData: (before, query) => (query?.queryKey.slice(0, -1).join() === asked.join() ? before : undefined),
    meta: keptOffline,
  });
  const rows = data?.rows.filter(({ utility }) => utilities.includes(utility)) ?? [];
  if (data !== undefined && rows.some(({ grams }) => grams !== null))
    return <KnownEmissions figures={figures} answer={{ ...data, rows }} />;
  const isComing = data === undefined && !isError;
  // A line and no card: there is nothing to look at. While it is coming its place is as high as it will be.
  return (
    <p aria-busy={isComing} className="relative flex min-h-11 flex-wrap items-center gap-x-3 text-small text-ink-soft">
      {isComing && <Skeleton className="absolute inset-y-0 left-0 h-11 w-3/5" />}
      <span className={classNames('contents', isComing && 'invisible')}>
        {t(isError ? 'card.failed' : 'card.unknown')}
        {!isError && <EnterLink />}
      </span>
    </p>
  );
}

function EnterLink() {
  const { t } = useTranslation('emissions');
  return (
    <Link to="/billing/prices#emissions" className="inline-flex min-h-11 items-center font-semibold text-leaf">
      {t('card.enter')}
    </Link>
  );
}

interface KnownEmissionsProps {
  figures: AnalyticsFigures;
  answer: EmissionsAnswer;
}

function KnownEmissions({ figures, answer }: KnownEmissionsProps) {
  const { t } = useTranslation(['emissions', 'usage', 'analytics']);
  const format = useFormat();
  const words = useChartLabels();
  const { request, origin } = figures;
  const known = useMemo(() => byUtilityOf(answer), [answer]);
  const data = useChart(figures, answer, known);
  const drawing = useMemo(() => {
    const panels = known.map(({ utility }) => ({
      title: `${t(`usage:${utility}`)}, ${t('card.unit')}`,
      hue: catalogue[utility].look.hue,
    }));
    return barsDrawing({ data, kind: 'bars', panels, writeNumber: format.number });
  }, [data, known, format, t]);
  const total = sumEmitted(known.map(({ sum }) => sum)).grams ?? 0;
  const { value, unit } = mass(format, total);
  const left = byUtilityOf(answer, true).flatMap(({ utility, sum }) =>
    sum.unknown > 0 ? [`${t(`usage:${utility}`)} ${format.amount(utility, sum.unknown).text}`] : [],
  );
  const sources = t('card.sources', { sources: [...new Set(sourcesOf(figures, answer, known))].join(', ') });
  const parts = known.map(({ utility, sum }) =>
    t('card.sentence', { utility: t(`usage:${utility}`), amount: mass(format, sum.grams ?? 0).text }),
  );
  // Of one utility the figure has said it all.
  const sentence = parts.length > 1 ? parts.join(' ') : sources;
  const notes = [
    left.length > 0 && t('card.parts', { amounts: left.join(', ') }),
    utilityWithFlows(figures.latest, request) !== undefined && t('card.back'),
    parts.length > 1 && sources,
  ].filter((one) => one !== false);
  return (
    <ChartFrame
      title={t('card.title')}
      sentence={sentence}
      data={data}
      drawing={drawing}
      words={words}
      fileName={fileName('co2', request)}
      note={`${t(`usage:foot.${origin}`)} · ${periodText(request.period, format)} · Wattershed`}
      heightClass={known.length > 1 ? 'h-72 sm:h-80' : 'h-48 sm:h-52'}
      lead={
        <p className="mb-2 flex flex-wrap items-baseline gap-x-2" data-co2>
          <Figure value={value} unit={unit} />
          <span className="text-small text-ink-soft">{t('card.total')}</span>
        </p>
      }
      after={<p className="mt-2 text-small text-ink-soft">{notes.join(' ')}</p>}
      {...(left.length > 0 && { hint: <EnterLink /> })}
    />
  );
}

interface KnownUtility {
  utility: Utility;
  sum: Emitted;
}

/** The period's sum of each utility of which something is known; or of all. */
function byUtilityOf({ rows }: EmissionsAnswer, all = false): KnownUtility[] {
  return [...new Set(rows.map(({ utility }) => utility))]
    .map((utility) => ({ utility, sum: sumEmitted(rows.filter((row) => row.utility === utility)) }))
    .filter(({ sum }) => all || sum.grams !== null);
}

function mass(format: Format, grams: number) {
  const { value, digits, unit } = massOf(grams);
  return format.quantity(value, digits, unit);
}

function useChart(figures: AnalyticsFigures, answer: EmissionsAnswer, known: readonly KnownUtility[]): ChartData {
  const { t } = useTranslation(['emissions', 'usage', 'analytics']);
  const format = useFormat();
  const { request, timeZone, now } = figures;
  return useMemo(() => {
    const { period } = request;
    const { bucket, rows } = answer;
    const starts = startsOf(period, bucket, timeZone);
    const text = bucketText(format, bucket, period);
    const places = starts.map((start, i) => {
      const isAhead = instantOf(start, timeZone) > now;
      const isUnfinished = !isAhead && now < instantOf(starts[i + 1] ?? period.to, timeZone);
      return {
        key: start,
        label: text.label(start),
        name: text.name(start),
        ...(isAhead && { isAhead }),
        ...(isUnfinished && { isUnfinished }),
      };
    });
    const inKilos = (grams: number) => Number((grams / gramsPerKilo).toFixed(3));
    return {
      placeHeading: t(`analytics:time.place.${bucket}`),
      places,
      series: known.map(({ utility }, panel) => {
        const own = starts.map((start) => rows.find((row) => row.utility === utility && row.start === start));
        return {
          key: utility,
          name: `CO₂, ${t(`usage:${utility}`)}`,
          unit: t('card.unit'),
          panel,
          look: { hue: catalogue[utility].look.hue, role: 'now' as const, step: 0 },
          values: own.map((row) => (row === undefined || row.grams === null ? null : inKilos(row.grams))),
          estimated: own.map((row) => (row === undefined ? null : row.estimated && inKilos(row.estimated))),
          texts: own.map((row, i) => {
            if (places[i]?.isAhead === true) return '–';
            if (row === undefined) return t('usage:noReadings');
            return row.grams === null ? t('card.none') : mass(format, row.grams).text;
          }),
        };
      }),
    };
  }, [request, answer, known, timeZone, now, format, t]);
}

/** Who says the factors that were in force in the period. */
function sourcesOf(
  { request, timeZone }: AnalyticsFigures,
  { factors, rows }: EmissionsAnswer,
  known: readonly KnownUtility[],
): string[] {
  const { from, to } = request.period;
  return known.flatMap(({ utility }) => {
    const first = rows.find((row) => row.utility === utility && row.grams !== null)?.start ?? from;
    const day = first < from ? from : localDayOf(instantOf(first, timeZone), timeZone);
    return factorsIn(factors, utility, { from: day, to }).map(({ reference }) => reference);
  });
}
