/** When a device ran, for how long and with how much, for a person and for a program: its runs as the rules of notices see them. */
import { z } from 'zod';
import type { Utility } from '#catalogue/index.ts';
import { addDays } from '#catalogue/local-day.ts';
import { zoneOffsets } from '#catalogue/zone-clock.ts';
import { textsIn } from '#kernel/texts.ts';
import { runsOf } from '#subjects/insight/domain/rules/device-runs.ts';
import { withPauses } from '#subjects/insight/domain/rules/joint-runs.ts';
import type { UsageRow } from '#subjects/usage/contract/usage.ts';
import type { Asking, FoundResult, OwnAnswer } from '../asking.ts';
import type { AskedPeriod, Intent } from '../intent.ts';
import { originFacts, periodFacts, quantityFacts, shape } from '../tools/facts.ts';
import { createTool, dayArg, findDevice, periodOf, ToolRefusal } from '../tools/tool.ts';
import { figure } from '../writer.ts';
import { dayIn, type Days, lengthOf, maxHourDays, startOfDay, untilToday } from '../usage/periods.ts';
import {
  atFirst,
  capital,
  daysText,
  inItsHours,
  linkedDevice,
  note,
  nothingKnown,
  pageOf,
  paragraphs,
  plainName,
  said,
  simulatedText,
  together,
  usageTexts,
} from '../usage/phrases.ts';
import { hoursPeriod } from '../usage/use-facts.ts';
import { dayPeriod, numberColumn, textColumn } from '../usage/use-results.ts';
import type { Topic } from '../topic.ts';
import { runs as runsRule } from '../understand/rules/habit-rules.ts';
import { afterDevice } from '../talk/suggestions.ts';

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

interface RunsFacts {
  readonly device: string;
  readonly utility: Utility;
  readonly period: AskedPeriod;
  /** The latest first. */
  readonly runs: readonly Run[];
  /** The one before the period, where there is none in it. */
  readonly before: Run | null;
  /** It used something, and never rested between. */
  readonly isSteady: boolean;
  /** Of the time that there was. */
  readonly covered: number;
}

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
    const answer = await sources.usage({
      from: start,
      to: end < to ? end : to,
      bucket: '15m',
      by: 'device',
      device,
    });
    rows.push(...answer.rows);
  }
  return rows;
};

const measuredIn = ({ coveredS, estimated }: UsageRow): boolean => coveredS >= wellHeardS && estimated === 0;

const knownSum = (used: Float64Array): number => used.reduce((sum, one) => sum + (Number.isNaN(one) ? 0 : one), 0);

/** Null: no such device is there any more. What its rest is, is seen in a month at least. */
const readRuns = async (asking: Asking, id: string, asked: AskedPeriod): Promise<RunsFacts | null> => {
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
    .map(({ from, to }) => ({
      fromMs: beginMs + from * quarterMs,
      toMs: beginMs + to * quarterMs,
      used: knownSum(used.subarray(from, to)),
      lasts: to === used.length && period.to > home.today,
    }))
    .reverse();
  const fromMs = startOfDay(period.from, offsetAt);
  const own = used.subarray((fromMs - beginMs) / quarterMs);
  const runs = all.filter((run) => run.fromMs >= fromMs);
  return {
    device: id,
    utility,
    period,
    runs,
    before: runs.length === 0 ? (all[0] ?? null) : null,
    isSteady: all.length === 0 && knownSum(used) > 0,
    covered: own.length === 0 ? 0 : own.filter((one) => !Number.isNaN(one)).length / own.length,
  };
};

const durationText = (asking: Asking, ms: number): string => {
  const minutes = Math.round(ms / 60_000);
  const values = { hours: asking.write.number(Math.floor(minutes / 60)), minutes: asking.write.number(minutes % 60) };
  return texts(asking)(minutes < 60 ? 'minutes' : minutes % 60 === 0 ? 'hours' : 'hours-minutes', values);
};

const amountText = (asking: Asking, { device, utility }: RunsFacts, { used, fromMs }: Run): string => {
  const day = dayIn(asking.home.timeZone)(new Date(fromMs).toISOString());
  return figure(asking.write.amount(utility, used), pageOf(asking, { utility, room: null, device }, dayPeriod(day)));
};

/** Of the same day the time alone. */
const endText = (asking: Asking, { fromMs, toMs }: Run): string => {
  const { home, write } = asking;
  const [from, to] = [fromMs, toMs].map((at) => dayIn(home.timeZone)(new Date(at).toISOString()));
  return from === to ? write.clock(write.time(toMs)) : texts(asking)('on', { time: write.dateTime(toMs) });
};

const lastText = (asking: Asking, facts: RunsFacts, run: Run): string =>
  texts(asking)(run.lasts ? 'lasts' : 'last', {
    name: nameOf(asking, facts),
    from: asking.write.dateTime(run.fromMs),
    to: endText(asking, run),
    duration: durationText(asking, run.toMs - run.fromMs),
    amount: amountText(asking, facts, run),
  });

const nameOf = (asking: Asking, { device }: RunsFacts): string => linkedDevice(asking, device);

