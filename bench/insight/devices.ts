/**
 * What changes in devices and in use: changes put into copies of real meters and of simulated homes, and what is told of homes as they are:
 * `npm run devices`. Settings were chosen on the first half of each home's time; the second is reported beside it. Ends with 1 where a bar is missed.
 */
import { noticeFacts } from '#catalogue/index.ts';
import { medianOf } from '#subjects/insight/domain/honest/home-use.ts';
import { alwaysOn } from '#subjects/insight/domain/rules/always-on-step.ts';
import { deviceChange } from '#subjects/insight/domain/rules/device-change.ts';
import { rules } from '#subjects/insight/domain/rules/index.ts';
import { leftOn } from '#subjects/insight/domain/rules/left-on.ts';
import type { Rule } from '#subjects/insight/domain/rules/rule.ts';
import { type BenchHome, readBenchHomes, readOtherHomes } from '../honest-homes.ts';
import { showRuleTime, toldOf } from './day-by-day.ts';
import { daysOf, lookAt, putChange, windowDays } from './put-change.ts';
import { tellRate, tellShare } from './share.ts';
import { simulatedHome } from './simulated-homes.ts';

const bars = {
  withinDays: 21,
  found: 0.8,
  falseAYear: 1,
  alwaysOn: 0.05,
  middleAMonth: 2,
  worstAMonth: 5,
  msARule: 100,
};
const onsetEvery = 7;
const simulated = 100;
const dayS = 86_400;
/** A fridge, and a heater that always keeps its water hot. */
const steady = ['FGE', 'HTE'];
const usedRules = rules.filter(({ kind }) => noticeFacts(kind).group === 'use');

type Half = 'chosen on' | 'left out';
const halves: readonly Half[] = ['chosen on', 'left out'];
/** Of `device-change` both halves of these homes have been seen: `showOtherHomes` has those that have not. */
const halfDays: Readonly<Record<Half, string>> = { 'chosen on': 'first half', 'left out': 'second half' };
/** Looks of the first half of the days that can be looked at, or of the second. */
const spanOf = (home: BenchHome, half: Half): readonly [from: number, to: number] => {
  const middle = Math.floor((windowDays + daysOf(home)) / 2);
  return half === 'chosen on' ? [windowDays, middle] : [middle, daysOf(home)];
};

const dateOf = (day: number): string => new Date(day * dayS * 1000).toISOString().slice(0, 10);
const miss = (what: string): void => {
  console.log(`Bar missed: ${what}`);
  process.exitCode = 1;
};

/** The meter beside what contains it: the same as among all, but for changes that many devices share. */
const alone = (home: BenchHome, meterId: string): BenchHome => ({
  ...home,
  meters: home.meters.filter((meter) => meter.meterId === meterId || meter.parentMeterId === null),
});

const tells = (rule: Rule, home: BenchHome, day: number, meterId: string, words: string): boolean =>
  rule.find(lookAt(home, day), 1).some((one) => one.meterId === meterId && (one.figures.words ?? '').startsWith(words));

/** Measured on four of five days of those that a look holds against each other, and running: at a third of its usual use or more. */
const inUse = ({ meters, perDay }: BenchHome, meterId: string): ((onset: number) => boolean) => {
  const used = meters.find((meter) => meter.meterId === meterId)?.used ?? new Float64Array();
  const byDay = Array.from({ length: used.length / perDay }, (_, day) =>
    used.subarray(day * perDay, (day + 1) * perDay).reduce((sum, value) => sum + value, 0),
  );
  const usual = medianOf(byDay.filter((value) => value > 0));
  const isSo = (from: number, to: number): boolean =>
    byDay.slice(from, to).filter((value) => value > usual / 3).length >= 0.8 * (to - from);
  return (onset) => isSo(onset - 49, onset) && isSo(onset, onset + bars.withinDays);
};

/** After how many days each of many onsets was told; what is told without the change too is no finding. Null: not in time. */
const foundAfter = (
  whole: BenchHome,
  meterId: string,
  by: number,
  [from, to]: readonly [from: number, to: number],
): (number | null)[] => {
  const home = alone(whole, meterId);
  const isInUse = inUse(whole, meterId);
  const words = by > 1 ? 'more' : 'less';
  const tries: (number | null)[] = [];
  for (let onset = from; onset + bars.withinDays <= to; onset += onsetEvery) {
    if (!isInUse(onset)) continue;
    const put = putChange(home, meterId, onset, (used) => used * by);
    let found: number | null = null;
    for (let day = 7; day <= bars.withinDays && found === null; day += 1)
      if (
        tells(deviceChange, put, onset + day, meterId, words) &&
        !tells(deviceChange, home, onset + day, meterId, words)
      )
        found = day;
    tries.push(found);
  }
  return tries;
};

