/** A household to ask questions of, and questions as one short line. */
import type { Utility } from '#catalogue/index.ts';
import { homeOf } from '../home.ts';
import type { AskedPart, AskedPeriod, Intent, Switch } from '../intent.ts';

const device = (id: string, name: string, room: string, utility: Utility, commands = false) => ({
  id,
  name,
  room,
  utility,
  isActive: true,
  commands,
});

/** A Thursday. */
export const home = homeOf(
  {
    id: 'h1',
    name: 'Casa Olmo',
    kind: 'home',
    timeZone: 'Europe/Madrid',
    currency: 'EUR',
    units: 'metric',
    country: 'ES',
    hasReadings: true,
    role: 'owner',
    devices: [
      device('mains-e', 'Mains electricity', 'whole_home', 'electricity'),
      device('mains-w', 'Mains water', 'whole_home', 'water'),
      device('kitchen-e', 'Kitchen electricity', 'kitchen', 'electricity'),
      device('kitchen-w', 'Kitchen water', 'kitchen', 'water'),
      device('fridge', 'Fridge', 'kitchen', 'electricity'),
      device('oven', 'Oven', 'kitchen', 'electricity', true),
      device('dishwasher', 'Dishwasher', 'kitchen', 'electricity', true),
      device('washer', 'Washing machine', 'bathroom', 'electricity', true),
      device('heater', 'Water heater', 'bathroom', 'electricity', true),
      device('shower', 'Shower', 'bathroom', 'water'),
      device('ac', 'AC', 'living_room', 'electricity', true),
      device('tv', 'Samsung TV', 'living_room', 'electricity', true),
      device('lamp-bed', 'Bedroom lamp', 'bedroom', 'electricity', true),
      device('lamp-hall', 'Hall lamp', 'hall', 'electricity', true),
      device('pump', 'Garden pump', 'garden', 'water', true),
      device('desk', 'Escritorio', 'Study', 'electricity', true),
    ],
  },
  Date.parse('2026-11-19T10:00:00Z'),
);

const partLine = ({ utility, room, device: id }: AskedPart): string =>
  [utility, room, id].filter((one) => one !== null).join('/') || 'all';

const periodLine = ({ from, to, name, isAssumed, hours }: AskedPeriod): string =>
  `${isAssumed ? '~' : ''}${name ?? ''}[${from.slice(2)},${to.slice(2)})${hours ? `@${hours.from}-${hours.to}` : ''}`;

/** `usage total water/kitchen yesterday[26-11-18,26-11-19)`. */
export const lineOf = (intent: Intent): string => {
  const words = Object.entries(intent).map(([key, value]: [string, unknown]) => {
    if (['part', 'one', 'other', 'without'].includes(key)) return partLine(value as AskedPart);
    if ((key === 'period' || key === 'against') && typeof value === 'object' && value !== null)
      return periodLine(value as AskedPeriod);
    if (key === 'all') return (value as Switch[]).map(({ device: id, on }) => `${id}:${on ? 'on' : 'off'}`).join(',');
    if (Array.isArray(value)) return value.join(',');
    return typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number' ? `${value}` : '-';
  });
  return words.join(' ');
};

/** One case a line: what is asked, a bar, the line of what is meant. */
export const casesOf = (table: string): [string, string][] =>
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [text = '', expected = ''] = line.split(' | ');
      return [text, expected];
    });
