/** Figures of use as tables and series, in the reader's language: below an answer, and what its figures lead to. */
import type { Utility } from '#catalogue/index.ts';
import { addDays } from '#catalogue/local-day.ts';
import type { AssistantResult } from '../../contract/assistant.ts';
import type { Asking, FoundResult } from '../asking.ts';
import { utilityName } from '../writer.ts';
import type { AskedPart } from '../intent.ts';
import type { Amounts, Group } from './amounts.ts';
import { type Cadence, type Days, untilToday } from './periods.ts';
import { capital, daysText, pageOf, plainGroup, plainName, usageTexts } from './phrases.ts';
import { type HourUse, type SpanUse, utilitiesOf } from './use-facts.ts';

export type Column = NonNullable<AssistantResult['table']>['columns'][number];

export const textColumn = (title: string): Column => ({ title, isNumber: false });
export const numberColumn = (title: string): Column => ({ title, isNumber: true });

export const utilityTitle = ({ language }: Asking, utility: Utility): string => capital(utilityName(language, utility));

/** As it is written in a table: what was not measured is said so. */
const cellOf = ({ language, write }: Asking, utility: Utility, amounts: Amounts): string => {
  const amount = amounts[utility];
  return amount === null ? usageTexts(language)('not-measured') : write.amount(utility, amount.used);
};

const titleOf = (
  asking: Asking,
  key: 'title-use' | 'title-days' | 'title-weeks' | 'title-months' | 'title-hours',
  part: AskedPart,
  period: Days,
): string =>
  usageTexts(asking.language)(key, {
    name: plainName(asking, part),
    days: daysText(asking, untilToday(period, asking.home)),
    utility: part.utility === null ? '' : utilityTitle(asking, part.utility),
  });

export const totalResult = (asking: Asking, part: AskedPart, period: Days): FoundResult => ({
  tool: 'usage',
  title: titleOf(asking, 'title-use', part, period),
  link: pageOf(asking, part, period),
});

export const groupsResult = (
  asking: Asking,
  part: AskedPart,
  period: Days,
  by: 'room' | 'device',
  groups: readonly Group[],
): FoundResult => {
  const t = usageTexts(asking.language);
  const shown = utilitiesOf(asking.home, part);
  return {
    tool: 'usage',
    title: t(`title-${by}`, { days: daysText(asking, untilToday(period, asking.home)) }),
    link: pageOf(asking, part, period, by),
    table: {
      columns: [textColumn(t(`column-${by}`)), ...shown.map((utility) => numberColumn(utilityTitle(asking, utility)))],
      rows: groups.map(({ key, amounts }) => [
        plainGroup(asking, key, by),
        ...shown.map((utility) => (amounts[utility] === null ? '–' : cellOf(asking, utility, amounts))),
      ]),
    },
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
  asking: Asking,
  key: 'title-days' | 'title-weeks' | 'title-months' | 'title-hours',
  part: AskedPart & { readonly utility: Utility },
  period: Days,
  points: readonly { readonly label: string; readonly used: number }[],
): FoundResult => {
  const { utility } = part;
  // As a number in the unit in which it is written.
  const { unit, size } = asking.write.unitOf(utility);
  return {
    tool: 'usage',
    title: titleOf(asking, key, part, period),
    link: pageOf(asking, part, period),
    series: {
      utility,
      unit,
      points: points.map(({ label, used }) => ({
        label,
        value: used / size,
        text: asking.write.amount(utility, used),
      })),
    },
  };
};

/** A day, a month, or a week by its first day. */
export const spanText = ({ language, write }: Asking, day: string, by: Cadence): string => {
  if (by === 'month') return write.month(day);
  return by === 'day' ? write.shortDay(day) : usageTexts(language)('week-of', { day: write.shortDay(day) });
};

/** One utility by day, week or month; by month also where there are many days. */
export const spansResult = (
  asking: Asking,
  part: AskedPart,
  period: Days,
  utility: Utility,
  spans: readonly SpanUse[],
  by: Cadence,
): FoundResult => {
  const known = spans.flatMap(({ day, amounts }) =>
    amounts[utility] === null ? [] : [[day, amounts[utility].used] as const],
  );
  const told = by === 'day' && known.length > maxDays ? 'month' : by;
  const points = [...(told === by ? known : byMonth(known))].map(([day, used]) => ({
    label: told === 'week' ? asking.write.shortDay(day) : spanText(asking, day, told),
    used,
  }));
  return seriesResult(asking, `title-${told}s`, { ...part, utility }, period, points);
};

/** "07:00", also of the hour after the last one. */
export const hourText = (hour: number): string => `${String(hour % 24).padStart(2, '0')}:00`;

export const hoursResult = (
  asking: Asking,
  part: AskedPart,
  period: Days,
  utility: Utility,
  hours: readonly HourUse[],
): FoundResult => {
  const points = hours.map(({ hour, used }) => ({ label: hourText(hour), used }));
  return seriesResult(asking, 'title-hours', { ...part, utility }, period, points);
};

/** A single day, for its own page. */
export const dayPeriod = (day: string): Days => ({ from: day, to: addDays(day, 1) });

/** Each day, week or month, of all utilities. */
export const spansTable = (
  asking: Asking,
  part: AskedPart,
  period: Days,
  spans: readonly SpanUse[],
  by: Cadence,
): FoundResult => {
  const shown = utilitiesOf(asking.home, part);
  const [only] = shown;
  if (shown.length === 1 && only !== undefined) return spansResult(asking, part, period, only, spans, by);
  return {
    ...totalResult(asking, part, period),
    table: {
      columns: [
        textColumn(usageTexts(asking.language)(`column-${by}`)),
        ...shown.map((utility) => numberColumn(utilityTitle(asking, utility))),
      ],
      rows: spans.map(({ day, amounts }) => [
        spanText(asking, day, by),
        ...shown.map((utility) => cellOf(asking, utility, amounts)),
      ]),
    },
  };
};

/** Each hour of the day, of all utilities. */
export const hoursTable = (
  asking: Asking,
  part: AskedPart,
  period: Days,
  hours: readonly { readonly utility: Utility; readonly hours: readonly HourUse[] }[],
): FoundResult => {
  const [only] = hours;
  if (hours.length === 1 && only !== undefined) return hoursResult(asking, part, period, only.utility, only.hours);
  const all = [...new Set(hours.flatMap(({ hours: uses }) => uses.map(({ hour }) => hour)))].sort((a, b) => a - b);
  return {
    ...totalResult(asking, part, period),
    table: {
      columns: [
        textColumn(usageTexts(asking.language)('column-hour')),
        ...hours.map(({ utility }) => numberColumn(utilityTitle(asking, utility))),
      ],
      rows: all.map((hour) => [
        hourText(hour),
        ...hours.map(({ utility, hours: uses }) => {
          const one = uses.find((use) => use.hour === hour);
          return one === undefined ? '–' : asking.write.amount(utility, one.used);
        }),
      ]),
    },
  };
};
