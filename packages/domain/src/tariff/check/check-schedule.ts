/** Whether a schedule's words can be read, and whether every quarter-hour of every kind of day has a period. */
import type { Found, KnownCalendars } from './check-plan.ts';
import {
  clockQuarter,
  clockWindow,
  type DayFacts,
  dayQuarters,
  holdsOn,
  periodNames,
  quartersOf,
} from '../schedule-periods.ts';
import type { Schedule } from '../tariff-plan.ts';

const months = Array.from({ length: 12 }, (_, i) => i + 1);
const weekDayNumbers = Array.from({ length: 7 }, (_, i) => i);

/** Every kind of day that rules can tell apart. */
const kindsOfDay = ({ periods, holidays }: Schedule): DayFacts[] => {
  const colours = [...new Set(periods.flatMap(({ colour }) => (colour === undefined ? [] : [colour])))];
  // A schedule that names a colour in every rule asks for one on every day.
  const isAlwaysColoured = periods.every(({ colour }) => colour !== undefined);
  const possible: (string | undefined)[] = isAlwaysColoured ? colours : [...colours, undefined];
  return months.flatMap((month) =>
    weekDayNumbers.flatMap((weekDay) =>
      [false, ...(holidays === undefined ? [] : [true])].flatMap((isHoliday) =>
        possible.map((colour) => ({ month, weekDay, isHoliday, colour })),
      ),
    ),
  );
};

const clockText = (quarter: number): string =>
  `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`;

const firstUncovered = (schedule: Schedule): string | undefined => {
  const names = periodNames(schedule);
  const seen = new Set<string>();
  for (const day of kindsOfDay(schedule)) {
    // Days on which the same rules hold go alike.
    const rules = schedule.periods.map((rule) => Number(holdsOn(rule, day))).join('');
    if (seen.has(rules)) continue;
    seen.add(rules);
    const quarter = quartersOf(schedule, names, day).indexOf(-1);
    if (quarter >= 0)
      return [
        clockText(quarter),
        `month ${day.month}`,
        ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'][day.weekDay],
        ...(day.isHoliday ? ['holiday'] : []),
        ...(day.colour === undefined ? [] : [day.colour]),
      ].join(', ');
  }
  return undefined;
};

export const checkSchedule = (name: string, schedule: Schedule, calendars: KnownCalendars): Found[] => {
  const path = ['schedules', name];
  const { dayStarts, holidays, colours, periods } = schedule;
  const words: Found[] = [
    dayStarts !== undefined &&
      (clockQuarter(dayStarts) ?? dayQuarters) >= dayQuarters && {
        code: 'hours-unreadable',
        path: [...path, 'dayStarts'],
        value: dayStarts,
      },
    holidays !== undefined &&
      !calendars.has(holidays) && { code: 'calendar-unknown', path: [...path, 'holidays'], value: holidays },
    ...periods.flatMap((rule, i) => [
      rule.colour !== undefined &&
        colours === undefined &&
        ({ code: 'colours-unnamed', path: [...path, 'periods', i, 'colour'], value: rule.colour } as const),
      ...(rule.hours ?? []).map(
        (text, at): Found =>
          clockWindow(text) === null && {
            code: 'hours-unreadable',
            path: [...path, 'periods', i, 'hours', at],
            value: text,
          },
      ),
    ]),
  ];
  if (words.some(Boolean)) return words;
  const uncovered = firstUncovered(schedule);
  return [uncovered !== undefined && { code: 'hours-uncovered', path: [...path, 'periods'], value: uncovered }];
};
