/** The state of meters, for a person and for a program: which report, which are silent since when, and what each said last. */
import { z } from 'zod';
import { factsOf, isUnitOf, unitName, utilityIds } from '#catalogue/index.ts';
import { textsIn } from '#kernel/texts.ts';
import { isSilent } from '#subjects/readings/domain/present-rate.ts';
import type { LatestMeter } from '#subjects/usage/contract/usage.ts';
import type { Asking, FoundResult, OwnAnswer } from '../asking.ts';
import type { AskedPart, Intent } from '../intent.ts';
import { originFacts, shape } from '../tools/facts.ts';
import { createTool, partArgs, partOf } from '../tools/tool.ts';
import { deviceName, devicesLink, figure, roomName } from '../writer.ts';
import { capital, note, paragraphs, said, together, type Voice, voiceOf } from '../usage/phrases.ts';
import { metersIn, nothingKnown } from '../usage/reply-about-use.ts';
import { tableOf } from '../usage/use-results.ts';
import type { Topic } from '../topic.ts';
import { allOf, fits, type Rule } from '../understand/asked.ts';
import { isPart, onePart } from '../understand/rules/one-part.ts';

declare module '../intent.ts' {
  interface Intents {
    /** Whether meters report; `last`: when they did, and what they showed. */
    meters: { readonly ask: 'all' | 'silent' | 'last'; readonly part: AskedPart };
  }
}

type MetersIntent = Intent<'meters'>;

const texts = ({ language }: Asking) => textsIn(language, 'replies', 'meters');

/** The latest first; what never reported last. */
const readMeters = async ({ home, sources }: Asking, part: AskedPart): Promise<LatestMeter[]> =>
  metersIn(home, await sources.latest(), part).sort((a, b) => (b.lastAt ?? '').localeCompare(a.lastAt ?? ''));

/** As the meter shows it, with all of its digits. */
const valueText = ({ write }: Asking, { utility, lastValue }: LatestMeter): string | null => {
  if (lastValue === null) return null;
  if (write.asked !== null && isUnitOf(write.asked, utility)) return write.amount(utility, lastValue);
  const { unit, size, digits } = factsOf(utility).counter;
  return `${write.number(lastValue / size, digits, 0)}\u00a0${unitName(unit)}`;
};

const maxNamed = 8;

const listText = (voice: Voice, meters: readonly LatestMeter[]): string =>
  voice.some(meters, maxNamed, ({ deviceId, lastAt }) => {
    const name = voice.linkedDevice(deviceId);
    return lastAt === null ? name : texts(voice)('since', { name, time: voice.time(lastAt) });
  });

const stateText = (voice: Voice, meters: readonly LatestMeter[], ask: MetersIntent['ask']): string => {
  const { home, write } = voice;
  const t = texts(voice);
  const silent = meters.filter((meter) => isSilent(meter, home.nowMs));
  const never = meters.filter(({ lastAt }) => lastAt === null);
  const heard = meters.length - silent.length - never.length;
  const count = meters.length;
  const counted = figure(t('meters', { count, counted: write.number(count) }), devicesLink);
  if (heard === count) return t(ask === 'silent' ? 'none-silent' : 'all-report', { meters: counted });
  return together(
    t('report', { heard: write.number(heard), meters: counted }),
    silent.length > 0 && t('silent', { list: listText(voice, silent) }),
    never.length > 0 && t('never', { list: listText(voice, never) }),
  );
};

const lastText = (voice: Voice, meters: readonly LatestMeter[], part: AskedPart): string => {
  const t = texts(voice);
  const told = part.device === null ? meters.slice(0, 1) : meters;
  const lines = told.map((meter) => {
    const name = voice.linkedDevice(meter.deviceId);
    if (meter.lastAt === null) return capital(voice.t('device-unmeasured', { name }));
    const value = valueText(voice, meter);
    const values = { name, time: voice.time(meter.lastAt), value: value ?? '' };
    return together(
      t(value === null ? 'last' : 'last-value', values),
      isSilent(meter, voice.home.nowMs) && t('is-silent'),
    );
  });
  return together(...lines, meters.length > told.length && t('table'));
};

const metersResult = (voice: Voice, meters: readonly LatestMeter[]): FoundResult => ({
  tool: 'devices',
  title: texts(voice)('title'),
  link: devicesLink,
  table: tableOf(
    [voice.t('column-device'), voice.t('column-heard')],
    [texts(voice)('column-value')],
    // Below each name its room.
    meters.map((meter) => [
      `${deviceName(voice.home, meter.deviceId)}\n${roomName(voice.language, meter.room)}`,
      meter.lastAt === null ? '–' : voice.time(meter.lastAt),
      valueText(voice, meter) ?? '–',
    ]),
  ),
});

export const replyToMeters = async (asking: Asking, { part, ask }: Omit<MetersIntent, 'about'>): Promise<OwnAnswer> => {
  const voice = voiceOf(asking);
  if (voice.home.devices.length === 0) return said(voice.t('devices-none'));
  const meters = await readMeters(asking, part);
  if (meters.length === 0) return nothingKnown(asking, part) ?? said(texts(asking)('none-there'));
  const text = ask === 'last' ? lastText(voice, meters, part) : stateText(voice, meters, ask);
  return { text: paragraphs(text, note(voice.simulated())), results: [metersResult(voice, meters)] };
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
    const voice = voiceOf(asking);
    const all = await readMeters(asking, partOf(home, names));
    const quiet = all.filter((meter) => meter.lastAt === null || isSilent(meter, home.nowMs));
    const meters = onlySilent ? quiet : all;
    return {
      facts: {
        meters: all.length,
        silent_or_never_heard: quiet.length,
        list: meters.slice(0, maxMeters).map((meter) => ({
          device: deviceName(home, meter.deviceId),
          room: roomName(language, meter.room),
          utility: meter.utility,
          last_reading: meter.lastAt === null ? 'never' : voice.time(meter.lastAt),
          it_showed: valueText(asking, meter) ?? undefined,
          ...(isSilent(meter, home.nowMs) && { silent: true }),
        })),
        ...originFacts(home.kind !== 'home'),
      },
      result: metersResult(voice, meters),
    };
  },
});

/** "Are all my devices online", "when did the garden meter last report". */
const rule: Rule = (asked) => {
  if (!fits(asked, 'lastReport !use|cost|bill|switchOn|switchOff')) return null;
  if (!fits(asked, '@part|device|meter|everything|sends|@utility')) return null;
  const ask = fits(asked, 'when|last|since') ? 'last' : 'all';
  const part = fits(asked, '@part') ? onePart(asked) : allOf(asked.utility);
  return isPart(part) ? { about: 'meters', ask, part } : part;
};

export const metersTopic: Topic<'meters'> = {
  about: 'meters',
  rule,
  takes: 'sinceWhen lastReport sends silent device meter when last now isOn since hour',
  next: ['now', 'alerts', 'today'],
  tools: [metersTool],
  reply: replyToMeters,
};
