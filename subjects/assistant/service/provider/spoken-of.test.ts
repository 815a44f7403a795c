import { expect, test } from 'vitest';
import type { Language, Utility } from '#catalogue/index.ts';
import type { AssistantResult } from '../../contract/assistant.ts';
import { checkFigures, knownFigures } from './check-figures.ts';
import { asking, summary } from './testing-provider.ts';

const device = (id: string, name: string, room: string, utility: Utility) => ({
  id,
  name,
  room,
  utility,
  isActive: true,
  commands: false,
});
const home = {
  ...asking.home,
  rooms: ['kitchen', 'hall', 'bathroom'],
  devices: [
    device('1a', 'Fridge', 'kitchen', 'electricity'),
    device('1b', 'Oven', 'kitchen', 'electricity'),
    device('1c', 'Lamp', 'hall', 'electricity'),
    device('1d', 'Shower', 'bathroom', 'water'),
  ],
};
const result = { id: 'r1', tool: 'usage', title: 'Use', link: '/analytics?period=day' } as AssistantResult;
const energy = (kWh: number) => ({ electricity: { said: `${kWh} kWh`, kWh } });
const facts = [
  {
    of: 'your home',
    period: { from: '2026-11-21', until: '2026-11-21' },
    ...energy(21.4),
    by_room: [
      { name: 'Kitchen', ...energy(12.3) },
      { name: 'Hall', ...energy(9.1) },
    ],
  },
  { of: 'Fridge', period: { from: '2026-11-21', until: '2026-11-21' }, ...energy(1.7) },
  { of: 'your home', period: { from: '2026-10-01', until: '2026-10-31' }, ...energy(318) },
  {
    of: 'your home',
    period: { from: '2026-11-20', until: '2026-11-20' },
    electricity: { cost: { say: '€4.44', EUR: '4.44' } },
    water: { cost: { say: '€1.11', EUR: '1.11' } },
  },
].map((one) => ({ result, facts: one }));
const known = knownFigures({ facts, summary: { ...summary, usage: {}, billing: {}, devices: [] }, question: '' });
const unverified = (answer: string, language: Language = 'en') =>
  checkFigures(answer, known, { home, language }).unverified;

test.each<[string, Language?]>([
  ['The hall used 12.3 kWh yesterday.'],
  ['The kitchen used 9.1 kWh yesterday.'],
  ['The kitchen used 21.4 kWh yesterday.'],
  ['Yesterday the fridge used 12.3 kWh.'],
  ['The oven used 1.7 kWh.'],
  ['The lamp: 1.7 kWh'],
  ['Your home used 12.3 kWh in total.'],
  ['The bathroom used 21.4 kWh.'],
  ['Today you used 21.4 kWh.'],
  ['In October you used 21.4 kWh.'],
  ['Yesterday you used 318 kWh.'],
  ['Last week it was 318 kWh.'],
  ['The kitchen used 9.1 kWh, and the hall 12.3 kWh.'],
  ['| Room | kWh |\n|---|---|\n| Hall | 12.3 |'],
  ['- **Hall**: 12.3 kWh'],
  ['On 20 November water cost €4.44.'],
  ['El pasillo gastó 12,3 kWh ayer.', 'es'],
  ['En octubre gastaste 21,4 kWh.', 'es'],
  ['कल हॉल ने 12.3 यूनिट खर्च किए।', 'hi'],
  ['अक्टूबर में 21.4 यूनिट लगे।', 'hi'],
])('a true figure on what it is not of is none: %s', (answer, language) => {
  expect(unverified(answer, language)).not.toEqual([]);
});

test.each<[string, Language?]>([
  ['The kitchen used 12.3 kWh yesterday.'],
  ['Yesterday the kitchen used 12.3 of 21.4 kWh in total.'],
  ['Yesterday you used 21.4 kWh: 12.3 kWh in the kitchen and 9.1 kWh in the hall.'],
  ['12.3 kWh went to the kitchen and 9.1 kWh to the hall.'],
  ['The fridge in the kitchen used 1.7 kWh.'],
  ['In October you used 318 kWh.'],
  ['You used 21.4 kWh. The kitchen took 12.3 kWh of it.'],
  ['| Room | kWh |\n|---|---|\n| Kitchen | 12.3 |\n| Hall | 9.1 |'],
  ['- **Kitchen**: 12.3 kWh\n- **Hall**: 9.1 kWh'],
  ['On 20 November electricity cost €4.44 and water €1.11.'],
  ['Ayer la cocina gastó 12,3 kWh y el pasillo 9,1 kWh.', 'es'],
  ['En octubre gastaste 318 kWh.', 'es'],
  ['कल रसोई ने 12.3 यूनिट और हॉल ने 9.1 यूनिट खर्च किए।', 'hi'],
  ['अक्टूबर में 318 यूनिट लगे।', 'hi'],
])('on what it is of it is one: %s', (answer, language) => {
  expect(unverified(answer, language)).toEqual([]);
});
