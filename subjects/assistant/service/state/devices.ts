/** Devices: their state and what their meters said last, for a person and for a program. */
import { z } from 'zod';
import { type Utility, utilityIds, type UtilityWith } from '#catalogue/index.ts';
import { isSilent as isQuiet, type Rate, rateAt, sumRates } from '#subjects/readings/domain/present-rate.ts';
import type { LatestAnswer } from '#subjects/usage/contract/usage.ts';
import type { Asking, FoundResult, OwnAnswer } from '../asking.ts';
import { canBeSwitched, type HomeDevice, maySwitch, roomsHeld } from '../home.ts';
import type { Intent } from '../intent.ts';
import { deviceLink, devicesLink, figure, roomName, utilityName } from '../writer.ts';
import { quantityFacts, rateFacts, shape } from '../tools/facts.ts';
import { createTool, findDevice, findRoom, ToolRefusal } from '../tools/tool.ts';
import { replyToMeters } from './meters.ts';
import { rateText } from './now.ts';
import {
  deviceText,
  linkedDevice,
  note,
  pageOf,
  paragraphs,
  roomText,
  said,
  simulatedNote,
  simulatedText,
  someOf,
  together,
  usageTexts,
} from '../usage/phrases.ts';
import { type Reading, readUse } from '../usage/use-facts.ts';
import { dayPeriod, numberColumn, textColumn, utilityTitle } from '../usage/use-results.ts';
import type { Topic } from '../topic.ts';
import { afterDevice } from '../talk/suggestions.ts';
import {
  deviceList as deviceListRule,
  deviceState as deviceStateRule,
  switched as switchedRule,
  switchedTogether as switchedTogetherRule,
} from '../understand/rules/device-rules.ts';

declare module '../intent.ts' {
  interface Intents {
    switches: { readonly all: readonly Switch[] };
    switch: Switch;
    device: { readonly device: string };
    devices: {
      readonly ask: 'list' | 'on' | 'off' | 'silent' | 'count';
      readonly room: string | null;
      readonly utility: Utility | null;
    };
  }
}

export interface DeviceState extends HomeDevice {
  /** An instant; null: its meter has never reported. */
  readonly lastAt: string | null;
  /** It has reported before, and has now been quiet for too long. */
  readonly isSilent: boolean;
  /** W or L/min; null: nothing that was heard tells what flows now. */
  readonly rate: Rate | null;
  /** Wh or mL, with what the meters inside it counted. */
  readonly today: number | null;
}

type DevicesIntent = Intent<'devices'>;
interface AskedDevices extends Omit<DevicesIntent, 'about' | 'ask'> {
  readonly ask: Exclude<DevicesIntent['ask'], 'silent'>;
}

const stateOf = (device: HomeDevice, { meters }: LatestAnswer, nowMs: number): DeviceState => {
  const own = meters.filter(({ deviceId }) => deviceId === device.id);
  const lastAt =
    own
      .flatMap((meter) => meter.lastAt ?? [])
      .sort()
      .at(-1) ?? null;
  const rates = own.flatMap((meter) => rateAt(meter, nowMs) ?? []);
  return {
    ...device,
    lastAt,
    isSilent: isQuiet({ lastAt }, nowMs),
    rate: rates.length === 0 ? null : sumRates(device.utility, rates),
    today: lastAt === null ? null : own.reduce((sum, meter) => sum + meter.today, 0),
  };
};

const isWanted = (ask: AskedDevices['ask'], { isActive }: DeviceState): boolean => {
  if (ask === 'on') return isActive;
  return ask !== 'off' || !isActive;
};

/** In the order in which they were added. */
export const readDevices = async (
  { home, sources }: Reading,
  { ask, room, utility }: AskedDevices,
): Promise<DeviceState[]> => {
  const latest = await sources.latest();
  const isThere = roomsHeld(home, room);
  return home.devices
    .filter((device) => isThere(device.room))
    .filter((device) => utility === null || device.utility === utility)
    .map((device) => stateOf(device, latest, home.nowMs))
    .filter((device) => isWanted(ask, device));
};

const readDevice = async (reading: Reading, id: string): Promise<DeviceState | undefined> =>
  (await readDevices(reading, { ask: 'list', room: null, utility: null })).find((device) => device.id === id);

/** What is switched by hardware is so; what nobody commands is only noted so. */
const stateText = ({ language }: Asking, { isActive, commands }: DeviceState): string =>
  usageTexts(language)(`state-${commands ? '' : 'noted-'}${isActive ? 'on' : 'off'}`);

