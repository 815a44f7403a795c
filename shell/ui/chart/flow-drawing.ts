import type { EChartsCoreOption } from 'echarts/core';
import {
  baseOption,
  type ChartDrawing,
  type ChartPaint,
  type ChartSize,
  decalOf,
  itemStyleOf,
  mix,
  tooltipOption,
} from './chart-drawing.ts';
import type { SeriesLook } from './series-look.ts';

export interface FlowNode {
  id: string;
  name: string;
  /** As it is written, with its unit. */
  text: string;
  look: SeriesLook;
}

export interface FlowLink {
  source: string;
  target: string;
  value: number;
}

export interface FlowProps {
  nodes: readonly FlowNode[];
  links: readonly FlowLink[];
  /** The node that place `at` of the chart's data ends in. */
  nodeAt: (at: number) => string | undefined;
}

/** From the source through rooms to devices; as wide as what flows there. */
export function flowDrawing({ nodes, links, nodeAt }: FlowProps): ChartDrawing {
  const named = new Map(nodes.map((node) => [node.id, node]));
  const option = (paint: ChartPaint, { width }: ChartSize): EChartsCoreOption => {
    const isNarrow = width < 560;
    const labelWidth = isNarrow ? 84 : 220;
    return {
      ...baseOption(paint),
      tooltip: {
        ...tooltipOption(paint),
        trigger: 'item',
        formatter: (params: unknown) => tooltipOf(params as Hovered, named),
      },
      series: [
        {
          type: 'sankey',
          left: 2,
          top: 8,
          bottom: 8,
          right: labelWidth + 8,
          nodeWidth: isNarrow ? 10 : 14,
          nodeGap: isNarrow ? 14 : 18,
          nodeAlign: 'left',
          draggable: false,
          emphasis: { focus: 'adjacency' },
          lineStyle: { color: mix(paint.line, paint.inkSoft, 0.18), opacity: 0.55, curveness: 0.5 },
          label: {
            position: 'right',
            color: paint.ink,
            fontFamily: paint.font,
            fontSize: isNarrow ? 12 : 14,
            lineHeight: isNarrow ? 15 : 18,
            width: labelWidth,
            overflow: 'truncate',
            formatter: ({ name }: { name: string }) => `${named.get(name)?.name ?? ''}\n${named.get(name)?.text ?? ''}`,
          },
          data: nodes.map(({ id, look }) => {
            const decal = decalOf(look, paint);
            return { name: id, itemStyle: { ...itemStyleOf(look, paint), ...(decal !== undefined && { decal }) } };
          }),
          links,
        },
      ],
    };
  };
  return { option, point: (at) => ({ type: 'highlight', seriesIndex: 0, name: nodeAt(at) ?? '' }) };
}

interface Hovered {
  dataType: 'node' | 'edge';
  name: string;
  data: { source?: string; target?: string };
}

function tooltipOf({ dataType, name, data }: Hovered, named: ReadonlyMap<string, FlowNode>): string {
  const end = named.get(dataType === 'edge' ? (data.target ?? '') : name);
  const begin = dataType === 'edge' ? named.get(data.source ?? '') : undefined;
  return [begin === undefined ? end?.name : `${begin.name} → ${end?.name}`, end?.text].join('\n');
}
