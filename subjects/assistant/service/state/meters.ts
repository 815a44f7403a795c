/** The state of meters, for a person and for a program: which report, which are silent since when, and what each said last. */
import { z } from 'zod';
import { factsOf, isUnitOf, unitName, utilityIds } from '#catalogue/index.ts';
import { textsIn } from '#kernel/texts.ts';
import { isSilent } from '#subjects/readings/domain/present-rate.ts';
import type { LatestMeter } from '#subjects/usage/contract/usage.ts';
import type { Asking, FoundResult, OwnAnswer } from '../asking.ts';
import { roomsHeld } from '../home.ts';
import type { AskedPart, Intent } from '../intent.ts';
import { originFacts, shape } from '../tools/facts.ts';
import { createTool, partArgs, partOf } from '../tools/tool.ts';
import { deviceName, devicesLink, figure, roomName } from '../writer.ts';
import {
  capital,
  linkedDevice,
  nothingKnown,
  paragraphs,
  said,
  simulatedNote,
  someOf,
  together,
  usageTexts,
} from '../usage/phrases.ts';
import { numberColumn, textColumn } from '../usage/use-results.ts';
import type { Topic } from '../topic.ts';
import { meters as metersRule } from '../understand/rules/habit-rules.ts';

declare module '../intent.ts' {
  interface Intents {
    /** Whether meters report; `last`: when they did, and what they showed. */
    meters: { readonly ask: 'all' | 'silent' | 'last'; readonly part: AskedPart };
  }
}

type MetersIntent = Intent<'meters'>;
const texts = ({ language }: Asking) => textsIn(language, 'replies', 'meters');

const readMeters = async ({ home, sources }: Asking, { utility, room, device }: AskedPart): Promise<LatestMeter[]> => {
  const isThere = roomsHeld(home, room);
  const { meters } = await sources.latest();
  const own = meters.filter(
    (meter) =>
      isThere(meter.room) &&
      (utility === null || meter.utility === utility) &&
      (device === null || meter.deviceId === device),
  );
  // The latest first; what never reported last.
  return own.sort((a, b) => (b.lastAt ?? '').localeCompare(a.lastAt ?? ''));
};

const timeText = ({ write }: Asking, at: string): string => write.dateTime(Date.parse(at));

/** As the meter shows it, with all of its digits. */
const valueText = ({ write }: Asking, { utility, lastValue }: LatestMeter): string | null => {
  if (lastValue === null) return null;
  if (write.asked !== null && isUnitOf(write.asked, utility)) return write.amount(utility, lastValue);
  const { unit, size, digits } = factsOf(utility).counter;
  return `${write.number(lastValue / size, digits, 0)}\u00a0${unitName(unit)}`;
};

const nameOf = (asking: Asking, { deviceId }: LatestMeter): string => linkedDevice(asking, deviceId);

const maxNamed = 8;

const listText = (asking: Asking, meters: readonly LatestMeter[]): string =>
  someOf(asking, meters, maxNamed, (meter) => {
    const { lastAt } = meter;
    if (lastAt === null) return nameOf(asking, meter);
    return texts(asking)('since', { name: nameOf(asking, meter), time: timeText(asking, lastAt) });
  });

const stateText = (asking: Asking, meters: readonly LatestMeter[], ask: MetersIntent['ask']): string => {
  const { home, write } = asking;
  const t = texts(asking);
  const silent = meters.filter((meter) => isSilent(meter, home.nowMs));
  const never = meters.filter(({ lastAt }) => lastAt === null);
  const heard = meters.length - silent.length - never.length;
  const counted = (count: number): string => figure(t('meters', { count, counted: write.number(count) }), devicesLink);
  const isFine = heard === meters.length;
  return together(
    isFine && t(ask === 'silent' ? 'none-silent' : 'all-report', { meters: counted(meters.length) }),
    !isFine && t('report', { heard: write.number(heard), meters: counted(meters.length) }),
    silent.length > 0 && t('silent', { list: listText(asking, silent) }),
    never.length > 0 && t('never', { list: listText(asking, never) }),
  );
};

