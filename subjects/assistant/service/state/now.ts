/** What is drawn at this moment, by the meters that were heard lately, for a person and for a program. */
import { z } from 'zod';
import { hasTrait, type Utility } from '#catalogue/index.ts';
import {
  type FlowNow,
  flowNow,
  isRough,
  mostOf,
  type Rate,
  type RateState,
} from '#subjects/readings/domain/present-rate.ts';
import type { Asking, FoundResult, OwnAnswer } from '../asking.ts';
import { roomsHeld, wholeHome } from '../home.ts';
import { dashboardLink, deviceLink, deviceName, figure, roomName, utilityName } from '../writer.ts';
import type { AskedPart, Intent } from '../intent.ts';
import { originFacts, rateFacts, shape, toEachUtility } from '../tools/facts.ts';
import { createTool } from '../tools/tool.ts';
import {
  capital,
  deviceText,
  nameWithin,
  nothingKnown,
  paragraphs,
  plainName,
  roomText,
  simulatedNote,
  usageTexts,
} from '../usage/phrases.ts';
import { isWhole, type Reading, utilitiesOf } from '../usage/use-facts.ts';
import { numberColumn, textColumn, utilityTitle } from '../usage/use-results.ts';
import type { Topic } from '../topic.ts';
import { now as nowRule } from '../understand/rules/usage-rules.ts';

declare module '../intent.ts' {
  interface Intents {
    now: { readonly part: AskedPart };
  }
}

interface NowRate extends FlowNow {
  readonly utility: Utility;
}

interface NowFacts {
  readonly part: AskedPart;
  readonly isSimulated: boolean;
  readonly rates: readonly NowRate[];
}

export const readNow = async ({ home, sources }: Reading, part: AskedPart): Promise<NowFacts> => {
  const { meters, origin, atLeast } = await sources.latest();
  const isThere = roomsHeld(home, part.room);
  return {
    part,
    isSimulated: origin === 'simulated',
    rates: utilitiesOf(home, part).map((utility) => ({
      utility,
      ...flowNow(
        meters,
        utility,
        home.nowMs,
        ({ room, deviceId }) => isThere(room) && (part.device === null || deviceId === part.device),
        isWhole(part) && atLeast?.includes(utility),
      ),
    })),
  };
};

type NowIntent = Intent<'now'>;
const maxNamed = 3;

/** Of what is known to a tenth at most: about so much. */
export const rateText = ({ language, write }: Asking, utility: Utility, rate: Rate): string => {
  const text = write.rate(utility, rate.rate);
  if (rate.atLeast) return usageTexts(language)('rate-at-least', { rate: text });
  return isRough(rate) ? usageTexts(language)('rate-about', { rate: text }) : text;
};

/** Of the whole home its rooms, of a room its devices; what no meter of theirs sees comes last. */
const partsText = (asking: Asking, part: AskedPart, { utility, rooms, devices, unmetered }: NowRate): string[] => {
  const t = usageTexts(asking.language);
  const written = (name: string, rate: Rate, link: string): string =>
    t('named-amount', { name, amount: figure(rateText(asking, utility, rate), link) });
  const isHome = part.room === null || part.room === wholeHome;
  const named = isHome
    ? rooms.map((room) => written(roomText(asking, room.name), room, dashboardLink))
    : devices.map((device) => written(deviceText(asking, device.name), device, deviceLink(device.name)));
  const rest = unmetered !== null && unmetered.rate > 0 && named.length > 0;
  return [...named.slice(0, maxNamed), ...(rest ? [written(t('now-unmetered'), unmetered, dashboardLink)] : [])];
};

const lineOf = (asking: Asking, part: AskedPart, rate: NowRate): string => {
  const { language, write } = asking;
  const t = usageTexts(language);
  const { utility, state, flow, lastAt, rooms, devices } = rate;
  if (flow === null) {
    const time = lastAt === null ? '' : write.dateTime(Date.parse(lastAt));
    return t(`now-${state === 'now' ? 'none' : state}`, { utility: capital(utilityName(language, utility)), time });
  }
  const link = part.device === null ? dashboardLink : deviceLink(part.device);
  const values = { name: nameWithin(asking, part), rate: figure(rateText(asking, utility, flow), link) };
  if (flow.rate === 0 && !flow.atLeast && hasTrait(utility, 'canLeak')) return t(`now-${utility}-none`, values);
  const parts = part.device === null ? partsText(asking, part, rate) : [];
  if (parts.length === 0) return t(`now-${utility}`, values);
  const mostly = mostOf(rate, part.room === null || part.room === wholeHome ? rooms : devices);
  return mostly !== null && hasTrait(utility, 'hasStandby')
    ? t(`now-${utility}-mostly`, { ...values, part: parts[0] ?? '' })
    : t(`now-${utility}-parts`, { ...values, list: write.list(parts) });
};

