/** What a device announces of one of its entities: `homeassistant/<component>/…/config`, long or short names, one entity or a whole device. */
import { type CounterUnit, interchangeOf, isUnitOf, type Utility, utilityIds, utilityOf } from '#catalogue/index.ts';
import { counterUnitOf, isReturned } from '#subjects/readings/domain/device-words.ts';
import { type Fields, fieldsOf, isFields, textOf } from '../json.ts';
import { parseTemplate, type ValueTemplate } from './value-template.ts';

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

export interface Entity {
  readonly id: string;
  readonly device: string;
  readonly name: string | undefined;
  readonly room: string | undefined;
  readonly model: string | undefined;
  readonly stateTopic: string;
  readonly template: ValueTemplate;
  readonly availability: readonly Availability[];
  readonly what:
    | { readonly kind: 'counter'; readonly unit: CounterUnit; readonly utility: Utility }
    | { readonly kind: 'power'; readonly watts: number }
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
export function readConfig(component: string, config: unknown): Entity[] {
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
  const what = component === 'sensor' ? measures(fields) : component === 'switch' ? switches(fields) : null;
  const device = lengthen(fieldsOf(fields['device']));
  const { identifiers } = device;
  const id = textOf(fields['unique_id']);
  const owner = textOf(Array.isArray(identifiers) ? identifiers[0] : identifiers) ?? id;
  if (stateTopic === undefined || template === null || what === null || id === undefined || owner === undefined)
    return null;
  const deviceName = textOf(device['name']);
  const own = textOf(fields['name']);
  if (what.kind === 'counter' && isReturned(`${own ?? ''} ${id}`)) return null;
  const model = [textOf(device['manufacturer']), textOf(device['model'])]
    .filter((word) => word !== undefined)
    .join(' ');
  return {
    id,
    device: owner,
    name: what.kind === 'counter' || own === undefined ? (deviceName ?? own) : nameOf(deviceName, own),
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

function measures(fields: Fields): Entity['what'] | null {
  const unit = textOf(fields['unit_of_measurement']) ?? '';
  const kind = fields['device_class'];
  if (kind === 'power') return unit === 'W' ? { kind, watts: 1 } : unit === 'kW' ? { kind, watts: 1000 } : null;
  const counted = counterUnitOf(unit);
  const isCounter = fields['state_class'] === 'total_increasing' || fields['state_class'] === 'total';
  const utility = utilityIds.find((one) => interchangeOf(one).homeAssistant.deviceClass === kind);
  if (utility === undefined || !isCounter || counted === null) return null;
  return { kind: 'counter', unit: counted, utility: isUnitOf(counted, utility) ? utility : utilityOf(counted) };
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
