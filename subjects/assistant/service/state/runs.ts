/** When a device ran, for how long and with how much, for a person and for a program: its runs as the rules of notices see them. */
import { z } from 'zod';
import { addDays } from '#catalogue/local-day.ts';
import { zoneOffsets } from '#catalogue/zone-clock.ts';
import { textsIn } from '#kernel/texts.ts';
import { runsOf } from '#subjects/insight/domain/rules/device-runs.ts';
import { withPauses } from '#subjects/insight/domain/rules/joint-runs.ts';
import type { UsageRow } from '#subjects/usage/contract/usage.ts';
import type { Asking, FoundResult, OwnAnswer } from '../asking.ts';
import type { AskedPeriod, Intent } from '../intent.ts';
import { originFacts, periodFacts, quantityFacts, shape } from '../tools/facts.ts';
import { createTool, findDevice, periodOf, ToolRefusal } from '../tools/tool.ts';
import { sumUsed } from '../usage/amounts.ts';
import { dayIn, type Days, lengthOf, maxHourDays, startOfDay, untilToday } from '../usage/periods.ts';
import { capital, everything, note, paragraphs, said, together, type Voice, voiceOf } from '../usage/phrases.ts';
import { inItsHours, nothingKnown, wellCovered } from '../usage/reply-about-use.ts';
import { hoursPeriod } from '../usage/use-facts.ts';
import { dayPeriod, tableOf } from '../usage/use-results.ts';
import { periodArgs } from '../tools/use-tool.ts';
import type { Topic } from '../topic.ts';
import { afterDevice } from '../talk/suggestions.ts';
import { fits, type Rule } from '../understand/asked.ts';
import { deviceOf } from '../understand/rules/one-part.ts';
import type { Item } from '../understand/reading.ts';

declare module '../intent.ts' {
  interface Intents {
    /** When a device ran last, or how often; `period` null: lately. */
    runs: { readonly device: string; readonly period: AskedPeriod | null; readonly ask: 'last' | 'count' };
  }
}

type RunsIntent = Intent<'runs'>;

interface Run {
  readonly fromMs: number;
  readonly toMs: number;
  /** Wh or mL. */
  readonly used: number;
  /** It has not ended yet. */
  readonly lasts: boolean;
}

type RunsFacts = NonNullable<Awaited<ReturnType<typeof readRuns>>>;

const texts = ({ language }: Asking) => textsIn(language, 'replies', 'runs');

/** What is asked of where no time was named. */
const usualDays = 30;
const quarterMs = 900_000;
const quartersADay = 96;
/** As many days of quarter-hours as usage answers at once. */
const maxAtOnce = 31;
/** From so much of a quarter-hour on it was measured. */
const wellHeardS = 810;

const readQuarters = async ({ sources }: Asking, { from, to }: Days, device: string): Promise<UsageRow[]> => {
  const rows: UsageRow[] = [];
  for (let start = from; start < to; start = addDays(start, maxAtOnce)) {
    const end = addDays(start, maxAtOnce);
    const answer = await sources.usage({ from: start, to: end < to ? end : to, bucket: '15m', by: 'device', device });
    rows.push(...answer.rows);
  }
  return rows;
};

const measuredIn = ({ coveredS, estimated }: UsageRow): boolean => coveredS >= wellHeardS && estimated === 0;

const knownSum = (used: Float64Array): number => used.reduce((sum, one) => sum + (Number.isNaN(one) ? 0 : one), 0);

