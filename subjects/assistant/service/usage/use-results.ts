/** Figures of use as tables and series, in the reader's language: below an answer, and what its figures lead to. */
import type { Utility } from '#catalogue/index.ts';
import { addDays } from '#catalogue/local-day.ts';
import type { FoundResult } from '../asking.ts';
import type { Amounts, Group } from './amounts.ts';
import { type Cadence, type Days, hourText, untilToday } from './periods.ts';
import { type By, type Voice } from './phrases.ts';
import { type HourUse, type SpanUse, type UseFacts, utilitiesOf } from './use-facts.ts';

export type Of = Pick<UseFacts, 'part' | 'period'>;

/** Columns of words stand before those of figures. */
export const tableOf = (
  words: readonly string[],
  figures: readonly string[],
  rows: readonly (readonly string[])[],
) => ({
  columns: [
    ...words.map((title) => ({ title, isNumber: false })),
    ...figures.map((title) => ({ title, isNumber: true })),
  ],
  rows: rows.map((row) => [...row]),
});

/** A single day, for its own page. */
export const dayPeriod = (day: string): Days => ({ from: day, to: addDays(day, 1) });

/** As it is written in a table: what was not measured is said so. */
export const cellOf = ({ t, write }: Voice, utility: Utility, used: number | null | undefined): string =>
  used === null || used === undefined ? t('not-measured') : write.amount(utility, used);

type Title = 'title-use' | 'title-days' | 'title-weeks' | 'title-months' | 'title-hours';

export const totalResult = (voice: Voice, { part, period }: Of, title: Title = 'title-use'): FoundResult => ({
  tool: 'usage',
  title: voice.t(title, {
    name: voice.plain(part),
    days: voice.days(untilToday(period, voice.home)),
    utility: part.utility === null ? '' : voice.title(part.utility),
  }),
  link: voice.page(part, period),
});

/** A column for each utility, after that of what stands at the side. */
const utilityTable = (
  voice: Voice,
  side: string,
  shown: readonly Utility[],
  rows: readonly (readonly [string, (utility: Utility) => string])[],
) =>
  tableOf(
    [side],
    shown.map(voice.title),
    rows.map(([name, cell]) => [name, ...shown.map(cell)]),
  );

export const groupsResult = (voice: Voice, { part, period }: Of, by: By, groups: readonly Group[]): FoundResult => {
  const { t, write } = voice;
  const cell = (amounts: Amounts) => (utility: Utility) =>
    amounts[utility] === null ? '–' : write.amount(utility, amounts[utility].used);
  return {
    tool: 'usage',
    title: t(`title-${by}`, { days: voice.days(untilToday(period, voice.home)) }),
    link: voice.page(part, period, by),
    table: utilityTable(
      voice,
      t(`column-${by}`),
      utilitiesOf(voice.home, part),
      groups.map(({ key, amounts }) => [voice.plainGroup(key, by), cell(amounts)]),
    ),
  };
};

const maxDays = 92;

const byMonth = (days: readonly (readonly [string, number])[]): Map<string, number> => {
  const months = new Map<string, number>();
  for (const [day, used] of days) {
    const month = `${day.slice(0, 7)}-01`;
    months.set(month, (months.get(month) ?? 0) + used);
  }
  return months;
};

/** Of one utility, as a chart. */
const seriesResult = (
  voice: Voice,
  { part, period }: Of,
  utility: Utility,
  title: Title,
  points: readonly (readonly [string, number])[],
): FoundResult => {
  // As a number in the unit in which it is written.
  const { unit, size } = voice.write.unitOf(utility);
  return {
    ...totalResult(voice, { part: { ...part, utility }, period }, title),
    series: {
      utility,
      unit,
      points: points.map(([label, used]) => ({
        label,
        value: used / size,
        text: voice.write.amount(utility, used),
      })),
    },
  };
};

/** A day, a month, or a week by its first day. */
export const spanText = ({ t, write }: Voice, day: string, by: Cadence): string => {
  if (by === 'month') return write.month(day);
  return by === 'day' ? write.shortDay(day) : t('week-of', { day: write.shortDay(day) });
};

/** One utility by day, week or month; by month also where there are many days. */
export const spansResult = (
  voice: Voice,
  of: Of,
  utility: Utility,
  spans: readonly SpanUse[],
  by: Cadence,
): FoundResult => {
  const known = spans.flatMap(({ day, amounts }) =>
    amounts[utility] === null ? [] : [[day, amounts[utility].used] as const],
  );
  const told = by === 'day' && known.length > maxDays ? 'month' : by;
  const label = (day: string) => (told === 'week' ? voice.write.shortDay(day) : spanText(voice, day, told));
  const points = [...(told === by ? known : byMonth(known))].map(([day, used]) => [label(day), used] as const);
  return seriesResult(voice, of, utility, `title-${told}s`, points);
};

export const hoursResult = (voice: Voice, of: Of, utility: Utility, hours: readonly HourUse[]): FoundResult => {
  const points = hours.map(({ hour, used }) => [hourText(hour), used] as const);
  return seriesResult(voice, of, utility, 'title-hours', points);
};

/** Each day, week or month, of all utilities. */
export const spansTable = (voice: Voice, of: Of, spans: readonly SpanUse[], by: Cadence): FoundResult => {
  const shown = utilitiesOf(voice.home, of.part);
  const [only] = shown;
  if (shown.length === 1 && only !== undefined) return spansResult(voice, of, only, spans, by);
  const rows = spans.map(
    ({ day, amounts }) => [spanText(voice, day, by), (one: Utility) => cellOf(voice, one, amounts[one]?.used)] as const,
  );
  return { ...totalResult(voice, of), table: utilityTable(voice, voice.t(`column-${by}`), shown, rows) };
};

/** Each hour of the day, of all utilities. */
export const hoursTable = (
  voice: Voice,
  of: Of,
  each: readonly { readonly utility: Utility; readonly hours: readonly HourUse[] }[],
): FoundResult => {
  const [only] = each;
  if (each.length === 1 && only !== undefined) return hoursResult(voice, of, only.utility, only.hours);
  const all = [...new Set(each.flatMap(({ hours }) => hours.map(({ hour }) => hour)))].sort((a, b) => a - b);
  const usedIn = (hour: number) => (utility: Utility) => {
    const own = each.find((one) => one.utility === utility)?.hours.find((one) => one.hour === hour);
    return own === undefined ? '–' : voice.write.amount(utility, own.used);
  };
  return {
    ...totalResult(voice, of),
    table: utilityTable(
      voice,
      voice.t('column-hour'),
      each.map(({ utility }) => utility),
      all.map((hour) => [hourText(hour), usedIn(hour)]),
    ),
  };
};
