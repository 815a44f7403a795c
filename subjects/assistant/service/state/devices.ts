/** Devices: their state and what their meters said last, for a person and for a program. */
import { z } from 'zod';
import { type Utility, utilityIds, type UtilityWith } from '#catalogue/index.ts';
import { isSilent as isQuiet, rateAt, sumRates } from '#subjects/readings/domain/present-rate.ts';
import type { LatestAnswer } from '#subjects/usage/contract/usage.ts';
import type { Asking, FoundResult, OwnAnswer } from '../asking.ts';
import { canBeSwitched, type HomeDevice, maySwitch, roomsHeld } from '../home.ts';
import type { Intent } from '../intent.ts';
import { deviceLink, devicesLink, figure, roomName } from '../writer.ts';
import { quantityFacts, rateFacts, shape } from '../tools/facts.ts';
import { createTool, findDevice, findRoom, ToolRefusal } from '../tools/tool.ts';
import { replyToMeters } from './meters.ts';
import { rateText } from './now.ts';
import { everything, note, paragraphs, said, together, type Voice, voiceOf } from '../usage/phrases.ts';
import { type Reading, readUse } from '../usage/use-facts.ts';
import { dayPeriod } from '../usage/use-results.ts';
import type { Topic } from '../topic.ts';
import { afterDevice } from '../talk/suggestions.ts';
import {
  deviceList as deviceListRule,
  deviceState as deviceStateRule,
  switched as switchedRule,
  switchedTogether as switchedTogetherRule,
} from '../understand/rules/device-rules.ts';
import { conceptsOfName } from '../understand/named-parts.ts';

declare module '../intent.ts' {
  interface Intents {
    switches: { readonly all: readonly Switch[] };
    switch: Switch;
    device: { readonly device: string };
    devices: {
      readonly ask: 'list' | 'on' | 'off' | 'silent' | 'count';
      readonly room: string | null;
      readonly utility: Utility | null;
      /** Lamps alone. Left out: whatever there is. */
      readonly kind?: 'lamp';
    };
  }
}

export type DeviceState = ReturnType<typeof stateOf>;

type DevicesIntent = Intent<'devices'>;

interface AskedDevices extends Omit<DevicesIntent, 'about' | 'ask'> {
  readonly ask: Exclude<DevicesIntent['ask'], 'silent'>;
}

const stateOf = (device: HomeDevice, { meters }: LatestAnswer, nowMs: number) => {
  const own = meters.filter(({ deviceId }) => deviceId === device.id);
  const times = own.flatMap((meter) => meter.lastAt ?? []).sort();
  const lastAt = times.at(-1) ?? null;
  const rates = own.flatMap((meter) => rateAt(meter, nowMs) ?? []);
  return {
    ...device,
    /** An instant; null: its meter has never reported. */
    lastAt,
    /** It has reported before, and has now been quiet for too long. */
    isSilent: isQuiet({ lastAt }, nowMs),
    /** Null: nothing that was heard tells what flows now. */
    rate: rates.length === 0 ? null : sumRates(device.utility, rates),
    /** With what the meters inside it counted. */
    today: lastAt === null ? null : own.reduce((sum, meter) => sum + meter.today, 0),
  };
};

const isOfKind = (name: string, kind: DevicesIntent['kind']): boolean =>
  kind === undefined || conceptsOfName(name).has(`kind:${kind}`);

/** In the order in which they were added. */
export const readDevices = async (
  { home, sources }: Reading,
  { ask, room, utility, kind }: AskedDevices = { ask: 'list', room: null, utility: null },
): Promise<DeviceState[]> => {
  const latest = await sources.latest();
  const isThere = roomsHeld(home, room);
  return home.devices
    .filter((device) => isThere(device.room) && (utility === null || device.utility === utility))
    .filter(({ name }) => isOfKind(name, kind))
    .map((device) => stateOf(device, latest, home.nowMs))
    .filter(({ isActive }) => (ask === 'on' ? isActive : ask !== 'off' || !isActive));
};

