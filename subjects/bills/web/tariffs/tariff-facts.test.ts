import { expect, test } from 'vitest';
import { factsDraftOf, readFacts } from './facts-fields.tsx';

const power = { asksPersons: false, asksPower: ['P1', 'P2'], asksSize: [] };

test('power is asked for period by period; one that was given for all counts for each', () => {
  expect(readFacts({ persons: '', kW: { P1: '4,6', P2: '3' }, meterSize: '' }, power)).toEqual({
    facts: { kW: { P1: '4.6', P2: '3' } },
    faults: undefined,
  });
  expect(readFacts(factsDraftOf({ kW: '5.75' }), power).facts).toEqual({ kW: { P1: '5.75', P2: '5.75' } });
  expect(
    readFacts({ persons: '', kW: { '': '9' }, meterSize: '' }, { asksPersons: false, asksPower: [''], asksSize: [] })
      .facts,
  ).toEqual({
    kW: '9',
  });
});

test.each(['', '0', 'x', '12345', '1.2345', '-2'])('%j is no power', (typed) => {
  expect(readFacts({ persons: '', kW: { P1: typed, P2: '3' }, meterSize: '' }, power)).toEqual({
    facts: { kW: { P2: '3' } },
    faults: { power: ['P1'] },
  });
});

test('persons are a whole number, and nothing is sent that is not asked for', () => {
  const asks = { asksPersons: true, asksPower: [], asksSize: [] };
  expect(readFacts({ persons: '3', kW: { P1: '4' }, meterSize: '' }, asks)).toEqual({
    facts: { persons: 3 },
    faults: undefined,
  });
  for (const persons of ['', '0', '51', '2.5'])
    expect(readFacts({ persons, kW: {}, meterSize: '' }, asks)).toEqual({
      facts: undefined,
      faults: { power: [], persons: 'persons' },
    });
});

test('the size of the meter is one of those that the tariff tells apart, and asked for until it is chosen', () => {
  const asks = { asksPersons: false, asksPower: [], asksSize: ['3/4 in', '1 in'] };
  const draft = factsDraftOf({ meterSize: '1 in' });
  expect(readFacts(draft, asks)).toEqual({ facts: { meterSize: '1 in' }, faults: undefined });
  for (const meterSize of ['', '2 in'])
    expect(readFacts({ ...draft, meterSize }, asks)).toEqual({
      facts: undefined,
      faults: { power: [], meterSize: 'meterSize' },
    });
  expect(readFacts(draft, { ...asks, asksSize: [] }).facts).toBeUndefined();
});
