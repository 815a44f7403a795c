import { describe, expect, test } from 'vitest';
import { enphase } from './enphase.ts';

const message = (topic: string, answer: unknown) => ({
  topic,
  payload: typeof answer === 'string' ? answer : JSON.stringify(answer),
  isRetained: false,
});

describe('Enphase', () => {
  const inverters = {
    type: 'inverters',
    activeCount: 20,
    readingTime: 1_700_000_000,
    wNow: 1200,
    whLifetime: 3_000_000,
  };
  const meter = { ...inverters, type: 'eim', activeCount: 1, measurementType: 'production', whLifetime: 3_100_000 };
  const consumption = [{ ...meter, measurementType: 'net-consumption' }];
  const open = () => enphase.poll.createParser('http://192.0.2.8');
  const said = (...production: object[]) => message('/production.json', { production, consumption });

  test('its meter tells what was produced, and where none is fitted its inverters do', () => {
    const parser = open();
    expect(parser.read(said(inverters, meter))).toEqual([
      { source: 'enphase', device: '192.0.2.8', isOnline: true },
      {
        source: 'enphase',
        device: '192.0.2.8',
        part: '',
        name: 'Solar',
        model: 'Enphase',
        utility: 'electricity',
        flow: 'produced',
        total: 3_100_000,
        at: 1_700_000_000,
        power: 1200,
      },
    ]);
    expect(parser.device).toBe('192.0.2.8');
    const unfitted = { ...meter, activeCount: 0, whLifetime: 0 };
    expect(open().read(said(inverters, unfitted))[1]).toMatchObject({ total: 3_000_000 });
  });

  test('it stays with the count that it began with', () => {
    const parser = open();
    parser.read(said(inverters, meter));
    expect(parser.read(said(inverters))).toEqual([]);
    expect(parser.read(said(inverters, { ...meter, whLifetime: 3_100_050 }))[1]).toMatchObject({ total: 3_100_050 });
    expect([open().read(message('/production.json', '{}')), open().device]).toEqual([[], null]);
  });
});
