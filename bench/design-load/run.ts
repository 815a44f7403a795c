/**
 * The load that one service is made for, for as long as is asked: a reading a minute of each meter, half of the homes over HTTP and half by
 * MQTT, open Dashboards, questions to the assistant, bills that close and notices that look:
 * `npm run load -- [--homes=2000] [--minutes=20] [--dashboards=50] [--assistants=5]`.
 */
import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { startAiProvider } from '#apps/service/testing/ai-provider.ts';
import { freePort } from '#kernel/postgres/postgres-process.ts';
import { openBench } from '../built-service.ts';
import { ask, deviceLoad, type Figures, newFigures, openDashboards } from './users.ts';
import { growth, type Sample, sampler, shareOf, type Verdict } from './watch.ts';
import { seedHomes } from './homes.ts';
import { option } from '../option.ts';

const homes = option('homes', 2000);
const minutes = option('minutes', 20);
const dashboards = option('dashboards', 50);
const assistants = option('assistants', 5);
const sampleEveryMs = 5_000;
const bars = { lagP99Ms: 2_000, dashboardP95Ms: 150, serviceMB: 300 };

const bench = openBench();
const provider = await startAiProvider();
const stopping = new AbortController();
// Each meter waits by it.
setMaxListeners(0, stopping.signal);
const running: Promise<unknown>[] = [];
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());

const tell = (figures: Figures, samples: readonly Sample[]): boolean => {
  const told = (what: string, found: number, unit = '', bar?: number): Verdict => ({
    what,
    found: `${found.toFixed(0)}${unit}`,
    bar: bar === undefined ? '' : `${bar}${unit}`,
    isHeld: bar === undefined || found <= bar,
  });
  const { lagsMs, dashboardMs, assistantMs, errors } = figures;
  const verdicts = [
    told('readings acknowledged', figures.acknowledged),
    told('lag from device to stored, p50', shareOf(lagsMs, 0.5), ' ms'),
    told('the same, p99', shareOf(lagsMs, 0.99), ' ms', bars.lagP99Ms),
    told('Dashboard, p50', shareOf(dashboardMs, 0.5), ' ms'),
    told('the same, p95', shareOf(dashboardMs, 0.95), ' ms', bars.dashboardP95Ms),
    told('assistant, whole answer, p95', shareOf(assistantMs, 0.95), ' ms'),
    told('changes heard by open pages', figures.events),
    told('errors', errors.length, '', 0),
    told('service at most', Math.max(...samples.map(({ serviceMB }) => serviceMB)), ' MB', bars.serviceMB),
    ...growth(samples),
  ];
  console.table(verdicts.map(({ isHeld, ...row }) => ({ ...row, held: row.bar === '' ? '' : isHeld ? 'yes' : 'NO' })));
  for (const error of errors.slice(0, 10)) console.log(`error: ${error}`);
  return verdicts.every(({ isHeld }) => isHeld);
};

try {
  const mqttPort = await freePort();
  provider.script({ text: 'It was a calm day at home. '.repeat(20), firstMs: 40, betweenMs: 25 });
  const service = await bench.startService({
    MQTT_PORT: String(mqttPort),
    MQTT_ANNOUNCE: 'false',
    OPENAI_API_KEY: 'load',
    OPENAI_BASE_URL: `${provider.url}/v1`,
    ASSISTANT_DAILY_QUESTIONS: '100000',
  });
  const owner = await bench.open(bench.ownerUrl('wattershed'));
  console.log(`Making ${homes} homes …`);
  const made = await seedHomes(owner, service.base, bench.secrets().jwtSecret, homes, dashboards + assistants);
  const figures = newFigures();
  const readings = () => figures.acknowledged;
  const watch = sampler({ owner, service: service.child, dataDir: bench.dataDir, readings });
  console.log(`${made.length * 6} meters, a reading a minute each, for ${minutes} minutes …`);

  running.push(...made.map((home) => deviceLoad(home, { base: service.base, mqttPort }, figures, stopping.signal)));
  running.push(...openDashboards(service.base, made.slice(0, dashboards), figures, stopping.signal));
  running.push(
    ...made.slice(dashboards, dashboards + assistants).map((home) => ask(service.base, home, figures, stopping.signal)),
  );
  const samples: Sample[] = [];
  const until = performance.now() + minutes * 60_000;
  while (performance.now() < until && !stopping.signal.aborted) {
    await pause(sampleEveryMs, undefined, { signal: stopping.signal }).catch(() => {});
    samples.push(await watch());
    if (samples.length % 12 === 0) {
      const { serviceMB, postgresMB } = samples.at(-1) as Sample;
      const lag = shareOf(figures.lagsMs, 0.99).toFixed(0);
      console.log(
        `${(samples.length * sampleEveryMs) / 60_000} min: ${figures.acknowledged} readings, lag p99 ${lag} ms, ${serviceMB.toFixed(0)} MB beside PostgreSQL's ${postgresMB.toFixed(0)}, ${figures.errors.length} errors`,
      );
    }
  }
  stopping.abort();
  await Promise.all(running);
  const [bills] = (await owner.query('select count(*)::int as n from billing_records')).rows as { n: number }[];
  const [notices] = (await owner.query('select count(*)::int as n from notices')).rows as { n: number }[];
  const isGood = tell(figures, samples);
  console.log(`${bills?.n} bills were closed meanwhile, ${notices?.n} notices are there.`);
  await owner.end();
  process.exitCode = isGood ? 0 : 1;
} finally {
  stopping.abort();
  await bench.end();
  await provider.stop();
}
