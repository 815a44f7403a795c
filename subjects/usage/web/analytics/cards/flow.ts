import type { Utility } from '#catalogue/index.ts';
import type { LatestAnswer, UsageRow } from '../../../contract/usage.ts';
import type { FlowTotals } from '../../../domain/flow-balance.ts';
import { type Group, groupsOf, unmetered } from '../groups.ts';
import { type FlowIn, flowsIn, type FlowOut, flowsOut } from './own-data.ts';

/** One branch of the flow and what it used: Wh or mL. Negative where meters below counted more than the one above them. */
interface FlowBranch {
  /** The node that it ends in. */
  id: string;
  room: string;
  /** Null: what is left in no room. */
  deviceId: string | null;
  used: number;
  estimated: number;
}

export interface Flow {
  utility: Utility;
  total: number;
  rooms: readonly { room: string; used: number }[];
  branches: readonly FlowBranch[];
  /** Of a home that has more than what is drawn: where it came from, and what went elsewhere than into its rooms. */
  sources: readonly { flow: FlowIn; used: number; estimated: number }[];
  sent: readonly { flow: FlowOut; used: number; estimated: number }[];
  links: readonly FlowLink[];
}

export const sourceId = 'source';
export const flowId = (flow: FlowIn | FlowOut) => `flow ${flow}`;
export const roomId = (room: string) => `room ${room}`;
const deviceNodeId = (deviceId: string) => `device ${deviceId}`;

interface FlowLink {
  source: string;
  target: string;
  value: number;
}

/** Source, rooms, devices: each part net of the parts below it, and what is left honestly so. The branches add up to the total. */
export function flowOf(
  parts: readonly UsageRow[],
  utility: Utility,
  latest: LatestAnswer,
  flows: FlowTotals['flows'] = {},
): Flow {
  const rows = parts.filter((row) => row.utility === utility);
  const used = (group: Group) => group[utility]?.used ?? 0;
  const estimated = (group: Group) => group[utility]?.estimated ?? 0;
  const devices = groupsOf(rows, 'device', latest);
  const rooms = groupsOf(rows, 'room', latest).filter(({ key }) => key !== unmetered);
  const rest = devices.find(({ key }) => key === unmetered);
  const branches = rooms.flatMap(({ key: room }) =>
    devices
      .filter((device) => device.key !== unmetered && device.room === room)
      .map((device) => ({
        id: deviceNodeId(device.key),
        room,
        deviceId: device.key,
        used: used(device),
        estimated: estimated(device),
      })),
  );
  const left =
    rest === undefined
      ? []
      : [{ id: unmetered, room: '', deviceId: null, used: used(rest), estimated: estimated(rest) }];
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
  const passed = <F extends FlowIn | FlowOut>(wanted: readonly F[]) =>
    wanted.map((flow) => ({ flow, used: 0, estimated: 0, ...flows[flow] })).filter(({ used: amount }) => amount > 0);
  const sent = passed(flowsOut);
  return {
    utility,
    sources: passed(flowsIn),
    sent,
    total: rows.reduce((sum, row) => sum + row.used, 0),
    rooms: rooms.map((room) => ({ room: room.key, used: used(room) })),
    branches: [...branches, ...left],
    links: [
      ...links,
      ...left.filter((one) => one.used > 0).map((one) => ({ source: sourceId, target: unmetered, value: one.used })),
      ...sent.map(({ flow, used: value }) => ({ source: sourceId, target: flowId(flow), value })),
    ],
  };
}

// Where the parts of a flow stand, in pixels.

/** A room, a device, the source of all or one of several, what no meter below the main one saw, or what went elsewhere. */
export interface FlowBox {
  id: string;
  kind: 'source' | 'room' | 'device' | 'rest' | 'sent';
  used: number;
  top: number;
  height: number;
}

/** From the middle of one side to the middle of another; as wide at both ends as what flows there. */
export interface FlowRibbon {
  id: string;
  /** The column that it leaves; `in`: one of several sources, for the bar. */
  column: 'in' | 0 | 1;
  from: number;
  to: number;
  width: number;
  isRest: boolean;
}

export interface FlowLayout {
  height: number;
  boxes: readonly FlowBox[];
  ribbons: readonly FlowRibbon[];
  /** Where several sources meet before they part again: whose they are then nobody knows. */
  bar?: { top: number; height: number };
}

interface LayoutShape {
  /** On a narrow screen there are two columns: a room is pressed, and its devices stand below it. */
  isNarrow: boolean;
  openRoom: string | null;
}

const flowHeight = { wide: 300, narrow: 240 };
/** Of a node that is only read, of one that is pressed, of the source with its words. */
const minHeight = { read: 28, pressed: 44, source: 104, oneSource: 56 };
const gap = { source: 10, room: 10, device: 6 };
const minRibbon = 3;

