/** Is the meter honest? Faults put into copies of real meters, and what is said of meters that have none: `npm run honest`. Ends with 1 where there are more false words than the bar allows; how much is found, the tables say. */
import { changeOf, coursesOf, driftSettings, type Course } from '#subjects/insight/domain/honest/drift.ts';
import { findFaults } from '#subjects/insight/domain/honest/find-faults.ts';
import { type Fault, hourly, type HomeUse, medianOf, type MeterUse } from '#subjects/insight/domain/honest/home-use.ts';
import { scaleIn } from '#subjects/insight/domain/honest/scale.ts';
import { stuckIn } from '#subjects/insight/domain/honest/stuck.ts';
import { swapsIn } from '#subjects/insight/domain/honest/swapped.ts';
import { newsOf, standsDays, type ToldFault } from '#subjects/insight/domain/honest/tell-faults.ts';
import { type BenchHome, readBenchHomes } from './honest-homes.ts';

/** What the settings were chosen on; all others are left out of the choice. Of the DAIAD homes half were, and so all count as that. */
const isSeen = ({ name }: BenchHome): boolean =>
  name === 'AMPds2 electricity' || name === 'REFIT 20' || name.startsWith('DAIAD');
const halfOf = (home: BenchHome): string => (isSeen(home) ? 'chosen on' : 'left out');
const bars = { falseWordsAYear: 1, grossDays: 7, driftDays: 60 };
const windowDays = 91;
const onsetEvery = 45;

const days = ({ meters, perDay }: HomeUse): number => (meters[0]?.used.length ?? 0) / perDay;

/** The days before `to`, as the service sees them on the day after. */
const cut = (home: HomeUse, to: number): HomeUse => ({
  ...home,
  firstDay: home.firstDay + to - windowDays,
  meters: home.meters.map((meter) => ({
    ...meter,
    used: meter.used.slice((to - windowDays) * home.perDay, to * home.perDay),
  })),
});

const change = (home: HomeUse, meterId: string, from: number, made: (used: number, at: number) => number): HomeUse => ({
  ...home,
  meters: home.meters.map((meter) =>
    meter.meterId === meterId
      ? { ...meter, used: meter.used.map((used, at) => (at < from * home.perDay ? used : Math.round(made(used, at)))) }
      : meter,
  ),
});

const find = (home: HomeUse, meterId: string): MeterUse =>
  home.meters.find((meter) => meter.meterId === meterId) as MeterUse;

type Faulty = (home: HomeUse, meter: MeterUse, from: number) => HomeUse;
const scaled =
  (by: number): Faulty =>
  (home, { meterId }, from) =>
    change(home, meterId, from, (used) => used * by);
type Told = (home: HomeUse, meter: MeterUse) => boolean;
/** By its own factor, or as more than what contains it can be. */
const isScaled =
  (by: number): Told =>
  (home, meter) => {
    const fault = scaleIn(home, meter);
    if (fault === null) return false;
    return fault.factor === null ? by > 1 : Math.abs(Math.log10(fault.factor / by)) < 0.5;
  };
const gross: readonly (readonly [name: string, put: Faulty, told: Told])[] = [
  ['ten times', scaled(10), isScaled(10)],
  ['a tenth', scaled(0.1), isScaled(0.1)],
  ['1000 times', scaled(1000), isScaled(1000)],
  ['stands still', scaled(0), (home, meter) => stuckIn(home, meter) !== null],
];

/** After how many days it is told; null: not within the bar. */
const foundAfter = (
  honest: HomeUse,
  faulty: HomeUse,
  onset: number,
  isTold: (cut: HomeUse) => boolean,
): number | null => {
  for (let day = 1; day <= bars.grossDays; day += 1)
    // What is said of the meter without the fault too is no finding.
    if (isTold(cut(faulty, onset + day)) && !isTold(cut(honest, onset + day))) return day;
  return null;
};

/** The record of REFIT 20 stands at 445 W from 26 February 2015 on, for weeks: that it does is true, and nothing else. */
const isTrue = ({ name, firstDay }: BenchHome, day: number, { kind, meterId }: Fault): boolean =>
  name === 'REFIT 20' && firstDay + day > 16_492 && kind === 'stuck' && meterId === 'whole';

type Row = Record<string, string | number>;
const tell = (tries: readonly (number | null)[]): string => {
  const found = tries.filter((day) => day !== null);
  return tries.length === 0 ? '–' : `${found.length}/${tries.length}${found.length > 0 ? ` ${medianOf(found)} d` : ''}`;
};

