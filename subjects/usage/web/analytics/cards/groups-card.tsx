import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Utility, utilities as catalogue } from '#catalogue/index.ts';
import { useFormat } from '#shell/household/household.ts';
import { useChartLabels } from '#shell/text/chart-labels.ts';
import { ChartFrame } from '#shell/ui/chart/chart-frame.tsx';
import { flowDrawing, type FlowLink } from '#shell/ui/chart/flow-drawing.ts';
import { rowsDrawing } from '#shell/ui/chart/rows-drawing.ts';
import type { ChartData, ChartSeries, SeriesLook } from '#shell/ui/chart/series-look.ts';
import type { LatestAnswer, UsageRow } from '../../../contract/usage.ts';
import { OriginBadge } from '../../usage-figures.tsx';
import type { AnalyticsFigures } from '../analytics-figures.ts';
import { partsSoFar } from '../changes.ts';
import { type Group, type GroupBy, groupsOf, rowsHeight, untracked } from '../groups.ts';
import { periodText } from '../period.ts';
import { type Cell, fileName, useNames, useUnits } from './time-data.ts';

interface GroupsCardProps {
  figures: AnalyticsFigures;
  utilities: readonly Utility[];
  by: GroupBy;
  className?: string;
}

/** What each room or device used in the period. */
export function GroupsCard({ figures, utilities, by, className }: GroupsCardProps) {
  const { t } = useTranslation(['analytics', 'usage']);
  const format = useFormat();
  const units = useUnits();
  const names = useNames(figures.latest);
  const { origin, request } = figures;
  const what = by === 'room' ? 'rooms' : 'devices';
  const data = useMemo(() => {
    const { parts, earlier, latest } = figures;
    const name = request.comparison === 'year' ? 'before.year' : 'before.previous';
    return groupData(
      {
        parts,
        before: earlier === null ? null : partsSoFar(earlier),
        by,
        utilities,
        latest,
        isInvented: origin !== 'measured',
      },
      {
        placeHeading: t(`${what}.place`),
        place: ({ key }) => names.group(by, key),
        utility: names.utility,
        before: (utility) => t(name, { name: names.utility(utility) }),
        write: units.amount,
        unit: units.amountUnit,
        none: t('rooms.noMeter'),
      },
    );
  }, [figures, request, origin, utilities, by, what, names, units, t]);
  const drawing = useMemo(
    () =>
      rowsDrawing({
        data,
        panels: utilities.map((utility) => `${names.utility(utility)}, ${units.amountUnit(utility)}`),
      }),
    [data, utilities, names, units],
  );
  const leading = utilities.flatMap((utility) => {
    const groups = groupsOf(
      figures.parts.filter((row) => row.utility === utility),
      by,
      figures.latest,
    );
    const total = groups.reduce((sum, group) => sum + (group[utility]?.used ?? 0), 0);
    const [first] = groups.filter(({ key }) => key !== untracked);
    const used = first?.[utility]?.used ?? 0;
    if (first === undefined || used <= 0 || total <= 0) return [];
    return [
      t(`usage:rooms.lead.${utility}`, { room: names.group(by, first.key), share: format.percent(used / total) }),
    ];
  });
  return (
    <ChartFrame
      title={t(`${what}.title`)}
      sentence={leading.length === 0 ? t('time.none') : leading.join(' ')}
      data={data}
      drawing={drawing}
      words={useChartLabels()}
      fileName={fileName(what, request)}
      note={`${t(`usage:foot.${origin}`)} · ${periodText(request.period, format)} · Wattershed`}
      heightClass={rowsHeight(data.places.length)}
      badge={<OriginBadge origin={origin} />}
      {...(className !== undefined && { className })}
    />
  );
}

interface GroupWords {
  placeHeading: string;
  place: (group: Group) => string;
  utility: (utility: Utility) => string;
  before: (utility: Utility) => string;
  write: (utility: Utility, used: number | null) => Cell;
  unit: (utility: Utility) => string;
  /** For a group without a meter of that utility. */
  none: string;
}

interface GroupInput {
  parts: readonly UsageRow[];
  /** The same of the earlier period, as long as this one has lasted. */
  before: readonly UsageRow[] | null;
  by: GroupBy;
  utilities: readonly Utility[];
  latest: LatestAnswer;
  isInvented: boolean;
}

/** Rooms or devices as a chart's data, this period beside the one before. */
export function groupData(input: GroupInput, words: GroupWords): ChartData {
  const { parts, before, by, utilities, latest, isInvented } = input;
  const shown = (rows: readonly UsageRow[]) => rows.filter((row) => utilities.includes(row.utility));
  const groups = groupsOf(shown(parts), by, latest);
  const earlier =
    before === null ? null : new Map(groupsOf(shown(before), by, latest).map((group) => [group.key, group]));
  const series = (utility: Utility, panel: number, role: 'now' | 'before'): ChartSeries => {
    const of = (group: Group) => (role === 'now' ? group : earlier?.get(group.key));
    const cells = groups.map((group) => {
      const amount = of(group)?.[utility] ?? null;
      return amount === null ? { value: null, text: words.none } : words.write(utility, amount.used);
    });
    return {
      key: `${utility} ${role}`,
      name: role === 'now' ? words.utility(utility) : words.before(utility),
      unit: words.unit(utility),
      panel,
      look: {
        hue: catalogue[utility].look.hue,
        role,
        step: 0,
        ...(isInvented && role === 'now' && { isInvented }),
      },
      values: cells.map(({ value }) => value),
      texts: cells.map(({ text }) => text),
    };
  };
  return {
    placeHeading: words.placeHeading,
    places: groups.map((group) => ({ key: group.key, label: words.place(group), name: words.place(group) })),
    series: utilities.flatMap((utility, panel) => {
      const hasBefore = [...(earlier?.values() ?? [])].some((group) => group[utility] !== null);
      return [series(utility, panel, 'now'), ...(hasBefore ? [series(utility, panel, 'before')] : [])];
    }),
  };
}

interface FlowCardProps {
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
    const { hue } = catalogue[utility].look;
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
