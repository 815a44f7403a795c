/** Nasty and nearly right requests by every door of the real service: `npm run fuzz -- [--requests=20000] [--seconds=…] [--seed=…] [--from=N] [--only=N]`. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type DurableService, durableService, isBuilt } from '#apps/service/testing/durable-service.ts';
import { freePort } from '#kernel/postgres/postgres-process.ts';
import { newSeed } from '../supabase/tests/cross-household/target.ts';
import { digest } from '../supabase/tests/cross-household/victim.ts';
import { type BrokerAsked, openBrokerDoor } from './fuzz/broker.ts';
import { type Cast, isWell, openCast, openWorld, readIds, type World } from './fuzz/homes.ts';
import type { McpTool } from './fuzz/nearly.ts';
import { createReport, leakOf, shown, slowMs } from './fuzz/report.ts';
import { isHashed, makeRequest, type Maker } from './fuzz/requests.ts';
import { type Answered, type Asked, openSender, type Send } from './fuzz/send.ts';
import { option } from './option.ts';

const requests = option('requests', 20_000);
const seconds = option('seconds', Number.POSITIVE_INFINITY);
const seed = option('seed', newSeed()) >>> 0;
const connections = option('connections', 24);
/** One request alone, by its number; `--from` begins with another than the first. */
const only = option('only', -1);

const freshIdsEvery = 500;
const newCastEvery = 5000;
const samples = 20;
/** Of the service's memory over the second half, in a run that is long enough for what fills up to be full. */
const maxGrowth = 0.05;
const judgedFrom = 50_000;
const MB = 1024 * 1024;

// The service's memory, once nothing is asked any more.

interface Sample {
  readonly requests: number;
  readonly rssMb: number;
  /** What the threads still hold after all else was cleared away. */
  readonly heldMb: number;
  /** Of those, the first one. */
  readonly mainMb: number;
  readonly postgresMb: number;
}

const anonymousKb = (pid: string): number => {
  try {
    return Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
};

const parentOf = (pid: string): string => {
  try {
    return (
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[1] ?? ''
    );
  } catch {
    return '';
  }
};

const readMemory = async ({ service, sql }: World, made: number): Promise<Sample | null> => {
  if (process.platform !== 'linux') return null;
  const known = service.log.length;
  try {
    process.kill(service.pid(), 'SIGUSR2');
  } catch {
    return null;
  }
  let line: string | undefined;
  for (let turn = 0; turn < 200 && line === undefined; turn += 1) {
    await pause(100);
    line = service.log.slice(known).find((one) => one.startsWith('memory '));
  }
  if (line === undefined) return null;
  const { rss, held } = JSON.parse(line.slice(7)) as { rss: number; held: Record<number, number> };
  const [own] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const postmaster = parentOf(String(own?.pid));
  const backends = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && parentOf(pid) === postmaster);
  return {
    requests: made,
    rssMb: rss / MB,
    mainMb: (held[0] ?? 0) / MB,
    heldMb: Object.values(held).reduce((sum, bytes) => sum + bytes, 0) / MB,
    postgresMb: backends.reduce((sum, pid) => sum + anonymousKb(pid), 0) / 1024,
  };
};

/** What the service's own jobs move from one table to another, or note for themselves; what was used stands in `usage_day` too. */
const ofJobs = /"(meter_watch|billing_due|open_readings|packed_days|usage_quarter)"$/;

/** How much it grew over the second half, by the line that fits best, as a share of what it was in between. */
const growthOf = (all: readonly Sample[], what: 'heldMb' | 'postgresMb'): number => {
  const half = all.slice(Math.floor(all.length / 2));
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const x = half.map((one) => one.requests);
  const y = half.map((one) => one[what]);
  const [meanX, meanY] = [mean(x), mean(y)];
  const slope =
    mean(x.map((one, i) => (one - meanX) * ((y[i] ?? 0) - meanY))) / mean(x.map((one) => (one - meanX) ** 2));
  return (slope * ((x.at(-1) ?? 0) - (x[0] ?? 0))) / meanY;
};

// The run.