/** What is switched by hardware is so; what nobody commands is only noted so. */
const stateKey = ({ isActive, commands }: HomeDevice) =>
  `${commands ? '' : 'noted-'}${isActive ? 'on' : 'off'}` as const;

/** Below each name its room. */
const devicesResult = ({ t, language, write }: Voice, devices: readonly DeviceState[]): FoundResult => ({
  tool: 'devices',
  title: t('title-devices'),
  link: devicesLink,
  table: {
    columns: [
      { title: t('column-device'), isNumber: false },
      { title: t('column-today'), isNumber: true },
      { title: t('column-state'), isNumber: false },
    ],
    rows: devices.map((device) => [
      `${device.name}\n${roomName(language, device.room)}`,
      device.today === null ? t('not-measured') : write.amount(device.utility, device.today),
      t(`state-${stateKey(device)}`),
    ]),
  },
});

const maxNamed = 8;

const countedText = ({ t, write }: Voice, { length }: readonly HomeDevice[]): string =>
  figure(t('devices', { count: length, counted: write.number(length) }), devicesLink);

const countsText = (voice: Voice, devices: readonly DeviceState[], { room, utility }: AskedDevices): string => {
  const { t, write } = voice;
  const on = devices.filter(({ isActive }) => isActive).length;
  const values = { devices: countedText(voice, devices), on: write.number(on), off: write.number(devices.length - on) };
  const places = [room && voice.room(room), utility && voice.title(utility)].filter(Boolean);
  return places.length === 0
    ? t('devices-have', values)
    : t('devices-have-in', { ...values, place: places.join(', ') });
};

const textOf = (voice: Voice, devices: readonly DeviceState[], intent: AskedDevices): string => {
  const { t, write } = voice;
  const { ask } = intent;
  if (ask === 'count') return countsText(voice, devices, intent);
  const list = voice.some(devices, maxNamed, ({ id }) => voice.linkedDevice(id));
  if (ask === 'list') return paragraphs(countsText(voice, devices, intent), t('devices-list', { list }));
  if (devices.length === 0) return t(`${intent.kind === 'lamp' ? 'lamps' : 'devices'}-none-${ask}`);
  return t(`devices-${ask}`, { count: write.number(devices.length), list });
};

const replyToDevices = async (asking: Asking, { ask, room, utility, kind }: DevicesIntent): Promise<OwnAnswer> => {
  if (ask === 'silent') return replyToMeters(asking, { ask, part: { ...everything, utility, room } });
  const voice = voiceOf(asking);
  const { home, t } = voice;
  if (home.devices.length === 0) return said(t('devices-none'));
  const intent = { ask, room, utility, ...(kind && { kind }) };
  const devices = await readDevices(voice, intent);
  const isFiltered = room !== null || utility !== null || kind !== undefined;
  const isNone = ask === 'list' || ask === 'count' || !home.devices.some(({ name }) => isOfKind(name, kind));
  if (devices.length === 0 && isFiltered && isNone)
    return said(t('devices-none-such', { devices: countedText(voice, home.devices) }));
  const isNoted = devices.some(({ commands }) => !commands);
  return {
    text: paragraphs(textOf(voice, devices, intent), note(isNoted && t('devices-noted'), voice.simulated())),
    results: devices.length === 0 ? [] : [devicesResult(voice, devices)],
  };
};

