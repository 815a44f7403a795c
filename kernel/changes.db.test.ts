import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './postgres/testing.ts';
import { type Changes, createChanges } from './changes.ts';
import { type Database, openDatabase } from './db.ts';

let testDatabase: TestDatabase;
const databases: Database[] = [];
const services: Changes[] = [];
const notices: string[] = [];
let listener: postgres.Sql;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  for (let i = 0; i < 2; i += 1) {
    const database = openDatabase(testDatabase.serviceUrl, { engine: 1, people: 1 });
    databases.push(database);
    services.push(await createChanges(database));
  }
  listener = postgres(testDatabase.serviceUrl, { max: 1 });
  await listener.listen('wattershed_usage', (payload) => notices.push(payload));
});
afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()));
  await Promise.all([...databases.map((database) => database.stop()), listener.end()]);
  await testDatabase.drop();
});

const hear = (service: Changes | undefined, ...households: string[]) => {
  const heard = { times: 0, stop: () => {} };
  heard.stop = service?.subscribe(households, () => (heard.times += 1)) ?? heard.stop;
  return heard;
};

test('a change is heard in this process and in the others, once however often it was told', async () => {
  const [here, there] = services;
  const [home, neighbour] = [randomUUID(), randomUUID()];
  const heard = [hear(here, home), hear(there, home), hear(there, neighbour)];
  for (let i = 0; i < 50; i += 1) here?.publish([home]);
  await expect.poll(() => heard.map((one) => one.times)).toEqual([1, 1, 0]);
  expect(notices.filter((notice) => notice.includes(home as string))).toHaveLength(1);
  here?.publish([home]);
  await expect.poll(() => heard.map((one) => one.times)).toEqual([2, 2, 0]);
});

test('a page that shows two households is told once of a change of both, and no more after it left', async () => {
  const [here, there] = services;
  const homes = [randomUUID(), randomUUID()];
  const both = hear(there, ...homes);
  const last = hear(there, homes[1] as string);
  here?.publish(homes);
  await expect.poll(() => [both.times, last.times]).toEqual([1, 1]);
  both.stop();
  here?.publish(homes);
  await expect.poll(() => last.times).toBe(2);
  expect(both.times).toBe(1);
});

test('after a connection that was cut every page looks anew: nobody knows what it missed', async () => {
  const [, there] = services;
  const home = randomUUID();
  const told: string[] = [];
  const stop = there?.subscribe([home], (what) => void told.push(what));
  await testDatabase.asOwner(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen %'`,
  );
  await expect.poll(() => told).toEqual(['household', 'devices', 'notices']);
  stop?.();
});

test('many households go in few notices that PostgreSQL can carry', async () => {
  const [here, there] = services;
  const homes = Array.from({ length: 450 }, () => randomUUID());
  const heard = homes.map((home) => hear(there, home));
  // The last notice of the test before may still be on its way.
  const ofThese = () => notices.filter((notice) => homes.some((home) => notice.includes(home)));
  here?.publish(homes);
  await expect.poll(() => heard.filter((one) => one.times === 1).length).toBe(homes.length);
  await expect.poll(() => ofThese().length).toBe(3);
  expect(Math.max(...ofThese().map((notice) => notice.length))).toBeLessThan(8_000);
});
