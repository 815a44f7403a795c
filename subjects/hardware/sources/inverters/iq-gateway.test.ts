import { expect, test } from 'vitest';
import { iqGateway } from './iq-gateway.ts';

const open = () => {
  const parser = iqGateway.poll.createParser('http://192.0.2.8');
  const hear = (topic: string, answer: unknown) =>
    parser.read({ topic, payload: JSON.stringify(answer), isRetained: false }).filter(({ part }) => part !== undefined);
  return { parser, hear };
};
const meter = (eid: number, measurementType: string, state = 'enabled') => ({ eid, state, measurementType });
const reading = (eid: number, actEnergyDlvd: number, actEnergyRcvd: number, activePower = 1) => ({
  eid,
  timestamp: 1_778_000_000,
  actEnergyDlvd,
  actEnergyRcvd,
  activePower,
});

test('its meters tell what was produced, drawn and sent back, and what went into the batteries and out', () => {
  const { parser, hear } = open();
  expect(parser.topics).toEqual(['/ivp/meters']);
  expect(parser.device).toBeNull();
  hear('/ivp/meters', [
    meter(1, 'production'),
    meter(2, 'net-consumption'),
    meter(3, 'total-consumption'),
    meter(4, 'storage'),
    meter(5, 'production', 'disabled'),
  ]);
  expect(parser.topics).toEqual(['/ivp/meters/readings', '/ivp/ensemble/inventory']);
  const told = { source: 'iq-gateway', device: '192.0.2.8', model: 'Enphase', at: 1_778_000_000 } as const;
  const heard = hear('/ivp/meters/readings', [
    reading(1, 5_000.25, 3, 800),
    reading(2, 900, 2_000, -700),
    reading(3, 4_000, 0),
    reading(4, 70, 80, 10),
    reading(5, 1, 1),
  ]);
  const battery = { ...told, name: 'Battery meter' };
  expect(heard).toMatchObject([
    { ...told, part: '', name: 'Solar', flow: 'produced', total: 5_000.25, power: 800 },
    { ...told, part: 'grid', room: 'whole_home', total: 900, power: -700 },
    { ...told, part: 'grid returned', registerOf: 'grid', flow: 'returned', room: 'whole_home', total: 2_000 },
    { ...battery, part: 'storage', flow: 'discharged', total: 70, power: 10 },
    { ...battery, part: 'storage charged', registerOf: 'storage', flow: 'charged', total: 80 },
  ]);
  expect(heard).toHaveLength(5);
  expect(parser.device).toBe('192.0.2.8');
});

test('without meters its inverters are asked; batteries are one, each by what it holds', () => {
  const { parser, hear } = open();
  hear('/ivp/meters', []);
  expect(parser.topics).toEqual(['/api/v1/production', '/ivp/ensemble/inventory']);
  expect(
    hear('/api/v1/production', { wattHoursToday: 1, wattHoursLifetime: 19_229_325, wattsNow: 5_326 }),
  ).toMatchObject([{ part: '', flow: 'produced', total: 19_229_325, power: 5_326 }]);
  const devices = [
    { percentFull: 20, encharge_capacity: 3_500 },
    { percentFull: 60, encharge_capacity: 10_500 },
  ];
  const inventory = [
    { type: 'ENCHARGE', devices },
    { type: 'ENPOWER', devices: [{ percentFull: 1 }] },
  ];
  expect(hear('/ivp/ensemble/inventory', inventory)).toMatchObject([{ part: 'battery', charge: 50 }]);
  expect(hear('/ivp/ensemble/inventory', [])).toEqual([]);
  const over = ['/ivp/meters', '/ivp/meters/readings', '/api/v1/production', '/ivp/ensemble/inventory'];
  expect(over.filter((topic) => parser.passesOver?.(topic, 'absent'))).toEqual([
    '/ivp/meters',
    '/ivp/ensemble/inventory',
  ]);
});
