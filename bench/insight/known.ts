/**
 * Outages and holidays that lie in the data, and what was found and said of them; and all rules together on homes as they are: `npm run known`.
 * Ends with 1 where a bar is missed in the second half of each home's time, on which nothing was chosen.
 */
import { existsSync } from 'node:fs';
import { noticeFacts } from '#catalogue/index.ts';
import { medianOf } from '#subjects/insight/domain/honest/home-use.ts';
import { isEmpty, wholesOf } from '#subjects/insight/domain/rules/empty-days.ts';
import { emptyHome } from '#subjects/insight/domain/rules/empty-home.ts';
import { rules } from '#subjects/insight/domain/rules/index.ts';
import { type HomeDay, localDays, useByDay } from '#subjects/insight/domain/rules/local-days.ts';
import type { HomeLook } from '#subjects/insight/domain/rules/rule.ts';
import { type DayGaps, silentAfter, usualInterval } from '#subjects/readings/domain/usual-interval.ts';
import { type BenchHome, folder, readBenchHomes, rowsOf } from '../honest-homes.ts';
import { type Told, toldOf } from './day-by-day.ts';
import { daysOf, lookAt, putChange, windowDays } from './put-change.ts';
import { toldRuns } from './running.ts';
import { tellShare } from './share.ts';
import { readWaterHomes } from './water-homes.ts';

const bars = { middleAMonth: 2, worstAMonth: 5 };
const dayS = 86_400;
const hourS = 3600;
const dateOf = (day: number): string => new Date(day * dayS * 1000).toISOString().slice(0, 10);
const timeOf = (at: number): string => new Date(at * 1000).toISOString().slice(0, 16).replace('T', ' ');
type Half = 'first half' | 'second half';
const halves: readonly Half[] = ['first half', 'second half'];
/** The day at which the second half of what can be looked at begins. */
const middleOf = (home: BenchHome): number => home.firstDay + Math.floor((windowDays + daysOf(home)) / 2);
const halfOf = (home: BenchHome, day: number): Half => (day < middleOf(home) ? 'first half' : 'second half');

/** What the calendar says of days in Spain. */
const calendarOf = (name: string, from: number, to: number): string => {
  if (!name.startsWith('DAIAD')) return '';
  const [a, b] = [dateOf(from), dateOf(to)];
  const meets = (first: string, last: string): boolean => a <= last && b >= first;
  if (meets('2016-03-19', '2016-04-03')) return 'Easter 2016';
  if (meets('2016-07-15', '2016-09-04')) return 'summer';
  if (meets('2016-10-28', '2016-11-02')) return "All Saints'";
  if (meets('2016-12-03', '2016-12-11')) return 'Constitution Day';
  if (meets('2016-12-23', '2017-01-08')) return 'Christmas to Epiphany';
  if (meets('2017-04-08', '2017-04-24')) return 'Easter 2017';
  if (meets('2017-04-27', '2017-05-01')) return 'May Day';
  return '';
};

interface Span {
  readonly from: number;
  /** The last day of it. */
  readonly to: number;
}

const spansOf = (days: readonly number[], least: number): Span[] => {
  const spans: { from: number; to: number }[] = [];
  for (const day of days) {
    const last = spans.at(-1);
    if (last !== undefined && day === last.to + 1) last.to = day;
    else spans.push({ from: day, to: day });
  }
  return spans.filter(({ from, to }) => to - from + 1 >= least);
};

/** Devices that run only when somebody wants them to. */
const byHand: Readonly<Record<string, readonly string[]>> = {
  'REFIT 20': ['kettle', 'microwave', 'dishwasher', 'washingmachine'],
  'AMPds2 electricity': ['CDE', 'CWE', 'DWE', 'WOE'],
};
const handWh = 30;
const holidayDays = 2;

/**
 * Days on which nobody was there, by what the rules do not look at: no device ran that a hand starts; of homes with a water meter alone, by the
 * counter itself, a hundredth of a usual day or ten litres.
 */