const onsetsOf = (home: HomeUse): number[] => {
  const onsets: number[] = [];
  for (let day = windowDays; day + bars.grossDays <= days(home); day += onsetEvery) onsets.push(day);
  return onsets;
};

const showGross = (homes: readonly BenchHome[]): void => {
  const rows: Record<string, Row> = {};
  for (const whole of homes) {
    const home = hourly(whole);
    const onsets = onsetsOf(home);
    for (const { meterId } of home.meters) {
      const row: Row = { half: halfOf(whole) };
      for (const [name, put, isTold] of gross)
        row[name] = tell(
          onsets.map((onset) => {
            const faulty = put(home, find(home, meterId), onset);
            return foundAfter(home, faulty, onset, (seen) => isTold(seen, find(seen, meterId)));
          }),
        );
      const others = home.meters.filter((other) => other.meterId !== meterId && other.parentMeterId !== null);
      if (find(home, meterId).parentMeterId !== null)
        row['swapped with any'] = tell(
          others.flatMap((other) =>
            onsets.slice(0, 2).map((onset) => {
              const own = find(home, meterId);
              const put = change(home, meterId, onset, (_, at) => other.used[at] as number);
              const both = change(put, other.meterId, onset, (_, at) => own.used[at] as number);
              const pair = both.meters.filter((meter) => meter.meterId === meterId || meter.meterId === other.meterId);
              const alone = home.meters.filter(({ meterId: id }) => id === meterId || id === other.meterId);
              return foundAfter(
                { ...home, meters: alone },
                { ...both, meters: pair },
                onset,
                (seen) => swapsIn(seen).length > 0,
              );
            }),
          ),
        );
      rows[`${whole.name} ${meterId}`] = row;
    }
  }
  console.log(`\nFound within ${bars.grossDays} days, of so many onsets, and after how many days (the middle one):`);
  console.table(rows);
};

const idOf = ({ meter }: Course): string => meter?.meterId ?? 'whole';

/** A fault from a block on: the blocks of before are those of the honest home. `by`: what the meter counts more; told in that direction, and about as large. */
const driftFound = (honest: readonly Course[], faulty: readonly Course[], onset: number, by: number): number | null => {
  const isRight = ({ meter }: Course, { change: told, error }: { change: number; error: number }): boolean => {
    const expected = meter === null ? by : -by;
    return Math.sign(told) === Math.sign(expected) && Math.abs(told - expected) <= Math.max(by, 2 * error);
  };

  const { blockDays, maxBefore, maxAfter } = driftSettings;
  for (let end = onset + 1; end <= onset + bars.driftDays / blockDays; end += 1)
    for (const course of faulty) {
      const own = honest.find((one) => idOf(one) === idOf(course)) as Course;
      const upTo = (blocks: Course['blocks']) => changeOf(blocks.slice(Math.max(0, end - maxBefore - maxAfter), end));
      const told = upTo([...own.blocks.slice(0, onset), ...course.blocks.slice(onset)]);
      if (told !== null && isRight(course, told) && told.afterBlocks <= end - onset + 1 && upTo(own.blocks) === null)
        return (end - onset) * blockDays;
    }
  return null;
};

