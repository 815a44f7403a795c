import { expect, test } from 'vitest';
import { factsDraftOf, readFacts } from './facts-fields.tsx';
import type { TariffMeter } from './tariff-api.ts';

const power = {
  utility: 'electricity' as const,
  asksPersons: false,
  asksPower: ['P1', 'P2'],
  asksMeters: [],
  asksSize: [],
};

const none = factsDraftOf();

test('power is asked for period by period; one that was given for all counts for each', () => {
  expect(readFacts({ ...none, kW: { P1: '4,6', P2: '3' } }, power)).toEqual({
    facts: { kW: { P1: '4.6', P2: '3' } },
    faults: undefined,
  });
  expect(readFacts(factsDraftOf({ kW: '5.75' }), power).facts).toEqual({ kW: { P1: '5.75', P2: '5.75' } });
  expect(readFacts({ ...none, kW: { '': '9' } }, { ...power, asksPower: [''] }).facts).toEqual({
    kW: '9',
  });
});

test.each(['', '0', 'x', '12345', '1.2345', '-2'])('%j is no power', (typed) => {
  expect(readFacts({ ...none, kW: { P1: typed, P2: '3' } }, power)).toEqual({
    facts: { kW: { P2: '3' } },
    faults: { power: ['P1'] },
  });
});

test('persons are a whole number, and nothing is sent that is not asked for', () => {
  const asks = { ...power, asksPersons: true, asksPower: [] };
  expect(readFacts({ ...none, persons: '3', kW: { P1: '4' } }, asks)).toEqual({
    facts: { persons: 3 },
    faults: undefined,
  });
  for (const persons of ['', '0', '51', '2.5'])
    expect(readFacts({ ...none, persons }, asks)).toEqual({
      facts: undefined,
      faults: { power: [], persons: 'persons' },
    });
});

test('of the meters that it prices apart those that are chosen are sent, and none has to be', () => {
  const asks = {
    ...power,
    asksPower: [],
    asksMeters: [
      { id: 'heater', name: 'Heater' },
      { id: 'car', name: 'Car' },
    ],
  };
  expect(readFacts({ ...none, meters: { heater: '7', car: '', gone: '9' } }, asks)).toEqual({
    facts: { meters: { heater: '7' } },
    faults: undefined,
  });
  expect(readFacts(factsDraftOf({ meters: { car: '8' } }), asks).facts).toEqual({ meters: { car: '8' } });
});

test('a meter that the home has no more, or that is of something else, is not sent', () => {
  const asks = { ...power, asksPower: [], asksMeters: [{ id: 'heater', name: 'Heater' }] };
  const meter = (id: number, of: Partial<TariffMeter> = {}): TariffMeter => ({
    id,
    device_id: 'd1',
    utility: 'electricity',
    key: 'mains',
    flow: 'drawn',
    ...of,
  });
  const sent = (...meters: TariffMeter[]) => readFacts(factsDraftOf({ meters: { heater: '7' } }), asks, meters).facts;
  expect(sent(meter(6), meter(7))).toEqual({ meters: { heater: '7' } });
  for (const meters of [[], [meter(6)], [meter(7, { utility: 'water' })], [meter(7, { flow: 'produced' })]])
    expect(sent(...meters)).toBeUndefined();
});

test('the size of the meter is one of those that the tariff tells apart, and asked for until it is chosen', () => {
  const asks = { ...power, asksPower: [], asksSize: ['3/4 in', '1 in'] };
  const draft = factsDraftOf({ meterSize: '1 in' });
  expect(readFacts(draft, asks)).toEqual({ facts: { meterSize: '1 in' }, faults: undefined });
  for (const meterSize of ['', '2 in'])
    expect(readFacts({ ...draft, meterSize }, asks)).toEqual({
      facts: undefined,
      faults: { power: [], meterSize: 'meterSize' },
    });
  expect(readFacts(draft, { ...asks, asksSize: [] }).facts).toBeUndefined();
});
