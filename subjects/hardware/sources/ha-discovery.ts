/** Whatever announces itself as Home Assistant expects it: ESPHome and many others. Each entity that counts or switches is a channel. */
import {
  type CounterUnit,
  type Flow,
  flowsOf,
  interchangeOf,
  isUnitOf,
  toBaseUnits,
  type Utility,
  utilityIds,
  utilityOf,
} from '#catalogue/index.ts';
import { counterUnitOf, flowNamed } from '#subjects/readings/domain/device-words.ts';
import {
  defined,
  defineSource,
  type DeviceMessage,
  type DeviceUpdate,
  type Fields,
  fieldsOf,
  isFields,
  numberOf,
  parseJson,
  type Parser,
  textOf,
} from './source.ts';

const source = 'ha-discovery';
const configTopic = /^homeassistant\/([a-z_]+)\/(?:.+\/)?config$/;
const maxEntities = 2000;

const ofClass = (kind: unknown): Utility[] =>
  utilityIds.filter((one) => interchangeOf(one).homeAssistant.used.deviceClass === kind);

const createParser = (): Parser => {
  /** By the topic that announced them. */
  const entities = new Map<string, readonly Entity[]>();
  const all = (): Entity[] => [...entities.values()].flat();
  let byState = new Map<string, Entity[]>();
  let byAvailability = new Map<string, Entity[]>();
  /** Devices with a counter of what their power comes to. */
  let counted = new Set<string>();
  /** Of a home's battery the counter beside which it is told how full it is. A battery that a sensor runs on has none. */
  let storages: ReadonlyMap<string, Entity> = new Map();

  const index = (): void => {
    storages = new Map(
      ['discharged', 'charged'].flatMap((flow) =>
        all().flatMap((one) => (flowOf(one) === flow ? [[one.device, one] as const] : [])),
      ),
    );
    byState = groupBy(
      all().filter(({ what, device }) => what.kind !== 'battery' || storages.has(device)),
      ({ stateTopic }) => [stateTopic],
    );
    counted = new Set(
      all().flatMap((one) => (one.what.kind === 'counter' && flowOf(one) !== 'returned' ? [one.device] : [])),
    );
    byAvailability = groupBy(all(), ({ availability }) => availability.map(({ topic }) => topic));
  };

  const announce = (topic: string, component: string, payload: string): DeviceUpdate[] => {
    const found = readConfig(component, parseJson(payload));
    if (found.length === 0 && !entities.has(topic)) return [];
    if (found.length > 0 && entities.size < maxEntities) entities.set(topic, found);
    else entities.delete(topic);
    index();
    // Power alone is told of when it is heard and no counter of its device is known. What was announced of the same device before may
    // have found its other half.
    const devices = new Set(found.map(({ device }) => device));
    const told = all().filter((one) => found.includes(one) || (devices.has(one.device) && flowOf(one) === 'returned'));
    return told
      .filter(({ what }) => what.kind === 'counter' || what.kind === 'switch')
      .map((one) => describe(one, drawnBeside(one)));
  };
  /** The one counter of its device beside which it is another register: what came back through the same meter. */
  const drawnBeside = (entity: Entity): string | undefined => {
    if (flowOf(entity) !== 'returned') return undefined;
    const drawn = all().filter((one) => one.device === entity.device && flowOf(one) === 'drawn');
    return drawn.length === 1 ? drawn[0]?.id : undefined;
  };

  const read = ({ topic, payload }: DeviceMessage): DeviceUpdate[] => {
    const [, component] = configTopic.exec(topic) ?? [];
    if (component !== undefined) return announce(topic, component, payload);
    const states = (byState.get(topic) ?? []).flatMap((entity) =>
      entity.what.kind === 'battery'
        ? readCharge(entity, payload, storages.get(entity.device))
        : readState(entity, payload, counted),
    );
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
  reads:
    "ESPHome and others, by Home Assistant's discovery: energy, also what their names say is returned, produced, charged or discharged, how full a battery with such counters is, water, power alone, switches",
  switchedBy: 'the topic that they announce',
  unsure: ofClass('energy'),
  mqtt: { createParser },
});

const flowOf = ({ what }: Entity): Flow | null => (what.kind === 'counter' ? what.flow : null);

function describe({ id, device, name, room, model, what }: Entity, registerOf?: string): DeviceUpdate {
  const command = what.kind === 'switch' ? { topic: what.topic, on: what.on, off: what.off } : undefined;
  const utility = what.kind === 'counter' ? what.utility : what.kind === 'power' ? utilityOf('W') : undefined;
  const flow = what.kind === 'counter' && what.flow !== 'drawn' ? what.flow : undefined;
  return defined<DeviceUpdate>({ source, device, part: id, name, room, model, utility, flow, registerOf, command });
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
  if (what.kind !== 'power' || counted.has(device)) return [];
  return [{ ...describe(entity), power: scaled * what.watts }];
}