const knownAway = (home: BenchHome, look: HomeLook, days: readonly HomeDay[]): number[] => {
  const hands = byHand[home.name];
  if (hands !== undefined) {
    const uses = look.meters
      .filter(({ meterId }) => hands.includes(meterId))
      .map(({ used }) => useByDay(used, days, look.perDay));
    return days.filter((_, i) => uses.every((use) => (use[i] as number) <= handWh)).map(({ day }) => day);
  }
  if (!home.name.startsWith('DAIAD')) return [];
  const use = useByDay((look.meters[0] as HomeLook['meters'][number]).used, days, look.perDay);
  const usual = medianOf([...use].filter((used) => used > 0));
  return days.filter((_, i) => (use[i] as number) <= Math.max(10_000, usual / 100)).map(({ day }) => day);
};

const isQuiet = ({ kind, figures: { words = '' } }: Told): boolean =>
  kind === 'unusual-day' && ['empty', 'less'].includes(words);

/** Each span of known days away, and what was said of it. */
const showHolidays = (homes: readonly BenchHome[], told: ReadonlyMap<string, readonly Told[]>): void => {
  const count = new Map(
    halves.map((half) => [half, { spans: 0, found: 0, named: 0, days: 0, empty: 0, wrong: 0, there: 0 }]),
  );
  const rows: Record<string, string>[] = [];
  for (const home of homes) {
    const look = lookAt(home, daysOf(home), daysOf(home));
    const days = localDays(look);
    const away = knownAway(home, look, days);
    if (away.length === 0) continue;
    const wholes = wholesOf(look, days);
    const looksEmpty = new Set(days.filter((_, i) => isEmpty(wholes, i) === true).map(({ day }) => day));
    const known = new Set(away);
    const first = home.firstDay + windowDays;
    for (const [i, { day }] of days.entries()) {
      if (day < first || isEmpty(wholes, i) === null) continue;
      const own = count.get(halfOf(home, day));
      if (own === undefined) continue;
      if (known.has(day)) own.days += 1;
      else own.there += 1;
      if (looksEmpty.has(day)) own[known.has(day) ? 'empty' : 'wrong'] += 1;
    }
    for (const { from, to } of spansOf(away, holidayDays)) {
      if (from < first) continue;
      const own = count.get(halfOf(home, from));
      const said = told
        .get(home.name)
        ?.find((one) => isQuiet(one) && one.day - 1 >= from && Math.floor(one.since) <= to);
      const empty = Array.from({ length: to - from + 1 }, (_, i) => from + i).filter((day) =>
        looksEmpty.has(day),
      ).length;
      if (own !== undefined) {
        own.spans += 1;
        if (empty >= holidayDays) own.found += 1;
        if (said !== undefined) own.named += 1;
      }
      rows.push({
        home: home.name,
        half: halfOf(home, from),
        away: `${dateOf(from)} to ${dateOf(to)}`,
        calendar: calendarOf(home.name, from, to),
        'looks empty': `${empty} of ${to - from + 1} days`,
        told:
          said === undefined
            ? ''
            : `${said.figures.words} since ${dateOf(Math.round(said.since))}, on ${dateOf(said.day)}`,
      });
    }
  }
  console.log('\nDays away that lie in the data (two at least), and what is said of them:');
  console.table(rows);
  for (const [half, own] of count)
    console.log(
      `${half}: named by the report ${tellShare(own.found, own.spans)} of spans, by a notice too ${tellShare(own.named, own.spans)}; single days away that look empty ${tellShare(own.empty, own.days)}; days with somebody there that look empty ${tellShare(own.wrong, own.there)}`,
    );
};

/** A reading that was missed says little: outages that a person would call one. */
const outageS = 4 * hourS;

/** Silences of a meter, by the very rule of the service, with what it had sent in the fourteen days before. */
const silencesOf = (times: readonly number[]): { from: number; to: number; told: boolean }[] => {
  const byDay = new Map<number, number[]>();
  times.forEach((at, i) => {
    const before = times[i - 1];
    if (before === undefined) return;
    const day = Math.floor(at / dayS);
    const gaps = byDay.get(day) ?? [];
    byDay.set(day, gaps);
    gaps.push(at - before);
  });
  const spoke = [...byDay.keys()].sort((a, b) => a - b);
  const silences: { from: number; to: number; told: boolean }[] = [];
  times.forEach((to, i) => {
    const from = times[i - 1];
    // A usual gap is none: only what may be told, or should be.
    if (from === undefined || to - from < 15 * 60) return;
    const today = Math.floor(from / dayS);
    const gaps = spoke
      .filter((day) => day <= today)
      .slice(-14)
      .map((day): DayGaps => {
        const own = byDay.get(day) ?? [];
        return {
          gaps: own.length,
          medianS: null,
          highS: null,
          maxS: own.reduce((most, one) => Math.max(most, one), 0),
        };
      });
    const usual = usualInterval(gaps, 60);
    silences.push({ from, to, told: usual !== null && to - from >= silentAfter(usual) });
  });
  return silences;
};

