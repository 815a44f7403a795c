/** Whatever announces itself as Home Assistant expects it: ESPHome and many others. Each entity that counts or switches is a channel. */
import { utilityOf } from '#catalogue/index.ts';
import { toBaseUnits } from '#subjects/readings/domain/device-words.ts';
import { defined, numberOf, parseJson } from '../json.ts';
import { defineSource, type DeviceMessage, type DeviceUpdate, type Parser } from '../source.ts';
import { type Entity, readConfig } from './entity-config.ts';
import { valueIn } from './value-template.ts';

const source = 'ha-discovery';
const configTopic = /^homeassistant\/([a-z_]+)\/(?:.+\/)?config$/;
const maxEntities = 2000;

const createParser = (): Parser => {
  /** By the topic that announced them. */
  const entities = new Map<string, readonly Entity[]>();
  const all = (): Entity[] => [...entities.values()].flat();
  let byState = new Map<string, Entity[]>();
  let byAvailability = new Map<string, Entity[]>();
  /** Devices with a counter of their own. */
  let counted = new Set<string>();

  const index = (): void => {
    byState = groupBy(all(), ({ stateTopic }) => [stateTopic]);
    counted = new Set(all().flatMap(({ device, what }) => (what.kind === 'counter' ? [device] : [])));
    byAvailability = groupBy(all(), ({ availability }) => availability.map(({ topic }) => topic));
  };

  const announce = (topic: string, component: string, payload: string): DeviceUpdate[] => {
    const found = readConfig(component, parseJson(payload));
    if (found.length === 0 && !entities.has(topic)) return [];
    if (found.length > 0 && entities.size < maxEntities) entities.set(topic, found);
    else entities.delete(topic);
    index();
    // Power alone is told of when it is heard and no counter of its device is known.
    return found.filter(({ what }) => what.kind !== 'power').map(describe);
  };

  const read = ({ topic, payload }: DeviceMessage): DeviceUpdate[] => {
    const [, component] = configTopic.exec(topic) ?? [];
    if (component !== undefined) return announce(topic, component, payload);
    const states = (byState.get(topic) ?? []).flatMap((entity) => readState(entity, payload, counted));
    return [
      ...states,
      ...(byAvailability.get(topic) ?? []).flatMap((entity) => readAvailability(entity, topic, payload)),
    ];
  };

  return {
    get topics() {
      return ['homeassistant/+/+/config', 'homeassistant/+/+/+/config', ...byState.keys(), ...byAvailability.keys()];
    },
    read,
  };
};

export const haDiscovery = defineSource({
  id: source,
  label: 'MQTT',
  reads: "ESPHome and others, by Home Assistant's discovery: energy, water, power alone, switches",
  switchedBy: 'the topic that they announce',
  mqtt: { createParser },
});

function describe({ id, device, name, room, model, what }: Entity): DeviceUpdate {
  const command = what.kind === 'switch' ? { topic: what.topic, on: what.on, off: what.off } : undefined;
  const utility = what.kind === 'counter' ? what.utility : what.kind === 'power' ? utilityOf('W') : undefined;
  return defined<DeviceUpdate>({ source, device, part: id, name, room, model, utility, command });
}

function readState(entity: Entity, payload: string, counted: ReadonlySet<string>): DeviceUpdate[] {
  const { id: part, device, template, what } = entity;
  const value = valueIn(template, payload);
  if (what.kind === 'switch') {
    if (value !== what.isOn && value !== what.isOff) return [];
    return [{ source, device, part, isOn: value === what.isOn }];
  }
  const number = numberOf(value);
  if (number === undefined) return [];
  const scaled = number * template.factor;
  if (what.kind === 'counter') return [{ source, device, part, total: toBaseUnits(scaled, what.unit) }];
  return counted.has(device) ? [] : [{ ...describe(entity), power: scaled * what.watts }];
}

function readAvailability({ device, availability }: Entity, topic: string, payload: string): DeviceUpdate[] {
  const words = availability.find((one) => one.topic === topic);
  if (words === undefined || (payload !== words.online && payload !== words.offline)) return [];
  return [{ source, device, isOnline: payload === words.online }];
}

function groupBy(entities: readonly Entity[], keys: (entity: Entity) => readonly string[]): Map<string, Entity[]> {
  const groups = new Map<string, Entity[]>();
  for (const entity of entities) for (const key of keys(entity)) groups.set(key, [...(groups.get(key) ?? []), entity]);
  return groups;
}
