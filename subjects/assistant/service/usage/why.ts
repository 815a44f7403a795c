/** Why more or less was used than before, for a person and for a program: which rooms, devices and hours made the difference. */
import { z } from 'zod';
import type { Utility } from '#catalogue/index.ts';
import { textsIn } from '#kernel/texts.ts';
import type { UsageRow } from '#subjects/usage/contract/usage.ts';
import type { Asking, OwnAnswer } from '../asking.ts';
import { wholeHome } from '../home.ts';
import type { AskedPeriod, Intent } from '../intent.ts';
import { noReadings, originFacts, periodFacts, quantityFacts, shape, toEachUtility } from '../tools/facts.ts';
import { createTool, partOf, periodOf, ToolRefusal } from '../tools/tool.ts';
import { escapeMarkdown, figure, utilityName } from '../writer.ts';
import { groupsOf, unmetered } from './amounts.ts';
import { changesText, compareArgs, comparisonNotes, comparisonResult } from './compare.ts';
import { type Change, compareUse, type Comparison, cutRow } from './compare-use.ts';
import { type Days, hourIn, lengthOf, maxHourDays, untilToday } from './periods.ts';
import {
  changeKey,
  inItsHours,
  nothingKnown,
  nothingThen,
  pageOf,
  paragraphs,
  plainGroup,
  plainName,
  together,
  usageTexts,
} from './phrases.ts';
import { hasFigures, isOf, isWhole } from './use-facts.ts';
import { hourText } from './use-results.ts';
import type { Topic } from '../topic.ts';
import { afterUse } from '../talk/suggestions.ts';

declare module '../intent.ts' {
  interface Intents {
    /** Which rooms, devices and hours made the difference. */
    why: { readonly part: AskedPart; readonly period: AskedPeriod; readonly against: AskedPeriod };
  }
}

type WhyIntent = Intent<'why'>;
/** Something that was used more, or less; base units, by the day where the periods differ in length. */
interface Cause {
  /** A room, a device's id, or hours as `18:00–21:00`. */
  readonly key: string;
  readonly more: number;
}

interface Causes {
  readonly utility: Utility;
  readonly more: number;
  readonly rooms: readonly Cause[];
  readonly devices: readonly Cause[];
  readonly hours: readonly Cause[];
  /** What only the meter of the whole home saw. */
  readonly unmetered: number;
  /** Nothing has a meter of its own. */
  readonly isUndivided: boolean;
}

const texts = ({ language }: Asking) => textsIn(language, 'replies', 'why');

/** What has less of a part in it is not worth a word. */
const worthNaming = 0.05;
const maxNamed = 3;

const biggestFirst = (causes: readonly Cause[]): Cause[] =>
  causes.toSorted((a, b) => Math.abs(b.more) - Math.abs(a.more));

type Sums = ReadonlyMap<string, number>;

const differences = (now: Sums, before: Sums): Cause[] =>
  [...new Set([...now.keys(), ...before.keys()])].map((key) => ({
    key,
    more: (now.get(key) ?? 0) - (before.get(key) ?? 0),
  }));

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

interface BothRows {
  readonly now: readonly UsageRow[];
  readonly before: readonly UsageRow[];
}

