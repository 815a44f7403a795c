/** Leaks put into real homes, and what is told of homes as they are: `npm run insight`, or `npx tsx bench/insight/leaks.ts`. */
import { QUARTER_S, type QuarterUse } from '#subjects/readings/domain/meter-use.ts';
import { findBurst, type FlowPiece } from '#subjects/insight/domain/burst.ts';
import { slowLeak } from '#subjects/insight/domain/rules/slow-leak.ts';
import { toldRuns } from './running.ts';
import { replayed } from './slow.ts';
import { between, type CounterReading, quartersOf, readWaterHomes, type WaterHome, withLeak } from './water-homes.ts';
import { tellShare } from './share.ts';

/** Settings were chosen on these; what is said of the others had no part in it. The middle of their leaks' floors was chosen so before, too. */
const chosenOn = [
  'DAIAD hh002',
  'DAIAD hh010',
  'DAIAD hh031',
  'DAIAD hh040',
  'DAIAD hh048',
  'DAIAD hh050',
  'DAIAD hh058',
];
/** They leak by themselves for weeks (days without an hour of rest: 17, 15, 144): nothing is put into them. */
const leaky = ['DAIAD hh002', 'DAIAD hh005', 'DAIAD hh050'];
const halfOf = ({ name }: WaterHome): string => (chosenOn.includes(name) ? 'chosen on' : 'left out');

const hourS = 3600;
const dayS = 24 * hourS;
const trials = 24;

const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** Instants that are the same in every run, at all hours of the day. */
const onsetsOf = ({ readings }: WaterHome, beforeS: number, afterS: number, count = trials): number[] => {
  const [first, last] = [(readings[0]?.at ?? 0) + beforeS, (readings.at(-1)?.at ?? 0) - afterS];
  return Array.from({ length: count }, (_, i) =>
    Math.round(first + ((last - first) * i) / count + ((i * 7919) % dayS)),
  );
};

/** What the counter counts in, at that time: the least that it ever went on. */
const stepOf = (readings: readonly CounterReading[]): number =>
  readings.reduce((least, { ml }, i) => {
    const more = i === 0 ? 0 : ml - (readings[i - 1] as CounterReading).ml;
    return more > 0 ? Math.min(least, more) : least;
  }, 4000);

const withinS = 48 * hourS;

const showRunning = (homes: readonly WaterHome[]): void => {
  const rows: Record<string, Record<string, string>> = {};
  for (const half of ['chosen on', 'left out'])
    for (const litres of [1, 3, 10]) {
      let [found, n, falsely] = [0, 0, 0];
      const afterH: number[] = [];
      const errors: number[] = [];
      for (const home of homes.filter((one) => halfOf(one) === half && !leaky.includes(one.name)))
        for (const onset of onsetsOf(home, 4 * dayS, 4 * dayS)) {
          const own = between(home.readings, onset - 2 * dayS, onset + 3 * dayS);
          const inTime = ({ toldAt }: { toldAt: number }) => toldAt <= onset + withinS;
          if (toldRuns(own, onset).some(inTime)) falsely += 1;
          n += 1;
          const [told] = toldRuns(withLeak(stepOf(own), own, onset, litres * 1000), onset);
          if (process.argv.includes('--homes') && (!told || !inTime(told)))
            console.log('missed', home.name, litres, new Date(onset * 1000).toISOString());
          if (!told || !inTime(told)) continue;
          found += 1;
          afterH.push((told.toldAt - onset) / hourS);
          const end = told.endedAt ?? onset + 3 * dayS;
          errors.push(Math.abs((told.leak?.leakMl ?? 0) / 1000 / ((litres * (end - onset)) / hourS) - 1));
        }
      rows[`${litres} L/h, ${half}`] = {
        'recall in 48 h': tellShare(found, n),
        precision: tellShare(found, found + falsely),
        'hours, middle': medianOf(afterH).toFixed(0),
        'litres wrong by, middle': `${(100 * medianOf(errors)).toFixed(0)} %`,
        'within 15 %': tellShare(errors.filter((error) => error <= 0.15).length, errors.length),
      };
    }
  console.log('\nWater that does not stop; precision: as many windows without a leak as with one.');
  console.table(rows);
};

