/** What is drawn at this moment, by the meters that were heard lately, for a person and for a program. */
import { z } from 'zod';
import { hasTrait, type Utility } from '#catalogue/index.ts';
import * as present from '#subjects/readings/domain/present-rate.ts';
import type { Asking, FoundResult, OwnAnswer } from '../asking.ts';
import { roomsHeld, wholeHome } from '../home.ts';
import { dashboardLink, deviceLink, deviceName, devicesLink, figure, roomName } from '../writer.ts';
import type { AskedPart, Intent } from '../intent.ts';
import { originFacts, rateFacts, shape, toEachUtility } from '../tools/facts.ts';
import { createTool } from '../tools/tool.ts';
import { everything, note, paragraphs, type Voice, voiceOf } from '../usage/phrases.ts';
import { whereKnown } from '../usage/reply-about-use.ts';
import { isWhole, type Reading, utilitiesOf } from '../usage/use-facts.ts';
import { tableOf } from '../usage/use-results.ts';
import type { Topic } from '../topic.ts';
import { now as nowRule } from '../understand/rules/usage-rules.ts';

declare module '../intent.ts' {
  interface Intents {
    now: { readonly part: AskedPart };
  }
}

type NowFacts = Awaited<ReturnType<typeof readNow>>;
type NowRate = NowFacts['rates'][number];

export const readNow = async ({ home, sources }: Reading, part: AskedPart) => {
  const { meters, origin, atLeast } = await sources.latest();
  const isThere = roomsHeld(home, part.room);
  return {
    part,
    isSimulated: origin === 'simulated',
    rates: utilitiesOf(home, part).map((utility) => ({
      utility,
      ...present.flowNow(
        meters,
        utility,
        home.nowMs,
        ({ room, deviceId }) => isThere(room) && (part.device === null || deviceId === part.device),
        isWhole(part) && atLeast?.includes(utility),
      ),
    })),
  };
};

const maxNamed = 3;

/** Of what is known to a tenth at most: about so much. */
export const rateText = ({ t, write }: Voice, utility: Utility, rate: present.Rate): string => {
  const text = write.rate(utility, rate.rate);
  if (rate.atLeast) return t('rate-at-least', { rate: text });
  return present.isRough(rate) ? t('rate-about', { rate: text }) : text;
};

const isHome = ({ room }: AskedPart): boolean => room === null || room === wholeHome;

/** Of the whole home its rooms, of a room its devices; what no meter of theirs sees comes last. */
const partsText = (voice: Voice, part: AskedPart, { utility, rooms, devices, unmetered }: NowRate): string[] => {
  const written = (name: string, rate: present.Rate, link: string): string =>
    voice.named(name, figure(rateText(voice, utility, rate), link));
  const named = isHome(part)
    ? rooms.map((room) => written(voice.room(room.name), room, dashboardLink))
    : devices.map((device) => written(voice.device(device.name), device, deviceLink(device.name)));
  const rest = unmetered !== null && unmetered.rate > 0 && named.length > 0;
  return [...named.slice(0, maxNamed), ...(rest ? [written(voice.t('now-unmetered'), unmetered, dashboardLink)] : [])];
};

const lineOf = (voice: Voice, part: AskedPart, rate: NowRate): string => {
  const { t, write } = voice;
  const { utility, state, flow, lastAt, rooms, devices } = rate;
  if (flow === null) {
    const time = lastAt === null ? '' : voice.time(lastAt);
    return t(`now-${state === 'now' ? 'none' : state}`, { utility: voice.title(utility), time });
  }
  const link = part.device === null ? dashboardLink : deviceLink(part.device);
  const values = { name: voice.within(part), rate: figure(rateText(voice, utility, flow), link) };
  if (flow.rate === 0 && !flow.atLeast && hasTrait(utility, 'canLeak')) return t(`now-${utility}-none`, values);
  const parts = part.device === null ? partsText(voice, part, rate) : [];
  if (parts.length === 0) return t(`now-${utility}`, values);
  const mostly = present.mostOf(rate, isHome(part) ? rooms : devices);
  return mostly !== null && hasTrait(utility, 'hasStandby')
    ? t(`now-${utility}-mostly`, { ...values, part: parts[0] ?? '' })
    : t(`now-${utility}-parts`, { ...values, list: write.list(parts) });
};

const roomOf = ({ home, language }: Asking, device: string): string =>
  roomName(language, home.devices.find(({ id }) => id === device)?.room ?? '');

const nowResult = (voice: Voice, { part, rates }: NowFacts): FoundResult => {
  const { t } = voice;
  const rows = rates.flatMap(({ utility, devices }) =>
    devices.map((device) => [
      deviceName(voice.home, device.name),
      roomOf(voice, device.name),
      voice.title(utility),
      rateText(voice, utility, device),
    ]),
  );
  const words = [t('column-device'), t('column-room'), t('column-utility')];
  return {
    tool: 'now',
    title: t('title-now', { name: voice.plain(part) }),
    link: isWhole(part) ? dashboardLink : part.device === null ? devicesLink : deviceLink(part.device),
    ...(rows.length > 0 && { table: tableOf(words, [t('column-now')], rows) }),
  };
};

const replyToNow = async (voice: Voice, { part }: Intent<'now'>): Promise<OwnAnswer> => {
  const { t, write } = voice;
  const facts = await readNow(voice, part);
  const times = facts.rates.flatMap(({ at }) => at ?? []).sort();
  const at = times.at(-1);
  return {
    text: paragraphs(
      facts.rates.map((rate) => lineOf(voice, part, rate)).join(' '),
      at && t('now-at', { time: write.clock(write.time(Date.parse(at))) }),
      note(voice.simulated(facts.isSimulated)),
    ),
    results: [nowResult(voice, facts)],
  };
};

const unknownFacts = {
  now: 'no reading',
  none: 'no reading yet',
  first: 'one reading; a second one makes it a rate',
  'far-apart': 'readings too far apart to tell what flows now',
  old: 'no reading lately',
} as const satisfies Record<present.RateState, string>;

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
    const voice = voiceOf(asking);
    const facts = await readNow(asking, everything);
    const told = facts.rates.map(({ utility, state, flow, at, lastAt, rooms, devices, unmetered }) => {
      const rate = (one: present.Rate) => rateFacts(asking, utility, one);
      const now = {
        whole_home: flow === null ? unknownFacts[state] : rate(flow),
        ...(at !== null && { at: voice.time(at) }),
        ...(flow === null && lastAt !== null && { last_reading: voice.time(lastAt) }),
        rooms: rooms.map((one) => ({ room: roomName(asking.language, one.name), ...rate(one) })),
        ...(unmetered !== null && { unmetered_rest: rate(unmetered) }),
        devices: devices.map((one) => ({
          name: deviceName(asking.home, one.name),
          room: roomOf(asking, one.name),
          ...rate(one),
        })),
      };
      return [utility, now] as const;
    });
    return {
      facts: { ...toEachUtility(told), ...originFacts(facts.isSimulated) },
      result: nowResult(voice, facts),
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
  reply: whereKnown(({ part }) => part, replyToNow),
};
