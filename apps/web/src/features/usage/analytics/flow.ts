import type { Utility } from '@wattershed/catalogue';
import type { LatestAnswer, UsageRow } from '@wattershed/contracts';
import type { FlowLink } from '../../../ui/chart/flow-drawing.ts';
import { type Group, groupsOf, untracked } from './groups.ts';

/** One branch of the flow and what it used: Wh or mL. Negative where meters below counted more than the one above them. */
export interface FlowBranch {
  /** The node that it ends in. */
  id: string;
  room: string;
  /** Null: what is left in no room. */
  deviceId: string | null;
  used: number;
}

export interface Flow {
  utility: Utility;
  total: number;
  rooms: readonly { room: string; used: number }[];
  branches: readonly FlowBranch[];
  links: readonly FlowLink[];
}

export const sourceId = 'source';
export const roomId = (room: string) => `room ${room}`;
export const deviceNodeId = (deviceId: string) => `device ${deviceId}`;

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
