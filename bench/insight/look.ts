/**
 * How long the daily look at a home takes, its meters held against each other and all rules: `npx tsx bench/insight/look.ts [--homes=12]`. Homes of
 * eight meters, quarter-hours of 91 days, in a real database; one home after the other, as the job does it. Bars: 300 ms a home, 10,000 homes an
 * hour. Ends with 1 where one is missed.
 */
import { performance } from 'node:perf_hooks';
import { openStage } from '#apps/service/testing/stage.ts';
import { startTestCluster } from '#kernel/postgres/testing.ts';
import { checkMeters } from '#subjects/insight/service/check-meters.ts';
import { madeHome, usedBy } from '#subjects/insight/domain/honest/testing-home.ts';
import { closeDays } from '#subjects/readings/service/ingest/index.ts';
import { option } from '../option.ts';

const homes = option('homes', 12);
const bars = { msAHome: 300, homesAnHour: 10_000 };
const dayS = 86_400;
const quarterS = 900;
const days = 91;
/** Of ten looks one also tells drift, of more days. */
const driftShare = 0.1;
/** Midnight (UTC) at which a block of days ends, so that the first look tells drift too. */
const end = Math.floor(Date.UTC(2026, 10, 9) / 1000 / dayS / 10) * 10 * dayS;
let clock = end + 3 * 3600;

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
  const look = async (): Promise<number> => {
    const began = performance.now();
    while ((await checkMeters(stage.sql, clock)) > 0);
    return (performance.now() - began) / homes;
  };
  const withDrift = await look();
  clock += dayS;
  const plain = await look();
  const mean = driftShare * withDrift + (1 - driftShare) * plain;
  const row = (name: string, ms: number) => ({ look: name, 'ms a home': Math.round(ms), bar: bars.msAHome });
  console.table([row('with drift (one of ten)', withDrift), row('without', plain), row('the mean', mean)]);
  const anHour = Math.round(3_600_000 / mean);
  console.log(`${anHour} homes an hour, one after the other (bar ${bars.homesAnHour})`);
  process.exitCode = withDrift <= bars.msAHome && anHour >= bars.homesAnHour ? 0 : 1;
} finally {
  await stage.end();
  await closeCluster();
}
