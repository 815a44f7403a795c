/** Leaks put into real homes, and what is told of homes as they are: `npm run insight`, or `npx tsx bench/insight/leaks.ts`. */
import { slowLeak } from '#subjects/insight/domain/rules/slow-leak.ts';
import { toldRuns } from './running.ts';
import { toldFindings } from './slow.ts';
import { between, type CounterReading, quartersOf, readWaterHomes, type WaterHome, withLeak } from './water-homes.ts';

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

/** The share and its Wilson interval, 95 of a hundred. */
const shareOf = (hits: number, n: number): string => {
  if (n === 0) return '–';
  const z2 = 1.96 ** 2;
  const [share, size] = [hits / n, 1 + z2 / n];
  const middle = (share + z2 / (2 * n)) / size;
  const half = (1.96 * Math.sqrt((share * (1 - share)) / n + z2 / (4 * n * n))) / size;
  return `${share.toFixed(2)} (${hits}/${n}, ${(middle - half).toFixed(2)} to ${(middle + half).toFixed(2)})`;
};

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
        'recall in 48 h': shareOf(found, n),
        precision: shareOf(found, found + falsely),
        'hours, middle': medianOf(afterH).toFixed(0),
        'litres wrong by, middle': `${(100 * medianOf(errors)).toFixed(0)} %`,
        'within 15 %': shareOf(errors.filter((error) => error <= 0.15).length, errors.length),
      };
    }
  console.log('\nWater that does not stop; precision: as many windows without a leak as with one.');
  console.table(rows);
};

const showUntouched = (homes: readonly WaterHome[]): void => {
  for (const home of homes) {
    const told = toldRuns(home.readings);
    const quarters = ((home.readings.at(-1)?.at ?? 0) - (home.readings[0]?.at ?? 0)) / (91 * dayS);
    console.log(`\n${home.name} (${halfOf(home)}): ${told.length} in ${quarters.toFixed(1)} quarters`);
    for (const { since, toldAt, endedAt, leak } of told)
      console.log(
        `  ${new Date(since * 1000).toISOString().slice(0, 16)} told after ${((toldAt - since) / hourS).toFixed(1)} h, ${(((endedAt ?? toldAt) - since) / hourS).toFixed(1)} h, ${((leak?.floorMlPerHour ?? 0) / 1000).toFixed(1)} L/h, ${((leak?.leakMl ?? 0) / 1000).toFixed(0)} of ${((leak?.usedMl ?? 0) / 1000).toFixed(0)} L`,
      );
  }
};

const slowOnsets = 12;
const slowDays = 14;

/** A litre an hour and less, looked for every day; what runs faster is told before (above). */
const showSlow = (homes: readonly WaterHome[]): void => {
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
          const tell = (readings: readonly CounterReading[]) =>
            toldFindings(slowLeak, quartersOf(readings), day + 1, day + slowDays, true)[0];
          n += 1;
          if (tell(own)) falsely += 1;
          const told = tell(withLeak(stepOf(own), own, onset, litres * 1000));
          if (!told) continue;
          found += 1;
          after.push(told.toldDay - day);
          const truth = litres * 1000 * (told.toldDay * 24 - onset / hourS);
          errors.push(Math.abs((told.finding.figures.leakMl ?? 0) / truth - 1));
        }
      rows[`${litres} L/h, ${half}`] = {
        'recall in 14 days': shareOf(found, n),
        precision: shareOf(found, found + falsely),
        'days, middle': medianOf(after).toFixed(0),
        'litres wrong by, middle': `${(100 * medianOf(errors)).toFixed(0)} %`,
        'within 15 %': shareOf(errors.filter((error) => error <= 0.15).length, errors.length),
      };
    }
  console.log('\nSlow leak, by the daily rule alone:');
  console.table(rows);
  for (const home of homes) {
    const quarters = quartersOf(home.readings);
    const [first, last] = [(quarters[0]?.start ?? 0) / dayS, (quarters.at(-1)?.start ?? 0) / dayS];
    const told = toldFindings(slowLeak, quarters, Math.ceil(first) + 20, Math.floor(last));
    console.log(`${home.name} (${halfOf(home)}): ${told.length}`);
    const dateOf = (day: number) => new Date(day * dayS * 1000).toISOString().slice(0, 10);
    for (const { toldDay, endedDay, finding } of told)
      console.log(
        `  since ${dateOf(finding.since / dayS)}, told ${dateOf(toldDay)}, over ${endedDay === null ? '–' : dateOf(endedDay)}: ${(finding.figures.floorMlPerHour ?? 0) / 1000} L/h`,
      );
  }
};

const homes = readWaterHomes();
if (homes.length === 0) console.log('No files to read: set WATTERSHED_DATA to the folder that has them.');
else {
  showRunning(homes);
  showUntouched(homes);
  showSlow(homes);
}