const latestAt = ({ rates }: NowFacts): string | null =>
  rates
    .flatMap(({ at }) => at ?? [])
    .sort()
    .at(-1) ?? null;

const nowResult = (asking: Asking, { part, rates }: NowFacts): FoundResult => {
  const t = usageTexts(asking.language);
  const rows = rates.flatMap(({ utility, devices }) =>
    devices.map((device) => [
      deviceName(asking.home, device.name),
      roomName(asking.language, asking.home.devices.find(({ id }) => id === device.name)?.room ?? ''),
      utilityTitle(asking, utility),
      rateText(asking, utility, device),
    ]),
  );
  const columns = [
    textColumn(t('column-device')),
    textColumn(t('column-room')),
    textColumn(t('column-utility')),
    numberColumn(t('column-now')),
  ];
  return {
    tool: 'now',
    title: t('title-now', { name: plainName(asking, part) }),
    link: isWhole(part) ? dashboardLink : part.device === null ? '/devices' : deviceLink(part.device),
    ...(rows.length > 0 && { table: { columns, rows } }),
  };
};

const replyToNow = async (asking: Asking, { part }: NowIntent): Promise<OwnAnswer> => {
  const nothing = nothingKnown(asking, part);
  if (nothing !== null) return nothing;
  const { language, write } = asking;
  const facts = await readNow(asking, part);
  const at = latestAt(facts);
  return {
    text: paragraphs(
      facts.rates.map((rate) => lineOf(asking, part, rate)).join(' '),
      at && usageTexts(language)('now-at', { time: write.clock(write.time(Date.parse(at))) }),
      simulatedNote(asking, facts.isSimulated),
    ),
    results: [nowResult(asking, facts)],
  };
};

const unknownFacts = {
  now: 'no reading',
  none: 'no reading yet',
  first: 'one reading; a second one makes it a rate',
  'far-apart': 'readings too far apart to tell what flows now',
  old: 'no reading lately',
} as const satisfies Record<RateState, string>;

const nowShape = z
  .strictObject({
    whole_home: z.union([shape.rate, z.enum(Object.values(unknownFacts))]),
    at: z.string().optional(),
    last_reading: z.string().optional(),
    rooms: z.array(shape.namedRate),
    unmetered_rest: shape.rate.optional(),
    devices: z.array(shape.namedRate),
  })
  .meta({ id: 'now' });

export const nowTool = createTool({
  name: 'now',
  tool: 'now',
  description:
    'The power and the flow of water at this moment, of the home, of each room and of each device that draws something, by the meters heard lately.',
  args: {},
  facts: z.strictObject({ ...shape.each(nowShape), ...shape.origin }),
  run: async (asking) => {
    const { home, language, write } = asking;
    const facts = await readNow(asking, { utility: null, room: null, device: null });
    const factsOf = ({ utility, state, flow, at, lastAt, rooms, devices, unmetered }: NowRate) => ({
      whole_home: flow === null ? unknownFacts[state] : rateFacts(asking, utility, flow),
      ...(at !== null && { at: write.dateTime(Date.parse(at)) }),
      ...(flow === null && lastAt !== null && { last_reading: write.dateTime(Date.parse(lastAt)) }),
      rooms: rooms.map((one) => ({ room: roomName(language, one.name), ...rateFacts(asking, utility, one) })),
      ...(unmetered !== null && { unmetered_rest: rateFacts(asking, utility, unmetered) }),
      devices: devices.map((one) => ({
        name: deviceName(home, one.name),
        room: roomName(language, home.devices.find(({ id }) => id === one.name)?.room ?? ''),
        ...rateFacts(asking, utility, one),
      })),
    });
    const told = facts.rates.map((one) => [one.utility, factsOf(one)] as const);
    return {
      facts: { ...toEachUtility(told), ...originFacts(facts.isSimulated) },
      result: nowResult(asking, facts),
    };
  },
});

export const nowTopic: Topic<'now'> = {
  about: 'now',
  rule: nowRule,
  tells: 'figures',
  takes: 'now use most both isOn more device',
  next: ['today', 'on', 'always-on'],
  tools: [nowTool],
  reply: replyToNow,
};
