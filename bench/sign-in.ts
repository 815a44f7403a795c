/** What a storm of sign-ins does to readings and tables, in one run: `npx tsx bench/sign-in.ts [--seconds=10]`. Fails when ingest's p99 more than doubles. */
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { startService } from '../e2e/support/start-service.ts';
import { option } from './option.ts';

const seconds = option('seconds', 10);
const loops = 8;
const everyMs = { reading: 20, table: 50 };
const password = 'correct horse';
const most = { ingestRatio: 2, tableRatio: 3, signInMs: 1500 };

const service = await startService({
  env: { DEMO: '0', TRUST_PROXY: '1', SIGN_UPS_PER_HOUR: '1000' },
});
const { anonKey } = (await (await fetch(`${service.url}/api/v1/web-config`)).json()) as { anonKey: string };

/** Each from a street of its own: the limits by address are not what is measured. */
const somewhere = (): string => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;

const ask = async <Answer>(path: string, body: object | null, token = ''): Promise<Answer> => {
  const headers = {
    apikey: anonKey,
    'content-type': 'application/json',
    'x-forwarded-for': somewhere(),
    ...(token && { authorization: `Bearer ${token}` }),
  };
  const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
  const answer = await fetch(service.url + path, init);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return (text ? JSON.parse(text) : null) as Answer;
};

interface Session {
  access_token: string;
  user: { id: string };
}
const signUp = (email: string) => ask<Session>('/auth/v1/signup', { email, password });
const signIn = (email: string) => ask<Session>('/auth/v1/token?grant_type=password', { email, password });

const quantile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))] ?? 0;

/** At a steady pace, however long each takes: what waits is counted as waiting. */
const steadily = async (ms: number, until: number, once: () => Promise<unknown>): Promise<number[]> => {
  const took: number[] = [];
  const running: Promise<void>[] = [];
  const timed = async (): Promise<void> => {
    const begun = performance.now();
    await once();
    took.push(performance.now() - begun);
  };
  for (let at = performance.now(); at < until; at += ms) {
    await pause(Math.max(0, at - performance.now()));
    running.push(timed());
  }
  await Promise.all(running);
  return took;
};

/** A home with a lamp, what a gateway sends of it, what its page reads, and people who sign in. */
const prepare = async () => {
  const owner = await signUp('owner@example.org');
  const [home] = await ask<{ id: string }[]>('/rest/v1/households?select=id', null, owner.access_token);
  const lamp = { name: 'Lamp', room: 'hall', utility: 'electricity' };
  const device = { household_id: home?.id, user_id: owner.user.id, ...lamp };
  await ask('/rest/v1/connected_devices', device, owner.access_token);
  const [meter] = await ask<{ key: string }[]>('/rest/v1/meters?select=key', null, owner.access_token);
  const { token } = await ask<{ token: string }>('/api/v1/tokens', { name: 'bench' }, owner.access_token);
  const people = Array.from({ length: loops }, (_, i) => `person-${i}@example.org`);
  for (const email of people) await signUp(email);
  const begunS = Math.floor(Date.now() / 1000) - 80_000;
  let count = 0;
  const sendReading = () => {
    count += 1;
    const at = new Date((begunS + count) * 1000).toISOString();
    return ask('/api/v1/readings', { readings: [{ meter: meter?.key, at, value: count / 10 }] }, token);
  };
  const readTable = () => ask('/rest/v1/connected_devices?select=*', null, owner.access_token);
  return { people, sendReading, readTable };
};

type Home = Awaited<ReturnType<typeof prepare>>;

const phase = async (name: string, home: Home, beside: (until: number) => Promise<number[]>) => {
  const until = performance.now() + seconds * 1000;
  const [ingest, table, signIns] = await Promise.all([
    steadily(everyMs.reading, until, home.sendReading),
    steadily(everyMs.table, until, home.readTable),
    beside(until),
  ]);
  const ms = (values: readonly number[], share: number) => Number(quantile(values, share).toFixed(1));
  return {
    phase: name,
    'ingest p50': ms(ingest, 0.5),
    'ingest p99': ms(ingest, 0.99),
    'table p50': ms(table, 0.5),
    'table p99': ms(table, 0.99),
    'sign-ins/s': Number((signIns.length / seconds).toFixed(1)),
    'sign-in p50': ms(signIns, 0.5),
  };
};

const storm = async (people: readonly string[], until: number): Promise<number[]> => {
  const took: number[] = [];
  const loop = async (email: string): Promise<void> => {
    while (performance.now() < until) {
      const begun = performance.now();
      await signIn(email);
      took.push(performance.now() - begun);
    }
  };
  await Promise.all(people.map(loop));
  return took;
};

const measure = async () => {
  const home = await prepare();
  await phase('warm', home, async () => []);
  const idle = await phase('idle', home, async () => []);
  const begun = performance.now();
  await signIn('owner@example.org');
  const aloneMs = performance.now() - begun;
  const stormy = await phase('sign-ins', home, (until) => storm(home.people, until));
  return { idle, stormy, aloneMs };
};

const measureAndStop = async () => {
  try {
    return await measure();
  } finally {
    await service.stop();
  }
};

const { idle, stormy, aloneMs } = await measureAndStop();
console.table([idle, stormy]);
const ratioOf = (what: 'ingest p99' | 'table p99'): number => stormy[what] / idle[what];
const [ingest, table] = [ratioOf('ingest p99'), ratioOf('table p99')];
console.log(`ingest p99 ratio ${ingest.toFixed(2)} (at most ${most.ingestRatio})`);
console.log(`table p99 ratio ${table.toFixed(2)} (at most ${most.tableRatio})`);
console.log(`one sign-in alone ${aloneMs.toFixed(0)} ms (at most ${most.signInMs})`);
const isWell = ingest <= most.ingestRatio && table <= most.tableRatio && aloneMs <= most.signInMs;
process.exitCode = isWell ? 0 : 1;
