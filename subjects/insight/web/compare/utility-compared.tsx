import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { utilities } from '#catalogue/index.ts';
import { useFormat } from '#shell/household/household.ts';
import { useChartLabels } from '#shell/text/chart-labels.ts';
import { dateOf } from '#shell/text/local-day.ts';
import { barsDrawing } from '#shell/ui/chart/bars-drawing.ts';
import { ChartFrame } from '#shell/ui/chart/chart-frame.tsx';
import type { ChartData } from '#shell/ui/chart/series-look.ts';
import { Card } from '#shell/ui/layout.tsx';
import { StatePanel } from '#shell/ui/state-panel.tsx';
import type { ComparedUtility } from '../../contract/compare.ts';

type Span = NonNullable<ComparedUtility['latest']>;

interface ComparedProps {
  compared: ComparedUtility;
  residents: number | null;
}

const yearDays = 365.25;
/** Below this a difference says nothing. */
const alikeBelow = 0.05;

function useWriting({ utility }: Pick<ComparedUtility, 'utility'>) {
  const { t } = useTranslation('compare');
  const format = useFormat();
  return {
    month: ({ start }: Span, shape: 'long' | 'short' = 'long') =>
      format.date(dateOf(start), { month: shape, year: 'numeric', timeZone: 'UTC' }),
    aDay: (perDay: number) => t('aDay', { amount: format.amount(utility, perDay).text }),
    state: ({ state, daysKnown, days }: Span) =>
      state === 'measured' ? t('state.measured') : t(`state.${state}`, { known: daysKnown, days }),
    /** By how much `now` differs, in words. */
    difference: (now: number, then: number) => {
      const share = now / then - 1;
      if (!Number.isFinite(share)) return null;
      if (Math.abs(share) < alikeBelow) return t('difference.alike');
      return t(share < 0 ? 'difference.less' : 'difference.more', { share: format.percent(Math.abs(share)) });
    },
  };
}

/** One utility: its latest month beside the year before and its best, and a year of it beside what was published. */
export function UtilityCompared({ compared, residents }: ComparedProps) {
  const { t } = useTranslation('compare');
  const { utility, latest } = compared;
  const details = (
    <>
      {latest && <OwnRows compared={compared} latest={latest} residents={residents} />}
      <Published compared={compared} residents={residents} />
    </>
  );
  if (latest === null)
    return (
      <Card title={t(`utility.${utility}`)}>
        <StatePanel kind="empty" title={t('tooShort')} text={t('tooShortText')} />
        {details}
      </Card>
    );
  return <MonthsChart compared={compared} latest={latest} after={details} />;
}

function Row({ label, figure, notes }: { label: string; figure: string; notes: readonly (string | null)[] }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
      <dt className="min-w-0">{label}</dt>
      <dd className="ml-auto text-right">
        <span className="figures font-semibold">{figure}</span>
        <span className="block text-small text-ink-soft">{notes.filter(Boolean).join(' · ')}</span>
      </dd>
    </div>
  );
}

function OwnRows({ compared, latest, residents }: ComparedProps & { latest: Span }) {
  const { t } = useTranslation('compare');
  const { month, aDay, state, difference } = useWriting(compared);
  const { yearBefore, best } = compared;
  const now = latest.perDay ?? 0;
  const since = (then: number): string | null => {
    const changed = difference(now, then);
    return changed && t('row.now', { difference: changed });
  };
  return (
    <dl className="mt-4 divide-y divide-line border-t border-line">
      <Row label={t('row.latest', { month: month(latest) })} figure={aDay(now)} notes={[state(latest)]} />
      {residents !== null && residents > 1 && (
        <Row
          label={t('row.person')}
          figure={aDay(now / residents)}
          notes={[t('residents.people', { count: residents })]}
        />
      )}
      {yearBefore === null || yearBefore.perDay === null ? (
        <Row label={t('row.yearBefore')} figure="–" notes={[yearBefore ? state(yearBefore) : t('row.notThen')]} />
      ) : (
        <Row
          label={t('row.sameMonth', { month: month(yearBefore) })}
          figure={aDay(yearBefore.perDay)}
          notes={[since(yearBefore.perDay), state(yearBefore)]}
        />
      )}
      {best !== null && best.perDay !== null && (
        <Row
          label={t('row.best', { month: month(best), count: Math.min(24, compared.months.length) })}
          figure={aDay(best.perDay)}
          notes={[best.start === latest.start ? t('row.isBest') : since(best.perDay), state(best)]}
        />
      )}
    </dl>
  );
}

