/** Devices with their state. */
import { z } from 'zod';
import { type DeviceState, readDevices } from '../facts/devices.ts';
import { roomName } from '../names.ts';
import type { Asking } from '../own-answer.ts';
import { devicesResult } from '../replies/devices.ts';
import { quantityFacts, rateFacts } from './amount-facts.ts';
import { findRoom } from './asked.ts';
import { createTool } from './tool.ts';

const args = {
  room: z.string().max(80).optional().describe('The name of a room; left out: all of them.'),
};

const mostDevices = 60;

const deviceFacts = (asking: Asking, device: DeviceState): Readonly<Record<string, unknown>> => {
  const { name, room, utility, isActive, commands, isSilent, lastAt, today, rate } = device;
  return {
    name,
    room: roomName(asking.language, room),
    utility,
    state: isActive ? 'on' : 'off',
    ...(!commands && { state_is: 'only noted: no hardware takes commands' }),
    last_reading: lastAt === null ? 'never' : asking.write.dateTime(Date.parse(lastAt)),
    ...(isSilent && { silent: true }),
    ...(today !== null && { today: quantityFacts(asking, utility, today) }),
    ...(rate !== null && { now: rateFacts(asking, utility, rate) }),
  };
};

export const devicesTool = createTool({
  name: 'devices',
  tool: 'devices',
  description:
    'The devices of the household: room, utility, whether they are on, when they were heard last, and their use today with that of the meters inside them.',
  args,
  run: async (asking, { room }) => {
    const place = room === undefined ? null : findRoom(asking.home, room);
    const devices = await readDevices(asking, { ask: 'list', room: place, utility: null });
    return {
      facts: {
        count: devices.length,
        devices: devices.slice(0, mostDevices).map((device) => deviceFacts(asking, device)),
      },
      result: devicesResult(asking, devices),
    };
  },
});