const tellTries = (tries: readonly (number | null)[]): string => {
  const found = tries.filter((day) => day !== null);
  return `${tellShare(found.length, tries.length)}${found.length > 0 ? `, ${medianOf(found)} d` : ''}`;
};

const showChanges = (homes: readonly BenchHome[]): void => {
  console.log(`\nUse of one meter changed from one day on, told within ${bars.withinDays} days:`);
  const rows: Record<string, Record<string, string>> = {};
  const ofSteady = new Map<Half, (number | null)[]>(halves.map((half) => [half, []]));
  for (const home of homes)
    for (const { meterId, parentMeterId } of home.meters) {
      if (parentMeterId === null) continue;
      const row: Record<string, string> = {};
      for (const half of halves) {
        const tries = foundAfter(home, meterId, 1.2, spanOf(home, half));
        row[`+20 %, ${halfDays[half]}`] = tellTries(tries);
        if (steady.includes(meterId)) ofSteady.get(half)?.push(...tries);
      }
      row['half as much, second half'] = tellTries(foundAfter(home, meterId, 0.5, spanOf(home, 'left out')));
      rows[`${home.name} ${meterId}`] = row;
    }
  for (const half of halves) {
    const key = 'fridge and heater together';
    rows[key] = { ...rows[key], [`+20 %, ${halfDays[half]}`]: tellTries(ofSteady.get(half) ?? []) };
  }
  console.table(rows);
};

/** Homes by which nothing was chosen; those that settings were chosen on are shown beside them. */
const isChosenOn = ({ name }: BenchHome): boolean => /^(AMPds2|Konstanz [135])/.test(name);

const showOtherHomes = (homes: readonly BenchHome[]): void => {
  for (const half of halves) {
    const own = homes.filter((home) => isChosenOn(home) === (half === 'chosen on'));
    console.log(`\nOther homes, ${half}: +20 % of what cools or heats, told within ${bars.withinDays} days:`);
    const rows: Record<string, string> = {};
    const ofCold: (number | null)[] = [];
    for (const home of own)
      for (const { meterId } of home.meters) {
        if (!/freezer|refrigerator|heater|pump/.test(meterId)) continue;
        const tries = foundAfter(home, meterId, 1.2, [windowDays, daysOf(home)]);
        rows[`${home.name} ${meterId}`] = tellTries(tries);
        if (/freezer|refrigerator/.test(meterId)) ofCold.push(...tries);
      }
    rows['refrigerators and freezers'] = tellTries(ofCold);
    console.table(rows);
    const events = own.flatMap((home) => eventsOf(home, [windowDays, daysOf(home)], [deviceChange]).events);
    for (const { text } of events) console.log(`  ${text}`);
    const years = own.reduce((sum, home) => sum + (daysOf(home) - windowDays) / 365, 0);
    console.log(`Changes of devices told without one having been put in: ${tellRate(events.length, years)}`);
    if (half === 'chosen on') continue;
    if (ofCold.filter((day) => day !== null).length < bars.found * ofCold.length) miss('+20 % of a fridge or freezer');
    if (events.length / years > bars.falseAYear) miss('changes of devices in a home-year');
  }
};

/** A run that does not end: from its beginning on the device draws what it mostly does when it is on. */
const showLeftOn = (homes: readonly BenchHome[]): void => {
  console.log('\nA device held on from the middle of a run on, told with the look after two days and nights:');
  const rows: Record<string, Record<string, string>> = {};
  for (const whole of homes)
    for (const { meterId, parentMeterId, used } of whole.meters) {
      if (parentMeterId === null) continue;
      const home = alone(whole, meterId);
      const strongest = used.reduce((most, value) => (value > most ? value : most), 0);
      const strong = medianOf(used.filter((value) => value > 0.3 * strongest));
      const row: Record<string, string> = {};
      for (const half of halves) {
        const [from, to] = spanOf(whole, half);
        let [found, tried] = [0, 0];
        for (let day = from; day + 3 <= to; day += onsetEvery) {
          const put = putChange(home, meterId, day, () => strong);
          tried += 1;
          if (leftOn.find(lookAt(put, day + 3), 1).length > 0) found += 1;
        }
        row[half] = tellShare(found, tried);
      }
      rows[`${whole.name} ${meterId}`] = row;
    }
  console.table(rows);
};

