/** Devices: which there are, which are on or silent, and one by itself. */
import { type DeviceState, readDevice, readDevices } from '../facts/devices.ts';
import { readUse } from '../facts/use.ts';
import { canBeSwitched } from '../home.ts';
import { deviceLink, devicesLink, figure } from '../links.ts';
import { roomName, utilityName } from '../names.ts';
import type { Asking, FoundResult, OwnAnswer } from '../own-answer.ts';
import type { Question } from '../question.ts';
import { rateText } from './now.ts';
import {
  deviceText,
  pageOf,
  paragraphs,
  roomText,
  note,
  simulatedNote,
  simulatedText,
  together,
  usageTexts,
} from './phrases.ts';
import { dayPeriod, numberColumn, textColumn, utilityTitle } from './use-results.ts';

type DevicesQuestion = Extract<Question, { about: 'devices' }>;

/** What is switched by hardware is so; what nobody commands is only noted so. */
const stateText = ({ language }: Asking, { isActive, commands }: DeviceState): string =>
  usageTexts(language)(`state-${commands ? '' : 'noted-'}${isActive ? 'on' : 'off'}`);

const heardText = ({ write }: Asking, { lastAt }: DeviceState): string =>
  lastAt === null ? '–' : write.dateTime(Date.parse(lastAt));

/** Below each name its room. */
export const devicesResult = (asking: Asking, devices: readonly DeviceState[]): FoundResult => {
  const { language, write } = asking;
  const t = usageTexts(language);
  // Of meters that say nothing it counts since when.
  const areSilent = devices.every(({ isSilent }) => isSilent);
  return {
    tool: 'devices',
    title: t('title-devices'),
    link: devicesLink,
    table: {
      columns: [
        textColumn(t('column-device')),
        numberColumn(t('column-today')),
        textColumn(t(areSilent ? 'column-heard' : 'column-state')),
      ],
      rows: devices.map((device) => [
        `${device.name}\n${roomName(language, device.room)}`,
        device.today === null ? t('not-measured') : write.amount(device.utility, device.today),
        areSilent ? heardText(asking, device) : stateText(asking, device),
      ]),
    },
  };
};

const namedAtMost = 8;

const listText = (asking: Asking, devices: readonly DeviceState[]): string => {
  const { language, write } = asking;
  const named = devices.slice(0, namedAtMost).map(({ id }) => `[${deviceText(asking, id)}](${deviceLink(id)})`);
  const more = devices.length - named.length;
  return write.list(more > 0 ? [...named, usageTexts(language)('list-more', { count: more })] : named);
};

const countsText = (asking: Asking, devices: readonly DeviceState[], { room, utility }: DevicesQuestion): string => {
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

const textOf = (asking: Asking, devices: readonly DeviceState[], question: DevicesQuestion): string => {
  const t = usageTexts(asking.language);
  const { ask } = question;
  if (ask === 'count') return countsText(asking, devices, question);
  if (ask === 'list')
    return paragraphs(countsText(asking, devices, question), t('devices-list', { list: listText(asking, devices) }));
  if (devices.length === 0) return t(`devices-none-${ask}`);
  return t(`devices-${ask}`, { count: asking.write.number(devices.length), list: listText(asking, devices) });
};

export const replyToDevices = async (asking: Asking, question: DevicesQuestion): Promise<OwnAnswer> => {
  const { home, language, write } = asking;
  const t = usageTexts(language);
  if (home.devices.length === 0) return { text: t('devices-none'), results: [] };
  const devices = await readDevices(asking, question);
  const isFiltered = question.room !== null || question.utility !== null;
  if (devices.length === 0 && isFiltered && (question.ask === 'list' || question.ask === 'count')) {
    const all = figure(
      t('devices', { count: home.devices.length, counted: write.number(home.devices.length) }),
      devicesLink,
    );
    return { text: t('devices-none-such', { devices: all }), results: [] };
  }
  const isNoted = question.ask !== 'silent' && devices.some(({ commands }) => !commands);
  return {
    text: paragraphs(
      textOf(asking, devices, question),
      note(together(isNoted && t('devices-noted'), simulatedText(asking, home.kind !== 'home'))),
    ),
    results: devices.length === 0 ? [] : [devicesResult(asking, devices)],
  };
};

const stateLine = (asking: Asking, device: DeviceState): string | null => {
  const { id, isActive, commands } = device;
  // A tap is turned by hand: what was noted of it says nothing.
  if (!canBeSwitched(device)) return null;
  const name = `[${deviceText(asking, id)}](${deviceLink(id)})`;
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

export const replyToDevice = async (
  asking: Asking,
  { device: id }: { readonly device: string },
): Promise<OwnAnswer> => {
  const { home, language, write } = asking;
  const t = usageTexts(language);
  const device = await readDevice(asking, id);
  if (device === undefined) return { text: t('switch-gone'), results: [] };
  const name = `[${deviceText(asking, id)}](${deviceLink(id)})`;
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
