/**
 * evcc, which charges cars: it publishes each figure of its state at a topic of its own, below `evcc/`. The grid's and the roof's counters are in
 * kWh, so is what a charger has counted since it was put up; where it counts nothing, evcc tells what a session has charged, in Wh from zero.
 */
import { defineSource, type DeviceMessage, type DeviceUpdate, numberOf, type Parser, textOf } from './source.ts';

const source = 'evcc';
const device = 'evcc';
const sitePlace = /^evcc\/site\/(?:(grid)\/energy|(grid)Energy|pv\/(\d{1,2})\/energy)$/;
/** The home's battery; versions call it differently. The car's is none of it. */
const batteryPlace = /^evcc\/site\/(?:battery\/soc|batterySoc)$/;
const loadpoint = /^evcc\/loadpoints\/(\d{1,2})\/(title|chargePower|chargeTotalImport|chargedEnergy|sessionEnergy)$/;
/** So many values of a session without one of a counter: there is none. */
const untilSure = 3;
const maxLoadpoints = 100;

/** What a loadpoint counts by; as long as that is open, how often a session was told of. */
type Counts = 'counter' | 'session' | number;

const createParser = (): Parser => {
  const counts = new Map<string, Counts>();
  /** Versions call it differently, and some tell both: the one that came first. */
  const sessionsBy = new Map<string, string>();

  const readLoadpoint = (id: string, figure: string, payload: string): DeviceUpdate[] => {
    const of = { source, device, part: `loadpoint ${id}` } as const;
    if (figure === 'title') {
      const name = textOf(payload);
      return name === undefined ? [] : [{ ...of, name }];
    }
    const value = numberOf(payload);
    if (value === undefined || (counts.size >= maxLoadpoints && !counts.has(id))) return [];
    const by = counts.get(id) ?? 0;
    if (figure === 'chargeTotalImport') {
      // A session that was counted before would be counted twice.
      if (value <= 0 || by === 'session') return [];
      counts.set(id, 'counter');
      return [{ ...of, utility: 'electricity', total: value * 1000 }];
    }
    if (figure === 'chargePower') return by === 'counter' || by === 'session' ? [{ ...of, power: value }] : [];
    const told = sessionsBy.get(id) ?? figure;
    sessionsBy.set(id, told);
    if (by === 'counter' || figure !== told) return [];
    if (typeof by === 'number') counts.set(id, by + 1 < untilSure ? by + 1 : 'session');
    return counts.get(id) === 'session' ? [{ ...of, utility: 'electricity', total: value }] : [];
  };

  return {
    topics: ['evcc/site/#', 'evcc/loadpoints/#'],
    read: ({ topic, payload }) => {
      const [, id, figure] = loadpoint.exec(topic) ?? [];
      if (batteryPlace.test(topic)) return readBattery(payload);
      return id === undefined || figure === undefined ? readSite(topic, payload) : readLoadpoint(id, figure, payload);
    },
  };
};

export const evcc = defineSource({
  id: source,
  label: 'evcc',
  reads:
    "`evcc/loadpoints/…/chargeTotalImport` (else `chargedEnergy` of each session), `evcc/site/grid/energy`, what the roof produced (`evcc/site/pv/…/energy`), how full the home's battery is (`evcc/site/battery/soc`)",
  mqtt: { createParser },
});

/** Without a battery zero is told, before anything is known too. */
function readBattery(payload: DeviceMessage['payload']): DeviceUpdate[] {
  const charge = numberOf(payload);
  return charge === undefined || charge <= 0 ? [] : [{ source, device, part: 'battery', name: 'Battery', charge }];
}

function readSite(topic: string, payload: DeviceMessage['payload']): DeviceUpdate[] {
  const [, grid, before, roof] = sitePlace.exec(topic) ?? [];
  const kWh = numberOf(payload);
  // Meters without a counter are told with zero.
  if (kWh === undefined || kWh <= 0) return [];
  const of = { source, device, utility: 'electricity', total: kWh * 1000 } as const;
  if (grid !== undefined || before !== undefined) return [{ ...of, part: 'grid', name: 'Grid', room: 'whole_home' }];
  return roof === undefined ? [] : [{ ...of, part: `pv ${roof}`, name: `Solar ${roof}`, flow: 'produced' }];
}