/** Below each name its room. */
const devicesResult = (asking: Asking, devices: readonly DeviceState[]): FoundResult => {
  const { language, write } = asking;
  const t = usageTexts(language);
  return {
    tool: 'devices',
    title: t('title-devices'),
    link: devicesLink,
    table: {
      columns: [textColumn(t('column-device')), numberColumn(t('column-today')), textColumn(t('column-state'))],
      rows: devices.map((device) => [
        `${device.name}\n${roomName(language, device.room)}`,
        device.today === null ? t('not-measured') : write.amount(device.utility, device.today),
        stateText(asking, device),
      ]),
    },
  };
};

const maxNamed = 8;

const listText = (asking: Asking, devices: readonly DeviceState[]): string =>
  someOf(asking, devices, maxNamed, ({ id }) => linkedDevice(asking, id));

const countsText = (asking: Asking, devices: readonly DeviceState[], { room, utility }: AskedDevices): string => {
  const { language, write } = asking;
  const t = usageTexts(language);
  const on = devices.filter(({ isActive }) => isActive).length;
  const counted = figure(t('devices', { count: devices.length, counted: write.number(devices.length) }), devicesLink);
  const values = { devices: counted, on: write.number(on), off: write.number(devices.length - on) };
  const places = [room && roomText(asking, room), utility && utilityTitle(asking, utility)].filter(
    (one) => one !== null && one !== '',
  );
  return places.length === 0
    ? t('devices-have', values)
    : t('devices-have-in', { ...values, place: places.join(', ') });
};

const textOf = (asking: Asking, devices: readonly DeviceState[], intent: AskedDevices): string => {
  const t = usageTexts(asking.language);
  const { ask } = intent;
  if (ask === 'count') return countsText(asking, devices, intent);
  if (ask === 'list')
    return paragraphs(countsText(asking, devices, intent), t('devices-list', { list: listText(asking, devices) }));
  if (devices.length === 0) return t(`devices-none-${ask}`);
  return t(`devices-${ask}`, { count: asking.write.number(devices.length), list: listText(asking, devices) });
};

const replyToDevices = async (asking: Asking, { ask, room, utility }: DevicesIntent): Promise<OwnAnswer> =>
  ask === 'silent'
    ? replyToMeters(asking, { ask, part: { utility, room, device: null } })
    : replyWithStates(asking, { ask, room, utility });

const replyWithStates = async (asking: Asking, intent: AskedDevices): Promise<OwnAnswer> => {
  const { home, language, write } = asking;
  const t = usageTexts(language);
  if (home.devices.length === 0) return said(t('devices-none'));
  const devices = await readDevices(asking, intent);
  const isFiltered = intent.room !== null || intent.utility !== null;
  if (devices.length === 0 && isFiltered && (intent.ask === 'list' || intent.ask === 'count')) {
    const all = figure(
      t('devices', { count: home.devices.length, counted: write.number(home.devices.length) }),
      devicesLink,
    );
    return said(t('devices-none-such', { devices: all }));
  }
  const isNoted = devices.some(({ commands }) => !commands);
  return {
    text: paragraphs(
      textOf(asking, devices, intent),
      note(together(isNoted && t('devices-noted'), simulatedText(asking, home.kind !== 'home'))),
    ),
    results: devices.length === 0 ? [] : [devicesResult(asking, devices)],
  };
};

const stateLine = (asking: Asking, device: DeviceState): string | null => {
  const { id, isActive, commands } = device;
  // A tap is turned by hand: what was noted of it says nothing.
  if (!canBeSwitched(device)) return null;
  const name = linkedDevice(asking, id);
  return usageTexts(asking.language)(`device-${commands ? '' : 'noted-'}${isActive ? 'on' : 'off'}`, { name });
};

const nowLine = (asking: Asking, { id, utility, rate }: DeviceState): string | null =>
  rate === null
    ? null
    : usageTexts(asking.language)(`device-now-${utility}`, {
        rate: figure(rateText(asking, utility, rate), deviceLink(id)),
      });

const heardLine = ({ language, write }: Asking, { lastAt, isSilent }: DeviceState): string | null =>
  lastAt === null || !isSilent
    ? null
    : usageTexts(language)('heard-last', { time: write.dateTime(Date.parse(lastAt)) });

