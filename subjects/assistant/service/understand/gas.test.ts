/** Gas is asked for where a home has it; where it has none, it is said that nobody measures it. */
import type { Home } from '../home.ts';
import { expect, test } from 'vitest';
import { understand } from './index.ts';
import { home, lineOf } from './testing-home.ts';

const withGas: Home = {
  ...home,
  devices: [
    ...home.devices,
    { id: 'gas', name: 'Boiler meter', room: 'whole_home', utility: 'gas', isActive: true, commands: false },
  ],
};

test.each([
  ['en', 'how much gas did we use yesterday'],
  ['en', 'how much natural gas did we use yesterday'],
  ['es', '¿cuánto gas gastamos ayer?'],
  ['hi', 'कल हमने कितनी गैस इस्तेमाल की?'],
  ['hi', 'kal kitni gas use hui'],
] as const)('%s: %s', (language, text) => {
  expect(lineOf(understand(text, language, withGas).intent)).toBe('usage gas yesterday[26-11-18,26-11-19) total');
  expect(understand(text, language, home).intent).toMatchObject({ about: 'impossible', why: 'utility' });
});