const report = createReport();
/** How far it is. Ctrl-C ends it early, and what was found until then is told. */
const state = {
  next: option('from', 0),
  made: 0,
  underWay: 0,
  left: 0,
  casts: 1,
  isOver: false,
  isGone: false,
  isHashing: false,
};
process.once('SIGINT', () => (state.isOver = true));

const nothing: Answered = { status: 0, body: '', ms: 0 };

/** The last ones, for when the service ends: one of them did it. */
const latest: Asked[] = [];
const maxLatest = 60;

const tellEnd = ({ log }: DurableService): void => {
  console.log('the service has ended; the last requests, and what it said:');
  for (const asked of latest) console.log(`  ${shown(asked).slice(0, 1500)}`);
  for (const line of log.slice(-40)) console.log(`  ${line.slice(0, 600)}`);
};

const sendBroker = async (asked: Asked, broker: BrokerAsked): Promise<Answered> => {
  const { said, ms, leak } = await broker.run();
  if (leak !== null) report.tell('foreign', asked, leak);
  if (said === 'late') report.tell('no answer', asked, said);
  return { status: said === 'taken' ? 200 : 400, body: '', ms };
};

/** A switch waits five seconds for its device to answer. */
const mayWait = /^\/api\/v1\/devices\/[^/]+\/switch/;

const openJudge = (world: World, send: Send) => {
  const secrets = new Set(world.victim.secrets);
  const late = new Map<string, Asked>();
  const judge = (asked: Asked, answer: Answered): void => {
    const { status, body, ms } = answer;
    const { path } = asked;
    const isLate = (ms > slowMs && !mayWait.test(path)) || status === 504;
    if (isLate && late.size < 200)
      late.set(`${asked.method} ${(asked.path.split('?')[0] ?? '').slice(0, 60)} ${asked.path.length >> 8}`, asked);
    if (status >= 500 && status !== 504) report.tell(`status ${status}`, asked, body);
    const leak = leakOf(asked, answer, world.victim, secrets);
    if (leak !== null) report.tell('foreign', asked, `${status} ${leak}: ${body.slice(0, 200)}`);
  };
  return {
    judge,
    /** Beside many others an answer says how busy the machine is; alone, what the request does. */
    repeatLate: async (): Promise<void> => {
      console.log(`${late.size} kinds took more than ${slowMs} ms among the others; each once more, alone`);
      for (const asked of late.values()) {
        const { status, body, ms } = await send(asked).catch(() => nothing);
        if (ms > slowMs) report.tell('slow', asked, `${Math.round(ms)} ms alone`);
        if (status >= 500) report.tell(`status ${status}`, asked, body);
      }
    },
  };
};