/** Each room beside its devices; as high as what flows there, and never too low for its words. */
export function layoutFlow(flow: Flow, { isNarrow, openRoom }: LayoutShape): FlowLayout {
  const { total, links, sources } = flow;
  const first = links.filter(({ source }) => source === sourceId);
  const through = Math.max(total, sumOf(sources.map(({ used }) => used)));
  const scale = flowHeight[isNarrow ? 'narrow' : 'wide'] / Math.max(1, through);
  const widthOf = (value: number) => Math.max(minRibbon, value * scale);
  const least = isNarrow ? minHeight.pressed : minHeight.read;
  const boxes: FlowBox[] = [];
  const ribbons: FlowRibbon[] = [];
  let top = 0;
  for (const { target, value } of first) {
    const kind = target === unmetered ? 'rest' : flow.sent.some((one) => flowId(one.flow) === target) ? 'sent' : 'room';
    const own = Math.max(kind === 'room' ? least : minHeight.read, value * scale);
    const devices = links.filter(({ source }) => source === target);
    const isOpen = isNarrow && target === openRoom;
    const heights = devices.map((one) => Math.max(minHeight.read, isNarrow ? 0 : one.value * scale));
    const inside = heights.reduce((sum, height) => sum + height + gap.device, -gap.device);
    const block = isNarrow ? own : Math.max(own, inside);
    const room: FlowBox = {
      id: target,
      kind,
      used: value,
      top: top + (block - own) / 2,
      height: own,
    };
    boxes.push(room);
    let at = isNarrow ? top + own + gap.device : top + Math.max(0, (block - inside) / 2);
    let leaves = room.top;
    devices.forEach((device, i) => {
      const height = heights[i] ?? 0;
      const share = (device.value / value) * own;
      if (!isNarrow || isOpen) boxes.push({ id: device.target, kind: 'device', used: device.value, top: at, height });
      if (!isNarrow)
        ribbons.push({
          id: device.target,
          column: 1,
          from: leaves + share / 2,
          to: at + height / 2,
          width: Math.min(own, widthOf(device.value)),
          isRest: false,
        });
      leaves += share;
      at += height + gap.device;
    });
    top = (isOpen ? at - gap.device : top + block) + gap.room;
  }
  const below = top - gap.room;
  const begin = sources.length > 1 ? manySources(sources, below, widthOf) : oneSource(total, below, first, widthOf);
  const { from } = begin;
  let leaves = from.top;
  const flows = sumOf(first.map(({ value }) => widthOf(value)));
  for (const { target, value } of first) {
    const box = boxes.find(({ id }) => id === target);
    const share = (widthOf(value) / flows) * from.height;
    ribbons.push({
      id: target,
      column: 0,
      from: leaves + share / 2,
      to: (box?.top ?? 0) + (box?.height ?? 0) / 2,
      width: Math.min(share, widthOf(value)),
      isRest: target === unmetered,
    });
    leaves += share;
  }
  return {
    height: begin.height,
    boxes: [...begin.boxes, ...boxes],
    ribbons: [...ribbons, ...begin.ribbons],
    ...(sources.length > 1 && { bar: from }),
  };
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

interface Begin {
  height: number;
  boxes: FlowBox[];
  ribbons: FlowRibbon[];
  /** What all flows leave. */
  from: { top: number; height: number };
}

function oneSource(
  total: number,
  below: number,
  first: readonly FlowLink[],
  widthOf: (value: number) => number,
): Begin {
  const height = Math.max(minHeight.source, below);
  const source = Math.max(minHeight.source, sumOf(first.map(({ value }) => widthOf(value))));
  const from = { top: (height - source) / 2, height: source };
  const boxes: FlowBox[] = [{ id: sourceId, kind: 'source', used: total, ...from }];
  return { height: Math.max(height, source), boxes, ribbons: [], from };
}

/** One above the other; they meet in a bar as high as what comes in. */
function manySources(sources: Flow['sources'], below: number, widthOf: (value: number) => number): Begin {
  const heights = sources.map(({ used }) => Math.max(minHeight.oneSource, widthOf(used)));
  const column = sumOf(heights) + gap.source * (sources.length - 1);
  const bar = sumOf(sources.map(({ used }) => widthOf(used)));
  const height = Math.max(below, column, bar);
  const from = { top: (height - bar) / 2, height: bar };
  const boxes: FlowBox[] = [];
  const ribbons: FlowRibbon[] = [];
  let top = (height - column) / 2;
  let enters = from.top;
  for (const [i, { flow, used }] of sources.entries()) {
    const own = heights[i] ?? 0;
    const width = widthOf(used);
    boxes.push({ id: flowId(flow), kind: 'source', used, top, height: own });
    ribbons.push({ id: flowId(flow), column: 'in', from: top + own / 2, to: enters + width / 2, width, isRest: false });
    top += own + gap.source;
    enters += width;
  }
  return { height, boxes, ribbons, from };
}

/** A band from one side to the other, level at both ends. */
export function ribbonPath({ from, to, width }: FlowRibbon, left: number, right: number): string {
  const [middle, half] = [(left + right) / 2, width / 2];
  const curve = (end: number, x: number, y: number) => `C${middle} ${end} ${middle} ${y} ${x} ${y}`;
  return `M${left} ${from - half}${curve(from - half, right, to - half)}V${to + half}${curve(to + half, left, from + half)}Z`;
}
