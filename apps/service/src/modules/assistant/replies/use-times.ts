/** When it was used: each day, the day or the hour of the day with most or least. */
import type { Utility } from '@wattershed/contracts';
import { addDays } from '@wattershed/domain';
import {
  type DayUse,
  type HourUse,
  hoursPeriod,
  readDays,
  readHours,
  type UseFacts,
  utilitiesOf,
} from '../facts/use.ts';
import { figure } from '../links.ts';
import { utilityName } from '../names.ts';
import type { Asking, FoundResult, OwnAnswer } from '../own-answer.ts';
import type { AskedPeriod } from '../question.ts';
import { atFirst, capital, notesOf, pageOf, paragraphs, partName, simulatedNote, useWords } from './phrases.ts';
import { dayPeriod, daysResult, hourText, hoursResult } from './use-results.ts';

export type TimeAsk = 'each-day' | `${'most' | 'least'}-${'day' | 'hour'}`;

interface Told {
  readonly text: string;
  readonly result: FoundResult;
}

interface Used {
  readonly day: string;
  readonly used: number;
  readonly coveredS: number;
}

const usedIn = (days: readonly DayUse[], utility: Utility): Used[] =>
  days.flatMap(({ day, amounts }) => {
    const amount = amounts[utility];
    return amount === null ? [] : [{ day, used: amount.used, coveredS: amount.coveredS }];
  });

// A day that was heard for half of the time would be the stillest one by mistake.
const wellHeard = 0.9;

/** Whole days that are over and were heard as well as others. */
const wholeDays = (days: readonly Used[], today: string): Used[] => {
  const best = Math.max(0, ...days.map(({ coveredS }) => coveredS));
  return days.filter(({ day, coveredS }) => day < today && coveredS >= wellHeard * best);
};

const extremeOf = <One extends { readonly used: number }>(
  ones: readonly One[],
  which: 'most' | 'least',
): One | undefined =>
  ones.reduce<One | undefined>((best, one) => {
    if (best === undefined) return one;
    return (which === 'most' ? one.used > best.used : one.used < best.used) ? one : best;
  }, undefined);

const dayFigure = (asking: Asking, { part }: UseFacts, utility: Utility, { day, used }: Used): string =>
  figure(asking.write.amount(utility, used), pageOf(asking, { ...part, utility }, dayPeriod(day)));

const dayText = ({ write }: Asking, day: string): string => `${write.weekday(day)} ${write.shortDay(day)}`;

const tellDay = (
  asking: Asking,
  facts: UseFacts,
  days: readonly DayUse[],
  utility: Utility,
  which: 'most' | 'least',
): Told[] => {
  const { home, language } = asking;
  const known = usedIn(days, utility);
  const one = extremeOf(which === 'least' ? wholeDays(known, home.today) : known, which) ?? known[0];
  if (one === undefined) return [];
  const text = useWords(language).t(`day-${which}`, {
    when: atFirst(asking, facts.period),
    name: partName(asking, facts.part),
    utility: utilityName(language, utility),
    day: dayText(asking, one.day),
    amount: dayFigure(asking, facts, utility, one),
  });
  return [{ text, result: daysResult(asking, facts.part, facts.period, utility, days) }];
};

const tellEachDay = (asking: Asking, facts: UseFacts, days: readonly DayUse[], utility: Utility): Told[] => {
  const { home, language, write } = asking;
  const { part, period } = facts;
  const known = usedIn(days, utility);
  const least = extremeOf(wholeDays(known, home.today), 'least') ?? extremeOf(known, 'least');
  const most = extremeOf(known, 'most');
  if (least === undefined || most === undefined) return [];
  const total = known.reduce((sum, { used }) => sum + used, 0);
  const text = useWords(language).t('each-day', {
    when: atFirst(asking, period),
    name: partName(asking, part),
    utility: utilityName(language, utility),
    total: figure(write.amount(utility, total), pageOf(asking, { ...part, utility }, period)),
    least: dayFigure(asking, facts, utility, least),
    leastDay: write.shortDay(least.day),
    most: dayFigure(asking, facts, utility, most),
    mostDay: write.shortDay(most.day),
  });
  return [{ text, result: daysResult(asking, part, period, utility, days) }];
};

const hourLine = (
  asking: Asking,
  { part }: UseFacts,
  period: AskedPeriod,
  utility: Utility,
  one: HourUse,
  which: 'most' | 'least',
): string => {
  const { language, write } = asking;
  const isDay = addDays(period.from, 1) === period.to;
  return useWords(language).t(isDay ? `hour-one-${which}` : `hour-${which}`, {
    when: atFirst(asking, period),
    name: partName(asking, part),
    utility: utilityName(language, utility),
    from: hourText(one.hour),
    to: hourText(one.hour + 1),
    amount: figure(write.amount(utility, one.used), pageOf(asking, { ...part, utility }, period)),
  });
};

const tellHours = async (asking: Asking, facts: UseFacts, which: 'most' | 'least'): Promise<Told[]> => {
  const period = hoursPeriod(facts.period, asking.home);
  const all = await readHours(asking, facts.part, period);
  return all.flatMap(({ utility, hours }) => {
    const one = extremeOf(hours, which);
    if (one === undefined) return [];
    const text = hourLine(asking, facts, period, utility, one, which);
    return [{ text, result: hoursResult(asking, facts.part, period, utility, hours) }];
  });
};

const tell = async (asking: Asking, facts: UseFacts, ask: TimeAsk): Promise<Told[]> => {
  const shown = utilitiesOf(asking.home, facts.part);
  const which = ask.startsWith('least') ? 'least' : 'most';
  if (ask.endsWith('hour')) return tellHours(asking, facts, which);
  const days = await readDays(asking, facts.part, facts.period);
  return shown.flatMap((utility) =>
    ask === 'each-day' ? tellEachDay(asking, facts, days, utility) : tellDay(asking, facts, days, utility, which),
  );
};

export const replyWithTimes = async (asking: Asking, facts: UseFacts, ask: TimeAsk): Promise<OwnAnswer> => {
  const told = await tell(asking, facts, ask);
  const hint = ask === 'least-day' ? useWords(asking.language).t('day-whole-only') : null;
  const notes = ask === 'each-day' ? notesOf(asking, facts) : simulatedNote(asking, facts.isSimulated);
  return {
    text: paragraphs(...told.map(({ text }) => capital(text)), hint, notes),
    results: told.map(({ result }) => result),
  };
};
