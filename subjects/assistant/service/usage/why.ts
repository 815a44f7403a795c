/** Why more or less was used than before, for a person and for a program: which rooms, devices and hours made the difference. */
import { z } from 'zod';
import type { Utility } from '#catalogue/index.ts';
import { textsIn } from '#kernel/texts.ts';
import type { UsageRow } from '#subjects/usage/contract/usage.ts';
import type { Asking } from '../asking.ts';
import { wholeHome } from '../home.ts';
import type { AskedPeriod, Intent } from '../intent.ts';
import { periodFacts, quantityFacts, shape } from '../tools/facts.ts';
import { partOf, periodOf, ToolRefusal } from '../tools/tool.ts';
import { figure } from '../writer.ts';
import { groupsOf, unmetered } from './amounts.ts';
import { changesText, compareArgs, comparisonNotes, comparisonResult } from './compare.ts';
import { type Change, compareUse, type Comparison, cutRow } from './compare-use.ts';
import { type Days, hourIn, hourText, lengthOf, maxHourDays, untilToday } from './periods.ts';
import { type By, changeKey, paragraphs, together, type Voice } from './phrases.ts';
import { aboutUse, nothingThen } from './reply-about-use.ts';
import { isOf, isWhole } from './use-facts.ts';
import { createUseTool } from '../tools/use-tool.ts';
import type { Topic } from '../topic.ts';
import { afterUse } from '../talk/suggestions.ts';

declare module '../intent.ts' {
  interface Intents {
    /** Which rooms, devices and hours made the difference. */
    why: { readonly part: AskedPart; readonly period: AskedPeriod; readonly against: AskedPeriod };
  }
}

/** Something that was used more, or less; base units, by the day where the periods differ in length. */
interface Cause {
  /** A room, a device's id, or hours as `18:00–21:00`. */
  readonly key: string;
  readonly more: number;
}

type Causes = ReturnType<typeof causesOf>;

const texts = ({ language }: Asking) => textsIn(language, 'replies', 'why');

/** What has less of a part in it is not worth a word. */
const worthNaming = 0.05;
const maxNamed = 3;

/** Hours that follow each other, and differ in the same way, are one. */
const joinHours = (hours: readonly Cause[], least: number): Cause[] => {
  const joined: { from: number; to: number; more: number }[] = [];
  const known = hours.map(({ key, more }) => ({ hour: Number(key), more })).sort((a, b) => a.hour - b.hour);
  for (const { hour, more } of known) {
    if (Math.abs(more) < least) continue;
    const last = joined.at(-1);
    if (last?.to === hour && Math.sign(last.more) === Math.sign(more)) {
      last.to += 1;
      last.more += more;
    } else joined.push({ from: hour, to: hour + 1, more });
  }
  return joined.map(({ from, to, more }) => ({ key: `${hourText(from)}–${hourText(to)}`, more }));
};

const readBoth = async (asking: Asking, { now, before, cutAt }: Comparison) => {
  const { home, sources } = asking;
  const read = async (asked: AskedPeriod): Promise<readonly UsageRow[]> => {
    const { from, to } = untilToday(asked, home);
    const { rows } = await sources.usage({ from, to, bucket: 'hour', by: 'room,device' });
    return rows.filter(isOf(home, now.part));
  };
  const [ours, theirs] = await Promise.all([read(now.period), read(before.period)]);
  return { now: ours, before: cutAt === null ? theirs : theirs.flatMap((row) => cutRow(row, cutAt)) };
};

const causesOf = (
  { home }: Asking,
  { now, lengths }: Comparison,
  both: Awaited<ReturnType<typeof readBoth>>,
  { utility, now: used, before: earlier }: Change,
) => {
  const hourOf = hourIn(home.timeZone);
  const days = lengths ?? { now: 1, before: 1 };
  const compare = (sumsOf: (rows: readonly UsageRow[]) => (readonly [string, number])[]): Cause[] => {
    const more = new Map<string, number>();
    for (const [which, sign] of [
      ['now', 1],
      ['before', -1],
    ] as const)
      for (const [key, amount] of sumsOf(both[which].filter((row) => row.utility === utility)))
        more.set(key, (more.get(key) ?? 0) + (sign * amount) / days[which]);
    return [...more].map(([key, one]) => ({ key, more: one }));
  };
  const more = (used ?? 0) / days.now - (earlier ?? 0) / days.before;
  const least = Math.abs(more) * worthNaming;
  const groups = (by: By): Cause[] =>
    compare((rows) => groupsOf(rows, by, now.latest).map(({ key, amounts }) => [key, amounts[utility]?.used ?? 0]));
  const named = (causes: readonly Cause[]): Cause[] =>
    causes
      .filter((one) => Math.abs(one.more) >= least)
      .sort((a, b) => Math.abs(b.more) - Math.abs(a.more))
      .slice(0, maxNamed);
  const mains = new Set(home.devices.filter(({ room }) => room === wholeHome).map(({ id }) => id));
  const isOwn = ({ key }: Cause): boolean => key !== unmetered && key !== wholeHome && !mains.has(key);
  const devices = groups('device');
  const hours = compare((rows) => rows.map((row) => [String(hourOf(row.start)), row.used]));
  return {
    utility,
    more,
    room: named(groups('room').filter(isOwn)),
    device: named(devices.filter(isOwn)),
    hour: named(joinHours(hours, least)),
    /** What only the meter of the whole home saw. */
    unmetered: devices.filter((one) => !isOwn(one)).reduce((sum, one) => sum + one.more, 0),
    /** Nothing has a meter of its own. */
    isUndivided: !devices.some(isOwn),
  };
};