function readCharge({ device, template }: Entity, payload: string, beside: Entity | undefined): DeviceUpdate[] {
  const charge = numberOf(valueIn(template, payload));
  return charge === undefined || beside === undefined ? [] : [{ source, device, part: beside.id, charge }];
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

// What a device announces of one of its entities: `homeassistant/<component>/…/config`, long or short names, one entity or a whole device.

const longNames: Readonly<Record<string, string>> = {
  stat_t: 'state_topic',
  cmd_t: 'command_topic',
  avty_t: 'availability_topic',
  avty: 'availability',
  avty_tpl: 'availability_template',
  t: 'topic',
  pl_avail: 'payload_available',
  pl_not_avail: 'payload_not_available',
  dev_cla: 'device_class',
  stat_cla: 'state_class',
  unit_of_meas: 'unit_of_measurement',
  val_tpl: 'value_template',
  uniq_id: 'unique_id',
  dev: 'device',
  ids: 'identifiers',
  mf: 'manufacturer',
  mdl: 'model',
  sa: 'suggested_area',
  pl_on: 'payload_on',
  pl_off: 'payload_off',
  stat_on: 'state_on',
  stat_off: 'state_off',
  o: 'origin',
  cmps: 'components',
  p: 'platform',
};

interface Availability {
  readonly topic: string;
  readonly online: string;
  readonly offline: string;
}

interface Entity {
  readonly id: string;
  readonly device: string;
  readonly name: string | undefined;
  readonly room: string | undefined;
  readonly model: string | undefined;
  readonly stateTopic: string;
  readonly template: ValueTemplate;
  readonly availability: readonly Availability[];
  readonly what:
    | { readonly kind: 'counter'; readonly unit: CounterUnit; readonly utility: Utility; readonly flow: Flow }
    | { readonly kind: 'power'; readonly watts: number }
    | { readonly kind: 'battery' }
    | {
        readonly kind: 'switch';
        readonly topic: string;
        readonly on: string;
        readonly off: string;
        readonly isOn: string;
        readonly isOff: string;
      };
}

/** Those that announce here what another of our dialects, or we ourselves, tell already. */
const toldElsewhere = new Set(['zigbee2mqtt', 'tasmota', 'wattershed']);

/** `component`: from the topic; `device` announces all entities of a device at once. */
function readConfig(component: string, config: unknown): Entity[] {
  const fields = lengthen(fieldsOf(config));
  const origin = textOf(lengthen(fieldsOf(fields['origin']))['name']) ?? '';
  if (toldElsewhere.has(origin.toLowerCase())) return [];
  const each = component === 'device' ? Object.values(fieldsOf(fields['components'])).filter(isFields) : [fields];
  return each.flatMap((one) => {
    const own: Fields = { ...fields, ...lengthen(one), device: fields['device'] };
    const entity = readEntity(component === 'device' ? (textOf(own['platform']) ?? '') : component, own);
    return entity === null ? [] : [entity];
  });
}

function lengthen(fields: Fields): Record<string, unknown> {
  const base = textOf(fields['~']);
  const spread = (value: unknown) =>
    base !== undefined && typeof value === 'string' ? value.replace(/^~|~$/, base) : value;
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      longNames[name] ?? name,
      /_t$|topic$|^t$/.test(name) ? spread(value) : value,
    ]),
  );
}

function readEntity(component: string, fields: Fields): Entity | null {
  const stateTopic = textOf(fields['state_topic']);
  const template = parseTemplate(textOf(fields['value_template']));
  const device = lengthen(fieldsOf(fields['device']));
  const flow = flowNamed(`${textOf(fields['name']) ?? ''} ${textOf(fields['unique_id']) ?? ''}`) ?? 'drawn';
  const what =
    component === 'sensor' ? measures(fields, device, flow) : component === 'switch' ? switches(fields) : null;
  const { identifiers } = device;
  const id = textOf(fields['unique_id']);
  const owner = textOf(Array.isArray(identifiers) ? identifiers[0] : identifiers) ?? id;
  if (stateTopic === undefined || template === null || what === null || id === undefined || owner === undefined)
    return null;
  const deviceName = textOf(device['name']);
  const own = textOf(fields['name']);
  const model = [textOf(device['manufacturer']), textOf(device['model'])]
    .filter((word) => word !== undefined)
    .join(' ');
  return {
    id,
    device: owner,
    name:
      (what.kind === 'counter' && what.flow === 'drawn') || own === undefined
        ? (deviceName ?? own)
        : nameOf(deviceName, own),
    room: textOf(device['suggested_area']),
    model: textOf(model),
    stateTopic,
    template,
    availability: availabilityOf(fields),
    what,
  };
}

const nameOf = (device: string | undefined, own: string): string =>
  device === undefined || own.startsWith(device) ? own : `${device} ${own}`;