const replyToDevice = async (asking: Asking, { device: id }: { readonly device: string }): Promise<OwnAnswer> => {
  const voice = voiceOf(asking);
  const { home, t } = voice;
  const device = (await readDevices(asking)).find((one) => one.id === id);
  if (device === undefined) return said(t('switch-gone'));
  const { utility, lastAt, rate } = device;
  const name = voice.linkedDevice(id);
  const results: FoundResult[] = [
    { tool: 'devices', title: t('title-device-of', { name: device.name }), link: deviceLink(id) },
  ];
  // A tap is turned by hand: what was noted of it says nothing.
  const state = canBeSwitched(device) && t(`device-${stateKey(device)}`, { name });
  if (lastAt === null) return { text: together(state, t('device-unmeasured', { name })), results };
  const part = { utility, room: null, device: id };
  const today = { ...dayPeriod(home.today), name: 'today', isAssumed: true } as const;
  const { amounts, through } = await readUse(asking, part, today);
  const used = (through ?? amounts)[utility]?.used;
  const facts = together(
    state,
    used !== undefined && t('device-today', { amount: voice.amount(utility, used, part, today) }),
    rate !== null && t(`device-now-${utility}`, { rate: figure(rateText(voice, utility, rate), deviceLink(id)) }),
    device.isSilent && t('heard-last', { time: voice.time(lastAt) }),
  );
  const place = `**${voice.device(id)}** (${voice.room(device.room)}, ${voice.utility(utility)})`;
  return { text: paragraphs(place, facts, note(voice.simulated())), results };
};

const maxDevices = 60;

const onOff = z.enum(['on', 'off']);
const deviceShape = z.strictObject({
  name: z.string(),
  room: z.string(),
  utility: z.enum(utilityIds),
  state: onOff,
  state_is: z.string().optional(),
  last_reading: z.string(),
  silent: z.boolean().optional(),
  today: shape.quantity.optional(),
  now: shape.rate.optional(),
});

const deviceFacts = (asking: Asking, device: DeviceState): z.output<typeof deviceShape> => {
  const { name, room, utility, isActive, commands, isSilent, lastAt, today, rate } = device;
  return {
    name,
    room: roomName(asking.language, room),
    utility,
    state: isActive ? 'on' : 'off',
    ...(!commands && { state_is: 'only noted: no hardware takes commands' }),
    last_reading: lastAt === null ? 'never' : asking.write.dateTime(Date.parse(lastAt)),
    ...(isSilent && { silent: true }),
    ...(today !== null && { today: quantityFacts(asking, utility, today) }),
    ...(rate !== null && { now: rateFacts(asking, utility, rate) }),
  };
};

const devicesTool = createTool({
  name: 'devices',
  tool: 'devices',
  description:
    'The devices of the household: room, utility, whether they are on, when they were heard last, and their use today with that of the meters inside them.',
  args: { room: z.string().max(80).optional().describe('The name of a room; left out: all of them.') },
  facts: z.strictObject({ count: z.int(), devices: z.array(deviceShape) }),
  run: async (asking, { room }) => {
    const place = room === undefined ? null : findRoom(asking.home, room);
    const devices = await readDevices(asking, { ask: 'list', room: place, utility: null });
    const told = devices.slice(0, maxDevices).map((device) => deviceFacts(asking, device));
    return { facts: { count: devices.length, devices: told }, result: devicesResult(voiceOf(asking), devices) };
  },
});

// "Turn off the lamp": it is proposed, be it by a person's words or by a model, and nothing happens before the person presses the button.

/** A text tells why each of them cannot be switched. */
type MeasuredOnly = UtilityWith<'isSwitchable', false>;

type SwitchIntent = Intent<'switch'>;

const replyToSwitch = async (asking: Asking, { device: id, on }: SwitchIntent): Promise<OwnAnswer> => {
  const voice = voiceOf(asking);
  const { home, t } = voice;
  const device = home.devices.find((one) => one.id === id);
  if (device === undefined) return said(t('switch-gone'));
  const name = voice.linkedDevice(id);
  const wanted = on ? 'on' : 'off';
  if (!canBeSwitched(device)) return said(t(`switch-${device.utility as MeasuredOnly}`, { name }));
  if (!maySwitch(home, device.room)) return said(t(home.switchRooms ? 'switch-room' : 'switch-viewer', { name }));
  if (device.isActive === on && device.commands) return said(t(`switch-already-${wanted}`, { name }));
  const noted = device.commands ? null : t('switch-noted');
  if (device.isActive === on) return said(together(t(`device-noted-${wanted}`, { name }), noted));
  return { ...said(paragraphs(t(`switch-ask-${wanted}`, { name }), noted)), proposes: [{ device: id, on }] };
};

