/**
 * Generated rates of the Utility Rate Database on hours of real use (../shared/data, or WATTERSHED_DATA; a made year else), priced by our reader and
 * engine and by an independent one that was written from the database's documentation alone: `npm run rates`. Ends with 1 where they part and nobody
 * knows why. `--rates=60` of each class, `--seed=1`.
 */
import { parseArgs } from 'node:util';
import { type Compared, compare, meanings } from './rates/compare.ts';
import { makeRates, type MadeRate, rateClasses } from './rates/generate.ts';
import { madeHome, realHomes, type RateHome } from './rates/homes.ts';

const { values } = parseArgs({
  options: { rates: { type: 'string', default: '50' }, seed: { type: 'string', default: '1' } },
});
const made = madeHome();
const real = realHomes();
if (real.length === 0)
  console.log('No files to read, so a made year alone: set WATTERSHED_DATA to the folder that has them.');
const homes = [...real, made];

const homeFor = ({ of }: MadeRate, at: number): RateHome =>
  of.on === 'calendar year' ? made : (homes[at % homes.length] as RateHome);

interface Held extends Compared {
  readonly rate: MadeRate;
  readonly home: string;
}
const held = makeRates(Number(values.rates), Number(values.seed)).map((rate, at): Held => {
  const home = homeFor(rate, at);
  return { rate, home: home.name, ...compare(rate, home) };
});

const sum = (of: readonly Held[], count: (one: Held) => number): number => of.reduce((all, one) => all + count(one), 0);
const most = (of: readonly Held[], value: (one: Held) => number | null): string => {
  const known = of.flatMap((one) => value(one) ?? []);
  return known.length === 0 ? '' : Math.max(...known).toFixed(2);
};

console.table(
  Object.fromEntries(
    rateClasses.map((of) => {
      const own = held.filter(({ rate }) => rate.of === of);
      const row = {
        rates: own.length,
        refused: own.filter(({ refused }) => refused !== null).length,
        months: sum(own, ({ months }) => months),
        equal: sum(own, ({ equal }) => equal),
        'largest $': most(own, ({ largest, refused }) => (refused === null ? largest : null)),
        'left out, at most $': most(own, ({ largestLeftOut }) => largestLeftOut),
        'told as not understood': [...new Set(own.flatMap(({ leftOut, refused }) => refused ?? leftOut))].join(' '),
      };
      return [of.name, row];
    }),
  ),
);
console.log('Where they part:');
for (const because of new Set(held.flatMap((one) => one.because ?? []))) {
  const own = held.filter((one) => one.because === because);
  console.log(`  ${own.length} rates, at most ${most(own, ({ largest }) => largest)} $ a month: ${because}`);
}
console.log('Told as not understood, and equal without it:');
for (const [name, meaning] of Object.entries(meanings)) {
  const own = held.filter(({ leftOut, refused }) => refused === name || leftOut.includes(name));
  if (own.length > 0) console.log(`  ${own.length} rates, ${name}: ${meaning}`);
}
const unexplained = held.filter(({ isExplained }) => !isExplained);
console.log(
  `${held.length} rates on ${homes.map(({ name }) => name).join(', ')}: ${sum(held, ({ equal }) => equal)} of ${sum(held, ({ months }) => months)} months equal within a cent, ${unexplained.length} rates unexplained`,
);
for (const { rate, home, because, leftOut } of unexplained)
  console.log(
    `  ${rate.of.name}, seed ${rate.seed.join('.')}, ${home}: ${because ?? `left out: ${leftOut.join(' ')}`}\n    ${JSON.stringify(rate.rate)}`,
  );
process.exitCode = unexplained.length > 0 ? 1 : 0;
