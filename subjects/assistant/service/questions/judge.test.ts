import { expect, test } from 'vitest';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import type { Given } from './testing-asker.ts';
import { ask, type Entry, judge } from './testing-known.ts';

const neighbours = { household: 'h-2', userId: 'u-2', token: 't-2' } as SeededHome;
const entry = ask('kitchen yesterday?', 'usage', { figures: ['16 L'], link: 'room=kitchen', says: /Kitchen/ });

const given = (text: string, more: Partial<Given> = {}): Given => ({
  understood: { about: 'usage' } as Given['understood'],
  text,
  results: [],
  proposed: [],
  ...more,
});

const faults = (text: string, more: Partial<Given> = {}, asked: Entry = entry): readonly string[] =>
  judge(asked, given(text, more), '9 kWh', neighbours).faults;

const right = 'On 21 November 2026 Kitchen used [16\u00a0L](/analytics?room=kitchen).';

test('what is right has no fault, and may say what is true beside it', () => {
  expect(faults(right)).toEqual([]);
  expect(faults(`${right} And 9 kWh.`)).toEqual([]);
});

test('a figure that is another, or a part of another, is missing', () => {
  expect(faults('Kitchen used [17 L](/analytics?room=kitchen)')).toContain('without 16 L');
  expect(faults('Kitchen used [1.16 L](/analytics?room=kitchen)')).toContain('without 16 L');
});

test('a figure that opens another page, or none, is a fault', () => {
  expect(faults('Kitchen used 16 L.')).toEqual(['no figure opens room=kitchen']);
  expect(faults('Kitchen used [16 L](/analytics?room=hall).')).toEqual(['no figure opens room=kitchen']);
});

test('a number of nowhere, and what is next door, are faults', () => {
  expect(faults(`${right} That is 3 L more.`)).toEqual(['3 is of nowhere']);
  expect(faults(`${right} Vecino Plug`)).toEqual(['of the neighbours: Vecino Plug']);
  expect(faults(`${right} h-2`)).toContain('of the neighbours: h-2');
});

test('nothing is proposed that was not asked for, and what was is', () => {
  expect(faults(right, { proposed: [['TV', false]] })).toEqual(['proposes [["TV",false]]']);
  const turnOff = ask('tv off', 'usage', { proposes: ['TV', false] });
  expect(faults('Shall it?', { proposed: [['TV', false]] }, turnOff)).toEqual([]);
  expect(faults('Shall it?', { proposed: [['TV', true]] }, turnOff)).toEqual(['proposes [["TV",true]]']);
});

test('what was understood otherwise is a fault, and so is an answer in other words', () => {
  expect(faults(right, { understood: { about: 'unknown' } })).toEqual(['understood as unknown']);
  expect(faults('It used [16 L](/analytics?room=kitchen)')).toEqual(['does not say /Kitchen/']);
});
