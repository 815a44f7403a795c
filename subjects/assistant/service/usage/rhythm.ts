/** The rhythm of the home: its weekdays beside its weekends, its days beside its nights. */
import { type Utility, utilityIds } from '#catalogue/index.ts';

import { textsIn } from '#kernel/texts.ts';
import type { Asking, OwnAnswer } from '../asking.ts';
import type { AskedPart, AskedPeriod, Intent } from '../intent.ts';
import type { Topic } from '../topic.ts';
import { type Asked, fits } from '../understand/asked.ts';
import { isPart, onePart } from '../understand/rules/one-part.ts';
import { says } from '../understand/sayings.ts';
import { assumed, weekdayOf } from '../understand/times/spans.ts';
import { figure, utilityName } from '../writer.ts';
import { averageOf } from './averages.ts';
import {
  changeKey,
  hasNothing,
  inPeriod,
  nameWithin,
  note,
  nothingKnown,
  nothingThen,
  pageOf,
  paragraphs,
  sourceNote,
  together,
} from './phrases.ts';
import { hoursPeriod, readHours, readSpans, readUse, utilitiesOf } from './use-facts.ts';
import { hourText, totalResult } from './use-results.ts';

declare module '../intent.ts' {
  interface Intents {
    rhythm: { readonly of: 'week' | 'day'; readonly part: AskedPart; readonly period: AskedPeriod };
  }
}

const kinds = ['week', 'day'] as const;

/** "Weekends or weekdays", «de día o de noche», "दिन में ज़्यादा या रात में". */
const rule = (asked: Asked): Intent | null => {
  const of = kinds.find((kind) => says(asked.said, asked.language, `rhythm.${kind}`));
  if (of === undefined || fits(asked, 'bill|pay|why|switchOn|switchOff')) return null;
  if (of === 'day' && fits(asked, 'cheapest|dearest|cheapHours|dearHours !use'))
    return { about: 'tariff', utility: asked.utility, ask: asked.has('dearest') ? 'dearest-hours' : 'cheapest-hours' };
  if (fits(asked, 'cost|tariff|cheapest|dearest|cheapHours|dearHours')) return null;
  const part = onePart(asked);
  if (!isPart(part)) return part;
  // The weekend is one of the two, and no time that is asked of.
  const isNamed = asked.period !== null && asked.period.name !== 'last-weekend';
  return { about: 'rhythm', of, part, period: isNamed ? asked.period : assumed('last-30-days', asked.home.today) };
};

/** By the clock: what is not day is night. */
const daytime = { from: 7, to: 22 };

/** On average of a day, by utility: on weekdays and on weekends, or by day and at night; Wh or mL. */
interface Halves {
  readonly utility: Utility;
  readonly one: number;
  readonly other: number;
}

const saturday = 5;

const readWeek = async (asking: Asking, part: AskedPart, period: AskedPeriod): Promise<Halves[]> => {
  const days = await readSpans(asking, part, period, 'day');
  const weekdays = averageOf(days.filter(({ day }) => weekdayOf(day) < saturday)).amounts;
  const weekends = averageOf(days.filter(({ day }) => weekdayOf(day) >= saturday)).amounts;
  return utilityIds.flatMap((utility) => {
    const [one, other] = [weekdays[utility], weekends[utility]];
    return one === null || other === null ? [] : [{ utility, one: one.used, other: other.used }];
  });
};

const readDay = async (asking: Asking, part: AskedPart, period: AskedPeriod): Promise<Halves[]> =>
  (await readHours(asking, part, hoursPeriod(period, asking.home))).flatMap(({ utility, hours }) => {
    // Where an hour was never measured, the two are not to be set beside each other.
    if (hours.length < 24) return [];
    const sumOf = (isDay: boolean): number =>
      hours
        .filter(({ hour }) => (hour >= daytime.from && hour < daytime.to) === isDay)
        .reduce((sum, { used }) => sum + used, 0);
    return [{ utility, one: sumOf(true), other: sumOf(false) }];
  });

const lineOf = (asking: Asking, { of, part, period }: Intent<'rhythm'>, { utility, one, other }: Halves): string => {
  const { language, write } = asking;
  const linked = (used: number): string =>
    figure(write.amount(utility, used), pageOf(asking, { ...part, utility }, period));
  const share = one === 0 ? null : (other - one) / one;
  return textsIn(
    language,
    'replies',
    'rhythm',
  )(of === 'day' ? 'day' : `week-${changeKey(share)}`, {
    name: nameWithin(asking, part),
    utility: utilityName(language, utility),
    one: linked(one),
    other: linked(other),
    share: write.percent(of === 'day' ? other / (one + other || 1) : Math.abs(share ?? 0)),
    from: write.clock(hourText(daytime.from)),
    to: write.clock(hourText(daytime.to)),
  });
};

const reply = async (asking: Asking, intent: Intent<'rhythm'>): Promise<OwnAnswer> => {
  const { part, of } = intent;
  const nothing = nothingKnown(asking, part);
  if (nothing !== null) return nothing;
  const period = hoursPeriod(intent.period, asking.home);
  const facts = await readUse(asking, part, period);
  if (hasNothing(asking, facts)) return nothingThen(asking, facts);
  const halves = await (of === 'week' ? readWeek : readDay)(asking, part, period);
  const own = halves.filter(({ utility }) => utilitiesOf(asking.home, part).includes(utility));
  const t = textsIn(asking.language, 'replies', 'rhythm');
  const lines = own.map((one) => lineOf(asking, { ...intent, period }, one));
  return {
    text: paragraphs(
      inPeriod(asking, period, lines.length > 0 ? lines : [t(`${of}-none`)]).join(' '),
      together(lines.length > 0 && note(t('mean')), sourceNote(asking, facts)),
    ),
    results: [totalResult(asking, part, period)],
  };
};

export const rhythmTopic: Topic<'rhythm'> = {
  about: 'rhythm',
  rule,
  tells: 'figures',
  takes: 'use more less compare than day percent average normal when',
  saidBy: ({ of }) => [`rhythm.${of}`],
  next: ['always-on', 'cheapest', 'device-costs'],
  reply,
};