const readTools = async ({ service }: World, { senders }: Cast): Promise<McpTool[]> => {
  const answer = await fetch(`${service.origin}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${senders['assistant token'].token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  });
  const { result } = (await answer.json()) as { result: { tools: McpTool[] } };
  return result.tools;
};

/** What their own people are told is seen for what it is: a watch that sees nothing would find nothing. */
const proveWatch = async ({ anonKey, victim, victimsSession }: World, send: Send): Promise<void> => {
  const headers = { apikey: anonKey, authorization: `Bearer ${victimsSession}` };
  for (const path of ['/rest/v1/meters', '/api/v1/usage/latest', '/rest/v1/billing_records?select=*']) {
    const asked: Asked = { index: -1, door: 'table', sender: 'themselves', method: 'GET', path, headers };
    const leak = leakOf(asked, await send(asked), victim, new Set(victim.secrets));
    if (leak === null) throw new Error(`nothing of the other home was seen in what its owner is told at ${path}`);
  }
};

const fuzz = async (world: World): Promise<Sample[]> => {
  const { service, sql, tables, victim } = world;
  const broker = openBrokerDoor(world);
  await broker.plant();
  let cast = await openCast(world);
  const sender = openSender(service.origin, connections);
  await proveWatch(world, sender.send);
  const { judge, repeatLate } = openJudge(world, sender.send);
  const maker: Maker = { seed, world, tools: await readTools(world, cast), makeBroker: broker.make };
  // What readings and documents bring about by themselves is done by then.
  await pause(3000);
  const before = await digest(sql, tables, victim);

  let quiet: Promise<void> | null = null;
  const memory: Sample[] = [];
  const begun = performance.now();

  const ask = async (index: number): Promise<void> => {
    const { asked, broker: message } = makeRequest(maker, cast, index);
    const hashes = isHashed(asked);
    // One password at a time: more would wait in line for the thread that hashes them, as they should.
    if (hashes && state.isHashing) return void (state.left += 1);
    if (hashes) state.isHashing = true;
    state.made += 1;
    latest.push(asked);
    if (latest.length > maxLatest) latest.shift();
    try {
      const answer = message ? await sendBroker(asked, message) : await sender.send(asked);
      if (only >= 0) console.log(shown(asked), answer);
      report.count(asked, answer);
      judge(asked, answer);
    } catch (error) {
      const { code = '', message: words } = error as NodeJS.ErrnoException;
      report.count(asked, nothing);
      report.tell(`no answer: ${code}`, asked, words);
      if (code !== 'ECONNREFUSED') return;
      if (!state.isGone) tellEnd(service);
      state.isGone = true;
      state.isOver = true;
    } finally {
      if (hashes) state.isHashing = false;
    }
  };

  const takeSample = async (): Promise<void> => {
    while (state.underWay > 0) await pause(20);
    const sample = await readMemory(world, state.made);
    if (sample) memory.push(sample);
  };

  const goOn = async (): Promise<void> => {
    while (!state.isOver && state.made < requests && performance.now() - begun < seconds * 1000) {
      if (quiet) await quiet;
      state.underWay += 1;
      await ask(state.next++);
      state.underWay -= 1;
    }
  };

  /** Whoever lost what the rest is asked with gives way to others; new ids are learnt. */
  const keepCast = async (): Promise<void> => {
    let [readAt, castAt] = [0, 0];
    while (!state.isOver) {
      await pause(200);
      if (state.made - readAt < freshIdsEvery) continue;
      readAt = state.made;
      if (state.made - castAt >= newCastEvery || !(await isWell(world, cast))) {
        castAt = state.made;
        const opened = await openCast(world).catch((error: Error) => console.log(`no new cast: ${error.message}`));
        if (!opened) continue;
        cast = opened;
        state.casts += 1;
      } else cast = { ...cast, ...(await readIds(world, cast)) };
    }
  };
  const watch = async (): Promise<void> => {
    let [toldAt, sampled, told] = [begun, -1, 0];
    while (!state.isOver) {
      await pause(100);
      const now = performance.now();
      const share = Math.max(state.made / requests, (now - begun) / (seconds * 1000));
      if (Math.floor(share * samples) > sampled && quiet === null) {
        sampled = Math.floor(share * samples);
        quiet = takeSample();
        await quiet;
        quiet = null;
      }
      if (now - toldAt < 10_000) continue;
      toldAt = now;
      const { rssMb = 0, heldMb = 0, postgresMb = 0 } = memory.at(-1) ?? {};
      const rate = (state.made / (now - begun)) * 1000;
      if (report.faults.size > told)
        [...report.faults.values()]
          .slice(told)
          .forEach(({ kind, asked, said }) =>
            console.log(`  ${kind}: ${asked.method} ${asked.path.slice(0, 150)} → ${said.slice(0, 150)}`),
          );
      told = report.faults.size;
      console.log(
        `${state.made} requests, ${rate.toFixed(0)} a second, ${report.faults.size} kinds of faults; ${state.casts} casts; ${rssMb.toFixed(0)} MB, held ${heldMb.toFixed(1)} MB, PostgreSQL ${postgresMb.toFixed(0)} MB`,
      );
      service.log.splice(0, Math.max(0, service.log.length - 5000));
    }
  };
  const watching = watch();
  const keeping = keepCast().catch((error: unknown) => {
    state.isOver = true;
    console.error(error);
    process.exitCode = 1;
  });
  if (only >= 0) {
    await ask(only);
    state.isOver = true;
  }
  await Promise.all(Array.from({ length: connections }, goOn));
  const tookS = (performance.now() - begun) / 1000;
  state.isOver = true;
  await Promise.all([watching, keeping]);
  if (state.isGone) {
    report.print();
    return memory;
  }
  await takeSample();
  await repeatLate();
  const still = await broker.answers(cast);
  if (still.said !== 'taken' && (await isWell(world, cast)))
    report.tell(
      'the broker takes nothing any more',
      { index: -1, door: 'mqtt', sender: '', method: '', path: 'publish', headers: {} },
      still.said,
    );
  broker.close();
  sender.close();
  const after = await digest(sql, tables, victim);
  const changed = Object.keys(before).filter((table) => !ofJobs.test(table) && before[table] !== after[table]);
  report.print();
  console.log(
    `${state.made} requests with the seed ${seed} in ${tookS.toFixed(0)} s, ${state.casts} casts, ${state.left} left out because a password was being hashed`,
  );
  console.log(`rows of the other home that changed: ${changed.join(', ') || 'none'}`);
  if (changed.length > 0) process.exitCode = 1;
  tellLog(service);
  return memory;
};

/** What the service itself says went wrong: no bar, but worth reading. */
const tellLog = ({ log }: DurableService): void => {
  const counts = new Map<string, number>();
  for (const line of log) {
    if (!line.startsWith('{')) continue;
    const {
      level = 0,
      msg = '',
      err,
    } = JSON.parse(line) as { level?: number; msg?: string; err?: { message: string } };
    const said = `${level} ${msg} ${err?.message ?? ''}`
      .replace(/[0-9a-f-]{36}/g, '…')
      .replace(/\d+/g, 'n')
      .slice(0, 300);
    counts.set(said, (counts.get(said) ?? 0) + 1);
  }
  for (const [said, count] of [...counts].sort(([, a], [, b]) => b - a).slice(0, 40))
    console.log(`log ${count} × ${said}`);
};

/** The runtime takes more than it needs and gives it back now and then: only its highest marks say anything. */
const riseOf = (all: readonly Sample[]): number => {
  const highest = (from: number, to: number): number =>
    Math.max(...all.slice(Math.floor(all.length * from), Math.floor(all.length * to)).map(({ rssMb }) => rssMb));
  return highest(0.75, 1) / highest(0.5, 0.75) - 1;
};

const judgeMemory = (memory: readonly Sample[]): void => {
  console.table(
    memory.map((one) =>
      Object.fromEntries(Object.entries(one).map(([name, value]) => [name, Number(value.toFixed(1))])),
    ),
  );
  if (memory.length < 6) return;
  const isJudged = state.made >= judgedFrom;
  const growths = {
    rssMb: riseOf(memory),
    heldMb: growthOf(memory, 'heldMb'),
    postgresMb: growthOf(memory, 'postgresMb'),
  };
  for (const [what, growth] of Object.entries(growths)) {
    console.log(
      `growth of ${what} over the second half ${(growth * 100).toFixed(1)} %${isJudged ? ` (at most ${maxGrowth * 100} %)` : ''}`,
    );
    if (isJudged && growth > maxGrowth) process.exitCode = 1;
  }
};

const run = async (): Promise<void> => {
  if (!isBuilt) throw new Error('The service is not built: npm run fuzz does that.');
  console.log(`seed ${seed}, ${requests} requests`);
  const mqttPort = await freePort();
  const many = '1000000';
  const probe = fileURLToPath(new URL('./fuzz/memory-probe.mjs', import.meta.url));
  const service = durableService({
    SIGN_UPS_PER_HOUR: many,
    GUESTS_PER_HOUR: many,
    GUEST_LIMIT: many,
    MESSAGES_PER_HOUR: many,
    ASSISTANT_DAILY_QUESTIONS: '100000',
    BREACHED_PASSWORDS: 'off',
    TRUST_PROXY: '1',
    SECOND_FACTOR: '1',
    PASSKEYS: '1',
    POLL_NETWORKS: '192.0.2.0/24',
    MQTT_PORT: String(mqttPort),
    MQTT_HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    NODE_OPTIONS: `--import=${pathToFileURL(probe).href}`,
  });
  await service.start();
  let world: World | null = null;
  try {
    world = await openWorld(service, mqttPort);
    judgeMemory(await fuzz(world));
  } finally {
    await world?.sql.end();
    await service.end();
  }
  if (report.faults.size > 0) process.exitCode = 1;
  console.log(process.exitCode ? 'a bar is broken' : 'every bar holds');
};

await run();
