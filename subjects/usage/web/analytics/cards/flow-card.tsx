import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Utility, utilities as catalogue } from '#catalogue/index.ts';
import { useFormat } from '#shell/household/household.ts';
import { useChartLabels } from '#shell/text/chart-labels.ts';
import { classNames } from '#shell/ui/class-names.ts';
import { ChartFrame } from '#shell/ui/chart/chart-frame.tsx';
import { markupStyle } from '#shell/ui/chart/chart-legend.tsx';
import { type ChartData, hueLooks, patternOf, type SeriesLook } from '#shell/ui/chart/series-look.ts';
import { atLeastText } from '../../amount.ts';
import { totalOf } from '../changes.ts';
import { OriginBadge } from '../../usage-figures.tsx';
import { unmetered } from '../groups.ts';
import { periodText } from '../period.ts';
import { totalFlows } from '../../../domain/flow-balance.ts';
import type { KnownFlows } from '../use-flows.ts';
import { fileName, useNames, useUnits, type View } from '../view.ts';
import {
  type Flow,
  type FlowBox,
  flowId,
  flowOf,
  type FlowRibbon,
  layoutFlow,
  ribbonPath,
  roomId,
  sourceId,
} from './flow.ts';
import type { FlowIn, FlowOut } from './own-data.ts';

interface FlowCardProps {
  view: View;
  utility: Utility;
  /** What passed, where the home has more than what is drawn. */
  flows: KnownFlows | undefined;
  controls?: ReactNode;
  className?: string;
}

/** From the source, or from grid, roof and battery, through rooms to devices, with what no meter accounts for and what went elsewhere. */
export function FlowCard({ view, utility, flows, controls, className }: FlowCardProps) {
  const { t } = useTranslation(['analytics', 'usage']);
  const format = useFormat();
  const units = useUnits(view);
  const { figures, other, measure } = view;
  const names = useNames(figures.latest);
  const { request, origin, parts, latest } = figures;
  // Money is paid for what was drawn alone.
  const passed = flows?.utility === utility && measure === 'use' ? flows.rows : undefined;
  const flow = useMemo(() => {
    const totals = passed && totalFlows(passed);
    // What nobody saw being made cannot be drawn as coming from anywhere.
    return flowOf(parts, utility, latest, totals?.atLeast ? undefined : totals?.flows);
  }, [parts, utility, latest, passed]);
  const others = useMemo(() => other && flowOf(other.parts, utility, latest), [other, utility, latest]);
  const look: SeriesLook = { hue: catalogue[utility].look.hue, role: 'now', step: 0 };
  const nodes = useMemo(
    () =>
      nodesOf(flow, names, {
        amount: (used) => units.amount(utility, used).text,
        from: (one) => t(`own.from.${one}`),
        to: (one) => t(`own.to.${one}`),
      }),
    [flow, names, units, utility, t],
  );
  const alsoOf = (id: string) => units.other(utility, others && usedAt(others, id));
  const rows = [
    ...flow.sources.map((one) => ({ ...one, id: flowId(one.flow), name: t(`flow.came.${one.flow}`) })),
    ...flow.branches.map((branch) => {
      const { id, room, deviceId } = branch;
      const device = nodes.get(id)?.name ?? names.group('device', deviceId ?? unmetered);
      return { ...branch, name: deviceId === null ? device : t('flow.branch', { room: names.room(room), device }) };
    }),
    ...flow.sent.map((one) => ({ ...one, id: flowId(one.flow), name: t(`own.to.${one.flow}`) })),
  ];
  const data: ChartData = {
    placeHeading: t('flow.place'),
    places: rows.map(({ id, name }) => ({ key: id, label: name, name })),
    series: [
      {
        key: utility,
        name: names.utility(utility),
        unit: units.amountUnit(utility),
        panel: 0,
        look,
        values: rows.map(({ used }) => units.amount(utility, used).value),
        estimated: rows.map(({ estimated }) => estimated && units.amount(utility, estimated).value),
        texts: rows.map(({ used }) => units.amount(utility, used).text),
      },
    ],
  };
  const left = flow.branches.find(({ deviceId }) => deviceId === null)?.used ?? 0;
  const total = atLeastText(units.amount(utility, flow.total).text, totalOf(parts, utility)?.atLeast);
  const values = {
    total,
    left: units.amount(utility, Math.abs(left)).text,
    share: format.percent(flow.total === 0 ? 0 : left / flow.total),
  };
  const sentence =
    left > 0
      ? t(`flow.unmetered.${utility}`, values)
      : left < 0
        ? t('flow.over', values)
        : t(`flow.all.${utility}`, values);
  return (
    <ChartFrame
      title={t('flow.title')}
      sentence={measure === 'money' && left >= 0 ? t(left > 0 ? 'money.flowRest' : 'money.flow', values) : sentence}
      data={data}
      words={useChartLabels()}
      fileName={fileName(`flow-${utility}`, request)}
      note={`${t(`usage:foot.${origin}`)} · ${periodText(request.period, format)} · Wattershed`}
      heightClass="max-h-128"
      {...(origin === 'sample' && { badge: <OriginBadge origin={origin} /> })}
      controls={controls}
      hint={<span className="sm:hidden">{t('flow.hint')}</span>}
      {...(className !== undefined && { className })}
    >
      {flow.total > 0 && <FlowDrawing flow={flow} look={look} nodes={nodes} alsoOf={alsoOf} label={t('flow.title')} />}
    </ChartFrame>
  );
}