function measures(fields: Fields, device: Fields, flow: Flow): Entity['what'] | null {
  const unit = textOf(fields['unit_of_measurement']) ?? '';
  const kind = fields['device_class'];
  if (kind === 'battery') return unit === '%' ? { kind } : null;
  if (kind === 'power') return unit === 'W' ? { kind, watts: 1 } : unit === 'kW' ? { kind, watts: 1000 } : null;
  const counted = counterUnitOf(unit);
  const isCounter = fields['state_class'] === 'total_increasing' || fields['state_class'] === 'total';
  const measured = ofClass(kind);
  if (measured.length === 0 || !isCounter || counted === null) return null;
  // Heat is energy too: where the unit is told in several ways, names say which.
  const names = [device['name'], device['model'], fields['name'], fields['unique_id']].map(textOf).join(' ');
  const possible = measured.filter((one) => isUnitOf(counted, one));
  const named = possible.findLast((one) => interchangeOf(one).titleWords.test(names.toLowerCase()));
  const utility = named ?? possible[0] ?? utilityOf(counted);
  // What comes back of a utility that homes do not give back is no use of it.
  return flowsOf(utility).includes(flow) ? { kind: 'counter', unit: counted, utility, flow } : null;
}

function switches(fields: Fields): Entity['what'] | null {
  const topic = textOf(fields['command_topic']);
  if (topic === undefined) return null;
  const on = textOf(fields['payload_on']) ?? 'ON';
  const off = textOf(fields['payload_off']) ?? 'OFF';
  return {
    kind: 'switch',
    topic,
    on,
    off,
    isOn: textOf(fields['state_on']) ?? on,
    isOff: textOf(fields['state_off']) ?? off,
  };
}

function availabilityOf(fields: Fields): Availability[] {
  const listed = Array.isArray(fields['availability']) ? fields['availability'].filter(isFields).map(lengthen) : [];
  const single = textOf(fields['availability_topic']);
  return [...listed, ...(single === undefined ? [] : [{ ...fields, topic: single }])].flatMap((one: Fields) => {
    const topic = textOf(one['topic']);
    // One with a template says more than a word; the words of the others are enough.
    if (topic === undefined || one['value_template'] !== undefined) return [];
    const online = textOf(one['payload_available']) ?? 'online';
    return [{ topic, online, offline: textOf(one['payload_not_available']) ?? 'offline' }];
  });
}

// The part of Home Assistant's templates that devices use to say where in a message their value stands: a path, then a factor or filters.

const step = /^(?:\.([a-z_]\w*)|\['([^']+)'\]|\["([^"]+)"\]|\[(\d+)\])/i;
const filter = /^\|\s*(?:float|int|round|default|is_defined|string)(?:\([^()]*\))?$/;
const factor = /^([*/])\s*(\d+(?:\.\d+)?)$/;

interface ValueTemplate {
  /** Null: the payload itself. */
  readonly path: readonly string[] | null;
  readonly factor: number;
}

/** Null: a template that does more than we understand. Without one, the payload is the value. */
export function parseTemplate(template: string | undefined): ValueTemplate | null {
  if (template === undefined) return { path: null, factor: 1 };
  const [, text] = /^\s*\{\{-?\s*(.*?)\s*-?\}\}\s*$/s.exec(template) ?? [];
  if (text === undefined) return null;
  const inJson = text.startsWith('value_json');
  if (!inJson && !/^value\b/.test(text)) return null;
  const path: string[] = [];
  let rest = text.slice(inJson ? 'value_json'.length : 'value'.length);
  for (let found = inJson ? step.exec(rest) : null; found; found = step.exec(rest)) {
    path.push(found[1] ?? found[2] ?? found[3] ?? found[4] ?? '');
    rest = rest.slice(found[0].length);
  }
  const scale = readRest(rest);
  return scale === null || (inJson && path.length === 0) ? null : { path: inJson ? path : null, factor: scale };
}

function readRest(rest: string): number | null {
  let scale = 1;
  for (const piece of rest.split(/(?=\|)|(?=[*/])/).map((text) => text.trim())) {
    const [, sign, number] = factor.exec(piece) ?? [];
    if (number !== undefined) scale = sign === '*' ? scale * Number(number) : scale / Number(number);
    else if (piece !== '' && !filter.test(piece)) return null;
  }
  return Number.isFinite(scale) ? scale : null;
}

/** What stands there; undefined: this message does not say. */
export function valueIn({ path }: ValueTemplate, payload: string): unknown {
  if (path === null) return payload;
  let value: unknown = parseJson(payload);
  for (const name of path) {
    if (Array.isArray(value)) value = value[Number(name)];
    else if (isFields(value) && Object.hasOwn(value, name)) value = value[name];
    else return undefined;
  }
  return value;
}
