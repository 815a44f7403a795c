import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Flow, utilities as catalogue, type Utility } from '#catalogue/index.ts';
import { useFormat } from '#shell/household/household.ts';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { useChartLabels } from '#shell/text/chart-labels.ts';
import { barsDrawing, scaleTop, tallest } from '#shell/ui/chart/bars-drawing.ts';
import { ChartFrame } from '#shell/ui/chart/chart-frame.tsx';
import { Figure } from '#shell/ui/figure.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import type { FlowsRow } from '../../../contract/usage.ts';
import { type FlowTotals, ownShares, totalFlows } from '../../../domain/flow-balance.ts';
import type { AnalyticsFigures } from '../analytics-figures.ts';
import { atLeastText } from '../../amount.ts';
import { bucketText, instantOf, periodText, startsOf } from '../period.ts';
import { flowBucketOf, type KnownFlows } from '../use-flows.ts';
import { type Cell, fileName } from '../view.ts';
import { flowsIn, flowsOut, ownData } from './own-data.ts';

interface OwnCardProps {
  figures: AnalyticsFigures;
  known: KnownFlows;
}

/** Of a home with a roof or a battery: how much of its use it made, how much of what it made it kept, and what passed when. */
export function OwnCard({ figures, known }: OwnCardProps) {
  const { t } = useTranslation('analytics');
  const { rows, utility } = known;
  if (rows !== undefined) return <OwnFlows figures={figures} rows={rows} utility={utility} />;
  return (
    <Card title={t('own.title')} className="min-h-150">
      {known.error === undefined ? (
        <div aria-busy="true" className="grid gap-3">
          <Skeleton className="h-22 w-3/5" />
          <Skeleton className="h-5 w-4/5" />
          <Skeleton className="h-80 rounded-control" />
        </div>
      ) : (
        <LoadFailure error={known.error} onRetry={known.retry} />
      )}
    </Card>
  );
}

interface OwnFlowsProps {
  figures: AnalyticsFigures;
  rows: readonly FlowsRow[];
  utility: Utility;
}

function OwnFlows({ figures, rows, utility }: OwnFlowsProps) {
  const { t } = useTranslation(['analytics', 'usage']);
  const format = useFormat();
  const words = useChartLabels();
  const { request, origin, latest, timeZone, now } = figures;
  const { period } = request;
  const totals = useMemo(() => totalFlows(rows), [rows]);
  const data = useMemo(() => {
    const bucket = flowBucketOf(request);
    const write = (amount: number | null): Cell => {
      if (amount === null) return { value: null, text: t('usage:noReadings') };
      const { rounded, text } = format.amount(utility, amount);
      return { value: rounded, text };
    };
    return ownData(
      {
        rows,
        starts: startsOf(period, bucket, timeZone),
        end: instantOf(period.to, timeZone),
        now,
        timeZone,
        flows: new Set(latest.meters.filter((meter) => meter.utility === utility).map(({ flow }) => flow)),
        hue: catalogue[utility].look.hue,
        unit: format.amount(utility, 0).unit,
      },
      {
        placeHeading: t(`time.place.${bucket}`),
        ...bucketText(format, bucket, period),
        from: (flow) => t(`own.from.${flow}`),
        to: (flow) => t(`own.to.${flow}`),
        write,
        ahead: '–',
      },
    );
  }, [rows, request, period, timeZone, now, latest, utility, format, t]);
  const drawing = useMemo(() => {
    // One scale for both, since as much comes in as goes.
    const top = scaleTop(Math.max(tallest(data, 0), tallest(data, 1)));
    const { hue } = catalogue[utility].look;
    const { unit } = format.amount(utility, 0);
    const panels = (['in', 'out'] as const).map((side) => ({ title: `${t(`own.${side}`)}, ${unit}`, hue, top }));
    return barsDrawing({ data, kind: 'bars', panels, writeNumber: format.number });
  }, [data, utility, format, t]);
  return (
    <ChartFrame
      title={t('own.title')}
      sentence={useSentence(totals, utility)}
      data={data}
      drawing={drawing}
      words={words}
      fileName={fileName('flows', request)}
      note={`${t(`usage:foot.${origin}`)} · ${periodText(period, format)} · Wattershed`}
      heightClass="h-80 sm:h-96"
      lead={<OwnLead totals={totals} utility={utility} />}
      after={<Partly totals={totals} figures={figures} />}
    />
  );
}