interface NodeWords {
  name: string;
  text: string;
}

interface FlowWords {
  amount: (used: number) => string;
  from: (flow: FlowIn) => string;
  to: (flow: FlowOut) => string;
}

function nodesOf(flow: Flow, names: ReturnType<typeof useNames>, words: FlowWords): Map<string, NodeWords> {
  const node = (id: string, name: string, used: number) => [id, { name, text: words.amount(used) }] as const;
  return new Map([
    node(sourceId, names.utility(flow.utility), flow.total),
    ...flow.sources.map((one) => node(flowId(one.flow), words.from(one.flow), one.used)),
    ...flow.sent.map((one) => node(flowId(one.flow), words.to(one.flow), one.used)),
    ...flow.rooms.map(({ room, used }) => node(roomId(room), names.room(room), used)),
    ...flow.branches.map(({ id, deviceId, used }) => node(id, names.group('device', deviceId ?? unmetered), used)),
  ]);
}

function usedAt({ total, rooms, branches }: Flow, id: string): number | undefined {
  if (id === sourceId) return total;
  return rooms.find(({ room }) => roomId(room) === id)?.used ?? branches.find((branch) => branch.id === id)?.used;
}

interface FlowDrawingProps {
  flow: Flow;
  look: SeriesLook;
  nodes: ReadonlyMap<string, NodeWords>;
  alsoOf: (id: string) => string;
  label: string;
}

const narrowFrom = 560;

/** Left side and width of each column. */
const columnsOf = (width: number) =>
  width < narrowFrom
    ? ([
        [0, 92],
        [Math.min(140, width * 0.4), width - Math.min(140, width * 0.4)],
        [0, 0],
      ] as const)
    : ([
        [0, Math.max(104, width * 0.13)],
        [width * 0.34, width * 0.21],
        [width * 0.7, width * 0.3],
      ] as const);

const columnOf = { source: 0, room: 1, rest: 1, sent: 1, device: 2 } as const;

/** Of the bar in which several sources meet: its width, and how far it stands between them and the rooms. */
const barWidth = 10;
const barAt = 0.4;