const refitTimes = (): number[] =>
  existsSync(`${folder}/refit_house20/electricity_minute_w.csv.gz`)
    ? rowsOf('refit_house20/electricity_minute_w.csv.gz')
        .slice(1)
        .filter((row) => Number(row[1]) > 0)
        .map((row) => Date.parse(`${(row[0] as string).replace(' ', 'T')}Z`) / 1000)
    : [];

const showOutages = (): Map<string, { at: number }[]> => {
  const meters = new Map([
    ['REFIT 20', refitTimes()],
    ...readWaterHomes().map(({ name, readings }) => [name, readings.map(({ at }) => at)] as [string, number[]]),
  ]);
  const rows: Record<string, Record<string, string>> = {};
  const told = new Map<string, { at: number }[]>();
  const all = new Map(halves.map((half) => [half, [0, 0] as [number, number]]));
  for (const [name, times] of meters) {
    if (times.length === 0) continue;
    const silences = silencesOf(times);
    const middle = ((times[0] as number) + (times.at(-1) as number)) / 2;
    told.set(
      name,
      silences.filter((one) => one.told).map(({ from }) => ({ at: from })),
    );
    const row: Record<string, string> = {};
    for (const half of halves) {
      const own = silences.filter(({ from, to }) => from < middle === (half === 'first half') && to - from >= outageS);
      const found = own.filter((one) => one.told);
      const sum = all.get(half) as [number, number];
      sum[0] += found.length;
      sum[1] += own.length;
      row[half] = tellShare(found.length, own.length);
      const longest = [...own].sort((a, b) => b.to - b.from - (a.to - a.from)).slice(0, 3);
      row[`longest, ${half}`] = longest
        .map(
          (one) => `${timeOf(one.from)} ${((one.to - one.from) / hourS).toFixed(0)} h${one.told ? '' : ' (not told)'}`,
        )
        .join('; ');
    }
    rows[name] = row;
  }
  console.log(
    '\nOutages of four hours and more that lie in the data (nothing was heard; REFIT’s zeros are such), told as a silent meter:',
  );
  console.table(rows);
  for (const [half, [found, n]] of all) console.log(`${half}: ${tellShare(found, n)}`);
  return told;
};

/** Power and water of one house are one home. */
const together = (homes: readonly BenchHome[]): BenchHome[] => {
  const [power, water] = ['AMPds2 electricity', 'AMPds2 water'].map((name) => homes.find((home) => home.name === name));
  if (power === undefined || water === undefined) return [...homes];
  const firstDay = Math.max(power.firstDay, water.firstDay);
  const endDay = Math.min(power.firstDay + daysOf(power), water.firstDay + daysOf(water));
  const cut = (home: BenchHome, prefix = '') =>
    home.meters.map((meter) => ({
      ...meter,
      meterId: prefix + meter.meterId,
      used: meter.used.subarray((firstDay - home.firstDay) * home.perDay, (endDay - home.firstDay) * home.perDay),
    }));
  const both: BenchHome = { ...power, name: 'AMPds2', firstDay, meters: [...cut(power), ...cut(water, 'water ')] };
  return [both, ...homes.filter((home) => home !== power && home !== water)];
};

