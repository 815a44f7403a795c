/** Notices begin and end while what delivers them is killed again and again: what each way was told, by the ids that go along. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import { quietLog as log } from '#apps/service/testing/mosquitto.ts';
import { openStage } from '#apps/service/testing/stage.ts';
import { createTakeAllowance } from '#kernel/http/client-address.ts';
import { pushNetworks } from '#kernel/http/outbound.ts';
import { createWayDeps, noticeWayRoutes } from './index.ts';
import { makeSubscription, openFarSide } from './testing-far-side.ts';

const program = fileURLToPath(new URL('./testing-deliver-process.mts', import.meta.url));
const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
const secret = 'a secret of the test';
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export interface Told {
  /** Messages with an id of their own, by way: each notice is one that began and one that ended. */
  readonly distinct: Readonly<Record<'push' | 'webhook', number>>;
  /** What was told twice under two ids, or not at all. */
  readonly doubled: number;
  readonly missing: number;
  /** What came again under the id that it had: a browser shows it once, and so does a webhook that keeps the id. */
  readonly repeated: number;
  readonly killsWhileSending: number;
}

export const tellThroughKills = async (kills: number, perKill: number): Promise<Told> => {
  const stage = await openStage();
  const far = await openFarSide();
  // Long enough that most kills fall between what is sent and its answer.
  far.state.delayMs = 150;
  let child: ChildProcess | null = null;
  const start = async () => {
    const args = ['--import', tsx, program, stage.testDatabase.serviceUrl, secret, far.network];
    child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), 'line');
  };
  const kill = async () => {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  try {
    const networks = pushNetworks.parse(far.network);
    const settings = { secret, networks, webPush: true, contact: 'mailto:ada@example.org' };
    const deps = createWayDeps({ sql: stage.sql, log, now: Date.now, origin: () => '' }, settings);
    const takeAllowance = createTakeAllowance(stage.sql);
    const app = stage.http((_http, { serve }) => {
      noticeWayRoutes({ ...deps, serve, takeAllowance, stopping: new AbortController().signal });
    });
    const home = await stage.seed.home();
    const { endpoint, keys, open } = makeSubscription(`${far.origin}/push`);
    const headers = await stage.session(home.userId);
    const add = (path: string, payload: object) =>
      app.inject({ method: 'POST', url: `/api/v1/notice-ways${path}`, headers, payload });
    expect((await add('/push', { endpoint, keys })).statusCode).toBe(201);
    expect((await add('', { way: 'webhook', label: 'X', address: `${far.origin}/in` })).statusCode).toBe(201);

    const { owner } = stage.seed;
    // What the killed one had in its hands is free again after its pause: here at once.
    const hurry = () => owner`update private.notice_deliveries set due_at = now() where done_at is null`;
    let killsWhileSending = 0;
    const notices: string[] = [];
    await start();
    for (let round = 0; round < kills; round += 1) {
      for (let i = 0; i < perKill; i += 1) {
        const { meterId } = await home.device(`Tap ${round}-${i}`, 'kitchen', 'water');
        const [row] = await owner<{ id: string }[]>`
          insert into notices (household_id, kind, meter_id, since, noticed_at, figures, mail_at)
          values (${home.household}, 'running-water', ${meterId}, now(), now(), '{"floorMlPerHour": 8200, "leakMl": 213400}', now()) returning id`;
        notices.push(row?.id as string);
      }
      // Those of the round before are over.
      for (const id of notices.slice(-2 * perKill, -perKill))
        await owner`update notices set ended_at = now() where id = ${id}`;
      await pause(60 + Math.random() * 240);
      await kill();
      const [row] = await owner<{ n: number }[]>`
        select count(*)::int as n from private.notice_deliveries where done_at is null and attempts > 0`;
      if ((row?.n ?? 0) > 0) killsWhileSending += 1;
      await hurry();
      await start();
      // Each is told of its beginning before it ends: what is over before that is never told.
      const begun = async () =>
        (await owner`select from private.notice_deliveries where phase = 'began' and done_at is not null`).length;
      await expect.poll(begun, { timeout: 60_000 }).toBe(notices.length * 2);
    }
    for (const id of notices.slice(-perKill)) await owner`update notices set ended_at = now() where id = ${id}`;
    const done = async () => (await owner`select from private.notice_deliveries where done_at is not null`).length;
    await expect.poll(done, { timeout: 60_000 }).toBe(notices.length * 2 * 2);
    await kill();

    // By way, notice and phase: under which ids it came.
    const ids = new Map<string, Set<string>>();
    const seen = (key: string, id: string) => ids.set(key, (ids.get(key) ?? new Set()).add(id));
    for (const { path, headers: sent, body } of far.state.asked)
      if (path === '/in') {
        const { type, data } = JSON.parse(body.toString()) as { type: string; data: { notice: string } };
        seen(`webhook ${data.notice} ${type}`, String(sent['webhook-id']));
      } else {
        const { notification } = JSON.parse(open(body)) as {
          notification: { title: string; tag: string; data: { id: string } };
        };
        const type = notification.title.includes('does not stop') ? 'notice.began' : 'notice.ended';
        seen(`push ${notification.tag} ${type}`, notification.data.id);
      }
    const expected = notices.flatMap((id) =>
      ['push', 'webhook'].flatMap((way) => [`${way} ${id} notice.began`, `${way} ${id} notice.ended`]),
    );
    const countOf = (way: string) =>
      new Set([...ids].flatMap(([key, of]) => (key.startsWith(way) ? [...of] : []))).size;
    return {
      distinct: { push: countOf('push'), webhook: countOf('webhook') },
      doubled: [...ids.values()].filter((of) => of.size > 1).length,
      missing: expected.filter((key) => !ids.has(key)).length,
      repeated: far.state.asked.length - [...ids.values()].reduce((sum, of) => sum + of.size, 0),
      killsWhileSending,
    };
  } finally {
    await kill();
    await far.close();
    await stage.end();
  }
};
