/**
 * Fronius' Solar API, version 1: what each inverter has produced since it was put up, and what the meter at the grid has counted in either
 * direction. Energy is in Wh.
 */
import {
  defined,
  defineSource,
  type DeviceMessage,
  type DeviceUpdate,
  type Fields,
  fieldsOf,
  isFields,
  numberOf,
  otherRegister,
  parseJson,
  type PollParser,
  textOf,
  type UnreadReason,
} from '../source.ts';

const source = 'fronius';
const api = '/solar_api/v1';
const paths = {
  identity: `${api}/GetInverterInfo.cgi`,
  inverters: `${api}/GetInverterRealtimeData.cgi?Scope=System`,
  meters: `${api}/GetMeterRealtimeData.cgi?Scope=System`,
  /** Not there in early versions. */
  powerFlow: `${api}/GetPowerFlowRealtimeData.fcgi`,
} as const;
/** Where a meter stands: other places count what passes them in ways of their own. */
const atGrid = 0;

const createParser = (): PollParser => {
  let device: string | null = null;
  let names: ReadonlyMap<string, string> = new Map();
  return {
    get device() {
      return device;
    },
    get topics() {
      return device === null ? [paths.identity] : [paths.inverters, paths.meters, paths.powerFlow];
    },
    passesOver: (topic, why) => topic === paths.powerFlow && why === 'absent',
    read: ({ topic, payload }) => {
      const data = dataOf(payload);
      if (topic === paths.identity) {
        const first = Object.values(data).find(isFields);
        const number = first?.['UniqueID'];
        device = textOf(number) ?? numberOf(number)?.toString() ?? null;
        names = new Map(Object.entries(data).flatMap(([id, fields]) => named(id, fieldsOf(fields))));
        return [];
      }
      if (device === null) return [];
      const online: DeviceUpdate = { source, device, isOnline: true };
      if (topic === paths.powerFlow) return readBatteries(device, data);
      return topic === paths.meters ? readMeters(device, data) : [online, ...readInverters(device, data, names)];
    },
    unread,
  };
};

export const fronius = defineSource({
  id: source,
  label: 'Fronius',
  reads:
    'the Solar API (version 1): what each inverter has produced, and what the meter at the grid has counted both ways, how full a battery is',
  poll: { everyS: 30, createParser },
});

const dataOf = (payload: string): Fields => fieldsOf(fieldsOf(fieldsOf(parseJson(payload))['Body'])['Data']);

/** Names come as the pages of the device write them: `&#80;V`. */
function named(id: string, { CustomName: name }: Fields): [string, string][] {
  const text = textOf(name)?.replace(/&#(\d{1,6});/g, (_whole, code: string) => String.fromCodePoint(Number(code)));
  return text === undefined ? [] : [[id, text]];
}

const valuesOf = (data: Fields, figure: string): Fields => fieldsOf(fieldsOf(data[figure])['Values']);

function readInverters(device: string, data: Fields, names: ReadonlyMap<string, string>): DeviceUpdate[] {
  const powers = valuesOf(data, 'PAC');
  return Object.entries(valuesOf(data, 'TOTAL_ENERGY')).flatMap(([id, value]) => {
    const total = numberOf(value);
    // By night an inverter sleeps, and tells nothing.
    if (total === undefined || total <= 0) return [];
    return [
      defined<DeviceUpdate>({
        source,
        device,
        part: id,
        name: names.get(id) ?? 'Inverter',
        model: 'Fronius',
        utility: 'electricity',
        flow: 'produced',
        total,
        power: numberOf(powers[id]),
      }),
    ];
  });
}

/** How full the battery behind each inverter is; its energy is not counted by itself here. */
function readBatteries(device: string, data: Fields): DeviceUpdate[] {
  return Object.entries(fieldsOf(data['Inverters'])).flatMap(([id, inverter]) => {
    const charge = numberOf(fieldsOf(inverter)['SOC']);
    return charge === undefined ? [] : [{ source, device, part: `battery ${id}`, name: 'Battery', charge }];
  });
}

function readMeters(device: string, data: Fields): DeviceUpdate[] {
  return Object.entries(data).flatMap(([id, value]) => {
    const meter = fieldsOf(value);
    const place = numberOf(meter['Meter_Location_Current'] ?? meter['SMARTMETER_VALUE_LOCATION_U16']);
    const taken = numberOf(meter['EnergyReal_WAC_Sum_Consumed'] ?? meter['SMARTMETER_ENERGYACTIVE_CONSUMED_SUM_F64']);
    const given = numberOf(meter['EnergyReal_WAC_Sum_Produced'] ?? meter['SMARTMETER_ENERGYACTIVE_PRODUCED_SUM_F64']);
    if (place !== atGrid || taken === undefined) return [];
    const of = {
      source,
      device,
      part: `meter ${id}`,
      name: 'Smart meter',
      model: 'Fronius',
      room: 'whole_home',
    } as const;
    const power = numberOf(meter['PowerReal_P_Sum'] ?? meter['SMARTMETER_POWERACTIVE_MEAN_SUM_F64']);
    return [defined<DeviceUpdate>({ ...of, utility: 'electricity', total: taken, power }), ...otherRegister(of, given)];
  });
}

function unread({ topic, payload }: DeviceMessage): UnreadReason | null {
  return (topic === paths.inverters || topic === paths.meters) && /energy/i.test(payload) ? 'not-understood' : null;
}
