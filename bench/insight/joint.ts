/**
 * What is seen in water and power together: runs of a machine against its own sub-meter, and faults of heaters, pumps and machines put into copies
 * of real meters: `npm run joint`. Settings were chosen on the first half of each home's time; the second is reported beside it. Ends with 1 where a
 * bar is missed.
 */
import { medianOf } from '#subjects/insight/domain/honest/home-use.ts';
import { coldWash } from '#subjects/insight/domain/rules/cold-wash.ts';
import { type DeviceRun, runsOf } from '#subjects/insight/domain/rules/device-runs.ts';
import { dryPump } from '#subjects/insight/domain/rules/dry-pump.ts';
import { jointRuns, signatureOf } from '#subjects/insight/domain/rules/joint-runs.ts';
import { noHeat } from '#subjects/insight/domain/rules/no-heat.ts';
import type { Rule } from '#subjects/insight/domain/rules/rule.ts';
import { type BenchHome, readBenchHomes } from '../honest-homes.ts';
import { showRuleTime } from './day-by-day.ts';
import { madeHeaters, madePumps, realHome, strangers, water } from './joint-homes.ts';
import { daysOf, lookAt, putChange, windowDays } from './put-change.ts';
import { tellShare } from './share.ts';

const bars = { precision: 0.95, recall: 0.8, found: 0.8, msARule: 100 };
const rulesOfBoth: readonly Rule[] = [dryPump, noHeat, coldWash];

type Half = 'chosen on' | 'left out';
const halves: readonly Half[] = ['chosen on', 'left out'];

const miss = (what: string): void => {
  console.log(`Bar missed: ${what}`);
  process.exitCode = 1;
};

const usedBy = ({ meters }: BenchHome, meterId: string): Float64Array =>
  meters.find((meter) => meter.meterId === meterId)?.used ?? new Float64Array();

/** A circuit: what a meter in the fuse box sees of several devices. */
const circuits = {
  DWE: { name: 'dishwasher', beside: ['FGE', 'WOE'], circuit: 'kitchen: with refrigerator and oven' },
  CWE: { name: 'washing machine', beside: ['CDE', 'UTE'], circuit: 'laundry: with dryer and utility room' },
};
/** What uses less is no run: a rinse that was begun, a door that was opened. */
const minOfMiddle = 0.2;

const matched = (found: readonly DeviceRun[], truth: readonly DeviceRun[]) => {
  const hit = new Set<number>();
  let right = 0;
  for (const run of found) {
    const same = truth.flatMap(({ from, to }, i) => (run.from < to && from < run.to ? [i] : []));
    if (same.length > 0) right += 1;
    const one = same.find((i) => !hit.has(i));
    if (one !== undefined) hit.add(one);
  }
  return { right, hit: hit.size };
};

/** What a machine is like is learned of its own meter in the first half; in the second it is looked for where that meter is not there. */
const showRuns = (home: BenchHome): void => {
  console.log('\nRuns found by water and power, against the sub-meter of the machine (AMPds2, by the hour):');
  const { perDay } = home;
  const drawn = usedBy(home, water);
  const half = Math.floor(daysOf(home) / 2) * perDay;
  const rows: Record<string, Record<string, string>> = {};
  const all = { right: 0, found: 0, hit: 0, ran: 0 };
  for (const [meterId, { name, beside, circuit }] of Object.entries(circuits)) {
    const own = usedBy(home, meterId);
    const signature = signatureOf(own.subarray(0, half), drawn.subarray(0, half), perDay);
    if (signature === null) continue;
    const others = home.meters.filter((one) => one.parentMeterId === 'whole' && one.meterId !== meterId);
    const powers = {
      [circuit]: own.map((wh, i) => beside.reduce((sum, one) => sum + (usedBy(home, one)[i] as number), wh)),
      'the whole home without its other 18 sub-meters': usedBy(home, 'whole').map((wh, i) =>
        others.reduce((rest, { used }) => rest - (used[i] as number), wh),
      ),
      'the whole home': usedBy(home, 'whole'),
    };
    const runs = runsOf(own);
    const middle = medianOf(runs.map(({ used }) => used));
    const truth = runs.filter(({ used }) => used >= minOfMiddle * middle);
    for (const [what, power] of Object.entries(powers))
      for (const part of halves) {
        const isIn = ({ from, to }: DeviceRun): boolean => (part === 'chosen on' ? to <= half : from >= half);
        const ran = truth.filter(isIn);
        const row: Record<string, string> = {};
        for (const [by, minWater] of [
          ['both', signature.minWater],
          ['power alone', 0],
        ] as const) {
          const found = jointRuns(power, drawn, perDay, { ...signature, minWater }).filter(isIn);
          const { right, hit } = matched(found, ran);
          row[`${by}: precision`] = tellShare(right, found.length);
          row[`${by}: recall`] = tellShare(hit, ran.length);
          if (part !== 'left out' || by !== 'both' || what !== circuit) continue;
          all.right += right;
          all.found += found.length;
          all.hit += hit;
          all.ran += ran.length;
          if (right < bars.precision * found.length) miss(`precision, ${name}`);
          if (hit < bars.recall * ran.length) miss(`recall, ${name}`);
        }
        rows[`${name}, ${what}, ${part}`] = row;
      }
  }
  rows['both machines behind their circuits, left out'] = {
    'both: precision': tellShare(all.right, all.found),
    'both: recall': tellShare(all.hit, all.ran),
  };
  console.table(rows);
};

