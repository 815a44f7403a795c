/**
 * Enphase's IQ Gateway with firmware 7 and later, which answers by HTTPS and with a token (Enphase, "Accessing IQ Gateway local APIs using
 * token-based authentication"): `/ivp/meters` says what its meters measure, `/ivp/meters/readings` what they have counted, in Wh each way. Where it
 * has no meter, `/api/v1/production` tells what its inverters say. `/ivp/ensemble/inventory` tells how full batteries are.
 */
import {
  defined,
  defineSource,
  type DeviceUpdate,
  type Fields,
  fieldsOf,
  isFields,
  numberOf,
  otherRegister,
  parseJson,
  type PollParser,
  textOf,
} from '../source.ts';

const source = 'iq-gateway';
const paths = {
  meters: '/ivp/meters',
  readings: '/ivp/meters/readings',
  production: '/api/v1/production',
  inventory: '/ivp/ensemble/inventory',
} as const;

const createParser = (base: string): PollParser => {
  const device = base.replace(/^https?:\/\//, '');
  /** What each meter measures, by its number; null: not told yet. */
  let meters: ReadonlyMap<string, string> | null = null;
  let isKnown = false;
  const read = (topic: string, payload: string): DeviceUpdate[] => {
    const answer = parseJson(payload);
    if (topic === paths.meters) meters = metersIn(answer);
    if (topic === paths.readings) return readMeters(device, answer, meters ?? new Map<string, string>());
    if (topic === paths.production) return readProduction(device, fieldsOf(answer));
    return topic === paths.inventory ? readBatteries(device, answer) : [];
  };
  return {
    get device() {
      return isKnown ? device : null;
    },
    get topics() {
      if (meters === null) return [paths.meters];
      const hasProduction = [...meters.values()].includes('production');
      return [
        ...(meters.size > 0 ? [paths.readings] : []),
        ...(hasProduction ? [] : [paths.production]),
        paths.inventory,
      ];
    },
    // One without meters or batteries may not know their pages.
    passesOver: (topic, why) => why === 'absent' && (topic === paths.meters || topic === paths.inventory),
    read: ({ topic, payload }) => {
      const updates = read(topic, payload);
      isKnown ||= updates.length > 0;
      return updates.length === 0 ? [] : [{ source, device, isOnline: true }, ...updates];
    },
    unread: ({ topic, payload }) => (topic === paths.readings && /actEnergy/.test(payload) ? 'not-understood' : null),
  };
};

export const iqGateway = defineSource({
  id: source,
  label: 'Enphase IQ Gateway',
  reads:
    '`/ivp/meters/readings`, with a token: what was produced, what the meter at the grid and the one of the batteries have counted both ways, how full the batteries are',
  poll: { everyS: 60, by: 'https', createParser },
});

const listOf = (answer: unknown): Fields[] => (Array.isArray(answer) ? answer.filter(isFields) : []);

const metersIn = (answer: unknown): ReadonlyMap<string, string> =>
  new Map(
    listOf(answer).flatMap(({ eid, state, measurementType }) => {
      const what = textOf(measurementType);
      return state === 'enabled' && what !== undefined ? [[String(eid), what] as const] : [];
    }),
  );

/** `total-consumption` is reckoned from the others. Delivered is to the home, received from it. */
function readMeters(device: string, answer: unknown, meters: ReadonlyMap<string, string>): DeviceUpdate[] {
  return listOf(answer).flatMap((one) => {
    const what = meters.get(String(one['eid']));
    const [delivered, received] = [numberOf(one['actEnergyDlvd']), numberOf(one['actEnergyRcvd'])];
    if (delivered === undefined) return [];
    const told = { source, device, model: 'Enphase', at: numberOf(one['timestamp']) } as const;
    const figures = { utility: 'electricity', total: delivered, power: numberOf(one['activePower']) } as const;
    if (what === 'production')
      return [defined<DeviceUpdate>({ ...told, part: '', name: 'Solar', flow: 'produced', ...figures })];
    if (what === 'net-consumption') {
      const of = defined<DeviceUpdate & { part: string }>({
        ...told,
        part: 'grid',
        name: 'Grid meter',
        room: 'whole_home',
      });
      return [defined<DeviceUpdate>({ ...of, ...figures }), ...otherRegister(of, received)];
    }
    if (what !== 'storage') return [];
    const of = defined<DeviceUpdate & { part: string }>({ ...told, part: 'storage', name: 'Battery meter' });
    return [
      defined<DeviceUpdate>({ ...of, flow: 'discharged', ...figures }),
      ...otherRegister(of, received, 'charged'),
    ];
  });
}

function readProduction(device: string, { wattHoursLifetime, wattsNow }: Fields): DeviceUpdate[] {
  const total = numberOf(wattHoursLifetime);
  if (total === undefined || total <= 0) return [];
  const of = { source, device, part: '', name: 'Solar', model: 'Enphase', flow: 'produced' } as const;
  return [defined<DeviceUpdate>({ ...of, utility: 'electricity', total, power: numberOf(wattsNow) })];
}

/** All batteries of a home as one, each by what it holds. */
function readBatteries(device: string, answer: unknown): DeviceUpdate[] {
  const batteries = listOf(answer)
    .filter(({ type }) => type === 'ENCHARGE')
    .flatMap(({ devices }) => listOf(devices))
    .flatMap(({ percentFull, encharge_capacity: capacity }) => {
      const percent = numberOf(percentFull);
      return percent === undefined ? [] : [{ percent, holds: numberOf(capacity) ?? 1 }];
    });
  const holds = batteries.reduce((all, one) => all + one.holds, 0);
  if (holds <= 0) return [];
  const charge = batteries.reduce((all, one) => all + one.percent * one.holds, 0) / holds;
  return [{ source, device, part: 'battery', name: 'Battery', model: 'Enphase', charge }];
}
