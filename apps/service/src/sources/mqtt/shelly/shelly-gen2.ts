/** Shelly, second generation and later: `<id>/events/rpc` tells what changed, `<id>/status/<component>` one component; energy is in watt-hours. */
import type { Dialect, DeviceMessage, Heard } from '@wattershed/domain';
import { type Fields, fieldsOf, isFields, numberOf, parseJson, said, textOf } from '../json.ts';

const source = 'shelly';
/** Components with a counter of their own, and where in them it stands. */
const counters: Readonly<Record<string, (status: Fields) => unknown>> = {
  switch: ({ aenergy }) => fieldsOf(aenergy)['total'],
  pm1: ({ aenergy }) => fieldsOf(aenergy)['total'],
  cover: ({ aenergy }) => fieldsOf(aenergy)['total'],
  light: ({ aenergy }) => fieldsOf(aenergy)['total'],
  cct: ({ aenergy }) => fieldsOf(aenergy)['total'],
  rgb: ({ aenergy }) => fieldsOf(aenergy)['total'],
  rgbw: ({ aenergy }) => fieldsOf(aenergy)['total'],
  emdata: ({ total_act: total }) => total,
  em1data: ({ total_act_energy: total }) => total,
};
const switchable = new Set(['switch', 'light']);
const maxParts = 2000;
const component = /^([a-z0-9]+):(\d{1,3})$/;

/** Where calls are answered: a relay that is asked for the state that it has answers, and tells of no change. */
const answers = 'wattershed';

export const shellyGen2 = (): Dialect => {
  const returned: Returned = new Map();
  return {
    topics: ['+/events/rpc', '+/status/+', '+/online', `${answers}/+/+/rpc`],
    read: (message) => read(message, returned),
  };
};

/** What each part has given back so far, in Wh: `aenergy` counts that too, whichever way it went, and a notice may leave it out. */
type Returned = Map<string, number>;

function read({ topic, payload }: DeviceMessage, returned: Returned): Heard[] {
  if (topic.startsWith(`${answers}/`)) return readAnswer(topic, fieldsOf(parseJson(payload)));
  const [, device, word] = /^(.+?)\/(events\/rpc|online|status\/[a-z0-9]+:\d+)$/.exec(topic) ?? [];
  if (device === undefined || word === undefined || device.startsWith('shellies/')) return [];
  if (word === 'online') return availability(device, payload);
  const fields = fieldsOf(parseJson(payload));
  if (word !== 'events/rpc') return readComponent(device, word.slice('status/'.length), fields, returned);
  const { method, params } = fields;
  if (method !== 'NotifyStatus' && method !== 'NotifyFullStatus') return [];
  const at = numberOf(fieldsOf(params)['ts']);
  return Object.entries(fieldsOf(params)).flatMap(([name, status]) =>
    isFields(status) ? readComponent(device, name, status, returned, at) : [],
  );
}

/** Others say `online` too; theirs is taken where a part of the device is known. */
function availability(device: string, payload: string): Heard[] {
  return payload === 'true' || payload === 'false' ? [{ source, device, isOnline: payload === 'true' }] : [];
}

/** A component says what changed of it: what is missing is as it was. */
export function readComponent(
  device: string,
  name: string,
  status: Fields,
  returned: Returned = new Map(),
  at?: number,
): Heard[] {
  const [, kind, id] = component.exec(name) ?? [];
  if (kind === undefined || id === undefined) return [];
  // A meter tells its power as `em:0` and its counter as `emdata:0`: one channel.
  const part = `${kind.replace(/data$/, '')}:${id}`;
  const total = drawn(`${device} ${part}`, numberOf(counters[kind]?.(status)), status, returned);
  const power = numberOf(status['apower'] ?? status['total_act_power'] ?? status['act_power']);
  const isMeasured = total !== undefined || power !== undefined;
  const isOn = switchable.has(kind) && typeof status['output'] === 'boolean' ? status['output'] : undefined;
  // What was given back is known from now on, and no use.
  if (!isMeasured && isOn === undefined) return isFields(status['ret_aenergy']) ? [{ source, device, part }] : [];
  return [
    said<Heard>({
      source,
      device,
      part,
      model: textOf(device.split('/').at(-1)?.split('-')[0]),
      utility: isMeasured ? 'electricity' : undefined,
      total,
      at,
      power,
      isOn,
      command: switchable.has(kind) ? commandOf(device, kind, Number(id)) : undefined,
    }),
  ];
}

function drawn(key: string, total: number | undefined, { ret_aenergy: back }: Fields, returned: Returned) {
  const given = numberOf(fieldsOf(back)['total']);
  if (given !== undefined && (returned.size < maxParts || returned.has(key))) returned.set(key, given);
  return total === undefined ? undefined : total - (given ?? returned.get(key) ?? 0);
}

function commandOf(device: string, kind: string, id: number) {
  const method = kind === 'light' ? 'Light.Set' : 'Switch.Set';
  const src = `${answers}/${device}/${kind}:${id}`;
  const call = (on: boolean) => JSON.stringify({ id: on ? 1 : 0, src, method, params: { id, on } });
  return { topic: `${device}/rpc`, on: call(true), off: call(false) };
}

/** Done: the call's number says what was asked for. */
function readAnswer(topic: string, { id, result }: Fields): Heard[] {
  const [, device, part] = /^[^/]+\/(.+)\/([a-z]+:\d+)\/rpc$/.exec(topic) ?? [];
  if (device === undefined || part === undefined || !isFields(result) || (id !== 0 && id !== 1)) return [];
  return [{ source, device, part, isOn: id === 1 }];
}
