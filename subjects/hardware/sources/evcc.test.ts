import { describe, expect, test } from 'vitest';
import { evcc } from './evcc.ts';

const message = (topic: string, answer: unknown) => ({
  topic,
  payload: typeof answer === 'string' ? answer : JSON.stringify(answer),
  isRetained: false,
});

describe('evcc', () => {
  test('the home’s battery tells how full it is, and nothing of energy; the car’s does not', () => {
    const parser = evcc.mqtt.createParser();
    const battery = { source: 'evcc', device: 'evcc', part: 'battery', name: 'Battery', charge: 54.5 };
    for (const topic of ['evcc/site/battery/soc', 'evcc/site/batterySoc'])
      expect(parser.read(message(topic, '54.5'))).toEqual([battery]);
    for (const [topic, payload] of [
      ['evcc/site/battery/soc', '0'],
      ['evcc/site/battery/soc', 'nil'],
      ['evcc/loadpoints/1/vehicleSoc', '70'],
    ] as const)
      expect(parser.read(message(topic, payload))).toEqual([]);
  });

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
