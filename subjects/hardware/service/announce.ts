/** Tells Home Assistant of a home's meters, by its MQTT discovery: they appear in its Energy dashboard by themselves, with what each has used and what flows. */
import { factsOf, interchangeOf, type Utility } from '#catalogue/index.ts';
import { presentRate } from '#subjects/readings/domain/present-rate.ts';
import type { Logger } from 'pino';
import type { Changes } from '#kernel/changes.ts';
import type { Sql } from '#kernel/db.ts';

/** Where a household's devices are told what to do. */
export interface Publisher {
  /** What may come late or twice, as it stays: the broker keeps it for who comes later. */
  retain?(topic: string, payload: string): Promise<void>;
  /** What holds now or never: whoever is away does not get it when they are back. */
  command(topic: string, payload: string): Promise<void>;
}

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

export interface AnnounceDeps {
  readonly sql: Sql;
  readonly changes: Pick<Changes, 'subscribe'>;
  readonly log: Pick<Logger, 'warn'>;
  readonly retain: NonNullable<Publisher['retain']>;
}

export interface Announcer {
  /** One of our own announcements that the broker has kept: of a meter that may be gone by now. */
  seen(topic: string): void;
  /** Tells everything anew. */
  renew(): void;
  stop(): void;
}

/** Home Assistant asks no more of an energy meter, and a broker is no place for every second's figure. */
const pauseMs = 10_000;
const soonMs = 1_000;

const prefixOf = (household: string): string => `homeassistant/sensor/wattershed_${household}/`;
/** A meter's own is what it has used; beside it stands what flows. */
type Sensor = `${number}` | `${number}_rate`;
const sensorsOf = (meter: number): readonly [used: Sensor, rate: Sensor] => [`${meter}`, `${meter}_rate`];

const configTopic = (household: string, sensor: Sensor): string => `${prefixOf(household)}${sensor}/config`;
const stateTopic = (household: string, sensor: Sensor): string =>
  `wattershed/${household}/meter/${sensor.replace('_', '/')}`;

const configOf = (household: string, row: MeterRow, sensor: Sensor): string => {
  const { meter_id: meter, device_id: device, name, room, utility } = row;
  const { used, rate } = interchangeOf(utility).homeAssistant;
  return JSON.stringify({
    unique_id: `wattershed_${sensor}`,
    ...(sensor === `${meter}`
      ? // Late readings may take something back: a total, not one that only grows.
        { name: null, device_class: used.deviceClass, unit_of_measurement: used.unit, state_class: 'total' }
      : {
          name: rate.name,
          device_class: rate.deviceClass,
          unit_of_measurement: factsOf(utility).flow.unit,
          state_class: 'measurement',
        }),
    state_topic: stateTopic(household, sensor),
    device: {
      identifiers: [`wattershed_${device}`],
      name,
      manufacturer: 'Wattershed',
      ...(room !== '' && { suggested_area: areaOf(room) }),
    },
    origin: { name: 'Wattershed' },
  });
};

/** `living_room` as one would write it; a room of one's own as it is. */
const areaOf = (room: string): string =>
  /^[a-z]+(_[a-z]+)*$/.test(room) ? room.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase()) : room;

const usedOf = ({ utility, used }: MeterRow): string => {
  const { size, digits } = interchangeOf(utility).homeAssistant.used;
  return (used / size).toFixed(digits);
};

const rateOf = (row: MeterRow) => {
  const window = { used: row.last_used, spanS: row.last_span_s };
  return presentRate({ ...row, lastAtMs: row.last_at.getTime(), window }, Date.now());
};

/** How Home Assistant hears that a value is not known. */
const unknownState = 'None';

export const announceMeters = (household: string, { sql, changes, log, retain }: AnnounceDeps): Announcer => {
  /** What the broker holds, by topic. */
  const told = new Map<string, string>();
  let timer: NodeJS.Timeout | null = null;
  /** A rate is one of now only until then, whatever comes. */
  let expiry: NodeJS.Timeout | null = null;
  let isStopped = false;

  const tell = async (topic: string, payload: string): Promise<void> => {
    if (told.get(topic) === payload) return;
    await retain(topic, payload);
    if (payload === '') told.delete(topic);
    else told.set(topic, payload);
  };

  const tellAll = async (): Promise<void> => {
    const meters = await sql<MeterRow[]>`select * from private.announced_meters(${household})`;
    const current = new Set(
      meters.flatMap(({ meter_id: meter }) => sensorsOf(meter).map((sensor) => configTopic(household, sensor))),
    );
    for (const topic of told.keys()) {
      const sensor = /^(\d+(?:_rate)?)\/config$/.exec(topic.split(prefixOf(household))[1] ?? '')?.[1];
      if (sensor === undefined || current.has(topic)) continue;
      await tell(topic, '');
      await tell(stateTopic(household, sensor as Sensor), '');
    }
    const ends: number[] = [];
    for (const meter of meters) {
      const { rate, until } = rateOf(meter);
      if (until !== null) ends.push(until);
      const [ofUsed, ofRate] = sensorsOf(meter.meter_id);
      await tell(configTopic(household, ofUsed), configOf(household, meter, ofUsed));
      await tell(stateTopic(household, ofUsed), usedOf(meter));
      await tell(configTopic(household, ofRate), configOf(household, meter, ofRate));
      await tell(stateTopic(household, ofRate), rate === null ? unknownState : String(rate));
    }
    if (expiry !== null) clearTimeout(expiry);
    if (ends.length > 0 && !isStopped)
      expiry = setTimeout(() => plan(0), Math.max(0, Math.min(...ends) - Date.now())).unref();
  };

  const plan = (afterMs: number): void => {
    if (isStopped) return;
    timer ??= setTimeout(() => {
      timer = null;
      tellAll().catch((error: unknown) => {
        log.warn({ err: error, household }, 'MQTT: meters could not be announced');
        plan(pauseMs);
      });
    }, afterMs).unref();
  };

  const unsubscribe = changes.subscribe([household], () => plan(pauseMs));
  plan(soonMs);
  return {
    seen: (topic) => {
      if (topic.startsWith(prefixOf(household)) && !told.has(topic)) {
        told.set(topic, 'unknown');
        plan(pauseMs);
      }
    },
    renew: () => {
      told.clear();
      plan(soonMs);
    },
    stop: () => {
      isStopped = true;
      unsubscribe();
      for (const one of [timer, expiry]) if (one !== null) clearTimeout(one);
    },
  };
};