/** L of each of the last 24 hours before it was told. */
const curveOf = (quarters: readonly QuarterUse[], toldAt: number): string =>
  Array.from({ length: 24 }, (_, i) => {
    const [from, to] = [toldAt - (24 - i) * hourS, toldAt - (23 - i) * hourS];
    const own = quarters.filter(({ start }) => start >= from && start < to);
    return Math.round(own.reduce((sum, { used }) => sum + used, 0) / 1000);
  }).join(' ');

/** Each notice with its curve: they are judged one by one in ADR 51. */
const showUntouched = (homes: readonly WaterHome[]): void => {
  const rows: Record<string, Record<string, string>> = {};
  for (const home of homes) {
    const told = toldRuns(home.readings);
    const known = quartersOf(home.readings);
    const quarters = ((home.readings.at(-1)?.at ?? 0) - (home.readings[0]?.at ?? 0)) / (91 * dayS);
    rows[home.name] = {
      half: halfOf(home),
      notices: String(told.length),
      'a quarter': (told.length / quarters).toFixed(2),
    };
    if (told.length > 0) console.log(`\n${home.name}, as it is:`);
    for (const { since, toldAt, endedAt, leak } of told) {
      const lastedH = ((endedAt ?? toldAt) - since) / hourS;
      console.log(
        `  ${new Date(since * 1000).toISOString().slice(0, 16)}, ${lastedH.toFixed(0)} h, ${litresOf(leak?.floorMlPerHour).toFixed(1)} L/h, ${litresOf(leak?.leakMl).toFixed(0)} of ${litresOf(leak?.usedMl).toFixed(0)} L; the day before: ${curveOf(known, toldAt)}`,
      );
    }
  }
  console.log('\nWater that does not stop, in homes as they are:');
  console.table(rows);
};

const litresOf = (ml = 0): number => ml / 1000;

const slowOnsets = 12;
const slowDays = 14;
const dayOf = (text: string): number => Date.parse(text) / 1000 / dayS;

/** Too little to be told within two days, looked for every day. What the rule tells last is what is held against the truth. */
const showSlow = async (homes: readonly WaterHome[]): Promise<void> => {
  const rows: Record<string, Record<string, string>> = {};
  for (const half of ['chosen on', 'left out'])
    for (const litres of [0.5, 1, 2]) {
      let [found, n, falsely] = [0, 0, 0];
      const after: number[] = [];
      const errors: number[] = [];
      for (const home of homes.filter((one) => halfOf(one) === half && !leaky.includes(one.name)))
        for (const onset of onsetsOf(home, 60 * dayS, 16 * dayS, slowOnsets)) {
          const own = between(home.readings, onset - slowLeak.days * dayS, onset + (slowDays + 1) * dayS);
          const day = Math.floor(onset / dayS);
          const tell = async (readings: readonly CounterReading[]) =>
            (await replayed(slowLeak, quartersOf(readings), day + 1, day + slowDays)).at(-1);
          n += 1;
          if (await tell(own)) falsely += 1;
          const told = await tell(withLeak(stepOf(own), own, onset, litres * 1000));
          if (!told) continue;
          found += 1;
          const { leakMl = 0, lastedS = 0 } = told.figures;
          after.push(dayOf(told.noticedOn) - day);
          errors.push(
            Math.abs(
              leakMl /
                (litres * 1000 * Math.min(lastedS / hourS, told.since / hourS + lastedS / hourS - onset / hourS)) -
                1,
            ),
          );
        }
      rows[`${litres} L/h, ${half}`] = {
        'recall in 14 days': tellShare(found, n),
        precision: tellShare(found, found + falsely),
        'days, middle': medianOf(after).toFixed(0),
        'litres wrong by, middle': `${(100 * medianOf(errors)).toFixed(0)} %`,
        'within 15 %': tellShare(errors.filter((error) => error <= 0.15).length, errors.length),
      };
    }
  console.log('\nSlow leak, by the daily rule alone:');
  console.table(rows);
  for (const home of homes) {
    const quarters = quartersOf(home.readings);
    const [first, last] = [(quarters[0]?.start ?? 0) / dayS, (quarters.at(-1)?.start ?? 0) / dayS];
    const told = await replayed(slowLeak, quarters, Math.ceil(first) + 20, Math.floor(last));
    console.log(`${home.name} (${halfOf(home)}): ${told.length}`);
    for (const { since, noticedOn, endedOn, figures } of told)
      console.log(
        `  since ${dateOf(since)}, told ${noticedOn}, over ${endedOn ?? '–'}: ${(figures.floorMlPerHour ?? 0) / 1000} L/h`,
      );
  }
};

