/** Zigbee2MQTT: a list of devices with what each of them exposes, then `zigbee2mqtt/<name>` with their figures. */
import { type CounterUnit, hasTrait, toBaseUnits, type Utility, utilityOf as utilityOfUnit } from '#catalogue/index.ts';
import { counterUnitOf, isReturned } from '#subjects/readings/domain/device-words.ts';
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
  type Parser,
  textOf,
} from './source.ts';

const source = 'zigbee2mqtt';
const base = 'zigbee2mqtt';
const notEnergy = /reactive|apparent/;

/** One thing of a device: the properties of its messages that tell of it. */
interface Part {
  readonly part: string;
  readonly state?: { readonly property: string; readonly on: string; readonly off: string };
  readonly counter?: { readonly property: string; readonly unit: CounterUnit; readonly utility: Utility };
  /** What it gives back. */
  readonly back?: { readonly property: string; readonly unit: CounterUnit };
  readonly power?: string;
}

interface Known {
  readonly device: string;
  readonly name: string;
  readonly model: string | undefined;
  readonly parts: readonly Part[];
}

const createParser = (): Parser => {
  let known = new Map<string, Known>();

  const read = ({ topic, payload }: DeviceMessage): DeviceUpdate[] => {
    if (!topic.startsWith(`${base}/`)) return [];
    const name = topic.slice(base.length + 1);
    if (name === 'bridge/devices') {
      known = new Map(readDevices(parseJson(payload)).map((device) => [device.name, device]));
      return [...known.values()].flatMap(describe);
    }
    if (name.endsWith('/availability')) return availability(known.get(name.slice(0, -'/availability'.length)), payload);
    const device = known.get(name);
    return device === undefined
      ? []
      : device.parts.flatMap((part) => readPart(device, part, fieldsOf(parseJson(payload))));
  };
  return { topics: [`${base}/#`], read };
};

export const zigbee2mqtt = defineSource({
  id: source,
  label: 'Zigbee2MQTT',
  reads:
    'the list of devices and what each exposes: energy, also what is given back (`produced_energy`), water, switches',
  switchedBy: '`…/set`',
  mqtt: { createParser },
});

export function readDevices(list: unknown): Known[] {
  if (!Array.isArray(list)) return [];
  return list.filter(isFields).flatMap((entry) => {
    const device = textOf(entry['ieee_address']);
    const name = textOf(entry['friendly_name']);
    const { exposes, vendor, model } = fieldsOf(entry['definition']);
    if (device === undefined || name === undefined || !Array.isArray(exposes)) return [];
    const what = [textOf(vendor), textOf(model)].filter((word) => word !== undefined).join(' ');
    return [{ device, name, model: textOf(what), parts: partsOf(exposes) }];
  });
}

/** Switches carry their properties inside; other exposures are properties themselves. Those of one endpoint are one part. */
function partsOf(exposes: readonly unknown[]): Part[] {
  const parts = new Map<string, Part>();
  const add = (fields: Fields, found: Partial<Part>) => {
    const part = textOf(fields['endpoint']) ?? '';
    parts.set(part, { ...parts.get(part), ...found, part });
  };
  for (const expose of exposes.filter(isFields)) {
    const inner = Array.isArray(expose['features']) ? expose['features'].filter(isFields) : [];
    for (const fields of [expose, ...inner]) {
      const property = textOf(fields['property']);
      if (property === undefined || property.length > 80) continue;
      const name = textOf(fields['name']) ?? property;
      const unit = counterUnitOf(textOf(fields['unit']) ?? '');
      const isSwitch = expose['type'] === 'switch' || expose['type'] === 'light';
      if (isSwitch && name === 'state') {
        const [on, off] = [textOf(fields['value_on']), textOf(fields['value_off'])];
        if (on !== undefined && off !== undefined) add(fields, { state: { property, on, off } });
      } else if (unit !== null && !notEnergy.test(name) && isReturned(name)) {
        const before = parts.get(textOf(fields['endpoint']) ?? '')?.back;
        if (before === undefined && hasTrait(utilityOfUnit(unit), 'isTwoWay'))
          add(fields, { back: { property, unit } });
      } else if (unit !== null && !notEnergy.test(name)) {
        const utility = utilityOfUnit(unit);
        const before = parts.get(textOf(fields['endpoint']) ?? '')?.counter;
        // The plain one is the whole; others are a tariff or a phase of it.
        if (before === undefined) add(fields, { counter: { property, unit, utility } });
      } else if (name === 'power' && textOf(fields['unit']) === 'W') add(fields, { power: property });
    }
  }
  return [...parts.values()];
}

function utilityOf({ counter, power }: Part): Utility | undefined {
  return counter?.utility ?? (power === undefined ? undefined : utilityOfUnit('W'));
}

function describe({ device, name, model, parts }: Known): DeviceUpdate[] {
  return parts
    .filter((part) => part.state !== undefined || utilityOf(part) !== undefined)
    .map((one) => {
      const { part, state } = one;
      const command = state && {
        topic: `${base}/${name}/set`,
        on: JSON.stringify({ [state.property]: state.on }),
        off: JSON.stringify({ [state.property]: state.off }),
      };
      const called = part === '' ? name : `${name} ${part}`;
      return defined<DeviceUpdate>({ source, device, part, name: called, model, utility: utilityOf(one), command });
    });
}

function readPart({ device, name, model }: Known, one: Part, figures: Fields): DeviceUpdate[] {
  const { part, state, counter, power } = one;
  const shown = counter && numberOf(figures[counter.property]);
  const total = counter && shown !== undefined ? toBaseUnits(shown, counter.unit) : undefined;
  const watts = power === undefined ? undefined : numberOf(figures[power]);
  const word = state && figures[state.property];
  const isOn = state && (word === state.on || word === state.off) ? word === state.on : undefined;
  const given = one.back && numberOf(figures[one.back.property]);
  const back = otherRegister(
    { source, device, part, name: part === '' ? name : `${name} ${part}`, ...(model !== undefined && { model }) },
    one.back && given !== undefined ? toBaseUnits(given, one.back.unit) : undefined,
  );
  if (total === undefined && watts === undefined && isOn === undefined) return back;
  return [defined<DeviceUpdate>({ source, device, part, utility: utilityOf(one), total, power: watts, isOn }), ...back];
}

/** A word, or an object with it. */
function availability(known: Known | undefined, payload: string): DeviceUpdate[] {
  const state = fieldsOf(parseJson(payload))['state'] ?? payload;
  if (known === undefined || (state !== 'online' && state !== 'offline')) return [];
  return [{ source, device: known.device, isOnline: state === 'online' }];
}
