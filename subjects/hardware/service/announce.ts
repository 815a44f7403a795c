/** Tells Home Assistant of a home by its MQTT discovery: its meters appear in the Energy dashboard by themselves, and beside them what it costs, and what is wrong. */
import type { Logger } from 'pino';
import type { Changes } from '#kernel/changes.ts';
import type { Sql } from '#kernel/db.ts';
import { QUARTER_S } from '#subjects/readings/domain/meter-use.ts';
import { components, type Entity } from './entity.ts';
import { homeEntities, type ReadHome } from './home-entities.ts';
import { meterEntities, readMeters } from './meter-entities.ts';

/** Where a household's devices are told what to do. */
export interface Publisher {
  /** What may come late or twice, as it stays: the broker keeps it for who comes later. */
  retain?(topic: string, payload: string): Promise<void>;
  /** What holds now or never: whoever is away does not get it when they are back. */
  command(topic: string, payload: string): Promise<void>;
}

export interface AnnounceDeps {
  readonly sql: Sql;
  readonly changes: Pick<Changes, 'subscribe'>;
  readonly log: Pick<Logger, 'warn'>;
  readonly retain: NonNullable<Publisher['retain']>;
  readonly readHome: ReadHome;
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
/** What a home costs is worked out from its whole billing period: not with every reading. */
const homePauseMs = 120_000;
const quarterMs = QUARTER_S * 1000;

const prefixOf = (component: Entity['component'], household: string): string =>
  `homeassistant/${component}/wattershed_${household}/`;
const configTopic = (household: string, { component, id }: Pick<Entity, 'component' | 'id'>): string =>
  `${prefixOf(component, household)}${id}/config`;
const stateTopic = (household: string, id: string): string =>
  `wattershed/${household}/${/^\d/.test(id) ? `meter/${id.replace('_', '/')}` : `home/${id}`}`;
const attributesTopic = (household: string, id: string): string => `${stateTopic(household, id)}/attributes`;

/** Whose announcement it is; null: none of this household's. */
const idIn = (household: string, topic: string): string | null => {
  const prefix = components.map((one) => prefixOf(one, household)).find((one) => topic.startsWith(one));
  return /^(\w+)\/config$/.exec(topic.slice(prefix?.length ?? topic.length))?.[1] ?? null;
};

/** All that the broker is to keep of an entity; what stands beside a state goes first, as an automation that the state sets off reads it. */
const topicsOf = (household: string, entity: Entity): [topic: string, payload: string][] => {
  const { id, config, state, attributes } = entity;
  const extra = attributes === undefined ? null : attributesTopic(household, id);
  const told = {
    ...config,
    state_topic: stateTopic(household, id),
    ...(extra !== null && { json_attributes_topic: extra }),
    origin: { name: 'Wattershed' },
  };
  return [
    [configTopic(household, entity), JSON.stringify(told)],
    ...(extra === null ? [] : [[extra, JSON.stringify(attributes)] as [string, string]]),
    [stateTopic(household, id), state],
  ];
};

export const announceHome = (household: string, deps: AnnounceDeps): Announcer => {
  const { sql, changes, log, retain, readHome } = deps;
  /** What the broker holds, by topic. */
  const told = new Map<string, string>();
  let ofHome: readonly Entity[] = [];
  let [homeReadAt, homeDueAt] = [0, 0];
  let timer: NodeJS.Timeout | null = null;
  /** What was told holds only until then, whatever comes. */
  let expiry: NodeJS.Timeout | null = null;
  let isStopped = false;

  const tell = async (topic: string, payload: string): Promise<void> => {
    if (told.get(topic) === payload) return;
    await retain(topic, payload);
    if (payload === '') told.delete(topic);
    else told.set(topic, payload);
  };

  /** Prices change with the quarter-hour, the rest with what is read. */
  const renewHome = async (): Promise<void> => {
    const now = Date.now();
    if (now < homeDueAt) return;
    [homeReadAt, homeDueAt] = [now, (Math.floor(now / quarterMs) + 1) * quarterMs];
    const home = await readHome(household);
    ofHome = home === null ? [] : homeEntities(household, home);
  };

  const takeBack = async (current: ReadonlySet<string>): Promise<void> => {
    for (const topic of told.keys()) {
      const id = idIn(household, topic);
      if (id === null || current.has(topic)) continue;
      for (const one of [topic, stateTopic(household, id)]) await tell(one, '');
      if (told.has(attributesTopic(household, id))) await tell(attributesTopic(household, id), '');
    }
  };

  const tellAll = async (): Promise<void> => {
    const meters = await readMeters(sql, household);
    // Without them the meters are told all the same, and of the home what was known before.
    await renewHome().catch((error: unknown) => {
      log.warn({ err: error, household }, 'MQTT: what the home costs could not be announced');
    });
    const { entities: ofMeters, until } = meterEntities(meters);
    const entities = [...ofMeters, ...ofHome];
    await takeBack(new Set(entities.map((entity) => configTopic(household, entity))));
    for (const [topic, payload] of entities.flatMap((entity) => topicsOf(household, entity)))
      await tell(topic, payload);
    if (expiry !== null) clearTimeout(expiry);
    if (isStopped) return;
    expiry = setTimeout(() => plan(0), Math.max(0, Math.min(until, homeDueAt) - Date.now())).unref();
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

  const unsubscribe = changes.subscribe([household], (what) => {
    homeDueAt = Math.min(homeDueAt, what === 'usage' ? homeReadAt + homePauseMs : 0);
    plan(pauseMs);
  });
  plan(soonMs);
  return {
    seen: (topic) => {
      if (idIn(household, topic) !== null && !told.has(topic)) {
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
