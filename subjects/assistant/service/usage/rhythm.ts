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
import { sumUsed } from './amounts.ts';
import { hourText } from './periods.ts';
import { changeKey, note, paragraphs, together, type Voice } from './phrases.ts';
import { nothingThen, sourceNote, whereKnown } from './reply-about-use.ts';
import { averageOf, hoursPeriod, readHours, readSpans, readUse } from './use-facts.ts';
import { totalResult } from './use-results.ts';

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
      sumUsed(hours.filter(({ hour }) => (hour >= daytime.from && hour < daytime.to) === isDay));
    return [{ utility, one: sumOf(true), other: sumOf(false) }];
  });

const texts = ({ language }: Asking) => textsIn(language, 'replies', 'rhythm');

const lineOf = (voice: Voice, { of, part, period }: Intent<'rhythm'>, { utility, one, other }: Halves): string => {
  const { write } = voice;
  const share = one === 0 ? null : (other - one) / one;
  return texts(voice)(of === 'day' ? 'day' : `week-${changeKey(share)}`, {
    name: voice.within(part),
    utility: voice.utility(utility),
    one: voice.amount(utility, one, part, period),
    other: voice.amount(utility, other, part, period),
    share: write.percent(of === 'day' ? other / (one + other || 1) : Math.abs(share ?? 0)),
    from: write.clock(hourText(daytime.from)),
    to: write.clock(hourText(daytime.to)),
  });
};

const reply = async (voice: Voice, intent: Intent<'rhythm'>): Promise<OwnAnswer> => {
  const { part, of } = intent;
  const period = hoursPeriod(intent.period, voice.home);
  const facts = await readUse(voice, part, period);
  if (facts.known.length === 0) return nothingThen(voice, facts);
  const halves = await (of === 'week' ? readWeek : readDay)(voice, part, period);
  const own = halves.filter(({ utility }) => facts.shown.includes(utility));
  const t = texts(voice);
  const lines = own.map((one) => lineOf(voice, { ...intent, period }, one));
  return {
    text: paragraphs(
      voice.inPeriod(period, lines.length > 0 ? lines : [t(`${of}-none`)]).join(' '),
      together(lines.length > 0 && note(t('mean')), sourceNote(voice, facts)),
    ),
    results: [totalResult(voice, facts)],
  };
};

export const rhythmTopic: Topic<'rhythm'> = {
  about: 'rhythm',
  rule,
  tells: 'figures',
  takes: 'use more less compare than day percent average normal when',
  saidBy: ({ of }) => [`rhythm.${of}`],
  next: ['always-on', 'cheapest', 'device-costs'],
  reply: whereKnown(({ part }) => part, reply),
};
