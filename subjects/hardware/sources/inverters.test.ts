import { describe, expect, test } from 'vitest';
import { enphase } from './enphase.ts';
import { evcc } from './evcc.ts';
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

  test('nobody is known by an answer that does not say who', () => {
    const { parser, hear } = open();
    expect([hear(parser.topics[0] ?? '', {}), parser.device]).toEqual([[], null]);
    expect(parser.read(message('/solar_api/v1/GetMeterRealtimeData.cgi?Scope=System', '{"Body":5}'))).toEqual([]);
  });
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

describe('evcc', () => {
  const open = () => {
    const parser = evcc.mqtt.createParser();
    return (topic: string, payload: string) => parser.read(message(`evcc/${topic}`, payload));
  };

  test('the grid draws, the roof produces, a charger draws', () => {
    const hear = open();
    expect(hear('site/grid/energy', '1234.5')).toMatchObject([{ part: 'grid', room: 'whole_home', total: 1_234_500 }]);
    expect(hear('site/gridEnergy', '1235')).toMatchObject([{ part: 'grid', total: 1_235_000 }]);
    expect(hear('site/pv/1/energy', '900')).toMatchObject([{ part: 'pv 1', flow: 'produced', total: 900_000 }]);
    expect(hear('loadpoints/1/chargeTotalImport', '6663.93')).toMatchObject([
      { part: 'loadpoint 1', utility: 'electricity', total: 6_663_930 },
    ]);
    expect(hear('loadpoints/1/chargedEnergy', '7420.9')).toEqual([]);
    expect(hear('loadpoints/1/chargePower', '3847')).toMatchObject([{ power: 3847 }]);
    expect(hear('loadpoints/1/title', 'Garage')).toMatchObject([{ part: 'loadpoint 1', name: 'Garage' }]);
    for (const topic of [
      'site/grid/power',
      'site/pv/1/power',
      'site/battery/1/energy',
      'loadpoints/1/mode',
      'loadpoints',
    ])
      expect(hear(topic, '5')).toEqual([]);
    expect(hear('site/pv/2/energy', '0')).toEqual([]);
  });

  test('where a charger counts nothing its sessions are counted, and never both', () => {
    const hear = open();
    expect(['5', '10', '15'].flatMap((wh) => hear('loadpoints/2/chargedEnergy', wh))).toMatchObject([{ total: 15 }]);
    expect(hear('loadpoints/2/chargeTotalImport', '40')).toEqual([]);
    expect(hear('loadpoints/2/chargedEnergy', '0')).toMatchObject([{ total: 0 }]);
  });
});
