/** What is drawn at this moment. */
import { readNow } from '../facts/now.ts';
import { deviceName, roomName } from '../names.ts';
import { nowResult } from '../replies/now.ts';
import { originFacts, rateFacts } from './amount-facts.ts';
import { createTool } from './tool.ts';

export const nowTool = createTool({
  name: 'now',
  tool: 'now',
  description:
    'The power and the flow of water at this moment, of the home and of each device that draws something, by the meters heard in the last hour.',
  args: {},
  run: async (asking) => {
    const { home, language, write } = asking;
    const facts = await readNow(asking, { utility: null, room: null, device: null });
    const told = facts.rates.map(({ utility, rate, at, lastAt, drawing }) => [
      utility,
      {
        whole_home: rate === null ? 'no reading in the last hour' : rateFacts(asking, utility, rate),
        ...(at !== null && { at: write.dateTime(Date.parse(at)) }),
        ...(rate === null && lastAt !== null && { last_reading: write.dateTime(Date.parse(lastAt)) }),
        devices: drawing.map((one) => ({
          name: deviceName(home, one.device),
          room: roomName(language, one.room),
          ...rateFacts(asking, utility, one.rate),
        })),
      },
    ]);
    return {
      facts: { ...Object.fromEntries(told), ...originFacts(facts.isSimulated) },
      result: nowResult(asking, facts),
    };
  },
});