/** Every kind that looks at readings, counted together: rules by the day, water that does not stop, silent meters. */
const showTogether = (
  homes: readonly BenchHome[],
  told: ReadonlyMap<string, readonly Told[]>,
  silent: ReadonlyMap<string, readonly { at: number }[]>,
): void => {
  const running = new Map(readWaterHomes().map(({ name, readings }) => [name, toldRuns(readings)]));
  for (const half of halves) {
    const rows: Record<string, Record<string, string | number>> = {};
    const perMonth: number[] = [];
    for (const home of homes) {
      const [first, last] = [home.firstDay + windowDays, home.firstDay + daysOf(home)];
      const [from, to] = half === 'first half' ? [first, middleOf(home)] : [middleOf(home), last];
      const isIn = (day: number): boolean => day >= from && day < to;
      const name = home.name.replace(' water', '');
      const own = (told.get(home.name) ?? []).filter(({ day }) => isIn(day));
      const counts: Record<string, number> = Object.fromEntries(
        rules.map(({ kind }) => [kind, own.filter((one) => one.kind === kind).length]),
      );
      counts['running-water'] = (running.get(name) ?? []).filter(({ toldAt }) => isIn(toldAt / dayS)).length;
      counts['silent-meter'] = (silent.get(name) ?? []).filter(({ at }) => isIn(at / dayS)).length;
      const months = (to - from) / 30.4;
      const a = Object.values(counts).reduce((sum, one) => sum + one, 0) / months;
      perMonth.push(a);
      const seen = Object.fromEntries(Object.entries(counts).filter(([, one]) => one > 0));
      rows[home.name] = { months: months.toFixed(1), 'a month': a.toFixed(2), ...seen };
    }
    console.log(`\nAll kinds together on homes as they are, ${half}:`);
    console.table(rows);
    const [middle, worst] = [medianOf(perMonth), Math.max(...perMonth)];
    console.log(
      `${half}: ${middle.toFixed(2)} a month at the middle home, ${worst.toFixed(2)} at the worst (${homes.length} homes).`,
    );
    if (half === 'second half' && (middle > bars.middleAMonth || worst > bars.worstAMonth)) {
      console.log('Bar missed: notices a month');
      process.exitCode = 1;
    }
  }
};

/** Absences that are in the data, said as they are, with a leak put in on their second day; and without. */
const showEmptyHomes = (homes: readonly BenchHome[]): void => {
  const rows: Record<string, Record<string, string>> = {};
  const untouched: string[] = [];
  for (const half of halves)
    for (const litres of [0, 0.5, 1, 3, 10]) {
      let [found, atOnce, n] = [0, 0, 0];
      for (const home of homes.filter(({ name }) => name.startsWith('DAIAD'))) {
        const whole = lookAt(home, daysOf(home), daysOf(home));
        const spans = spansOf(knownAway(home, whole, localDays(whole)), 3);
        for (const { from, to } of spans) {
          const onset = from + 1 - home.firstDay;
          if (onset < windowDays || halfOf(home, from) !== half) continue;
          const [{ meterId }] = home.meters as [BenchHome['meters'][number]];
          const put = putChange(home, meterId, onset, (used) => used + (litres * 24_000) / home.perDay);
          const absences = [{ from: from - 1, to: to + 1 }];
          // The mornings after each of its days.
          const told = Array.from({ length: to - from }, (_, i) => onset + i).filter(
            (day) => emptyHome.find({ ...lookAt(put, day + 1), absences }, 1).length > 0,
          );
          n += 1;
          if (told.length > 0) found += 1;
          if (told[0] === onset) atOnce += 1;
          if (litres === 0 && told.length > 0) untouched.push(`${home.name} ${dateOf(from)} to ${dateOf(to)}`);
        }
      }
      rows[litres === 0 ? `as it is, ${half}` : `${litres} L/h, ${half}`] = {
        'the morning after its first day': tellShare(atOnce, n),
        'while it lasted': tellShare(found, n),
      };
    }
  console.log('\nAbsences of three days and more, said as they are, with a leak from the second day on:');
  console.table(rows);
  if (untouched.length > 0) console.log(`Told as they are: ${untouched.join('; ')}`);
};

const homes = together(readBenchHomes());
if (homes.length === 0) console.log('No files to read: set WATTERSHED_DATA to the folder that has them.');
else {
  const told = new Map(homes.map((home) => [home.name, toldOf(home, [windowDays, daysOf(home)], rules)]));
  for (const [name, events] of told)
    for (const { kind, figures, meterId, since, day } of events.filter(
      (one) => noticeFacts(one.kind as 'burst').group !== 'water',
    ))
      console.log(
        `  ${name} ${dateOf(day)}: ${kind} ${figures.words ?? ''} ${meterId} since ${dateOf(Math.round(since))}`,
      );
  showHolidays(homes, told);
  const silent = showOutages();
  showEmptyHomes(homes);
  showTogether(homes, told, silent);
}
