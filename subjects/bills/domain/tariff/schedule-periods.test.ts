import { describe, expect, test } from 'vitest';
import {
  clockQuarter,
  clockWindow,
  type DayColours,
  dayNumberOf,
  holidayRule,
  schedulePeriods,
} from './schedule-periods.ts';
import type { PeriodRule, Schedule } from './plan.ts';

const periodAt = (schedule: Schedule, holidays: readonly string[] = [], colours: DayColours = {}) => {
  const periods = schedulePeriods(schedule, { national: { days: holidays } }, colours);
  return (time: string): string => {
    const [day = '', clock = ''] = time.split(' ');
    return periods.names[periods.at(dayNumberOf(day), clockQuarter(clock) ?? 0)] ?? 'none';
  };
};

const byRules = (...periods: readonly PeriodRule[]) => periodAt({ holidays: 'national', periods }, ['05-01']);

describe('the period of a quarter-hour', () => {
  test('the first rule that holds gives it; a window ends before its last minute', () => {
    const at = byRules({ period: 'peak', hours: ['10:00-14:00', '18:00-22:00'] }, { period: 'rest' });
    expect(
      ['09:45', '10:00', '13:45', '14:00', '18:00', '21:45', '22:00'].map((time) => at(`2026-01-05 ${time}`)),
    ).toEqual(['rest', 'peak', 'peak', 'rest', 'peak', 'peak', 'rest']);
  });

  test('a window over midnight holds at both ends of a day', () => {
    const at = byRules({ period: 'night', hours: ['22:00-06:00'] }, { period: 'day' });
    expect(['00:00', '05:45', '06:00', '21:45', '22:00', '23:45'].map((time) => at(`2026-01-05 ${time}`))).toEqual([
      'night',
      'night',
      'day',
      'day',
      'night',
      'night',
    ]);
  });

  test('00:00-24:00 and a window from a time to itself are the whole day', () => {
    for (const hours of ['00:00-24:00', '00:00-00:00', '07:00-07:00']) {
      const at = byRules({ period: 'all', hours: [hours] });
      expect(['00:00', '06:45', '07:00', '23:45'].map((time) => at(`2026-01-05 ${time}`))).toEqual(
        Array.from({ length: 4 }, () => 'all'),
      );
    }
  });

  test('a workday is Monday to Friday and no holiday; a holiday on a Saturday is both', () => {
    const at = byRules(
      { period: 'holiday', days: ['holiday'] },
      { period: 'work', days: ['workday'] },
      { period: 'weekend' },
    );
    // Friday 1 May 2026, the next day, and Monday.
    expect(['2026-05-01', '2026-05-02', '2026-05-04'].map((day) => at(`${day} 12:00`))).toEqual([
      'holiday',
      'weekend',
      'work',
    ]);
    const both = byRules({ period: 'weekend', days: ['weekend'] }, { period: 'rest' });
    // In 2027, 1 May is a Saturday.
    expect(['2026-05-01', '2027-05-01'].map((day) => both(`${day} 12:00`))).toEqual(['rest', 'weekend']);
    expect(byRules({ period: 'sundays', days: ['sun', 'wed'] }, { period: 'rest' })('2026-01-07 00:00')).toBe(
      'sundays',
    );
  });

  test('rules of months hold in those months', () => {
    const at = byRules({ period: 'summer', months: [6, 7, 8] }, { period: 'winter' });
    expect(['2026-05-31', '2026-06-01', '2026-08-31', '2026-09-01'].map((day) => at(`${day} 12:00`))).toEqual([
      'winter',
      'summer',
      'summer',
      'winter',
    ]);
  });

  test('a colour begins with its day, at 06:00: the hours before are of the day before', () => {
    const at = periodAt(
      {
        dayStarts: '06:00',
        colours: 'tempo',
        periods: [
          { period: 'red peak', colour: 'red', hours: ['06:00-22:00'] },
          { period: 'red night', colour: 'red' },
          { period: 'blue', colour: 'blue' },
        ],
      },
      [],
      { tempo: { '2026-01-10': 'red', '2026-01-11': 'blue' } },
    );
    expect(
      ['10 05:45', '10 06:00', '10 22:00', '11 00:00', '11 05:45', '11 06:00', '12 06:00'].map((time) =>
        at(`2026-01-${time}`),
      ),
    ).toEqual(['none', 'red peak', 'red night', 'red night', 'red night', 'blue', 'none']);
  });

  test('weekdays, holidays and months begin at that time too', () => {
    const at = periodAt(
      {
        dayStarts: '06:00',
        holidays: 'national',
        periods: [{ period: 'free', days: ['weekend', 'holiday'] }, { period: 'paid' }],
      },
      ['01-06'],
    );
    // Monday 5 January, whose first hours are still of Sunday; Tuesday 6 January, a holiday until six on Wednesday.
    expect(
      ['05 05:45', '05 06:00', '06 05:45', '06 06:00', '07 05:45', '07 06:00'].map((time) => at(`2026-01-${time}`)),
    ).toEqual(['free', 'paid', 'paid', 'free', 'free', 'paid']);
  });

  test('a series of colours that is named as a part of every object is still unknown', () => {
    const at = periodAt({ colours: 'constructor', periods: [{ period: 'red', colour: 'red' }] });
    expect(at('2026-01-10 12:00')).toBe('none');
  });
});

