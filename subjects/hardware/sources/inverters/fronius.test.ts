import { describe, expect, test } from 'vitest';
import { fronius } from './fronius.ts';

const message = (topic: string, answer: unknown) => ({
  topic,
  payload: typeof answer === 'string' ? answer : JSON.stringify(answer),
  isRetained: false,
});

describe('Fronius', () => {
  const open = () => {
    const parser = fronius.poll.createParser();
    const hear = (topic: string, data: unknown) => parser.read(message(topic, { Body: { Data: data }, Head: {} }));
    return { parser, hear };
  };
  const info = { 1: { CustomName: '&#82;&#111;&#111;&#102;', UniqueID: '1234567' }, 2: { UniqueID: '7654321' } };
  const values = (figures: object) => ({ Unit: 'Wh', Values: figures });

  test('each inverter tells what it has produced; one that sleeps tells nothing', () => {
    const { parser, hear } = open();
    const [identity = ''] = parser.topics;
    expect([parser.device, hear(identity, info), parser.device]).toEqual([null, [], '1234567']);
    const [inverters = ''] = parser.topics;
    expect(
      hear(inverters, { PAC: values({ 1: 955, 2: null }), TOTAL_ENERGY: values({ 1: 2_777_329.5, 2: null }) }),
    ).toEqual([
      { source: 'fronius', device: '1234567', isOnline: true },
      {
        source: 'fronius',
        device: '1234567',
        part: '1',
        name: 'Roof',
        model: 'Fronius',
        utility: 'electricity',
        flow: 'produced',
        total: 2_777_329.5,
        power: 955,
      },
    ]);
  });

  test('the meter at the grid counts both ways; one that stands elsewhere is not read', () => {
    const { parser, hear } = open();
    hear(parser.topics[0] ?? '', info);
    const meter = {
      EnergyReal_WAC_Sum_Consumed: 609_060,
      EnergyReal_WAC_Sum_Produced: 1_848_359,
      PowerReal_P_Sum: -40,
    };
    const heard = hear(parser.topics[1] ?? '', {
      0: { ...meter, Meter_Location_Current: 0 },
      1: { ...meter, Meter_Location_Current: 256 },
    });
    expect(heard).toMatchObject([
      { part: 'meter 0', room: 'whole_home', total: 609_060, power: -40 },
      { part: 'meter 0 returned', registerOf: 'meter 0', flow: 'returned', total: 1_848_359 },
    ]);
    expect(heard).toHaveLength(2);
  });

  test('a hybrid inverter tells how full its battery is; an early version without it is read all the same', () => {
    const { parser, hear } = open();
    hear(parser.topics[0] ?? '', info);
    const path = '/solar_api/v1/GetPowerFlowRealtimeData.fcgi';
    expect(parser.topics).toContain(path);
    expect(hear(path, { Inverters: { 1: { P: 705.4, SOC: 77.9, E_Total: 19_290_780 }, 2: { P: 3 } } })).toEqual([
      { source: 'fronius', device: '1234567', part: 'battery 1', name: 'Battery', charge: 77.9 },
    ]);
    const over = parser.topics.filter((topic) => parser.passesOver?.(topic, 'absent'));
    expect([over, parser.passesOver?.(path, 'silent')]).toEqual([[path], false]);
  });

  test('nobody is known by an answer that does not say who', () => {
    const { parser, hear } = open();
    expect([hear(parser.topics[0] ?? '', {}), parser.device]).toEqual([[], null]);
    expect(parser.read(message('/solar_api/v1/GetMeterRealtimeData.cgi?Scope=System', '{"Body":5}'))).toEqual([]);
  });
});
