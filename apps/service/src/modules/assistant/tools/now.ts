/** What is drawn at this moment. */
import type { RateState } from '@wattershed/domain';
import { readNow } from '../facts/now.ts';
import { deviceName, roomName } from '../names.ts';
import { nowResult } from '../replies/now.ts';
import { originFacts, rateFacts } from './amount-facts.ts';
import { createTool } from './tool.ts';

const unknownFacts: Record<RateState, string> = {
  now: 'no reading',
  none: 'no reading yet',
  first: 'one reading; a second one makes it a rate',
  'far-apart': 'readings too far apart to tell what flows now',
  old: 'no reading lately',
};

export const nowTool = createTool({
  name: 'now',
  tool: 'now',
  description:
    'The power and the flow of water at this moment, of the home, of each room and of each device that draws something, by the meters heard lately.',
  args: {},
  run: async (asking) => {
    const { home, language, write } = asking;
    const facts = await readNow(asking, { utility: null, room: null, device: null });
    const told = facts.rates.map(({ utility, state, flow, at, lastAt, rooms, devices, untracked }) => [
      utility,
      {
        whole_home: flow === null ? unknownFacts[state] : rateFacts(asking, utility, flow),
        ...(at !== null && { at: write.dateTime(Date.parse(at)) }),
        ...(flow === null && lastAt !== null && { last_reading: write.dateTime(Date.parse(lastAt)) }),
        rooms: rooms.map((one) => ({ room: roomName(language, one.name), ...rateFacts(asking, utility, one) })),
        ...(untracked !== null && { untracked_rest: rateFacts(asking, utility, untracked) }),
        devices: devices.map((one) => ({
          name: deviceName(home, one.name),
          room: roomName(language, home.devices.find(({ id }) => id === one.name)?.room ?? ''),
          ...rateFacts(asking, utility, one),
        })),
      },
    ]);
    return {
      facts: { ...Object.fromEntries(told), ...originFacts(facts.isSimulated) },
      result: nowResult(asking, facts),
    };
  },
});
