/**
 * How much more three services take than one, on one database: `npx tsx bench/several.ts [--seconds=15]`. What is asked is worked out in the service
 * (the curve of a week, from packed days), so that the database is not the limit; the processors that each used are printed beside it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { type HostedService, startHosted } from '#apps/service/testing/hosted-service.ts';
import { openSeed, type SeededHome } from '#apps/service/testing/seed.ts';
import { openDatabase } from '#kernel/db.ts';
import { tokenFor } from '#kernel/people/testing-token.ts';
import { createTestDatabase, startTestCluster, type TestDatabase } from '#kernel/postgres/testing.ts';
import { closeDays } from '#subjects/readings/service/ingest/index.ts';
import { option } from './option.ts';

const seconds = option('seconds', 15);
const days = 40;
const clients = 12;
const dayS = 86_400;
const ticksPerSecond = 100;

const end = Math.floor(Date.now() / 1000 / dayS) * dayS;

const fill = async (origin: string, home: SeededHome): Promise<void> => {
  const meters = await Promise.all(
    ['A', 'B', 'C', 'D'].map((name) => home.device(name, `room ${name}`, 'electricity')),
  );
  for (let day = days; day > 0; day -= 1)
    for (const { key } of meters) {
      const from = end - day * dayS;
      const readings = Array.from({ length: 1_440 }, (_, i) => ({
        meter: key,
        at: new Date((from + i * 60) * 1000).toISOString(),
        value: (days - day) * 1_440 * 9 + i * 9,
      }));
      for (const part of [readings.slice(0, 720), readings.slice(720)]) {
        const answer = await fetch(`${origin}/api/v1/readings`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${home.token}` },
          body: JSON.stringify({ readings: part }),
        });
        if (!answer.ok) throw new Error(`readings: ${answer.status} ${await answer.text()}`);
        await answer.text();
      }
    }
};

/** Seconds of a processor that these processes have used so far. */
const usedBy = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return sum + (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
    } catch {
      return sum;
    }
  }, 0);
const postgresOf = (name: string): number[] =>
  readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(` ${name} `);
      } catch {
        return false;
      }
    });

const measure = async (services: readonly HostedService[], database: TestDatabase, session: Record<string, string>) => {
  let answered = 0;
  const stopAt = Date.now() + seconds * 1000;
  const before = { services: usedBy(services.map(({ pid }) => pid)), postgres: usedBy(postgresOf(database.name)) };
  const client = async (_: unknown, place: number): Promise<void> => {
    for (let i = place; Date.now() < stopAt; i += clients) {
      // Another moment each time: nothing is answered from what is remembered.
      const from = end - (days - 1 - (i % 30)) * dayS + (Math.floor(i / 30) % 288) * 300;
      const asked = new URLSearchParams({
        from: new Date(from * 1000).toISOString(),
        to: new Date((from + 7 * dayS) * 1000).toISOString(),
        bucket: '5m',
        by: 'device',
      });
      const { origin } = services[i % services.length] as HostedService;
      const answer = await fetch(`${origin}/api/v1/usage?${asked.toString()}`, { headers: session });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`usage: ${answer.status} ${text}`);
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return {
    services: services.length,
    'answers a second': Number((answered / seconds).toFixed(1)),
    'processors of the services': Number(
      ((usedBy(services.map(({ pid }) => pid)) - before.services) / seconds).toFixed(2),
    ),
    'of PostgreSQL': Number(((usedBy(postgresOf(database.name)) - before.postgres) / seconds).toFixed(2)),
    'load of the machine': Number((loadavg()[0] ?? 0).toFixed(1)),
  };
};

const close = await startTestCluster();
const database = await createTestDatabase();
const seed = openSeed(database.ownerUrl);
const home = await seed.home();
const session = { authorization: `Bearer ${await tokenFor(database.jwtSecret, home.userId, { lifetimeS: 7_200 })}` };
const services = [await startHosted(database)];
try {
  await fill((services[0] as HostedService).origin, home);
  const own = openDatabase(database.serviceUrl);
  await closeDays(own.engine, end);
  await own.stop();
  services.push(await startHosted(database), await startHosted(database));
  const [one, three] = [services.slice(0, 1), services];
  await measure(three, database, session);
  const table: Awaited<ReturnType<typeof measure>>[] = [];
  for (const asked of [one, three, one, three]) table.push(await measure(asked, database, session));
  console.table(table);
  const of = (count: number) =>
    Math.max(...table.filter((row) => row.services === count).map((row) => row['answers a second']));
  console.log(`three services take ${(of(3) / of(1)).toFixed(2)} times what one takes`);
} finally {
  await Promise.all(services.map((service) => service.kill()));
  await seed.end();
  await database.drop();
  await close();
}