/** Null: no such device is there any more. What its rest is, is seen in a month at least. */
const readRuns = async (asking: Asking, id: string, asked: AskedPeriod) => {
  const { home } = asking;
  const utility = home.devices.find((one) => one.id === id)?.utility;
  if (utility === undefined) return null;
  const period = untilToday(hoursPeriod(asked, home), home);
  const lately = addDays(period.to, -usualDays);
  const read = { from: period.from < lately ? period.from : lately, to: period.to };
  const offsetAt = zoneOffsets(home.timeZone);
  const beginMs = startOfDay(read.from, offsetAt);
  const endMs = Math.min(home.nowMs, startOfDay(read.to, offsetAt));
  const used = new Float64Array(Math.max(0, Math.floor((endMs - beginMs) / quarterMs))).fill(Number.NaN);
  const rows = (await readQuarters(asking, read, id)).filter((row) => row.utility === utility && row.deviceId === id);
  for (const row of rows) {
    const slot = (Date.parse(row.start) - beginMs) / quarterMs;
    if (slot < used.length && measuredIn(row)) used[slot] = row.used;
  }
  const all = withPauses(runsOf(used), quartersADay)
    .map(
      ({ from, to }): Run => ({
        fromMs: beginMs + from * quarterMs,
        toMs: beginMs + to * quarterMs,
        used: knownSum(used.subarray(from, to)),
        lasts: to === used.length && period.to > home.today,
      }),
    )
    .reverse();
  const fromMs = startOfDay(period.from, offsetAt);
  const own = used.subarray((fromMs - beginMs) / quarterMs);
  const runs = all.filter((run) => run.fromMs >= fromMs);
  return {
    part: { utility, room: null, device: id },
    period,
    /** The latest first. */
    runs,
    /** The one before the period, where there is none in it. */
    before: runs.length === 0 ? (all[0] ?? null) : null,
    /** It used something, and never rested between. */
    isSteady: all.length === 0 && knownSum(used) > 0,
    /** Of the time that there was. */
    covered: own.length === 0 ? 0 : own.filter((one) => !Number.isNaN(one)).length / own.length,
  };
};

const durationText = (voice: Voice, ms: number): string => {
  const { write } = voice;
  const minutes = Math.round(ms / 60_000);
  const values = { hours: write.number(Math.floor(minutes / 60)), minutes: write.number(minutes % 60) };
  const key = minutes < 60 ? 'minutes' : minutes % 60 === 0 ? 'hours' : 'hours-minutes';
  return texts(voice)(key, values);
};

const lengthMs = ({ fromMs, toMs }: Run): number => toMs - fromMs;

const lastText = (voice: Voice, { part }: RunsFacts, run: Run): string => {
  const { home, write } = voice;
  const t = texts(voice);
  const { fromMs, toMs, used } = run;
  const [from = '', to] = [fromMs, toMs].map((at) => dayIn(home.timeZone)(new Date(at).toISOString()));
  return t(run.lasts ? 'lasts' : 'last', {
    name: voice.linkedDevice(part.device),
    from: write.dateTime(fromMs),
    // Of the same day the time alone.
    to: from === to ? write.clock(write.time(toMs)) : t('on', { time: write.dateTime(toMs) }),
    duration: durationText(voice, lengthMs(run)),
    amount: voice.amount(part.utility, used, part, dayPeriod(from)),
  });
};

const countText = (voice: Voice, facts: RunsFacts, first: Run): string => {
  const { write } = voice;
  const { runs, period, part } = facts;
  const [used, ms] = [sumUsed(runs), runs.reduce((sum, run) => sum + lengthMs(run), 0)];
  const count = runs.length;
  const counted = texts(voice)('count', {
    when: voice.atFirst(period),
    name: voice.linkedDevice(part.device),
    count,
    counted: write.number(count),
    amount: voice.amount(part.utility, used, part, period),
  });
  const mean = { amount: write.amount(part.utility, used / count), duration: durationText(voice, ms / count) };
  return together(counted, count > 1 && texts(voice)('each', mean), lastText(voice, facts, first));
};

const maxTold = 10;

const runsResult = (voice: Voice, { part, period, runs }: RunsFacts): FoundResult => {
  const { write } = voice;
  const t = texts(voice);
  const rows = runs
    .slice(0, maxTold)
    .map((run) => [
      write.dateTime(run.fromMs),
      durationText(voice, lengthMs(run)),
      write.amount(part.utility, run.used),
    ]);
  return {
    tool: 'usage',
    title: t('title', { name: voice.plain(part), days: voice.days(period) }),
    link: voice.page(part, period),
    ...(rows.length > 0 && { table: tableOf([t('column-begin')], [t('column-duration'), t('column-used')], rows) }),
  };
};

const textOf = (voice: Voice, facts: RunsFacts, ask: RunsIntent['ask']): string => {
  const [first] = facts.runs;
  const t = texts(voice);
  const values = { when: voice.atFirst(facts.period), name: voice.linkedDevice(facts.part.device) };
  if (facts.covered === 0) return t('unmeasured', values);
  const before = facts.before && capital(lastText(voice, facts, facts.before));
  if (first === undefined) return together(t(facts.isSteady ? 'steady' : 'none', values), before);
  return ask === 'count' ? countText(voice, facts, first) : capital(lastText(voice, facts, first));
};