const countText = (asking: Asking, facts: RunsFacts, first: Run): string => {
  const { write } = asking;
  const { runs, period, utility, device } = facts;
  const mean = (of: (run: Run) => number): number => runs.reduce((sum, run) => sum + of(run), 0) / runs.length;
  const link = pageOf(asking, { utility, room: null, device }, period);
  const counted = texts(asking)('count', {
    when: atFirst(asking, period),
    name: nameOf(asking, facts),
    count: runs.length,
    counted: write.number(runs.length),
    amount: figure(
      write.amount(
        utility,
        runs.reduce((sum, { used }) => sum + used, 0),
      ),
      link,
    ),
  });
  const each = texts(asking)('each', {
    amount: write.amount(
      utility,
      mean(({ used }) => used),
    ),
    duration: durationText(
      asking,
      mean(({ fromMs, toMs }) => toMs - fromMs),
    ),
  });
  return together(counted, runs.length > 1 && each, lastText(asking, facts, first));
};

const maxTold = 10;

const runsResult = (asking: Asking, facts: RunsFacts): FoundResult => {
  const { write } = asking;
  const t = texts(asking);
  const part = { utility: facts.utility, room: null, device: facts.device };
  return {
    tool: 'usage',
    title: t('title', { name: plainName(asking, part), days: daysText(asking, facts.period) }),
    link: pageOf(asking, part, facts.period),
    ...(facts.runs.length > 0 && {
      table: {
        columns: [textColumn(t('column-begin')), numberColumn(t('column-duration')), numberColumn(t('column-used'))],
        rows: facts.runs
          .slice(0, maxTold)
          .map((run) => [
            write.dateTime(run.fromMs),
            durationText(asking, run.toMs - run.fromMs),
            write.amount(facts.utility, run.used),
          ]),
      },
    }),
  };
};

const wellCovered = 0.95;

const textOf = (asking: Asking, facts: RunsFacts, ask: RunsIntent['ask']): string => {
  const [first] = facts.runs;
  const t = texts(asking);
  const values = { when: atFirst(asking, facts.period), name: nameOf(asking, facts) };
  if (facts.covered === 0) return t('unmeasured', values);
  const before = facts.before && capital(lastText(asking, facts, facts.before));
  if (first === undefined) return together(t(facts.isSteady ? 'steady' : 'none', values), before);
  return ask === 'count' ? countText(asking, facts, first) : capital(lastText(asking, facts, first));
};

const replyOf = async (
  asking: Asking,
  { device, period, ask }: RunsIntent & { readonly period: AskedPeriod },
): Promise<OwnAnswer> => {
  const nothing = nothingKnown(asking, { utility: null, room: null, device });
  if (nothing !== null) return nothing;
  const facts = await readRuns(asking, device, period);
  if (facts === null) return said(usageTexts(asking.language)('switch-gone'));
  const { covered } = facts;
  const share = asking.write.percent(covered);
  const notes = note(
    together(
      (facts.runs.length > 0 || facts.before !== null) && texts(asking)('by-quarter'),
      covered > 0 && covered < wellCovered && usageTexts(asking.language)('note-covered', { share }),
      simulatedText(asking, asking.home.kind !== 'home'),
    ),
  );
  return { text: paragraphs(textOf(asking, facts, ask), notes), results: [runsResult(asking, facts)] };
};

const replyToRuns = (asking: Asking, intent: RunsIntent): Promise<OwnAnswer> => {
  const { today } = asking.home;
  const lately = { from: addDays(today, 1 - usualDays), to: addDays(today, 1), name: null, isAssumed: true };
  const period = intent.period ?? lately;
  return inItsHours(asking, { ...intent, period }, (asked) => replyOf(asking, asked), false);
};

const runsTool = createTool({
  name: 'runs',
  tool: 'usage',
  description: `When a device ran, told to the quarter of an hour, with how much each run used: how often, and the latest ${maxTold}; at most ${maxHourDays} days.`,
  args: {
    device: z.string().min(1).max(120).describe('The name of the device, or its id.'),
    from: dayArg('The first day.'),
    until: dayArg('The last day, which counts too.'),
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
    const { runs, utility, covered, isSteady } = facts;
    return {
      facts: {
        of: plainName(asking, { utility, room: null, device: facts.device }),
        period: { ...periodFacts(asking, facts.period), days: lengthOf(facts.period) },
        measured: `${write.percent(covered)} of that time`,
        count: runs.length,
        ...(isSteady && { note: 'It draws about the same at all times: its runs cannot be told apart.' }),
        latest: runs.slice(0, maxTold).map((run) => ({
          from: write.dateTime(run.fromMs),
          ...(run.lasts ? { still_running: true } : { to: write.dateTime(run.toMs) }),
          minutes: (run.toMs - run.fromMs) / 60_000,
          used: quantityFacts(asking, utility, run.used),
        })),
        ...originFacts(home.kind !== 'home'),
      },
      result: runsResult(asking, facts),
    };
  },
});

export const runsTopic: Topic<'runs'> = {
  about: 'runs',
  rule: runsRule,
  takes: 'sinceWhen runs times isOn use when last since count',
  nextOf: (of, { device }) => afterDevice(of, device),
  tools: [runsTool],
  reply: replyToRuns,
};