const showAlwaysOn = (): void => {
  const off: number[] = [];
  let [found, within, device, early] = [0, 0, 0, 0];
  for (let seed = 1; seed <= simulated; seed += 1) {
    const home = simulatedHome(seed);
    const before = {
      ...home.look,
      meters: home.look.meters.map((one) => ({ ...one, used: one.used.subarray(0, home.stepDay * 96) })),
    };
    early += alwaysOn.find(before, 1).length;
    const [finding] = alwaysOn.find(home.look, 1);
    if (finding === undefined) continue;
    const { usualW = 0, nowW = 0, mostly } = finding.figures;
    const errors = [usualW / home.before - 1, nowW / home.after - 1];
    off.push(...errors.map(Math.abs));
    found += 1;
    if (errors.every((error) => Math.abs(error) <= bars.alwaysOn)) within += 1;
    if (mostly === home.stepOn) device += 1;
  }
  console.log(
    `\nAlways on, ${simulated} simulated homes, 70 days, a step of 25 to 175 W on one of five meters two weeks before the end:`,
  );
  console.table({
    'step told': tellShare(found, simulated),
    'both levels within 5 % of the truth, of those told': tellShare(within, found),
    'the device that made it, of those told': tellShare(device, found),
    'told before there was a step': tellShare(early, simulated),
    'off in the middle, and at most': `${(100 * medianOf(off)).toFixed(1)} %, ${(100 * Math.max(...off)).toFixed(1)} %`,
  });
  if (within < found) miss('always on within 5 %');
};

/** What lies in the data, by its own record or by the calendar. */
const knownOf = (name: string, kind: string, date: string, words: string | undefined): string => {
  if (name === 'REFIT 20' && kind === 'always-on' && date > '2015-02-26')
    return 'the record stands at 445 W from 26 February on';
  const [month, day] = [date.slice(5, 7), Number(date.slice(8))];
  if (!name.startsWith('DAIAD') || kind !== 'unusual-day' || words !== 'less') return '';
  if (month === '08') return 'August, when Spain is on holiday';
  if ((month === '12' && day >= 23) || (month === '01' && day <= 8)) return 'Christmas to Epiphany';
  if (date >= '2017-04-08' && date <= '2017-04-24') return 'Easter 2017 (16 April), the week before and after';
  if (date >= '2016-10-29' && date <= '2016-11-02') return "All Saints' long weekend";
  return '';
};

const eventsOf = (home: BenchHome, span: readonly [from: number, to: number], of: readonly Rule[]) => {
  const events = toldOf(home, span, of).map(({ kind, meterId, since, figures, day }) => {
    const date = dateOf(day);
    const said = JSON.stringify(figures, (_, value) =>
      typeof value === 'number' ? Number(value.toPrecision(3)) : value,
    );
    const text = `${home.name} ${date}: ${kind} ${meterId} since ${dateOf(since)} ${said}`;
    return { kind, text, known: knownOf(home.name, kind, date, figures.words) };
  });
  return { events, days: span[1] - span[0] };
};

const showUntouched = (homes: readonly BenchHome[]): void => {
  for (const half of halves) {
    console.log(`\nTold of homes as they are, ${half}:`);
    const rows: Record<string, Record<string, string | number>> = {};
    const perMonth: number[] = [];
    let [changes, years] = [0, 0];
    for (const home of homes) {
      const { events, days } = eventsOf(home, spanOf(home, half), usedRules);
      for (const { text, known } of events) console.log(`  ${text}${known && ` – ${known}`}`);
      const counts = usedRules.map(({ kind }) => [kind, events.filter((one) => one.kind === kind).length]);
      perMonth.push((30.4 * events.length) / days);
      rows[home.name] = {
        ...Object.fromEntries(counts),
        months: (days / 30.4).toFixed(1),
        'a month': (perMonth.at(-1) ?? 0).toFixed(2),
      };
      if (home.meters.length === 1) continue;
      changes += events.filter(({ kind, known }) => kind === 'device-change' && known === '').length;
      years += days / 365;
    }
    console.table(rows);
    const [middle, worst] = [medianOf(perMonth), Math.max(...perMonth)];
    console.log(
      `All rules of use together: ${middle.toFixed(2)} notices a month at the middle home, ${worst.toFixed(2)} at the worst (${homes.length} homes).`,
    );
    console.log(
      `Changes of devices told without one having been put in, homes with sub-meters: ${tellRate(changes, years)}`,
    );
    if (half === 'chosen on') continue;
    if (middle > bars.middleAMonth || worst > bars.worstAMonth) miss('notices a month');
    if (changes / years > bars.falseAYear) miss('changes of devices in a home-year');
  }
};

const homes = readBenchHomes();
showAlwaysOn();
if (homes.length === 0) console.log('No files to read: set WATTERSHED_DATA to the folder that has them.');
else {
  const parted = homes.filter(({ meters }) => meters.length > 1);
  const timed = homes.find(({ name }) => name === 'AMPds2 electricity');
  if (timed !== undefined) showRuleTime(timed, usedRules, bars.msARule, miss);
  showUntouched(homes);
  showChanges(parted);
  showLeftOn(parted);
}
const others = readOtherHomes().filter(({ meters }) => meters.length > 1);
if (others.length === 0) console.log('\nNo homes that nothing was chosen on: WATTERSHED_HOMES says where they lie.');
else showOtherHomes(others);
