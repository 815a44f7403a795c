/** The way to a database elsewhere, the clock of the service's machine, and connections that are used up: with one of several services. */
import postgres from 'postgres';
import { connect } from 'node:net';
import { readFileSync } from 'node:fs';
import { type HostedService, startHosted } from '#apps/service/testing/hosted-service.ts';
import { openSeed, type Seed, type SeededHome } from '#apps/service/testing/seed.ts';
import { openFakeClock } from '#apps/service/testing/fake-clock.ts';
import { tokenFor } from '#kernel/people/testing-token.ts';
import { createTestDatabase, type TestDatabase } from '#kernel/postgres/testing.ts';
import { openProxy, type TestProxy } from '#kernel/postgres/testing-proxy.ts';
import { type Fault, isKept, type Outcome, pause, readinessOf, type Sender, startSender } from './fault.ts';

interface Hosted {
  readonly database: TestDatabase;
  readonly proxy: TestProxy;
  readonly seed: Seed;
  readonly home: SeededHome;
  readonly meter: { meterId: number; key: string };
  readonly service: HostedService;
  readonly sender: Sender;
}

/** A service whose database is reached by a way that can be broken. */
const withHosted = async <T>(env: Record<string, string>, work: (hosted: Hosted) => Promise<T>): Promise<T> => {
  const database = await createTestDatabase();
  const url = new URL(database.serviceUrl);
  const proxy = await openProxy({ port: Number(url.port) });
  url.port = String(proxy.port);
  const seed = openSeed(database.ownerUrl);
  try {
    const home = await seed.home();
    const meter = await home.device('Kitchen', 'kitchen', 'electricity');
    const service = await startHosted({ serviceUrl: url.href, jwtSecret: database.jwtSecret }, env);
    const sender = startSender(service, { token: home.token, key: meter.key });
    try {
      await sender.backAfter(Date.now());
      return await work({ database, proxy, seed, home, meter, service, sender });
    } finally {
      await sender.stop();
      await service.kill();
    }
  } finally {
    await seed.end();
    await proxy.stop();
    await database.drop();
  }
};

const countLost = async ({ seed, meter, sender }: Hosted): Promise<Pick<Outcome, 'acknowledged' | 'lost'>> => ({
  lost: await sender.lostOf(seed.owner, meter.meterId),
  acknowledged: sender.acknowledged.length,
});

const slow: Fault = {
  name: 'slow network',
  done: 'each word to and from the database comes 200 ms later, for ten seconds',
  run: () =>
    withHosted({}, async (hosted) => {
      const at = Date.now();
      hosted.proxy.delayMs = 200;
      const backMs = await hosted.sender.backAfter(at);
      await pause(10_000);
      const said = `/readyz: ${await readinessOf(hosted.service.origin)}`;
      hosted.proxy.delayMs = 0;
      const counted = await countLost(hosted);
      return { ...counted, backMs, said, isPassed: isKept({ ...counted, backMs }) };
    }),
};

const cut: Fault = {
  name: 'network cut',
  done: 'every line to the database is ended, and none can be made for ten seconds',
  run: () =>
    withHosted({}, async (hosted) => {
      hosted.proxy.cut();
      await pause(10_000);
      const said = `${hosted.sender.refusal()}; /readyz: ${await readinessOf(hosted.service.origin)}`;
      const at = Date.now();
      hosted.proxy.heal();
      const backMs = await hosted.sender.backAfter(at);
      const counted = await countLost(hosted);
      return { ...counted, backMs, said, isPassed: isKept({ ...counted, backMs }) };
    }),
};

const halfOpen: Fault = {
  name: 'half-open network',
  done: 'lines to the database stay open, and nothing passes them any more; new ones work',
  run: () =>
    withHosted({}, async (hosted) => {
      const at = Date.now();
      hosted.proxy.deaden();
      const said = `/readyz: ${await readinessOf(hosted.service.origin)}`;
      const backMs = await hosted.sender.backAfter(at);
      const counted = await countLost(hosted);
      // It is not the kill of a process, of which the system would tell: it has to be noticed first.
      return { ...counted, backMs, said, isPassed: isKept({ ...counted, backMs }, 15_000) };
    }),
};