function useSentence({ balance, atLeast }: FlowTotals, utility: Utility): string {
  const { t } = useTranslation(['analytics', 'flows']);
  const format = useFormat();
  if (atLeast) return t('flows:unseen');
  if (balance === null) return t('own.unknown');
  const { produced, stored, sentBack } = balance;
  if (produced === 0) return t('own.nothing');
  const write = (amount: number) => format.amount(utility, amount).text;
  const amounts = {
    produced: write(produced),
    atOnce: write(produced - stored - sentBack),
    stored: write(stored),
    sentBack: write(sentBack),
  };
  return t(stored === 0 ? 'own.sentence' : 'own.sentenceStored', amounts);
}

/** Both shares, then what passed, in and out. */
function OwnLead({ totals, utility }: { totals: FlowTotals; utility: Utility }) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const { selfSufficiency, selfUse } = ownShares(totals);
  const share = (value: number | null) => (value === null ? '–' : format.percent(value));
  const write = (amount: number) => format.amount(utility, amount).text;
  const amountOf = (flow: Flow) => {
    const part = totals.flows[flow];
    return part === undefined ? [] : [{ flow, text: write(part.used) }];
  };
  const sides = [
    {
      title: t('own.in'),
      lines: flowsIn.flatMap((flow) => amountOf(flow).map(({ text }) => ({ name: t(`own.from.${flow}`), text }))),
    },
    {
      title: t('own.out'),
      lines: [
        ...(totals.flows.drawn === undefined
          ? []
          : [{ name: t('own.to.used'), text: atLeastText(write(totals.used), totals.atLeast) }]),
        ...flowsOut.flatMap((flow) => amountOf(flow).map(({ text }) => ({ name: t(`own.to.${flow}`), text }))),
      ],
    },
  ];
  return (
    <div className="@container mb-3">
      <div className="grid grid-cols-2 gap-x-6 gap-y-3 @2xl:grid-cols-4">
        {(['selfSufficiency', 'selfUse'] as const).map((key) => (
          <div key={key} data-own={key}>
            <p className="font-semibold text-ink-soft">{t(`own.${key}`)}</p>
            <p className="mt-0.5 flex items-end">
              <Figure value={share(key === 'selfUse' ? selfUse : selfSufficiency)} />
            </p>
            <p className="mt-1 text-small text-ink-soft">{t(`own.${key}Text`)}</p>
          </div>
        ))}
        {sides.map(({ title, lines }) => (
          <div key={title} className="@max-2xl:col-span-2">
            <p className="font-semibold text-ink-soft">{title}</p>
            <dl className="mt-1 text-small">
              {lines.map(({ name, text }) => (
                <div key={name} className="flex justify-between gap-3">
                  <dt>{name}</dt>
                  <dd className="figures font-semibold">{text}</dd>
                </div>
              ))}
            </dl>
          </div>
        ))}
      </div>
    </div>
  );
}

/** From how much of the period the shares are, where some meter did not tell all of it. */
function Partly({ totals, figures }: { totals: FlowTotals; figures: AnalyticsFigures }) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const { period } = figures.request;
  const lasted =
    Math.min(figures.now, instantOf(period.to, figures.timeZone)) - instantOf(period.from, figures.timeZone);
  const known = ((totals.balance?.wholeS ?? 0) * 1000) / Math.max(1, lasted);
  const { selfUse, selfSufficiency } = ownShares(totals);
  if ((selfUse === null && selfSufficiency === null) || known >= 0.95) return null;
  return <p className="mt-2 text-small text-ink-soft">{t('own.partly', { share: format.percent(known) })}</p>;
}