const showDrift = (homes: readonly BenchHome[]): void => {
  const rows: Record<string, Row> = {};
  const { blockDays, minBefore, maxError, maxScatter, sure, sureOfFew } = driftSettings;
  for (const home of homes.filter(({ meters }) => meters.length > 1)) {
    const whole = find(home, 'whole');
    const courses = coursesOf(
      home,
      whole,
      home.meters.filter((meter) => meter !== whole),
    );
    for (const course of courses) {
      const told = course.blocks.flatMap((block) => block ?? []);
      const name = `${home.name} ${idOf(course)}`;
      if (told.length < minBefore + 6) {
        rows[name] = {
          half: halfOf(home),
          'blocks that tell': `${told.length}/${course.blocks.length}`,
          why: `other use hides it (error above ${100 * maxError} %)`,
        };
        continue;
      }
      const middle = medianOf(told.map(({ slope }) => slope));
      const scatter = 1.4826 * medianOf(told.map(({ slope }) => Math.abs(slope - middle)));
      const row: Row = {
        half: halfOf(home),
        'blocks that tell': `${told.length}/${course.blocks.length}`,
        'scatter %': (100 * scatter).toFixed(2),
        'seen from %': (
          100 * Math.max(driftSettings.minChange, (sure + sureOfFew / 18) * 1.25 * scatter * Math.sqrt(1 / 6 + 1 / 14))
        ).toFixed(1),
        why: scatter > maxScatter ? 'its share wanders' : '',
      };
      for (const by of [0.01, 0.02, 0.05]) {
        const meterId = course.meter?.meterId ?? 'whole';
        const put = change(home, meterId, 0, (used) => used * (1 + by));
        const faulty = coursesOf(
          put,
          find(put, 'whole'),
          put.meters.filter((meter) => meter.meterId !== 'whole'),
          course.meter === null ? undefined : meterId,
        );
        const onsets = course.blocks
          .map((_, block) => block)
          .filter(
            (block) =>
              block >= minBefore + 1 && block + bars.driftDays / blockDays <= course.blocks.length && block % 2 === 1,
          );
        row[`${100 * by} %`] = tell(onsets.map((onset) => driftFound(courses, faulty, onset, by)));
      }
      rows[name] = row;
    }
  }
  console.log(`\nDrift, found within ${bars.driftDays} days, of so many onsets:`);
  console.table(rows);
};

/** What is said of the meters as they are, as the service tells it: by its own rule of what is news; of drift once in as long as a word stands. */
const showFalse = (homes: readonly BenchHome[]): void => {
  const sums = new Map<string, { years: number; words: number; ms: number; looks: number }>();
  const words: string[] = [];
  for (const home of homes) {
    const sum = sums.get(halfOf(home)) ?? { years: 0, words: 0, ms: 0, looks: 0 };
    sums.set(halfOf(home), sum);
    const hours = hourly(home);
    const say = (day: number, fault: Fault): void => {
      if (!isTrue(home, day, fault)) sum.words += 1;
      const { kind, meterId, againstId } = fault;
      const truth = isTrue(home, day, fault) ? ' (and it is true)' : '';
      words.push(`${home.name} day ${day}: ${kind} ${meterId} ${againstId ?? ''}${truth}`);
    };
    let told: ToldFault[] = [];
    for (let day = windowDays; day <= days(hours); day += 1) {
      const before = performance.now();
      const found = findFaults(cut(hours, day), hours.meters[0]?.utility ?? 'water', false);
      sum.ms += performance.now() - before;
      sum.looks += 1;
      const today = hours.firstDay + day;
      const { begun, ended } = newsOf(found, told, today, cut(hours, day));
      told = told.map((one) => (ended.includes(one.id) ? { ...one, isOver: true } : one));
      for (const fault of begun) {
        say(day, fault);
        const id = `${told.length}`;
        told = [...told, { ...fault, id, toldDay: today, isOver: false, dismissedDay: null }];
      }
    }
    const whole = find(home, 'whole');
    const drifted = new Map<string, number>();
    for (const course of home.meters.length > 1
      ? coursesOf(
          home,
          whole,
          home.meters.filter((meter) => meter !== whole),
        )
      : [])
      course.blocks.forEach((_, end) => {
        const seen = changeOf(
          course.blocks.slice(Math.max(0, end - driftSettings.maxBefore - driftSettings.maxAfter), end),
        );
        const day = end * driftSettings.blockDays;
        if (seen === null || day - (drifted.get(idOf(course)) ?? -standsDays) < standsDays) return;
        drifted.set(idOf(course), day);
        const fault = { kind: 'drift', meterId: idOf(course), againstId: course.meter === null ? null : 'whole' };
        say(day, fault as Fault);
      });
    sum.years += (days(hours) - windowDays) / 365;
  }
  console.log('\nSaid of meters as they are:');
  for (const word of words) console.log(`  ${word}`);
  console.table(
    Object.fromEntries(
      [...sums].map(([half, { years, words: said, ms, looks }]) => [
        half,
        {
          'home-years': years.toFixed(2),
          words: said,
          'a home-year': (said / years).toFixed(2),
          'ms a look': (ms / looks).toFixed(1),
        },
      ]),
    ),
  );
  if ([...sums.values()].some(({ years, words: said }) => said / years > bars.falseWordsAYear)) process.exitCode = 1;
};

const homes = readBenchHomes();
if (homes.length === 0) console.log('No files to read: set WATTERSHED_DATA to the folder that has them.');
else {
  showFalse(homes);
  if (!process.argv.includes('--plain')) showDrift(homes);
  showGross(homes);
}
