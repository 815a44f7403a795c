import { describe, expect, test } from 'vitest';
import { type Vector, vectors } from './testing-samples.ts';
import { tasmota } from './tasmota.ts';

const hear = (topic: string, payload: unknown) =>
  tasmota.mqtt.createParser().read({
    topic,
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    isRetained: false,
  });

test('energy is in kWh, once, in a list or by name; power is beside it', () => {
  const total = (value: unknown) => hear('tele/plug/SENSOR', { ENERGY: { Total: value, Power: 47.11 } })[0];
  expect(total(1.2)).toEqual({
    source: 'tasmota',
    device: 'plug',
    part: '',
    utility: 'electricity',
    total: 1200,
    power: 47.11,
  });
  expect(total([1.5, 2])).toMatchObject({ total: 3500 });
  expect(total({ L1: 0.25, L2: '0.5' })).toMatchObject({ total: 750 });
  expect(hear('tele/plug/SENSOR', { ENERGY: { Total: 'nothing' } })).toEqual([]);
});

test.each([
  ['a total by tariff alone', { ENERGY: { TotalTariff: [1.5, 2] } }, [{ part: '', total: 3500 }]],
  ['beside the total of both', { ENERGY: { Total: 4, TotalTariff: [1.5, 2.5] } }, [{ part: '', total: 4000 }]],
  [
    'clamps of its own',
    { ANALOG: { CTEnergy1: { Energy: 0.019, Power: 80.5 }, CTEnergy2: { Energy: 1, Power: 0 }, Temperature: 20 } },
    [
      { part: 'CTEnergy1', total: 19, power: 80.5 },
      { part: 'CTEnergy2', total: 1000, power: 0 },
    ],
  ],
  [
    'a reading head',
    { SML: { Total_in: 1234.5, Total_out: 99, Power_curr: -200 } },
    [
      { part: 'SML', total: 1_234_500, power: -200 },
      { part: 'SML returned', registerOf: 'SML', flow: 'returned', total: 99_000 },
    ],
  ],
  [
    'heat in kWh',
    { SML: { Heat: 12.5, Heat_power: 3, Heat_temp: 40 } },
    [{ part: 'SML', utility: 'heat', total: 12_500 }],
  ],
  [
    'heat in MWh',
    { UH50: { heat_MWh: 12.345, flow_count: 3 } },
    [{ part: 'UH50', utility: 'heat', total: 12_345_000 }],
  ],
  ['heat in GJ', { UH50: { waermemenge_gj: 12.345 } }, [{ part: 'UH50', utility: 'heat', total: 3_429_167 }]],
  ['what heat is drawn at alone', { UH50: { heat_power: 12.345, Heat_flow: 2, heating: 1 } }, []],
  [
    'a reading head by another name',
    { MT175: { E_in: 10.001, E_out: 5 } },
    [{ total: 10_001 }, { flow: 'returned', total: 5000 }],
  ],
  ['what was given back alone', { SML: { Total_out: 99, Power: 5 } }, [{ flow: 'returned', total: 99_000 }]],
  [
    'a meter that counts both ways, by phases',
    { ENERGY: { Total: 4, ExportActive: [0.5, 0.25] } },
    [
      { part: '', total: 4000 },
      { part: 'returned', registerOf: '', flow: 'returned', total: 750 },
    ],
  ],
  ['both ways by tariffs', { ENERGY: { Total: 4, ExportTariff: [1, 2] } }, [{ total: 4000 }, { total: 3000 }]],
])('%s', (_title, payload, heard) => {
  const got = hear('tele/plug/SENSOR', payload);
  expect(got).toHaveLength(heard.length);
  expect(got.map((one) => ({ ...one, total: Math.round(one.total ?? 0) }))).toMatchObject(heard);
});

test.each([
  ['tele/plug/STATE', { POWER: 'ON' }, 'cmnd/plug/POWER'],
  ['stat/plug/RESULT', { POWER: 'ON' }, 'cmnd/plug/POWER'],
  ['stat/plug/POWER', 'ON', 'cmnd/plug/POWER'],
  ['stat/home/plug/STATUS11', { StatusSTS: { POWER1: 'ON' } }, 'cmnd/home/plug/POWER1'],
  ['plug/stat/POWER', 'ON', 'plug/cmnd/POWER'],
])('its state and how it is switched: %s %o', (topic, payload, command) => {
  expect(hear(topic, payload)).toMatchObject([
    { part: '', isOn: true, command: { topic: command, on: 'ON', off: 'OFF' } },
  ]);
});

test('a second relay is a part of its own', () => {
  expect(hear('tele/duo/STATE', { POWER1: 'OFF', POWER2: 'ON' })).toMatchObject([
    { part: '', isOn: false, command: { topic: 'cmnd/duo/POWER1' } },
    { part: '2', isOn: true, command: { topic: 'cmnd/duo/POWER2' } },
  ]);
});

test('it comes and goes', () => {
  expect(hear('tele/plug/LWT', 'Online')).toEqual([{ source: 'tasmota', device: 'plug', isOnline: true }]);
  expect(hear('tele/plug/LWT', 'Offline')).toMatchObject([{ isOnline: false }]);
  expect(hear('tele/plug/LWT', 'Perhaps')).toEqual([]);
});

test('it announces its name, its relays and what it is', () => {
  const config = {
    t: 'duo',
    ft: '%prefix%/%topic%/',
    dn: 'Desk',
    fn: ['Lamp', 'Screen'],
    md: 'Dual R2',
    rl: [1, 1, 0],
  };
  expect(hear('tasmota/discovery/A1/config', config)).toEqual([
    {
      source: 'tasmota',
      device: 'duo',
      part: '',
      name: 'Lamp',
      model: 'Dual R2',
      command: expect.objectContaining({ topic: 'cmnd/duo/POWER1' }),
    },
    {
      source: 'tasmota',
      device: 'duo',
      part: '2',
      name: 'Screen',
      model: 'Dual R2',
      command: expect.objectContaining({ topic: 'cmnd/duo/POWER2' }),
    },
  ]);
});

describe.skipIf(vectors.length === 0)('messages of real devices', () => {
  test.each(vectors.filter(({ kind }) => kind.startsWith('tasmota')))('$device', ({ payload, expected }: Vector) => {
    const [heard] = hear('tele/plug/SENSOR', payload);
    expect(heard?.total).toBeCloseTo((expected['energy_total_kwh'] as number) * 1000, 6);
    expect(heard?.power).toBe(expected['power_w']);
  });
});