function MonthsChart({ compared, latest, after }: { compared: ComparedUtility; latest: Span; after: ReactNode }) {
  const { t } = useTranslation('compare');
  const format = useFormat();
  const labels = useChartLabels();
  const { month, aDay, difference } = useWriting(compared);
  const { utility, months, yearBefore } = compared;
  const { data, drawing } = useMemo(() => {
    const shown = months.slice(-12);
    const earlier = new Map(months.map((one) => [one.start, one]));
    const then = shown.map(({ start }) => earlier.get(`${Number(start.slice(0, 4)) - 1}${start.slice(4)}`) ?? null);
    const most = Math.max(1, ...[...shown, ...then].map((one) => one?.perDay ?? 0));
    const { unit } = format.amount(utility, most);
    const { hue } = utilities[utility].look;
    const values = (list: readonly (Span | null)[]) => ({
      values: list.map((one) => (one?.perDay == null ? null : format.amount(utility, one.perDay).rounded)),
      texts: list.map((one) => (one?.perDay == null ? t('state.unknown') : format.amount(utility, one.perDay).text)),
    });
    const chart: ChartData = {
      placeHeading: t('chart.month'),
      places: shown.map((one) => ({
        key: one.start,
        label: format.date(dateOf(one.start), { month: 'short', timeZone: 'UTC' }),
        name: format.date(dateOf(one.start), { month: 'long', year: 'numeric', timeZone: 'UTC' }),
      })),
      before: t('chart.before'),
      series: [
        { key: 'now', name: t('chart.now'), unit, panel: 0, look: { hue, role: 'now', step: 0 }, ...values(shown) },
        {
          key: 'before',
          name: t('chart.before'),
          unit,
          panel: 0,
          look: { hue, role: 'before', step: 0 },
          ...values(then),
        },
      ],
    };
    const panels = [{ title: t('chart.title', { unit }), hue }];
    return { data: chart, drawing: barsDrawing({ data: chart, panels, kind: 'bars', writeNumber: format.number }) };
  }, [months, utility, format, t]);
  const now = latest.perDay ?? 0;
  const changed = yearBefore?.perDay == null ? null : difference(now, yearBefore.perDay);
  const sentence = t('sentence', { month: month(latest), amount: aDay(now) });
  return (
    <ChartFrame
      title={t(`utility.${utility}`)}
      sentence={
        changed === null || yearBefore === null
          ? sentence
          : `${sentence} ${t('sentenceYear', { month: month(yearBefore), difference: changed })}`
      }
      data={data}
      drawing={drawing}
      words={labels}
      fileName={`wattershed-months-${utility}`}
      note={t('chart.note')}
      heightClass="h-52"
      after={after}
    />
  );
}

/** A year of the home beside what was published of homes like it, or why there is nothing to stand beside it. */
function Published({ compared, residents }: ComparedProps) {
  const { t } = useTranslation('compare');
  const { missing, published } = compared;
  return (
    <section
      className="mt-4 border-t border-line pt-3"
      aria-label={`${t(`utility.${compared.utility}`)}: ${t('published.title')}`}
    >
      <h3 className="font-semibold">{t('published.title')}</h3>
      {published ? (
        <PublishedFigure compared={compared} published={published} residents={residents} />
      ) : (
        <p className="mt-1 text-small text-ink-soft">
          {t(`published.missing.${missing ?? 'unpublished'}`)}{' '}
          {missing === 'country' && (
            <Link className="font-semibold text-leaf underline-offset-4 hover:underline" to="/profile#household">
              {t('published.sayCountry')}
            </Link>
          )}
        </p>
      )}
    </section>
  );
}

interface PublishedProps extends ComparedProps {
  published: NonNullable<ComparedUtility['published']>;
}

function PublishedFigure({ compared, published, residents }: PublishedProps) {
  const { t } = useTranslation('compare');
  const format = useFormat();
  const { difference, state } = useWriting(compared);
  const { utility, year } = compared;
  const { perDay, unit, per, is, scope, source } = published;
  // As it was published: of a year, or of a person's day.
  const isYear = unit === 'kWh/year';
  const people = !isYear && per !== 'home' && residents !== null ? residents : 1;
  const basis = isYear ? 'year' : people > 1 || per === 'person' ? 'person' : 'home';
  const write = (value: number) =>
    t(`published.a.${basis}`, { amount: format.amount(utility, isYear ? value * yearDays : value / people).text });
  const known = year.perDay;
  const changed = known === null ? null : difference(known, perDay);
  return (
    <>
      <dl className="divide-y divide-line">
        <Row label={t('published.yours')} figure={known === null ? '–' : write(known)} notes={[state(year)]} />
        <Row
          label={t(`published.is.${is}`)}
          figure={write(perDay)}
          notes={[changed && t('published.yoursIs', { difference: changed })]}
        />
      </dl>
      <p className="text-small text-ink-soft">
        {t(`published.scope.${scope}`)}{' '}
        <a className="underline underline-offset-4 hover:text-ink" href={source.url} rel="noreferrer" target="_blank">
          {t('published.source', { title: source.title, year: source.year })}
        </a>
      </p>
    </>
  );
}
