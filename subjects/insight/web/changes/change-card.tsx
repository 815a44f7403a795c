import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { utilities } from '#catalogue/index.ts';
import { useFormat } from '#shell/household/household.ts';
import { useChartLabels } from '#shell/text/chart-labels.ts';
import { dateOf } from '#shell/text/local-day.ts';
import { Button } from '#shell/ui/button.tsx';
import { barsDrawing } from '#shell/ui/chart/bars-drawing.ts';
import { ChartFrame } from '#shell/ui/chart/chart-frame.tsx';
import type { ChartData } from '#shell/ui/chart/series-look.ts';
import { Card } from '#shell/ui/layout.tsx';
import type { HomeChange } from '../../contract/changes.ts';

interface ChangeCardProps {
  change: HomeChange;
  onEdit: (() => void) | undefined;
  onRemove: (() => void) | undefined;
}

/** One change: what it saved in a sentence, and week by week what was used beside what was expected. */
export function ChangeCard({ change, onEdit, onRemove }: ChangeCardProps) {
  const { t } = useTranslation('changes');
  const texts = useChangeTexts(change);
  const details = (
    <>
      {texts.details.map((text) => (
        <p key={text} className="mt-1 text-small text-ink-soft">
          {text}
        </p>
      ))}
      {onEdit && onRemove && (
        <div className="mt-1 -ml-4 flex flex-wrap">
          <Button look="quiet" onClick={onEdit} aria-label={t('editNamed', { name: change.name })}>
            {t('edit')}
          </Button>
          <Button look="quiet" onClick={onRemove} aria-label={t('removeNamed', { name: change.name })}>
            {t('remove')}
          </Button>
        </div>
      )}
    </>
  );
  if (change.result === null)
    return (
      <Card title={change.name}>
        <p>{texts.sentence}</p>
        {details}
      </Card>
    );
  return <CurveCard change={change} days={change.result.days} sentence={texts.sentence} after={details} />;
}

/** The verdict, and what it stands on. */
function useChangeTexts({ state, weeks, result, utility, device, day }: HomeChange) {
  const { t } = useTranslation('changes');
  const format = useFormat();
  const where = device ?? t('wholeHome', { utility: t(`utility.${utility}`) });
  const since = t('since', { where, day: format.date(dateOf(day), dayShape) });
  if (result === null) return { sentence: t(`state.${state}`, { count: weeks ?? 0 }), details: [since] };
  const { perMonth, money, days, daysAway, followsWeather, tellable } = result;
  const sign = state === 'more' ? -1 : 1;
  const amounts = [perMonth.low, perMonth.expected, perMonth.high].map((value) => sign * value);
  const [low = 0, expected = 0, high = 0] = sign < 0 ? amounts.toReversed() : amounts;
  const ofMoney = money && [money.low, money.expected, money.high].map((value) => sign * value);
  const [cheap = 0, cost = 0, dear = 0] = (sign < 0 ? ofMoney?.toReversed() : ofMoney) ?? [];
  const write = (value: number) => format.amount(utility, value).text;
  const writeMoney = (value: number) => format.moneyIn(money?.currency ?? null, value);
  const inMoney = money
    ? { amount: writeMoney(cost), low: writeMoney(cheap), high: writeMoney(dear) }
    : { amount: write(expected), low: write(low), high: write(high) };
  const inUse = t('range', { amount: write(expected), low: write(low), high: write(high) });
  const sentence =
    state === 'cannot-tell'
      ? weeks === null
        ? t('state.cannot-tell')
        : t('state.cannot-tell-yet', { count: weeks })
      : t(`state.${state}`, inMoney);
  const range = t(state === 'cannot-tell' ? 'between' : 'likely', inMoney);
  return {
    sentence,
    details: [
      since,
      range,
      ...(money ? [inUse] : []),
      ...(state === 'cannot-tell' ? [t('tellable', { share: format.percent(tellable) })] : []),
      [
        t('counted', { count: days.length }),
        ...(daysAway > 0 ? [t('away', { count: daysAway })] : []),
        t(followsWeather ? 'weather' : 'noWeather'),
      ].join(' '),
    ],
  };
}

const dayShape = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;

interface CurveCardProps {
  change: HomeChange;
  days: NonNullable<HomeChange['result']>['days'];
  sentence: string;
  after: ReactNode;
}

const dayMs = 86_400_000;

/** The mean day of each week since the change. */
function weeksOf(day: string, days: CurveCardProps['days']) {
  const weeks = new Map<number, { from: string; used: number; expected: number; count: number }>();
  for (const one of days) {
    const at = Math.floor((Date.parse(one.day) - Date.parse(day)) / (7 * dayMs));
    const from = new Date(Date.parse(day) + at * 7 * dayMs).toISOString().slice(0, 10);
    const { used, expected, count } = weeks.get(at) ?? { used: 0, expected: 0, count: 0 };
    weeks.set(at, { from, used: used + one.used, expected: expected + one.expected, count: count + 1 });
  }
  return [...weeks.values()].map(({ from, used, expected, count }) => ({
    from,
    used: used / count,
    expected: expected / count,
  }));
}

function CurveCard({ change, days, sentence, after }: CurveCardProps) {
  const { t } = useTranslation('changes');
  const format = useFormat();
  const words = useChartLabels();
  const { utility, name, day } = change;
  const { data, drawing } = useMemo(() => {
    const weeks = weeksOf(day, days);
    const { unit } = format.amount(utility, Math.max(...weeks.map((week) => Math.max(week.used, week.expected))));
    const shown = weeks.map(({ used, expected }) => ({
      used: format.amount(utility, used),
      expected: format.amount(utility, expected),
    }));
    const { hue } = utilities[utility].look;
    const chart: ChartData = {
      placeHeading: t('chart.week'),
      places: weeks.map(({ from }) => ({
        key: from,
        label: format.date(dateOf(from), { day: 'numeric', month: 'short', timeZone: 'UTC' }),
        name: t('chart.weekFrom', { day: format.date(dateOf(from), dayShape) }),
      })),
      before: t('chart.expected'),
      series: [
        {
          key: 'used',
          name: t('chart.used'),
          unit,
          panel: 0,
          look: { hue, role: 'now', step: 0 },
          values: shown.map(({ used }) => used.rounded),
          texts: shown.map(({ used }) => used.text),
        },
        {
          key: 'expected',
          name: t('chart.expected'),
          unit,
          panel: 0,
          look: { hue, role: 'before', step: 0 },
          values: shown.map(({ expected }) => expected.rounded),
          texts: shown.map(({ expected }) => expected.text),
        },
      ],
    };
    const panels = [{ title: t('chart.title', { unit }), hue }];
    return { data: chart, drawing: barsDrawing({ data: chart, panels, kind: 'bars', writeNumber: format.number }) };
  }, [day, days, utility, format, t]);
  return (
    <ChartFrame
      title={name}
      sentence={sentence}
      data={data}
      drawing={drawing}
      words={words}
      fileName={`wattershed-change-${day}`}
      note={t('chart.note')}
      heightClass="h-52"
      after={after}
    />
  );
}
