/**
 * How long the daily look at a home takes, its meters held against each other and all rules: `npx tsx bench/insight/look.ts [--homes=12]`. Homes of
 * eight meters, quarter-hours of as many days as a look can read, in a real database; one home after the other, as the job does it. Bars: 300 ms a home, 10,000 homes an
 * hour. Ends with 1 where one is missed.
 */
import { performance } from 'node:perf_hooks';
import { openStage } from '#apps/service/testing/stage.ts';
import { startTestCluster } from '#kernel/postgres/testing.ts';
import { rules } from '#subjects/insight/domain/rules/index.ts';
import type { Rule } from '#subjects/insight/domain/rules/rule.ts';
import { checkMeters } from '#subjects/insight/service/check-meters.ts';
import { faultDays } from '#subjects/insight/domain/honest/find-faults.ts';
import { madeHome, usedBy } from '#subjects/insight/domain/honest/testing-home.ts';
import { closeDays } from '#subjects/readings/service/ingest/index.ts';
import { option } from '../option.ts';

const homes = option('homes', 12);
const bars = { msAHome: 300, homesAnHour: 10_000 };
const dayS = 86_400;
const quarterS = 900;
const days = option('days', faultDays);
/** Of ten looks one also tells drift, of more days. */
const driftShare = 0.1;
/** Midnight (UTC) at which a block of days ends, so that the first look tells drift too. */
const end = Math.floor(Date.UTC(2026, 10, 9) / 1000 / dayS / 10) * 10 * dayS;
let clock = end + 5 * 3600;

const sumOf = (times: readonly number[]): number => times.reduce((sum, one) => sum + one, 0);
const middleOf = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;

/** How long each home took that is due, ms. */
const looks = async (): Promise<number[]> => {
  for (const times: number[] = []; ; ) {
    const afterOne = new AbortController();
    const [first, ...others] = rules;
    const stopping = {
      ...(first as Rule),
      find: (...look: Parameters<Rule['find']>) => (afterOne.abort(), (first as Rule).find(...look)),
    };
    const began = performance.now();
    if ((await checkMeters(stage.sql, clock, { rules: [stopping, ...others], signal: afterOne.signal })) === 0)
      return times;
    times.push(performance.now() - began);
  }
};

const parts = ['fridge', 'pump', 'dryer', 'boiler', 'pump', 'dryer'];

const closeCluster = await startTestCluster();
const stage = await openStage(() => clock * 1000);
try {
  for (let i = 0; i < homes; i += 1) {
    const home = await stage.seed.home('Europe/Madrid');
    const main = await home.device('Main', 'whole_home', 'electricity');
    const made = madeHome(i + 1, days);
    const send = async (key: string, used: Float64Array) => {
      const readings = Array.from({ length: used.length * 4 }, (_, at) => ({
        meter: key,
        at: end - days * dayS + at * quarterS,
        spanS: quarterS,
        value: Math.round(((used[Math.floor(at / 4)] as number) * (0.6 + 0.2 * (at % 5))) / 4),
      }));
      for (let from = 0; from < readings.length; from += 2000)
        await stage.send(home, readings.slice(from, from + 2000));
    };
    await send(main.key, usedBy(made, 'whole'));
    for (const [n, part] of parts.entries()) {
      const { key, meterId } = await home.device(`${part} ${n}`, 'kitchen', 'electricity');
      await stage.seed.owner`
        update meters set parent_meter_id = ${main.meterId} where household_id = ${home.household} and id = ${meterId}`;
      await send(key, usedBy(made, part));
    }
    const water = await home.device('Water', 'whole_home', 'water');
    await send(
      water.key,
      usedBy(made, 'dryer').map((used) => used * 20),
    );
    process.stdout.write(`\r${i + 1} of ${homes} homes`);
  }
  await closeDays(stage.sql, end - 2 * dayS);
  console.log('');
  const withDrift = await looks();
  clock += dayS;
  const plain = await looks();
  const mean = driftShare * sumOf(withDrift) + (1 - driftShare) * sumOf(plain);
  const row = (name: string, times: readonly number[]) => ({
    look: name,
    n: times.length,
    'ms, the middle': Math.round(middleOf(times)),
    'ms, the longest': Math.round(Math.max(...times)),
    bar: bars.msAHome,
  });
  console.table([row('with drift (one of ten)', withDrift), row('without', plain)]);
  const anHour = Math.round((3_600_000 * homes) / mean);
  console.log(`${anHour} homes an hour, one after the other (bar ${bars.homesAnHour})`);
  process.exitCode = middleOf(withDrift) <= bars.msAHome && anHour >= bars.homesAnHour ? 0 : 1;
} finally {
  await stage.end();
  await closeCluster();
}