/** Each of them as if it stood alone. */
const replyToSwitches = async (asking: Asking, { all }: Intent<'switches'>): Promise<OwnAnswer> => {
  const answers = await Promise.all(all.map((one) => replyToSwitch(asking, { about: 'switch', ...one })));
  return {
    text: paragraphs(...answers.map(({ text }) => text)),
    results: answers.flatMap(({ results }) => results),
    proposes: answers.flatMap(({ proposes }) => proposes ?? []),
  };
};

const switchDeviceTool = createTool({
  name: 'switch_device',
  tool: 'switch',
  description:
    'Proposes to switch a device on or off. It does not switch: the person is shown a button, and only their press does it. Only for what the person asked in their own words.',
  args: {
    device: z.string().min(1).max(120).describe('The name of the device, or its id.'),
    on: z.boolean().describe('true: switch it on; false: off.'),
  },
  facts: z.strictObject({ device: z.string(), proposed: onOff, done: z.boolean(), next: z.string(), note: shape.note }),
  acts: true,
  run: async (asking, { device: name, on }) => {
    const { home } = asking;
    const id = findDevice(home, name);
    const device = home.devices.find((one) => one.id === id);
    if (device === undefined) throw new ToolRefusal('That device is no longer there.');
    if (!maySwitch(home, device.room)) throw new ToolRefusal('This person may not switch devices in that room.');
    if (!canBeSwitched(device)) throw new ToolRefusal(`It measures ${device.utility} and takes no commands.`);
    if (device.isActive === on)
      throw new ToolRefusal(`It is ${device.commands ? '' : 'noted as '}${on ? 'on' : 'off'} already.`);
    return {
      facts: {
        device: device.name,
        proposed: onOff.enum[on ? 'on' : 'off'],
        done: false,
        next: 'The person is shown a button. Nothing has happened until they press it.',
        ...(!device.commands && { note: 'No hardware takes commands for it: its state is only noted.' }),
      },
      result: {
        tool: 'switch',
        title: voiceOf(asking).t('title-device-of', { name: device.name }),
        link: deviceLink(id),
      },
      proposes: { device: id, on },
    };
  },
});

export const devicesTopic: Topic<'devices'> = {
  about: 'devices',
  rule: deviceListRule,
  tells: 'state',
  takes: 'device meter parts kind:lamp',
  takesFor: {
    on: 'isOn switchOn alwaysOn now negation',
    off: 'isOff switchOff isOn now negation',
    silent: 'silent sends negation isOff',
    count: 'count isOn',
  },
  next: ['now', 'silent', 'today'],
  tools: [devicesTool],
  reply: replyToDevices,
};

export const deviceTopic: Topic<'device'> = {
  about: 'device',
  rule: deviceStateRule,
  tells: 'state',
  takes: 'isOn isOff silent sends negation switchOn switchOff now device',
  nextOf: (of, { device }) => afterDevice(of, device),
  reply: replyToDevice,
};

export const switchTopic: Topic<'switch'> = {
  about: 'switch',
  rule: switchedRule,
  takes: 'switchOn switchOff isOn isOff turn device now kind:lamp',
  tools: [switchDeviceTool],
  reply: replyToSwitch,
};

export const switchesTopic: Topic<'switches'> = {
  about: 'switches',
  rule: switchedTogetherRule,
  takes: 'switchOn switchOff isOn isOff turn kind:lamp now and both',
  reply: replyToSwitches,
};
