/** Of each source what its hardware or its programs say, and what that comes to. A source without one does not pass the types. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { feed, point } from '#subjects/readings/service/files/green-button/testing-feed.ts';
import type { DeviceUpdate, SourceId } from './index.ts';

interface Sample {
  /** What comes in at a broker, on a line, or as answers to paths that are asked: [topic, payload]. */
  readonly messages?: readonly (readonly [topic: string, payload: string])[];
  /** What was sent to us: [address with its query, body]. */
  readonly request?: readonly [url: string, body: string];
  /** The text of a file, and a column of it. */
  readonly file?: readonly [text: string, column: string];
  /** Something of what is read, in order. */
  readonly updates?: readonly Partial<DeviceUpdate>[];
  readonly readings?: readonly { readonly meter: string; readonly at: number; readonly value: number }[];
}

const at = 1_778_000_000;
const telegram = ['/ISK5\\2M550T-1012', '', '0-0:1.0.0(260505185320S)', '1-0:1.8.0(003016.829*kWh)', '!', ''].join(
  '\r\n',
);
const zigbee = {
  ieee_address: '0x1',
  friendly_name: 'plug',
  definition: {
    exposes: [
      { type: 'switch', features: [{ name: 'state', property: 'state', value_on: 'ON', value_off: 'OFF' }] },
      { type: 'numeric', name: 'energy', property: 'energy', unit: 'kWh' },
    ],
  },
};
const esp = {
  uniq_id: 'esp-total',
  stat_t: 'esp/total',
  dev_cla: 'water',
  stat_cla: 'total_increasing',
  unit_of_meas: 'L',
  dev: { ids: 'esp' },
};
const espSwitch = { uniq_id: 'esp-switch', stat_t: 'esp/switch', cmd_t: 'esp/switch/set', dev: { ids: 'esp' } };

/** Registers as they come by Modbus: numbers, or texts of so many registers. */
export const registers = (...values: readonly (number | readonly [count: number, text: string])[]): string =>
  Buffer.concat(
    values.map((value) => {
      const bytes = Buffer.alloc(typeof value === 'number' ? 2 : value[0] * 2);
      if (typeof value === 'number') bytes.writeInt16BE(value > 32_767 ? value - 65_536 : value);
      else bytes.write(value[1], 'latin1');
      return bytes;
    }),
  ).toString('hex');

/** As SMA's documentation draws it: a head, then `channel.measure.kind.tariff` and a value each; counters in Ws. */
export const energyMeterDatagram = ({ drawn, returned }: { drawn: bigint; returned: bigint }): string => {
  const power = (measure: number, value: number) =>
    `00${measure.toString(16).padStart(2, '0')}0400${value.toString(16).padStart(8, '0')}`;
  const counter = (measure: number, value: bigint) =>
    `00${measure.toString(16).padStart(2, '0')}0800${value.toString(16).padStart(16, '0')}`;
  const values = [power(1, 12_345), counter(1, drawn), power(2, 0), counter(2, returned), power(3, 7), counter(3, 9n)];
  // Who it is and when, then the figures, and the version of its firmware.
  const data = `60690174${(1_900_203_015).toString(16).padStart(8, '0')}00000001${values.join('')}9000000002001252`;
  const length = (data.length / 2).toString(16).padStart(4, '0');
  return `${Buffer.from('SMA\0').toString('hex')}000402a000000001${length}0010${data}00000000`;
};

