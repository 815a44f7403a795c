/**
 * Shelly. First generation: `shellies/<id>/relay/0/energy` counts watt-minutes, `…/emeter/0/total` watt-hours. Second and later:
 * `<id>/events/rpc` tells what changed, `<id>/status/<component>` one component; energy is in watt-hours.
 */
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

const source = 'shelly';

const createParser = (): Parser => {
  const gen2 = createGen2();
  return {
    topics: ['shellies/#', ...gen2.topics],
    read: (message) => [...readGen1(message), ...gen2.read(message)],
  };
};

export const shelly = defineSource({
  id: source,
  label: 'Shelly',
  reads:
    'first generation: relays (watt-minutes) and meters (Wh) below `shellies/`; later ones: `…/events/rpc`, `…/status/…`, meters of one and three phases; what is given back (`total_returned`, `ret_aenergy`, `total_act_ret`) as a register of its own',
  switchedBy: '`…/relay/0/command`, `Switch.Set`',
  mqtt: { createParser },
});

const minutesInHour = 60;
const gen1Channel = /^(relay|emeter)\/(\d{1,2})(?:\/(power|energy|total|total_returned))?$/;

function readGen1({ topic, payload }: DeviceMessage): DeviceUpdate[] {
  const [, device, rest] = /^shellies\/([^/]+)\/(.+)$/.exec(topic) ?? [];
  if (device === undefined || rest === undefined) return [];
  if (rest === 'online')
    return ['true', 'false'].includes(payload) ? [{ source, device, isOnline: payload === 'true' }] : [];
  if (rest === 'announce') return describeGen1(device, fieldsOf(parseJson(payload)));
  if (rest === 'info') return readStatus(device, fieldsOf(parseJson(payload)));
  const [, kind, number, figure] = gen1Channel.exec(rest) ?? [];
  if (kind === undefined || number === undefined) return [];
  const part = `${kind}/${number}`;
  if (figure === undefined) return kind === 'relay' ? relayOf(device, part, payload) : [];
  return measured(device, part, figure, numberOf(payload));
}

function measured(device: string, part: string, figure: string, value: number | undefined): DeviceUpdate[] {
  if (value === undefined) return [];
  const of = { source, device, part, utility: 'electricity' } as const;
  if (figure === 'power') return [{ ...of, power: value }];
  if (figure === 'energy') return part.startsWith('relay') ? [{ ...of, total: value / minutesInHour }] : [];
  if (!part.startsWith('emeter')) return [];
  return figure === 'total' ? [{ ...of, total: value }] : otherRegister(of, value);
}

function relayOf(device: string, part: string, state: string): DeviceUpdate[] {
  if (state !== 'on' && state !== 'off') return [];
  const command = { topic: `shellies/${device}/${part}/command`, on: 'on', off: 'off' };
  return [{ source, device, part, isOn: state === 'on', command }];
}

/** A first message of every device: what it is. Its relays and meters show when they speak. */
function describeGen1(device: string, { model }: Fields): DeviceUpdate[] {
  const name = textOf(model);
  return name === undefined ? [] : [{ source, device, model: name }];
}

/** The whole of what a device knows, as its web page and `info` give it. */
export function readStatus(device: string, { relays, meters, emeters }: Fields): DeviceUpdate[] {
  const list = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);
  const measures = list(meters);
  const ofRelays = list(relays).flatMap(({ ison }, i) => {
    const part = `relay/${i}`;
    const total = numberOf(measures[i]?.['total']);
    const power = numberOf(measures[i]?.['power']);
    const energy = total === undefined ? undefined : total / minutesInHour;
    const isMeasured = total !== undefined || power !== undefined;
    return [
      ...(typeof ison === 'boolean' ? relayOf(device, part, ison ? 'on' : 'off') : []),
      ...(isMeasured
        ? [defined<DeviceUpdate>({ source, device, part, utility: 'electricity', total: energy, power })]
        : []),
    ];
  });
  const ofMeters = list(emeters).flatMap((meter, i) => {
    const total = numberOf(meter['total']);
    if (total === undefined) return [];
    const power = numberOf(meter['power']);
    const of = { source, device, part: `emeter/${i}` } as const;
    return [
      defined<DeviceUpdate>({ ...of, utility: 'electricity', total, power }),
      ...otherRegister(of, numberOf(meter['total_returned'])),
    ];
  });
  return [...ofRelays, ...ofMeters];
}

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
/** What it gave back, where it tells both ways apart; `aenergy` beside `ret_aenergy` counts either way. */
const givenBack = (status: Fields): number | undefined =>
  numberOf(fieldsOf(status['ret_aenergy'])['total'] ?? status['total_act_ret'] ?? status['total_act_ret_energy']);
const switchable = new Set(['switch', 'light']);
const maxParts = 2000;
const component = /^([a-z0-9]+):(\d{1,3})$/;

/** Where calls are answered: a relay that is asked for the state that it has answers, and tells of no change. */
const answers = 'wattershed';

const createGen2 = (): Parser => {
  const returned: Returned = new Map();
  return {
    topics: ['+/events/rpc', '+/status/+', '+/online', `${answers}/+/+/rpc`],
    read: (message) => readGen2(message, returned),
  };
};

/** What each part has given back so far, in Wh: `aenergy` counts that too, whichever way it went, and a notice may leave it out. */
type Returned = Map<string, number>;

function readGen2({ topic, payload }: DeviceMessage, returned: Returned): DeviceUpdate[] {
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
function availability(device: string, payload: string): DeviceUpdate[] {
  return payload === 'true' || payload === 'false' ? [{ source, device, isOnline: payload === 'true' }] : [];
}

/** A component says what changed of it: what is missing is as it was. */
export function readComponent(
  device: string,
  name: string,
  status: Fields,
  returned: Returned = new Map(),
  at?: number,
): DeviceUpdate[] {
  const [, kind, id] = component.exec(name) ?? [];
  if (kind === undefined || id === undefined) return [];
  // A meter tells its power as `em:0` and its counter as `emdata:0`: one channel.
  const part = `${kind.replace(/data$/, '')}:${id}`;
  const total = drawn(`${device} ${part}`, numberOf(counters[kind]?.(status)), status, returned);
  const power = numberOf(status['apower'] ?? status['total_act_power'] ?? status['act_power']);
  const isMeasured = total !== undefined || power !== undefined;
  const isOn = switchable.has(kind) && typeof status['output'] === 'boolean' ? status['output'] : undefined;
  const model = textOf(device.split('/').at(-1)?.split('-')[0]);
  const of = defined<DeviceUpdate & { readonly part: string }>({ source, device, part, model, at });
  const back = counters[kind] === undefined ? [] : otherRegister(of, givenBack(status));
  if (!isMeasured && isOn === undefined) return back;
  return [
    defined<DeviceUpdate>({
      source,
      device,
      part,
      model,
      utility: isMeasured ? 'electricity' : undefined,
      total,
      at,
      power,
      isOn,
      command: switchable.has(kind) ? commandOf(device, kind, Number(id)) : undefined,
    }),
    ...back,
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
function readAnswer(topic: string, { id, result }: Fields): DeviceUpdate[] {
  const [, device, part] = /^[^/]+\/(.+)\/([a-z]+:\d+)\/rpc$/.exec(topic) ?? [];
  if (device === undefined || part === undefined || !isFields(result) || (id !== 0 && id !== 1)) return [];
  return [{ source, device, part, isOn: id === 1 }];
}