const fullPool: Fault = {
  name: 'connections used up',
  done: 'others take every connection that the database has, while one of ours is ended; given back after five seconds',
  run: () =>
    withHosted({}, async (hosted) => {
      const { database, sender, service } = hosted;
      const { serviceUrl: url } = database;
      const others: postgres.Sql[] = [];
      for (;;) {
        const one = postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 5 });
        others.push(one);
        const isIn = await one`select 1`.then(
          () => true,
          () => false,
        );
        if (!isIn) break;
      }
      await database.asOwner(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like 'wattershed-%'`,
      );
      await pause(5_000);
      const said = `${sender.refusal()}; /readyz: ${await readinessOf(service.origin)}`;
      const at = Date.now();
      await Promise.all(others.map((one) => one.end({ timeout: 1 })));
      const backMs = await sender.backAfter(at);
      const counted = await countLost(hosted);
      return { ...counted, backMs, said, isPassed: isKept({ ...counted, backMs }) };
    }),
};

const memoryOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

const slowReaders: Fault = {
  name: 'slow readers',
  done: 'ten pages open their stream and never read it, while their home of 60 meters changes for thirty seconds',
  run: () =>
    withHosted({}, async (hosted) => {
      const { home, database, service, sender } = hosted;
      for (let i = 0; i < 60; i += 1) await home.device(`Meter ${i}`, 'hall', 'electricity');
      const token = await tokenFor(database.jwtSecret, home.userId);
      const { hostname: host, port } = new URL(service.origin);
      const lines = Array.from({ length: 10 }, () => {
        const line = connect({ host, port: Number(port) });
        line.pause();
        line.write(`GET /api/v1/usage/stream HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`);
        return line.on('error', () => {});
      });
      await pause(3_000);
      const before = memoryOf(service.pid);
      await pause(30_000);
      const grown = memoryOf(service.pid) - before;
      const backMs = await sender.backAfter(Date.now());
      for (const line of lines) line.destroy();
      const counted = await countLost(hosted);
      const said = `memory ${grown < 0 ? '' : '+'}${grown.toFixed(0)} MB`;
      return { ...counted, backMs, said, isPassed: isKept({ ...counted, backMs }) && grown < 60 };
    }),
};

const wrongClock = (offset: '+1h' | '-1h'): Fault => ({
  name: `clock ${offset}`,
  done: `the service's machine is ${offset.slice(1)} ${offset.startsWith('+') ? 'ahead of' : 'behind'} the database's; then it is right again`,
  run: async () => {
    const clock = openFakeClock(offset);
    if (clock === null) return 'needs libfaketime';
    return withHosted({}, async (hosted) => {
      const { database, home, meter, seed, proxy } = hosted;
      const url = new URL(database.serviceUrl);
      url.port = String(proxy.port);
      const wrong = await startHosted({ serviceUrl: url.href, jwtSecret: database.jwtSecret }, clock);
      const { key, meterId } = await home.device('Other', 'hall', 'electricity');
      const beside = startSender(wrong, { token: home.token, key });
      await pause(8_000);
      // The present, as a device with the right clock tells it.
      const sent = await fetch(`${wrong.origin}/api/v1/readings`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${home.token}` },
        body: JSON.stringify({ readings: [{ meter: meter.key, at: new Date().toISOString(), value: 9_000_000 }] }),
      });
      const { rejected } = (await sent.json()) as { rejected: { code: string }[] };
      const lostBeside = await beside.lostOf(seed.owner, meterId);
      const [leases] = await seed.owner<{ late: number }[]>`
        select count(*)::int as late from private.leases where due_at > now() + interval '2 hours' or held_until > now() + interval '1 minute'`;
      const acknowledged = beside.acknowledged.length;
      await wrong.kill();
      const backMs = await hosted.sender.backAfter(Date.now());
      const counted = await countLost(hosted);
      const said = rejected[0] ? `of the present it says ${rejected[0].code}` : 'the present is taken';
      return {
        acknowledged: (counted.acknowledged ?? 0) + acknowledged,
        lost: (counted.lost ?? 0) + lostBeside,
        backMs,
        said,
        isPassed: isKept({ ...counted, backMs }) && acknowledged > 0 && lostBeside === 0 && leases?.late === 0,
      };
    });
  },
});

const dst: Fault = {
  name: 'clocks go back',
  done: 'a day of 25 hours and one of 23, in Madrid: a reading an hour, then asked by the day',
  run: () =>
    withHosted({}, async ({ service, seed, database }) => {
      const home = await seed.home('Europe/Madrid');
      const { key } = await home.device('Fridge', 'kitchen', 'electricity');
      const days: Record<string, number> = { '2026-03-29': 23, '2025-10-26': 25 };
      const found: string[] = [];
      for (const [day, hours] of Object.entries(days).toSorted(([one], [other]) => one.localeCompare(other))) {
        const from = Date.parse(`${day}T00:00:00Z`) - 12 * 3_600_000;
        const readings = Array.from({ length: 60 }, (_, i) => ({
          meter: key,
          at: new Date(from + i * 3_600_000).toISOString(),
          value: (Date.parse(day) / 3_600_000 + i) * 100,
        }));
        await fetch(`${service.origin}/api/v1/readings`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${home.token}` },
          body: JSON.stringify({ readings }),
        });
        const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
        const answer = await fetch(`${service.origin}/api/v1/usage?from=${day}&to=${next}&bucket=day&by=utility`, {
          headers: { authorization: `Bearer ${await tokenFor(database.jwtSecret, home.userId)}` },
        });
        const { rows } = (await answer.json()) as { rows: { used: number }[] };
        found.push(`${rows[0]?.used} Wh in ${hours} h`);
      }
      return { said: found.join(', '), isPassed: found.join() === '2500 Wh in 25 h,2300 Wh in 23 h' };
    }),
};

export const networkFaults: readonly Fault[] = [
  slow,
  cut,
  halfOpen,
  fullPool,
  slowReaders,
  wrongClock('+1h'),
  wrongClock('-1h'),
  dst,
];