export const samples: Record<SourceId, Sample> = {
  tasmota: {
    messages: [
      ['tele/plug/SENSOR', '{"ENERGY":{"Total":1.5,"Power":40}}'],
      ['stat/plug/POWER', 'ON'],
    ],
    updates: [
      { device: 'plug', utility: 'electricity', total: 1500, power: 40 },
      { device: 'plug', isOn: true, command: { topic: 'cmnd/plug/POWER', on: 'ON', off: 'OFF' } },
    ],
  },
  shelly: {
    messages: [
      ['shellies/plug/relay/0/energy', '120'],
      ['shellies/plug/relay/0', 'on'],
      ['plus/status/switch:0', '{"id":0,"output":true,"aenergy":{"total":7}}'],
    ],
    updates: [
      { device: 'plug', part: 'relay/0', total: 2 },
      { device: 'plug', isOn: true },
      { device: 'plus', part: 'switch:0', total: 7, isOn: true },
    ],
  },
  zigbee2mqtt: {
    messages: [
      ['zigbee2mqtt/bridge/devices', JSON.stringify([zigbee])],
      ['zigbee2mqtt/plug', '{"energy":2,"state":"OFF"}'],
    ],
    updates: [
      { device: '0x1', name: 'plug', utility: 'electricity' },
      { total: 2000, isOn: false },
    ],
  },
  'ha-discovery': {
    messages: [
      ['homeassistant/sensor/esp/total/config', JSON.stringify(esp)],
      ['homeassistant/switch/esp/config', JSON.stringify(espSwitch)],
      ['esp/total', '12'],
    ],
    updates: [
      { device: 'esp', utility: 'water' },
      { device: 'esp', command: { topic: 'esp/switch/set', on: 'ON', off: 'OFF' } },
      { total: 12_000 },
    ],
  },
  dsmr: {
    messages: [['p1', telegram]],
    updates: [{ device: 'ISK5\\2M550T-1012', part: 'electricity', total: 3_016_829, at }],
    request: ['/api/v1/dsmr?electricity=mains', telegram],
    readings: [{ meter: 'mains', at, value: 3_016_829 }],
  },
  lines: {
    request: ['/api/v2/write?precision=s', `energy,meter=mains total_kwh=2 ${at}`],
    readings: [{ meter: 'mains', at, value: 2000 }],
  },
  wmbus: {
    request: ['/api/v1/wmbus', '{"media":"water","name":"mains","total_m3":6.408,"timestamp":"2026-05-05T16:53:20Z"}'],
    readings: [{ meter: 'mains', at, value: 6_408_000 }],
  },
  emoncms: {
    request: ['/input/bulk', `data=[[0,"house",{"mains":5}]]&time=${at}`],
    readings: [{ meter: 'mains', at, value: 5 }],
  },
  homewizard: {
    messages: [
      ['/api', '{"product_type":"HWE-SKT","product_name":"Energy Socket","serial":"3c39e7aabbcc","api_version":"v1"}'],
      ['/api/v1/data', '{"total_power_import_kwh":30.511,"active_power_w":543.312}'],
      ['/api/v1/state', '{"power_on":true,"switch_lock":false,"brightness":255}'],
    ],
    updates: [
      { device: '3c39e7aabbcc', isOnline: true },
      { name: 'Energy Socket', utility: 'electricity', total: 30_511, power: 543.312 },
      { isOn: true },
    ],
  },
  evcc: {
    messages: [
      ['evcc/loadpoints/1/chargeTotalImport', '6663.93'],
      ['evcc/site/pv/1/energy', '900'],
    ],
    updates: [
      { part: 'loadpoint 1', total: 6_663_930 },
      { part: 'pv 1', flow: 'produced', total: 900_000 },
    ],
  },
  ocpp: {
    messages: [
      [
        'MeterValues',
        '{"connectorId":1,"meterValue":[{"timestamp":"2026-05-05T16:53:20Z","sampledValue":[{"value":"12.5","unit":"kWh"}]}]}',
      ],
    ],
    updates: [{ isOnline: true }, { part: '1', utility: 'electricity', total: 12_500, at }],
  },
  fronius: {
    messages: [
      ['/solar_api/v1/GetInverterInfo.cgi', '{"Body":{"Data":{"1":{"UniqueID":"1234567"}}}}'],
      [
        '/solar_api/v1/GetInverterRealtimeData.cgi?Scope=System',
        '{"Body":{"Data":{"PAC":{"Values":{"1":955}},"TOTAL_ENERGY":{"Values":{"1":2777329}}}}}',
      ],
    ],
    updates: [
      { device: '1234567', isOnline: true },
      { part: '1', flow: 'produced', total: 2_777_329, power: 955 },
    ],
  },
  enphase: {
    messages: [
      ['/production.json', '{"production":[{"type":"inverters","activeCount":9,"wNow":100,"whLifetime":3000000}]}'],
    ],
    updates: [{ isOnline: true }, { flow: 'produced', total: 3_000_000 }],
  },
  'iq-gateway': {
    messages: [
      ['/ivp/meters', '[{"eid":704643328,"state":"enabled","measurementType":"production"}]'],
      [
        '/ivp/meters/readings',
        '[{"eid":704643328,"timestamp":1778000000,"actEnergyDlvd":3100000.5,"actEnergyRcvd":9}]',
      ],
    ],
    updates: [{ isOnline: true }, { flow: 'produced', total: 3_100_000.5, at }],
  },
  sunspec: {
    messages: [
      ['1/40000/2', '53756e53'],
      ['1/40002/2', '00010042'],
      ['1/40004/66', registers([16, 'Maker'], [16, 'Model'], [8, ''], [8, '1.0'], [16, 'S1'], 1, 0)],
      ['1/40070/2', '00650032'],
      ['1/40122/2', 'ffff0000'],
      ['1/40072/50', registers(...Array<number>(22).fill(0), 0, 3_000_000 % 65_536, -1, ...Array<number>(25).fill(0))],
    ],
    updates: [{ isOnline: true }, { device: 'S1', flow: 'produced' }],
  },
  sma: {
    messages: [['datagram', energyMeterDatagram({ drawn: 3_600n * 5_000n, returned: 3_600n * 20n })]],
    updates: [
      { device: '1900203015', isOnline: true },
      { total: 5000, power: 1234.5 },
      { flow: 'returned', total: 20 },
    ],
  },
  csv: { file: ['time;mains (kWh)\n2026-05-05 12:00;5\n2026-05-05 13:00;6\n', 'mains (kWh)'] },
  'green-button': { file: [feed(point([[at, 3600, 5]])), 'value'] },
};

// Messages of real devices with what they are known to say; empty where they are not at hand.

const folder = fileURLToPath(new URL('../../../../shared/data/device_payloads/', import.meta.url));

export interface Vector {
  readonly kind: string;
  readonly device: string;
  readonly payload: Record<string, unknown>;
  readonly expected: Record<string, unknown>;
}

export const readVectorFile = (name: string): string | null =>
  existsSync(folder + name) ? readFileSync(folder + name, 'utf8') : null;

export const vectors = JSON.parse(readVectorFile('vectors.json') ?? '[]') as Vector[];
