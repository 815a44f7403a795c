/** For tests of the check: facts with figures of each kind, and how a checked answer is shown. */
import { checkFigures, knownFigures } from './check-figures.ts';
import { summary } from './testing-provider.ts';

export const figureLink = '/analytics?period=day';
const result = { id: 'r1', tool: 'usage', title: 'Yesterday', link: figureLink } as const;
const facts = {
  room: 'kitchen',
  device: 'Lamp 9000 kWh',
  of: 'Oven 8000 kWh',
  nextBlock: { unit: 'kWh', above: 250, rate: { EUR: '0.21' } },
  electricity: '12.4 kWh',
  electricity_kWh: 12.4,
  water_L: 188.4,
  share: 0.25,
  EUR: 1234.5,
  INR: 123456,
  price_EUR_per_kWh: 0.1623,
  power_W: 1840,
  on_hours: 3.5,
  days_left: 9,
  rooms: ['kitchen', 'hall', 'bathroom', 'bedroom', 'garden'],
};
export const known = knownFigures({ facts: [{ result, facts }], summary, question: 'Is 300 kWh a lot?' });

/** `‹…›` leads to where it is from, `‹?…›` is marked. */
export const shown = (answer: string): string =>
  checkFigures(answer, known)
    .content.replace(/\[([^\]]*)\]\(#unverified\)/g, '‹?$1›')
    .replace(/\[([^\]]*)\]\(\/[^)]*\)/g, '‹$1›');