/** They are looked for where both are known as good as whole, and differ. */
const hasCauses = ({ now, before, share, hasGap }: Change): boolean =>
  now !== null && before !== null && !hasGap && changeKey(share) !== 'same';

const isTooLong = ({ home }: Asking, ...periods: readonly Days[]): boolean =>
  periods.some((period) => lengthOf(untilToday(period, home)) > maxHourDays);

const readCauses = async (asking: Asking, comparison: Comparison): Promise<Causes[]> => {
  const told = comparison.changes.filter(hasCauses);
  if (told.length === 0) return [];
  const both = await readBoth(asking, comparison);
  return told.map((change) => causesOf(asking, comparison, both, change));
};

/** "+1.20 kWh". */
const signedText = ({ write }: Asking, utility: Utility, more: number): string =>
  `${more < 0 ? '−' : '+'}${write.amount(utility, Math.abs(more))}`;

const listText = (
  voice: Voice,
  by: By | 'hour',
  causes: Causes,
  { part, period }: Comparison['now'],
): string | null => {
  const { utility } = causes;
  if (causes[by].length === 0) return null;
  const items = causes[by].map(({ key, more }) => {
    const link = voice.page({ ...part, utility, ...(by !== 'hour' && { [by]: key }) }, period);
    return voice.named(by === 'hour' ? key : voice.group(key, by), figure(signedText(voice, utility, more), link));
  });
  return texts(voice)(by, { list: voice.write.list(items) });
};

/** What no meter but that of the whole home explains. */
const restText = (voice: Voice, { utility, unmetered: rest, more, isUndivided }: Causes): string | null => {
  if (isUndivided) return texts(voice)('only-main');
  if (Math.abs(rest) < Math.abs(more) * worthNaming) return null;
  return texts(voice)('unmetered', { amount: signedText(voice, utility, rest) });
};

const causesText = (voice: Voice, causes: Causes, { now, lengths }: Comparison): string => {
  const { utility, more, room, device, hour } = causes;
  const t = texts(voice);
  const lead = t(lengths === null ? 'lead' : 'lead-a-day', {
    utility: voice.utility(utility),
    amount: signedText(voice, utility, more),
  });
  return together(
    room.length + device.length + hour.length > 0 && lead,
    isWhole(now.part) && listText(voice, 'room', causes, now),
    now.part.device === null && listText(voice, 'device', causes, now),
    listText(voice, 'hour', causes, now) ?? t('spread'),
    isWhole(now.part) && restText(voice, causes),
  );
};

const replyToWhy = aboutUse<Intent<'why'>>(
  async (voice, { part, period, against }) => {
    const comparison = await compareUse(voice, part, period, against);
    const changes = changesText(voice, comparison);
    if (changes === null) return nothingThen(voice, comparison.now);
    const tooLong = isTooLong(voice, period, against);
    const causes = tooLong ? [] : await readCauses(voice, comparison);
    return {
      text: paragraphs(
        changes,
        ...causes.map((one) => causesText(voice, one, comparison)),
        tooLong && texts(voice)('too-long', { days: voice.write.number(maxHourDays) }),
        comparisonNotes(voice, comparison),
      ),
      results: [comparisonResult(voice, comparison)],
    };
  },
  () => false,
);

const named = z.array(shape.quantity.extend({ name: z.string() }));

const whyTool = createUseTool({
  name: 'why_changed',
  tool: 'compare',
  description: `Which rooms, devices and hours of the day made the difference between two periods of at most ${maxHourDays} days; of periods that differ in length, by the day.`,
  args: compareArgs,
  more: {
    against: shape.period,
    amounts: z.string().optional(),
    difference: z.string().optional(),
  },
  each: z.strictObject({
    difference: shape.quantity,
    rooms: named,
    devices: named,
    hours: z.array(shape.quantity.extend({ hours: z.string() })),
    not_seen_by_any_other_meter: shape.quantity,
  }),
  run: async (voice, { from, until, against_from, against_until, ...names }) => {
    const { home } = voice;
    const part = partOf(home, names);
    const [period, against] = [periodOf(home, from, until), periodOf(home, against_from, against_until)];
    if (isTooLong(voice, period, against)) throw new ToolRefusal(`At most ${maxHourDays} days each.`);
    const comparison = await compareUse(voice, part, period, against);
    const causes = await readCauses(voice, comparison);
    const each = causes.map(({ utility, more, room, device, hour, unmetered: rest }) => {
      const signed = (amount: number) => ({
        ...quantityFacts(voice, utility, amount),
        said: signedText(voice, utility, amount),
      });
      const told = (all: readonly Cause[], by: By) =>
        all.map((one) => ({ name: voice.plainGroup(one.key, by), ...signed(one.more) }));
      const facts = {
        difference: signed(more),
        rooms: told(room, 'room'),
        devices: told(device, 'device'),
        hours: hour.map((one) => ({ hours: one.key, ...signed(one.more) })),
        not_seen_by_any_other_meter: signed(rest),
      };
      return [utility, facts] as const;
    });
    return {
      part,
      period: comparison.now.period,
      facts: {
        against: periodFacts(voice, comparison.before.period),
        ...(comparison.lengths !== null && { amounts: 'a day' }),
        ...(each.length === 0 && { difference: 'none worth naming, or one of them was measured in part only' }),
      },
      each,
      isSimulated: comparison.now.isSimulated,
      result: comparisonResult(voice, comparison),
    };
  },
});

export const whyTopic: Topic<'why'> = {
  about: 'why',
  tells: 'figures',
  takes: 'compare than more less changed use why both last yearAgo weekAgo from to time when day tips meter',
  nextOf: (of, { part, period }) => afterUse(of, part, period).slice(1),
  tools: [whyTool],
  reply: replyToWhy,
};