const replyOf = async (
  voice: Voice,
  { device, period, ask }: RunsIntent & { readonly period: AskedPeriod },
): Promise<OwnAnswer> => {
  const nothing = nothingKnown(voice, { ...everything, device });
  if (nothing !== null) return nothing;
  const facts = await readRuns(voice, device, period);
  if (facts === null) return said(voice.t('switch-gone'));
  const { covered } = facts;
  const share = voice.write.percent(covered);
  const notes = note(
    (facts.runs.length > 0 || facts.before !== null) && texts(voice)('by-quarter'),
    covered > 0 && covered < wellCovered && voice.t('note-covered', { share }),
    voice.simulated(),
  );
  return { text: paragraphs(textOf(voice, facts, ask), notes), results: [runsResult(voice, facts)] };
};

const replyToRuns = (asking: Asking, intent: RunsIntent): Promise<OwnAnswer> => {
  const { today } = asking.home;
  const lately = { from: addDays(today, 1 - usualDays), to: addDays(today, 1), name: null, isAssumed: true };
  const period = intent.period ?? lately;
  return inItsHours(asking, { ...intent, period }, (asked) => replyOf(voiceOf(asking), asked), false);
};

const runsTool = createTool({
  name: 'runs',
  tool: 'usage',
  description: `When a device ran, told to the quarter of an hour, with how much each run used: how often, and the latest ${maxTold}; at most ${maxHourDays} days.`,
  args: {
    device: z.string().min(1).max(120).describe('The name of the device, or its id.'),
    ...periodArgs,
  },
  facts: z.strictObject({
    of: z.string(),
    period: shape.period.extend({ days: z.int() }),
    measured: z.string(),
    count: z.int(),
    note: shape.note,
    latest: z.array(
      z.strictObject({
        from: z.string(),
        to: z.string().optional(),
        still_running: z.boolean().optional(),
        minutes: z.number(),
        used: shape.quantity,
      }),
    ),
    ...shape.origin,
  }),
  run: async (asking, { device, from, until }) => {
    const { home, write } = asking;
    const facts = await readRuns(asking, findDevice(home, device), periodOf(home, from, until, maxHourDays));
    if (facts === null) throw new ToolRefusal('That device is no longer there.');
    const { runs, part, covered, isSteady } = facts;
    const voice = voiceOf(asking);
    return {
      facts: {
        of: voice.plain(part),
        period: { ...periodFacts(asking, facts.period), days: lengthOf(facts.period) },
        measured: `${write.percent(covered)} of that time`,
        count: runs.length,
        ...(isSteady && { note: 'It draws about the same at all times: its runs cannot be told apart.' }),
        latest: runs.slice(0, maxTold).map((run) => ({
          from: write.dateTime(run.fromMs),
          ...(run.lasts ? { still_running: true } : { to: write.dateTime(run.toMs) }),
          minutes: lengthMs(run) / 60_000,
          used: quantityFacts(asking, part.utility, run.used),
        })),
        ...originFacts(home.kind !== 'home'),
      },
      result: runsResult(voice, facts),
    };
  },
});

/** "When did the washer last run", «¿cuántas veces puse la lavadora?». */
const rule: Rule = (asked) => {
  if (!fits(asked, 'runs|times !cost|pay|bill|lastReport|sends|silent')) return null;
  // "How many times" and "how long" ask for runs, not for how much.
  const isOfAmount = ({ concepts }: Item): boolean =>
    concepts.has('howMuch') && !concepts.has('runs') && !concepts.has('times');
  if (asked.reading.items.some(isOfAmount)) return null;
  const device = deviceOf(asked);
  if (typeof device !== 'string') return device;
  return { about: 'runs', device, period: asked.period, ask: asked.has('times') ? 'count' : 'last' };
};

export const runsTopic: Topic<'runs'> = {
  about: 'runs',
  rule,
  takes: 'sinceWhen runs times isOn use when last since count',
  nextOf: (of, { device }) => afterDevice(of, device),
  tools: [runsTool],
  reply: replyToRuns,
};