function FlowDrawing({ flow, look, nodes, alsoOf, label }: FlowDrawingProps) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(1000);
  const [openRoom, setOpenRoom] = useState<string | null>(null);
  const hatch = useId();
  const isNarrow = width < narrowFrom;
  const { height, boxes, ribbons, bar } = useMemo(
    () => layoutFlow(flow, { isNarrow, openRoom }),
    [flow, isNarrow, openRoom],
  );
  const columns = columnsOf(width);
  const sourceEnd = columns[0][0] + columns[0][1];
  const barLeft = sourceEnd + (columns[1][0] - sourceEnd) * barAt;
  const endsOf = (column: FlowRibbon['column']): [number, number] => {
    if (column === 'in') return [sourceEnd, barLeft];
    if (column === 1) return [columns[1][0] + columns[1][1], columns[2][0]];
    return [bar === undefined ? sourceEnd : barLeft + barWidth, columns[1][0]];
  };
  useLayoutEffect(() => {
    const node = box.current;
    if (node === null || typeof ResizeObserver === 'undefined') return;
    const measure = () => node.clientWidth > 0 && setWidth(node.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    return () => observer.disconnect();
  }, []);
  const rest: SeriesLook = { ...look, hue: 'rest' };
  return (
    <div ref={box} className="relative w-full" style={{ height }}>
      <svg aria-hidden="true" className="absolute inset-0 forced-colors:hidden" width={width} height={height}>
        <defs>
          <RibbonPattern id={`${hatch}own`} look={look} />
          <RibbonPattern id={`${hatch}rest`} look={rest} />
        </defs>
        {ribbons.map((ribbon) => {
          const [left, right] = endsOf(ribbon.column);
          return (
            <path
              key={ribbon.id}
              d={ribbonPath(ribbon, left, right)}
              fill={`url(#${hatch}${ribbon.isRest ? 'rest' : 'own'})`}
            />
          );
        })}
        {bar !== undefined && (
          <rect
            x={barLeft}
            y={bar.top}
            width={barWidth}
            height={bar.height}
            rx="3"
            style={{ fill: `var(${hueLooks[look.hue].tokens.edge})` }}
          />
        )}
      </svg>
      <ul aria-label={label}>
        {boxes.map((one) => {
          const [left, wide] = columns[isNarrow && one.kind === 'device' ? 1 : columnOf[one.kind]];
          const indent = isNarrow && one.kind === 'device' ? 16 : 0;
          return (
            <li
              key={one.id}
              className="absolute"
              style={{ left: left + indent, width: wide - indent, top: one.top, height: one.height }}
            >
              <FlowNode
                box={one}
                isOneOfMany={bar !== undefined}
                look={one.kind === 'rest' ? rest : look}
                words={nodes.get(one.id) ?? { name: '', text: '' }}
                also={alsoOf(one.id)}
                press={
                  isNarrow && one.kind === 'room'
                    ? { isOpen: openRoom === one.id, go: () => setOpenRoom(openRoom === one.id ? null : one.id) }
                    : undefined
                }
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** A paler hatch, or a paler colour, for what flows. */
function RibbonPattern({ id, look }: { id: string; look: SeriesLook }) {
  const { fill, mark } = hueLooks[look.hue].tokens;
  const toned = (token: string, paleness: number) =>
    `color-mix(in srgb, var(${token}), var(--color-card) ${paleness}%)`;
  const isHatched = patternOf(look) !== 'solid';
  return (
    <pattern id={id} width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="7" height="7" fill={toned(fill, look.hue === 'rest' ? 30 : isHatched ? 78 : 70)} />
      {isHatched && <rect width="2" height="7" fill={toned(mark, 55)} />}
    </pattern>
  );
}

const paleness = {
  source: { solid: 0, hatched: 0.62 },
  sent: { solid: 0.5, hatched: 0.76 },
  room: { solid: 0.5, hatched: 0.76 },
  device: { solid: 0.72, hatched: 0.86 },
};

interface FlowNodeProps {
  box: FlowBox;
  /** One source of several has less room for its words. */
  isOneOfMany: boolean;
  look: SeriesLook;
  words: NodeWords;
  also: string;
  press: { isOpen: boolean; go: () => void } | undefined;
}

/** Its name and its value inside; the other measure where there is room for it. */
function FlowNode({ box: { kind, height }, isOneOfMany, look, words, also, press }: FlowNodeProps) {
  const tone = paleness[kind === 'rest' ? 'device' : kind][patternOf(look) === 'solid' ? 'solid' : 'hatched'];
  const style = markupStyle(look, tone);
  const isSource = kind === 'source';
  const className = classNames(
    'figures flex size-full gap-x-2 overflow-hidden rounded-[8px] border px-2.5 text-left text-small forced-color-adjust-none',
    isSource ? classNames('flex-col justify-center', !isOneOfMany && 'py-2') : 'items-center justify-between',
    kind === 'rest' && 'bg-card text-ink-soft',
  );
  const inside = (
    <>
      <span className={classNames('min-w-0', kind !== 'device' && 'font-semibold')}>
        <span className="block truncate" title={words.name}>
          {words.name}
        </span>
        {!isSource && height >= 46 && also !== '' && <span className="block font-normal text-ink-soft">{also}</span>}
      </span>
      <span
        className={classNames(
          'shrink-0 font-semibold',
          isSource ? !isOneOfMany && 'text-[1.125rem] leading-snug' : 'ml-auto',
        )}
      >
        {words.text}
      </span>
      {isSource && !isOneOfMany && also !== '' && <span>{also}</span>}
      {press !== undefined && (
        <ChevronDown
          className={classNames('size-4 shrink-0 transition-transform', press.isOpen && 'rotate-180')}
          aria-hidden
        />
      )}
    </>
  );
  const shown = kind === 'rest' ? { borderColor: style.borderColor, borderStyle: 'dashed' } : style;
  if (press === undefined)
    return (
      <div className={className} style={shown} data-node={kind}>
        {inside}
      </div>
    );
  return (
    <button
      type="button"
      aria-expanded={press.isOpen}
      className={className}
      style={shown}
      onClick={press.go}
      data-node={kind}
    >
      {inside}
    </button>
  );
}