const lastText = (asking: Asking, meters: readonly LatestMeter[], part: AskedPart): string => {
  const t = texts(asking);
  const told = part.device === null ? meters.slice(0, 1) : meters;
  const lines = told.map((meter) => {
    const { lastAt } = meter;
    const name = nameOf(asking, meter);
    if (lastAt === null) return capital(usageTexts(asking.language)('device-unmeasured', { name }));
    const value = valueText(asking, meter);
    const values = { name, time: timeText(asking, lastAt), value: value ?? '' };
    return together(
      t(value === null ? 'last' : 'last-value', values),
      isSilent(meter, asking.home.nowMs) && t('is-silent'),
    );
  });
  return together(...lines, meters.length > told.length && t('table'));
};

const metersResult = (asking: Asking, meters: readonly LatestMeter[]): FoundResult => {
  const { home, language } = asking;
  const t = usageTexts(language);
  return {
    tool: 'devices',
    title: texts(asking)('title'),
    link: devicesLink,
    table: {
      columns: [
        textColumn(t('column-device')),
        textColumn(t('column-heard')),
        numberColumn(texts(asking)('column-value')),
      ],
      // Below each name its room.
      rows: meters.map((meter) => [
        `${deviceName(home, meter.deviceId)}\n${roomName(language, meter.room)}`,
        meter.lastAt === null ? '–' : timeText(asking, meter.lastAt),
        valueText(asking, meter) ?? '–',
      ]),
    },
  };
};

export const replyToMeters = async (asking: Asking, { part, ask }: Omit<MetersIntent, 'about'>): Promise<OwnAnswer> => {
  const { home, language } = asking;
  if (home.devices.length === 0) return said(usageTexts(language)('devices-none'));
  const meters = await readMeters(asking, part);
  if (meters.length === 0) return nothingKnown(asking, part) ?? said(texts(asking)('none-there'));
  const text = ask === 'last' ? lastText(asking, meters, part) : stateText(asking, meters, ask);
  return {
    text: paragraphs(text, simulatedNote(asking, home.kind !== 'home')),
    results: [metersResult(asking, meters)],
  };
};

const maxMeters = 60;

const metersTool = createTool({
  name: 'meters',
  tool: 'devices',
  description:
    'When each meter reported last, what it showed then, and which are silent: no reading for more than an hour. Says nothing of use.',
  args: {
    ...partArgs,
    only_silent: z.boolean().default(false).describe('Only those that are silent or never reported.'),
  },
  facts: z.strictObject({
    meters: z.int(),
    silent_or_never_heard: z.int(),
    list: z.array(
      z.strictObject({
        device: z.string(),
        room: z.string(),
        utility: z.enum(utilityIds),
        last_reading: z.string(),
        it_showed: z.string().optional(),
        silent: z.boolean().optional(),
      }),
    ),
    ...shape.origin,
  }),
  run: async (asking, { only_silent: onlySilent, ...names }) => {
    const { home, language } = asking;
    const all = await readMeters(asking, partOf(home, names));
    const isQuiet = (meter: LatestMeter): boolean => meter.lastAt === null || isSilent(meter, home.nowMs);
    const meters = onlySilent ? all.filter(isQuiet) : all;
    return {
      facts: {
        meters: all.length,
        silent_or_never_heard: all.filter(isQuiet).length,
        list: meters.slice(0, maxMeters).map((meter) => ({
          device: deviceName(home, meter.deviceId),
          room: roomName(language, meter.room),
          utility: meter.utility,
          last_reading: meter.lastAt === null ? 'never' : timeText(asking, meter.lastAt),
          it_showed: valueText(asking, meter) ?? undefined,
          ...(isSilent(meter, home.nowMs) && { silent: true }),
        })),
        ...originFacts(home.kind !== 'home'),
      },
      result: metersResult(asking, meters),
    };
  },
});

export const metersTopic: Topic<'meters'> = {
  about: 'meters',
  rule: metersRule,
  takes: 'sinceWhen lastReport sends silent device meter when last now isOn since hour',
  next: ['now', 'alerts', 'today'],
  tools: [metersTool],
  reply: replyToMeters,
};