describe('clock times', () => {
  test('to the nearest quarter-hour, 24:00 as the end of a day', () => {
    expect(['00:00', '8:00', '08:07', '08:08', '23:59', '24:00'].map(clockQuarter)).toEqual([0, 32, 32, 33, 96, 96]);
  });

  test('what is no time is none', () => {
    for (const text of ['', '8', '25:00', '24:01', '08:60', '8h', '08:00:00', '-1:00'])
      expect(clockQuarter(text)).toBe(null);
    for (const text of ['08:00', '08:00-', '08:00–10:00', '08:00-10:00-12:00', '8-10'])
      expect(clockWindow(text)).toBe(null);
  });

  test('a window shorter than a quarter-hour is not taken for the whole day', () => {
    expect(clockWindow('13:00-13:05')).toBe(null);
    expect(clockWindow('13:00-13:10')).toEqual([52, 53]);
  });
});

describe('holidays', () => {
  const holds = (text: string, ...days: string[]) => days.map((day) => holidayRule(text)?.(dayNumberOf(day)));

  test('of every year, and of one', () => {
    expect(holds('12-25', '2026-12-25', '2030-12-25', '2026-12-24')).toEqual([true, true, false]);
    expect(holds('2026-12-24', '2026-12-24', '2027-12-24')).toEqual([true, false]);
    expect(holds('02-29', '2028-02-29', '2027-03-01')).toEqual([true, false]);
  });

  test('beside Easter, which was on 20 April 2025, and is on 5 April 2026, 28 March 2027 and 25 April 2038', () => {
    for (const easter of ['2025-04-20', '2026-04-05', '2027-03-28', '2038-04-25', '2000-04-23'])
      expect(holds('easter', easter), easter).toEqual([true]);
    expect(holds('easter-2', '2026-04-03', '2026-04-02')).toEqual([true, false]);
    expect(holds('easter+49', '2026-05-24')).toEqual([true]);
  });

  test('by the weekday of a month: the last Monday of May 2026 is the 25th, the third Thursday of November the 19th', () => {
    expect(holds('last mon of 5', '2026-05-25', '2026-05-18')).toEqual([true, false]);
    expect(holds('3 thu of 11', '2026-11-19', '2026-11-12')).toEqual([true, false]);
    expect(holds('1 mon of 9', '2026-09-07', '2026-09-14')).toEqual([true, false]);
    expect(holds('5 sun of 3', '2026-03-29', '2026-03-22')).toEqual([true, false]);
  });

  test('what is no day cannot be read', () => {
    for (const text of [
      '',
      '13-01',
      '00-10',
      '02-30',
      '04-31',
      '2026-02-30',
      '2026-13-01',
      '1-5',
      'pentecost',
      'easter*2',
      '6 mon of 5',
      'last mon of 13',
      'last mo of 5',
    ])
      expect(holidayRule(text), text).toBe(null);
  });
});