const spanOf = (home: BenchHome, half: Half): readonly [from: number, to: number] => {
  const middle = Math.floor((windowDays + daysOf(home)) / 2);
  return half === 'chosen on' ? [windowDays, middle] : [middle, daysOf(home)];
};

/** Events that the rules tell of homes in which nothing was changed. */
const showUntouched = (homes: readonly BenchHome[], of: string): void => {
  const rows: Record<string, Record<string, string | number>> = {};
  for (const half of halves) {
    const row: Record<string, string | number> = {};
    let days = 0;
    const counts = new Map(rulesOfBoth.map(({ kind }) => [kind, 0]));
    for (const home of homes) {
      const [from, to] = spanOf(home, half);
      let open = new Set<string>();
      days += Math.max(0, to - from);
      for (let day = from; day <= to; day += 1) {
        const look = lookAt(home, day);
        const now = new Set<string>();
        for (const { kind, find } of rulesOfBoth)
          for (const { meterId, since, figures } of find(look, 1)) {
            now.add(`${kind} ${meterId}`);
            if (open.has(`${kind} ${meterId}`)) continue;
            counts.set(kind, (counts.get(kind) ?? 0) + 1);
            const date = new Date(since * 1000).toISOString().slice(0, 10);
            console.log(`  ${home.name}, ${half}: ${kind} ${meterId} since ${date} ${JSON.stringify(figures)}`);
            if (half === 'left out') miss('something told of an untouched home');
          }
        open = now;
      }
    }
    for (const [kind, count] of counts) row[kind] = count;
    rows[half] = { homes: homes.length, 'home-years': (days / 365).toFixed(1), ...row };
  }
  console.log(`\nTold of ${of}:`);
  console.table(rows);
};

interface Put {
  readonly rule: Rule;
  readonly meterId: string;
  readonly withinDays: number;
  readonly broken: (home: BenchHome, from: number) => BenchHome;
}

/** After how many days each of many onsets was told, one a week; what is told without it too is no finding. Null: not in time. */
const foundAfter = (home: BenchHome, half: Half, { rule, meterId, withinDays, broken }: Put): (number | null)[] => {
  const [from, to] = spanOf(home, half);
  const tells = (one: BenchHome, day: number): boolean =>
    rule.find(lookAt(one, day), 1).some((finding) => finding.meterId === meterId);
  const tries: (number | null)[] = [];
  for (let onset = from; onset + withinDays <= to; onset += 7) {
    const put = broken(home, onset);
    let found: number | null = null;
    for (let day = 1; day <= withinDays && found === null; day += 1)
      if (tells(put, onset + day) && !tells(home, onset + day)) found = day;
    tries.push(found);
  }
  return tries;
};

const showFaults = (homes: readonly BenchHome[]): void => {
  const cold = (meterId: string): Put => ({
    rule: coldWash,
    meterId,
    withinDays: 14,
    broken: (home, from) => putChange(home, meterId, from, (wh) => Math.min(wh, 50)),
  });
  const off = (meterId: string): Put => ({
    rule: noHeat,
    meterId,
    withinDays: 7,
    broken: (home, from) => putChange(home, meterId, from, (wh) => Math.min(wh, meterId === 'HTE' ? 5 : 0)),
  });
  const closed: Put = {
    rule: dryPump,
    meterId: 'pump',
    withinDays: 3,
    broken: (home, from) => putChange(home, water, from, () => 0),
  };
  const real = realHome(homes);
  const cases: readonly (readonly [name: string, homes: readonly BenchHome[], put: Put])[] = [
    ['the heat of the dishwasher, AMPds2: at most 50 W; within 14 days', real ? [real] : [], cold('DWE')],
    ['the instant water heater, AMPds2: at rest; within 7 days', real ? [real] : [], off('HTE')],
    ['heaters made over real water: off; within 7 days', madeHeaters(homes), off('heater')],
    ['pumps made over real water: nothing moves; within 3 days', madePumps(homes), closed],
  ];
  console.log('\nFaults put in, onsets a week apart:');
  const rows: Record<string, Record<string, string>> = {};
  for (const [name, of, put] of cases) {
    const row: Record<string, string> = { homes: String(of.length) };
    for (const half of halves) {
      const tries = of.flatMap((home) => foundAfter(home, half, put));
      const found = tries.filter((day) => day !== null);
      row[half] = `${tellShare(found.length, tries.length)}${found.length > 0 ? `, ${medianOf(found)} d` : ''}`;
      if (half === 'left out' && found.length < bars.found * tries.length) miss(name);
    }
    rows[name] = row;
  }
  console.table(rows);
};

const homes = readBenchHomes();
const real = realHome(homes);
if (real === undefined) console.log('No files to read: set WATTERSHED_DATA to the folder that has them.');
else {
  showRuns(real);
  showRuleTime(real, rulesOfBoth, bars.msARule, miss);
  showUntouched([real], 'the home as it is');
  showUntouched([...madeHeaters(homes), ...madePumps(homes)], 'heaters and pumps that work, made over real water');
  showUntouched(strangers(homes), 'power beside the water of other homes');
  showFaults(homes);
}