const readBoth = async (asking: Asking, { now, before, cutAt }: Comparison): Promise<BothRows> => {
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
  asking: Asking,
  { now, lengths }: Comparison,
  both: BothRows,
  { utility, now: used, before: earlier }: Change,
): Causes => {
  const { timeZone } = asking.home;
  const hourOf = hourIn(timeZone);
  const compare = (sumsOf: (rows: readonly UsageRow[]) => [string, number][]): Cause[] => {
    const sums = (rows: readonly UsageRow[], perDay: number): Sums => {
      const own = new Map<string, number>();
      for (const [key, amount] of sumsOf(rows.filter((row) => row.utility === utility)))
        own.set(key, (own.get(key) ?? 0) + amount / perDay);
      return own;
    };
    return differences(sums(both.now, lengths?.now ?? 1), sums(both.before, lengths?.before ?? 1));
  };
  const more = (used ?? 0) / (lengths?.now ?? 1) - (earlier ?? 0) / (lengths?.before ?? 1);
  const least = Math.abs(more) * worthNaming;
  const groups = (by: 'room' | 'device'): Cause[] =>
    compare((rows) => groupsOf(rows, by, now.latest).map(({ key, amounts }) => [key, amounts[utility]?.used ?? 0]));
  const named = (causes: readonly Cause[]): Cause[] =>
    biggestFirst(causes.filter((one) => Math.abs(one.more) >= least)).slice(0, maxNamed);
  const mains = new Set(asking.home.devices.filter(({ room }) => room === wholeHome).map(({ id }) => id));
  const isOwn = ({ key }: Cause): boolean => key !== unmetered && key !== wholeHome && !mains.has(key);
  const devices = groups('device');
  return {
    utility,
    more,
    rooms: named(groups('room').filter(isOwn)),
    devices: named(devices.filter(isOwn)),
    hours: named(
      joinHours(
        compare((rows) => rows.map(({ start, used: one }) => [String(hourOf(start)), one])),
        least,
      ),
    ),
    unmetered: devices.filter((one) => !isOwn(one)).reduce((sum, one) => sum + one.more, 0),
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
  asking: Asking,
  by: 'room' | 'device' | 'hour',
  causes: Causes,
  { part, period }: Comparison['now'],
): string | null => {
  const { utility } = causes;
  const own = { room: causes.rooms, device: causes.devices, hour: causes.hours }[by];
  if (own.length === 0) return null;
  const items = own.map(({ key, more }) => {
    const of = { ...part, utility, ...(by !== 'hour' && { [by]: key }) };
    return usageTexts(asking.language)('named-amount', {
      name: by === 'hour' ? key : escapeMarkdown(plainGroup(asking, key, by)),
      amount: figure(signedText(asking, utility, more), pageOf(asking, of, period)),
    });
  });
  return texts(asking)(by, { list: asking.write.list(items) });
};

/** What no meter but that of the whole home explains. */
const restText = (asking: Asking, causes: Causes): string | null => {
  const { utility, unmetered: rest, more, isUndivided } = causes;
  if (isUndivided) return texts(asking)('only-main');
  if (Math.abs(rest) < Math.abs(more) * worthNaming) return null;
  return texts(asking)('unmetered', { amount: signedText(asking, utility, rest) });
};

const causesText = (asking: Asking, causes: Causes, { now, lengths }: Comparison): string => {
  const { part } = now;
  const { utility, more } = causes;
  const lists = [
    isWhole(part) && listText(asking, 'room', causes, now),
    part.device === null && listText(asking, 'device', causes, now),
    listText(asking, 'hour', causes, now) ?? texts(asking)('spread'),
  ];
  const hasNames = causes.rooms.length + causes.devices.length + causes.hours.length > 0;
  const lead = texts(asking)(lengths === null ? 'lead' : 'lead-a-day', {
    utility: utilityName(asking.language, utility),
    amount: signedText(asking, utility, more),
  });
  return together(hasNames && lead, ...lists, isWhole(part) && restText(asking, causes));
};

const replyWithCauses = async (asking: Asking, { part, period, against }: WhyIntent): Promise<OwnAnswer> => {
  const nothing = nothingKnown(asking, part);
  if (nothing !== null) return nothing;
  const comparison = await compareUse(asking, part, period, against);
  const changes = changesText(asking, part, comparison);
  if (changes === null) return nothingThen(asking, comparison.now);
  const tooLong = isTooLong(asking, period, against);
  const causes = tooLong ? [] : await readCauses(asking, comparison);
  return {
    text: paragraphs(
      changes,
      ...causes.map((one) => causesText(asking, one, comparison)),
      tooLong ? texts(asking)('too-long', { days: asking.write.number(maxHourDays) }) : null,
      comparisonNotes(asking, part, comparison),
    ),
    results: [comparisonResult(asking, part, comparison)],
  };
};

const replyToWhy = (asking: Asking, intent: WhyIntent): Promise<OwnAnswer> =>
  inItsHours(asking, intent, (asked) => replyWithCauses(asking, asked), false);

const toldCauses = (asking: Asking, { utility, more, rooms, devices, hours, unmetered: rest }: Causes) => {
  const signed = (amount: number) => ({
    ...quantityFacts(asking, utility, amount),
    said: signedText(asking, utility, amount),
  });
  const told = (causes: readonly Cause[], by: 'room' | 'device') =>
    causes.map((one) => ({ name: plainGroup(asking, one.key, by), ...signed(one.more) }));
  return {
    difference: signed(more),
    rooms: told(rooms, 'room'),
    devices: told(devices, 'device'),
    hours: hours.map((one) => ({ hours: one.key, ...signed(one.more) })),
    not_seen_by_any_other_meter: signed(rest),
  };
};

const named = z.array(shape.quantity.extend({ name: z.string() }));
const causesShape = z.strictObject({
  difference: shape.quantity,
  rooms: named,
  devices: named,
  hours: z.array(shape.quantity.extend({ hours: z.string() })),
  not_seen_by_any_other_meter: shape.quantity,
});

const whyTool = createTool({
  name: 'why_changed',
  tool: 'compare',
  description: `Which rooms, devices and hours of the day made the difference between two periods of at most ${maxHourDays} days; of periods that differ in length, by the day.`,
  args: compareArgs,
  facts: shape.orNoReadings(
    z.strictObject({
      of: z.string(),
      period: shape.period,
      against: shape.period,
      amounts: z.string().optional(),
      difference: z.string().optional(),
      ...shape.each(causesShape),
      ...shape.origin,
    }),
  ),
  run: async (asking, { from, until, against_from, against_until, ...names }) => {
    const { home } = asking;
    const part = partOf(home, names);
    const [period, against] = [periodOf(home, from, until), periodOf(home, against_from, against_until)];
    if (isTooLong(asking, period, against)) throw new ToolRefusal(`At most ${maxHourDays} days each.`);
    const comparison = await compareUse(asking, part, period, against);
    const result = comparisonResult(asking, part, comparison);
    if (!hasFigures(home)) return { facts: noReadings, result };
    const causes = await readCauses(asking, comparison);
    return {
      facts: {
        of: plainName(asking, part),
        period: periodFacts(asking, comparison.now.period),
        against: periodFacts(asking, comparison.before.period),
        ...(comparison.lengths !== null && { amounts: 'a day' }),
        ...(causes.length === 0
          ? { difference: 'none worth naming, or one of them was measured in part only' }
          : toEachUtility(causes.map((one) => [one.utility, toldCauses(asking, one)] as const))),
        ...originFacts(comparison.now.isSimulated),
      },
      result,
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
