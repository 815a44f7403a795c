/** Tells Home Assistant of a home's meters, by its MQTT discovery: they appear in its Energy dashboard by themselves, with what each has used. */
import { interchangeOf, type Utility } from '#catalogue/index.ts';
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
const configTopic = (household: string, meter: number): string => `${prefixOf(household)}${meter}/config`;
const stateTopic = (household: string, meter: number): string => `wattershed/${household}/meter/${meter}`;

const configOf = (household: string, { meter_id: meter, device_id: device, name, room, utility }: MeterRow): string => {
  const { deviceClass, unit } = interchangeOf(utility).homeAssistant;
  return JSON.stringify({
    unique_id: `wattershed_${meter}`,
    name: null,
    device_class: deviceClass,
    unit_of_measurement: unit,
    // Late readings may take something back: a total, not one that only grows.
    state_class: 'total',
    state_topic: stateTopic(household, meter),
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

const stateOf = ({ utility, used }: MeterRow): string => {
  const { size, digits } = interchangeOf(utility).homeAssistant;
  return (used / size).toFixed(digits);
};

export const announceMeters = (household: string, { sql, changes, log, retain }: AnnounceDeps): Announcer => {
  /** What the broker holds, by topic. */
  const told = new Map<string, string>();
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;

  const tell = async (topic: string, payload: string): Promise<void> => {
    if (told.get(topic) === payload) return;
    await retain(topic, payload);
    if (payload === '') told.delete(topic);
    else told.set(topic, payload);
  };

  const tellAll = async (): Promise<void> => {
    const meters = await sql<MeterRow[]>`select * from private.announced_meters(${household})`;
    const current = new Set(meters.map(({ meter_id: meter }) => configTopic(household, meter)));
    for (const topic of told.keys()) {
      const [, meter] = topic.split(prefixOf(household));
      if (meter === undefined || current.has(topic)) continue;
      await tell(topic, '');
      await tell(stateTopic(household, Number.parseInt(meter, 10)), '');
    }
    for (const meter of meters) {
      await tell(configTopic(household, meter.meter_id), configOf(household, meter));
      await tell(stateTopic(household, meter.meter_id), stateOf(meter));
    }
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
      if (timer) clearTimeout(timer);
    },
  };
};
