/** A home's meters as Home Assistant shows them: what each has used, and what flows. */
import { factsOf, interchangeOf, type Utility } from '#catalogue/index.ts';
import type { Sql } from '#kernel/db.ts';
import { presentRate } from '#subjects/readings/domain/present-rate.ts';
import { type Entity, unknownState } from './entity.ts';

interface MeterRow {
  readonly meter_id: number;
  readonly device_id: string;
  readonly name: string;
  readonly room: string;
  readonly utility: Utility;
  /** Wh or mL. */
  readonly used: number;
  readonly last_at: Date;
  /** Null: it sends amounts. */
  readonly counter: number | null;
  readonly last_used: number;
  readonly last_span_s: number;
}

export const readMeters = (sql: Sql, household: string): Promise<MeterRow[]> =>
  sql<MeterRow[]>`select * from private.announced_meters(${household})`;

/** `until`: when one of the rates is none of now any more, whatever comes. */
export const meterEntities = (meters: readonly MeterRow[]): { entities: Entity[]; until: number } => {
  const now = Date.now();
  const rates = meters.map((meter) => rateOf(meter, now));
  return {
    entities: meters.flatMap((meter, i) => [usedEntity(meter), rateEntity(meter, rates[i]?.rate ?? null)]),
    until: Math.min(...rates.map(({ until }) => until ?? Infinity)),
  };
};

const usedEntity = (meter: MeterRow): Entity => {
  const { deviceClass, unit, size, digits } = interchangeOf(meter.utility).homeAssistant.used;
  return {
    component: 'sensor',
    id: `${meter.meter_id}`,
    config: {
      unique_id: `wattershed_${meter.meter_id}`,
      // Late readings may take something back: a total, not one that only grows.
      name: null,
      device_class: deviceClass,
      unit_of_measurement: unit,
      state_class: 'total',
      device: deviceOf(meter),
    },
    state: (meter.used / size).toFixed(digits),
  };
};

const rateEntity = (meter: MeterRow, rate: number | null): Entity => {
  const { deviceClass, name } = interchangeOf(meter.utility).homeAssistant.rate;
  return {
    component: 'sensor',
    id: `${meter.meter_id}_rate`,
    config: {
      unique_id: `wattershed_${meter.meter_id}_rate`,
      name,
      device_class: deviceClass,
      unit_of_measurement: factsOf(meter.utility).flow.unit,
      state_class: 'measurement',
      device: deviceOf(meter),
    },
    state: rate === null ? unknownState : String(rate),
  };
};

const deviceOf = ({ device_id: device, name, room }: MeterRow) => ({
  identifiers: [`wattershed_${device}`],
  name,
  manufacturer: 'Wattershed',
  ...(room !== '' && { suggested_area: areaOf(room) }),
});

/** `living_room` as one would write it; a room of one's own as it is. */
const areaOf = (room: string): string =>
  /^[a-z]+(_[a-z]+)*$/.test(room) ? room.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase()) : room;

const rateOf = (row: MeterRow, now: number) => {
  const window = { used: row.last_used, spanS: row.last_span_s };
  return presentRate({ ...row, lastAtMs: row.last_at.getTime(), window }, now);
};