const replyToDevice = async (asking: Asking, { device: id }: { readonly device: string }): Promise<OwnAnswer> => {
  const { home, language, write } = asking;
  const t = usageTexts(language);
  const device = await readDevice(asking, id);
  if (device === undefined) return said(t('switch-gone'));
  const name = linkedDevice(asking, id);
  const title = t('title-device-of', { name: device.name });
  const part = { utility: device.utility, room: null, device: id };
  const results: FoundResult[] = [{ tool: 'devices', title, link: deviceLink(id) }];
  if (device.lastAt === null) {
    return { text: together(stateLine(asking, device), t('device-unmeasured', { name })), results };
  }
  const today = { ...dayPeriod(home.today), name: 'today', isAssumed: true } as const;
  const { amounts, through } = await readUse(asking, part, today);
  const used = (through ?? amounts)[device.utility]?.used;
  const amount = used === undefined ? null : figure(write.amount(device.utility, used), pageOf(asking, part, today));
  const place = `**${deviceText(asking, id)}** (${roomText(asking, device.room)}, ${utilityName(language, device.utility)})`;
  const facts = together(
    stateLine(asking, device),
    amount && t('device-today', { amount }),
    nowLine(asking, device),
    heardLine(asking, device),
  );
  return { text: paragraphs(place, facts, simulatedNote(asking, home.kind !== 'home')), results };
};

const args = {
  room: z.string().max(80).optional().describe('The name of a room; left out: all of them.'),
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
  args,
  facts: z.strictObject({ count: z.int(), devices: z.array(deviceShape) }),
  run: async (asking, { room }) => {
    const place = room === undefined ? null : findRoom(asking.home, room);
    const devices = await readDevices(asking, { ask: 'list', room: place, utility: null });
    return {
      facts: {
        count: devices.length,
        devices: devices.slice(0, maxDevices).map((device) => deviceFacts(asking, device)),
      },
      result: devicesResult(asking, devices),
    };
  },
});

// "Turn off the lamp": it is proposed, be it by a person's words or by a model, and nothing happens before the person presses the button.

/** A text tells why each of them cannot be switched. */
type MeasuredOnly = UtilityWith<'isSwitchable', false>;

type SwitchIntent = Intent<'switch'>;
const replyToSwitch = async (asking: Asking, { device: id, on }: SwitchIntent): Promise<OwnAnswer> => {
  const { home, language } = asking;
  const t = usageTexts(language);
  const device = home.devices.find((one) => one.id === id);
  if (device === undefined) return said(t('switch-gone'));
  const name = linkedDevice(asking, id);
  const wanted = on ? 'on' : 'off';
  if (!canBeSwitched(device)) return said(t(`switch-${device.utility as MeasuredOnly}`, { name }));
  if (!maySwitch(home, device.room)) return said(t(home.switchRooms ? 'switch-room' : 'switch-viewer', { name }));
  if (device.isActive === on && device.commands) return said(t(`switch-already-${wanted}`, { name }));
  const noted = device.commands ? null : t('switch-noted');
  if (device.isActive === on) return said(together(t(`device-noted-${wanted}`, { name }), noted));
  return { ...said(paragraphs(t(`switch-ask-${wanted}`, { name }), noted)), proposes: [{ device: id, on }] };
};

/** Each of them as if it stood alone. */
const replyToSwitches = async (asking: Asking, { all }: Extract<Intent, { about: 'switches' }>): Promise<OwnAnswer> => {
  const answers = await Promise.all(all.map((one) => replyToSwitch(asking, { about: 'switch', ...one })));
  return {
    text: paragraphs(...answers.map(({ text }) => text)),
    results: answers.flatMap(({ results }) => results),
    proposes: answers.flatMap(({ proposes }) => proposes ?? []),
  };
};

const switchArgs = {
  device: z.string().min(1).max(120).describe('The name of the device, or its id.'),
  on: z.boolean().describe('true: switch it on; false: off.'),
};

const switchDeviceTool = createTool({
  name: 'switch_device',
  tool: 'switch',
  description:
    'Proposes to switch a device on or off. It does not switch: the person is shown a button, and only their press does it. Only for what the person asked in their own words.',
  args: switchArgs,
  facts: z.strictObject({ device: z.string(), proposed: onOff, done: z.boolean(), next: z.string(), note: shape.note }),
  acts: true,
  run: async ({ home, language }, { device: name, on }) => {
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
        title: usageTexts(language)('title-device-of', { name: device.name }),
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
  takes: 'device meter parts',
  takesFor: {
    on: 'isOn switchOn alwaysOn kind:lamp now negation',
    off: 'isOff switchOff isOn kind:lamp now negation',
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