const dateOf = (at: number): string => new Date(at * 1000).toISOString().slice(0, 10);

/** The most in any quarter-hour that the service would have known, and which flows would have been told as a burst. */
const showBursts = (homes: readonly WaterHome[]): void => {
  const rows: Record<string, Record<string, string>> = {};
  const minutesOf = [20, 25, 30, 40];
  for (const home of homes) {
    const quarters = quartersOf(home.readings);
    let [told, maxQuarterMl, untilS] = [0, 0, 0];
    const first = quarters[0]?.start ?? 0;
    const found = new Map(minutesOf.map((litres) => [litres, [0, 0] as [number, number]]));
    home.readings.forEach(({ at, ml }, i) => {
      const before = home.readings[i - 1];
      if (before === undefined || ml - before.ml < 5000 || at < untilS) return;
      const known = quarters.filter(({ start }) => start >= at - 91 * dayS && start < at - 2 * hourS - QUARTER_S);
      maxQuarterMl = known.reduce((max, { used }) => Math.max(max, used), 0);
      const history = { maxQuarterMl, days: Math.floor((at - first) / dayS) };
      if (findBurst(piecesOf(between(home.readings, at - 2 * hourS, at + 1)), history))
        [told, untilS] = [told + 1, at + hourS];
    });
    for (const onset of onsetsOf(home, 30 * dayS, dayS))
      for (const litres of minutesOf) {
        const own = between(home.readings, onset - 2 * hourS, onset + 2 * hourS);
        const known = quarters.filter(({ start }) => start >= onset - 91 * dayS && start < onset - 2 * hourS);
        const history = { maxQuarterMl: known.reduce((max, { used }) => Math.max(max, used), 0), days: 30 };
        const burst = withLeak(stepOf(own), own, onset, litres * 60_000);
        const hit = burst.some((_, i) => i > 0 && findBurst(piecesOf(burst.slice(0, i + 1)), history) !== null);
        const [hits, n] = found.get(litres) ?? [0, 0];
        found.set(litres, [hits + Number(hit), n + 1]);
      }
    rows[home.name] = {
      half: halfOf(home),
      'told of it as it is': String(told),
      'L/min, its fastest quarter-hour': (quarters.reduce((max, { used }) => Math.max(max, used), 0) / 15_000).toFixed(
        1,
      ),
      ...Object.fromEntries([...found].map(([litres, [hits, n]]) => [`${litres} L/min`, `${hits}/${n}`])),
    };
  }
  console.log('\nBurst: put in for two hours, told within them:');
  console.table(rows);
};

const piecesOf = (readings: readonly CounterReading[]): FlowPiece[] =>
  readings.flatMap(({ at, ml }, i) => {
    const before = readings[i - 1];
    return before === undefined ? [] : [{ from: before.at, to: at, used: ml - before.ml }];
  });

const homes = readWaterHomes();
if (homes.length === 0) console.log('No files to read: set WATTERSHED_DATA to the folder that has them.');
else {
  showRunning(homes);
  showUntouched(homes);
  await showSlow(homes);
  showBursts(homes);
}
