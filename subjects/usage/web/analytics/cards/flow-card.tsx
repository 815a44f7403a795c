import { utilities, type Utility } from '#catalogue/index.ts';
import type { LatestAnswer, UsageRow } from '../../../contract/usage.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useChartLabels } from '#shell/text/chart-labels.ts';
import { useFormat } from '#shell/household/household.ts';
import type { ChartData, SeriesLook } from '#shell/ui/chart/series-look.ts';
import { ChartFrame } from '#shell/ui/chart/chart-frame.tsx';
import { flowDrawing, type FlowLink } from '#shell/ui/chart/flow-drawing.ts';
import { OriginBadge } from '../../origin-badge.tsx';
import type { AnalyticsFigures } from '../analytics-figures.ts';
import { fileName } from './file-name.ts';
import { type Group, groupsOf, untracked } from '../groups.ts';
import { periodText } from '../period-text.ts';
import { rowsHeight } from '../rows-height.ts';
import { useNames } from './use-names.ts';
import { useUnits } from './use-units.ts';

export interface FlowCardProps {
  figures: AnalyticsFigures;
  utility: Utility;
  controls?: ReactNode;
  className?: string;
}

/** From the source through rooms to devices, with what no meter accounts for. */
export function FlowCard({ figures, utility, controls, className }: FlowCardProps) {
  const { t } = useTranslation(['analytics', 'usage']);
  const format = useFormat();
  const units = useUnits();
  const names = useNames(figures.latest);
  const { request, origin, parts, latest } = figures;
  const flow = useMemo(() => flowOf(parts, utility, latest), [parts, utility, latest]);
  const { data, drawing } = useMemo(() => {
    const { hue } = utilities[utility].look;
    const look: SeriesLook = { hue, role: 'now', step: 0, ...(origin !== 'measured' && { isInvented: true }) };
    const write = (used: number) => units.amount(utility, used);
    const deviceName = (deviceId: string | null) => names.group('device', deviceId ?? untracked);
    const placeName = ({ room, deviceId }: { room: string; deviceId: string | null }) =>
      deviceId === null ? deviceName(null) : t('flow.branch', { room: names.room(room), device: deviceName(deviceId) });
    const shown: ChartData = {
      placeHeading: t('flow.place'),
      places: flow.branches.map((branch) => ({ key: branch.id, label: placeName(branch), name: placeName(branch) })),
      series: [
        {
          key: utility,
          name: names.utility(utility),
          unit: units.amountUnit(utility),
          panel: 0,
          look,
          values: flow.branches.map(({ used }) => write(used).value),
          texts: flow.branches.map(({ used }) => write(used).text),
        },
      ],
    };
    const ends = new Set(flow.links.map(({ target }) => target));
    const nodes = [
      { id: sourceId, name: names.utility(utility), text: write(flow.total).text, look },
      ...flow.rooms.map(({ room, used }) => ({
        id: roomId(room),
        name: names.room(room),
        text: write(used).text,
        look,
      })),
      ...flow.branches.map(({ id, deviceId, used }) => ({
        id,
        name: deviceName(deviceId),
        text: write(used).text,
        look: deviceId === null ? { ...look, hue: 'rest' as const } : look,
      })),
    ].filter(({ id }) => id === sourceId || ends.has(id));
    return {
      data: shown,
      drawing: flowDrawing({ nodes, links: flow.links, nodeAt: (at) => flow.branches[at]?.id }),
    };
  }, [flow, utility, origin, units, names, t]);
  const left = flow.branches.find(({ deviceId }) => deviceId === null)?.used ?? 0;
  const total = units.amount(utility, flow.total).text;
  const share = format.percent(flow.total === 0 ? 0 : left / flow.total);
  const sentence =
    left > 0
      ? t(`flow.untracked.${utility}`, { total, left: units.amount(utility, left).text, share })
      : left < 0
        ? t('flow.over', { left: units.amount(utility, -left).text })
        : t(`flow.all.${utility}`, { total });
  return (
    <ChartFrame
      title={t('flow.title')}
      sentence={sentence}
      data={data}
      drawing={drawing}
      words={useChartLabels()}
      fileName={fileName(`flow-${utility}`, request)}
      note={`${t(`usage:foot.${origin}`)} · ${periodText(request.period, format)} · Wattershed`}
      heightClass={rowsHeight(flow.branches.length + 3)}
      badge={<OriginBadge origin={origin} />}
      controls={controls}
      {...(className !== undefined && { className })}
    />
  );
}

/** One branch of the flow and what it used: Wh or mL. Negative where meters below counted more than the one above them. */
interface FlowBranch {
  /** The node that it ends in. */
  id: string;
  room: string;
  /** Null: what is left in no room. */
  deviceId: string | null;
  used: number;
}

interface Flow {
  utility: Utility;
  total: number;
  rooms: readonly { room: string; used: number }[];
  branches: readonly FlowBranch[];
  links: readonly FlowLink[];
}

export const sourceId = 'source';
const roomId = (room: string) => `room ${room}`;
const deviceNodeId = (deviceId: string) => `device ${deviceId}`;

/** Source, rooms, devices: each part net of the parts below it, and what is left honestly so. The branches add up to the total. */
export function flowOf(parts: readonly UsageRow[], utility: Utility, latest: LatestAnswer): Flow {
  const rows = parts.filter((row) => row.utility === utility);
  const used = (group: Group) => group[utility]?.used ?? 0;
  const devices = groupsOf(rows, 'device', latest);
  const rooms = groupsOf(rows, 'room', latest).filter(({ key }) => key !== untracked);
  const rest = devices.find(({ key }) => key === untracked);
  const branches = rooms.flatMap(({ key: room }) =>
    devices
      .filter((device) => device.key !== untracked && device.room === room)
      .map((device) => ({ id: deviceNodeId(device.key), room, deviceId: device.key, used: used(device) })),
  );
  const left = rest === undefined ? [] : [{ id: untracked, room: '', deviceId: null, used: used(rest) }];
  const drawn = branches.filter((branch) => branch.used > 0);
  const links = rooms.flatMap(({ key: room }): FlowLink[] => {
    const inside = drawn.filter((branch) => branch.room === room);
    if (inside.length === 0) return [];
    // A room is as wide as what flows out of it, so that the drawing closes even where a meter counted backwards.
    const value = inside.reduce((sum, branch) => sum + branch.used, 0);
    return [
      { source: sourceId, target: roomId(room), value },
      ...inside.map((branch) => ({ source: roomId(room), target: branch.id, value: branch.used })),
    ];
  });
  return {
    utility,
    total: rows.reduce((sum, row) => sum + row.used, 0),
    rooms: rooms.map((room) => ({ room: room.key, used: used(room) })),
    branches: [...branches, ...left],
    links: [
      ...links,
      ...left.filter((one) => one.used > 0).map((one) => ({ source: sourceId, target: untracked, value: one.used })),
    ],
  };
}
