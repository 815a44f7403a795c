/** What runs is killed: the service, its PostgreSQL, the thread that hashes, an import in the middle; and a second service on one folder. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import type { ImportPreview, ImportReport } from '#subjects/readings/contract/imports.ts';
import { openPasswords } from '#subjects/identity/service/embedded/auth/passwords.ts';
import { askJson, type DurableService, durableService } from '#apps/service/testing/durable-service.ts';
import { type Home, openAccount } from '#apps/service/testing/open-account.ts';
import { type Fault, isKept, type Outcome, pause, readinessOf, type Sender, startSender, until } from './fault.ts';

export interface Own {
  readonly service: DurableService;
  readonly home: Home;
  readonly meter: { id: number; key: string };
  readonly sender: Sender;
}

/** A service of its own with somebody's home, to which readings are sent; all is gone afterwards. */
export const withOwnService = async <T>(env: Record<string, string>, work: (own: Own) => Promise<T>): Promise<T> => {
  const service = durableService(env);
  try {
    await service.start();
    const home = await openAccount(service, 'ada@example.org');
    const meter = await home.device('Kitchen');
    const sender = startSender(service, { token: home.token, key: meter.key });
    await until(() => sender.acknowledged.length > 20, 'readings are acknowledged');
    try {
      return await work({ service, home, meter, sender });
    } finally {
      await sender.stop();
    }
  } finally {
    await service.end();
  }
};

/** What was acknowledged, looked for behind everything. */
export const countLost = async ({ service, meter, sender }: Own): Promise<Pick<Outcome, 'acknowledged' | 'lost'>> => {
  const owner = service.openOwner();
  try {
    const lost = await sender.lostOf(owner as never, meter.id);
    return { acknowledged: sender.acknowledged.length, lost };
  } finally {
    await owner.end();
  }
};

const restart = async (service: DurableService): Promise<void> => {
  await service.killService();
  await service.start();
};

const killedService: Fault = {
  name: 'service killed',
  done: 'kill -9 of the service, started again by its supervisor',
  run: () =>
    withOwnService({}, async (own) => {
      const at = Date.now();
      await restart(own.service);
      const backMs = await own.sender.backAfter(at);
      const counted = await countLost(own);
      return { ...counted, backMs, said: own.sender.refusal(), isPassed: isKept({ ...counted, backMs }) };
    }),
};

const killedPostgres: Fault = {
  name: 'PostgreSQL killed',
  done: 'kill -9 of the embedded PostgreSQL; the service starts it again',
  run: () =>
    withOwnService({}, async (own) => {
      const at = Date.now();
      own.service.killPostgres();
      const said = await readinessOf(own.service.origin);
      const backMs = await own.sender.backAfter(at);
      const counted = await countLost(own);
      return {
        ...counted,
        backMs,
        said: `/readyz: ${said}; ${own.sender.refusal()}`,
        isPassed: isKept({ ...counted, backMs }),
      };
    }),
};

const killedThread: Fault = {
  name: 'hash thread ended',
  done: 'the thread that compares passwords is ended while it works',
  run: async () => {
    const threads: Worker[] = [];
    const onWorker = (worker: Worker): void => void threads.push(worker);
    process.on('worker', onWorker);
    const passwords = openPasswords(6, async () => false);
    try {
      const hash = await passwords.hash('correct horse');
      const waiting = passwords.compare('correct horse', hash).then(
        () => 'answered',
        (error: { status?: number }) => `${error.status}, try again`,
      );
      const at = Date.now();
      await threads[0]?.terminate();
      const said = await waiting;
      const { isRight } = await passwords.compare('correct horse', hash);
      return { backMs: Date.now() - at, said, isPassed: isRight && threads.length === 2 };
    } finally {
      process.off('worker', onWorker);
      await passwords.close();
    }
  },
};

const secondService: Fault = {
  name: 'two on one folder',
  done: 'a second service is started on the data folder of one that runs',
  run: async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'wattershed-two-'));
    try {
      return await withOwnService({ DATA_DIR: dataDir }, async (own) => {
        const second = durableService({ DATA_DIR: dataDir });
        let isRefused = false;
        await second.start().catch(() => (isRefused = true));
        const at = Date.now();
        const backMs = await own.sender.backAfter(at);
        const said = second.log.join(' ').slice(0, 160);
        await second.end();
        return { acknowledged: own.sender.acknowledged.length, backMs, said, isPassed: isRefused && backMs < 2_000 };
      });
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};

const rows = 60_000;

const importOnce = async ({ service, home }: Own, key: string, isToBeKilled: boolean): Promise<ImportReport | null> => {
  const begin = Math.floor(Date.now() / 60_000) * 60_000 - (rows + 10_000) * 60_000;
  const line = (i: number) => `${new Date(begin + i * 60_000).toISOString()},${((5_000 + i * 3) / 1000).toFixed(3)}`;
  const answer = await fetch(`${service.origin}/api/v1/imports/preview?name=half.csv`, {
    method: 'POST',
    headers: { ...home.session, 'content-type': 'text/csv' },
    body: `time,${key} kWh counter\n${Array.from({ length: rows }, (_, i) => line(i)).join('\n')}\n`,
  });
  const { fileId, suggestion } = (await answer.json()) as ImportPreview;
  const mappings = [{ column: `${key} kWh counter`, target: { meter: key }, unit: 'kWh', kind: 'counter' }];
  const { id } = await askJson<{ id: string }>(`${service.origin}/api/v1/imports`, home.session, {
    fileId,
    options: { ...suggestion, mappings },
  });
  const report = () => askJson<ImportReport>(`${service.origin}/api/v1/imports/${id}`, home.session);
  if (isToBeKilled) {
    await until(async () => (await report()).accepted > 0, 'some of the import is taken');
    await restart(service);
    return null;
  }
  await until(async () => (await report()).state !== 'running', 'the import ends', 120_000);
  return report();
};

const halfImport: Fault = {
  name: 'half an import',
  done: 'kill -9 in the middle of a file of 60,000 readings; the file is imported again',
  run: () =>
    withOwnService({}, async (own) => {
      const { key } = await own.home.device('File');
      await importOnce(own, key, true);
      const report = await importOnce(own, key, false);
      const { accepted = 0, duplicate = 0, rejected = 0 } = report ?? {};
      return {
        said: `the second time: ${accepted} taken, ${duplicate} there already, ${rejected} refused`,
        isPassed: accepted + duplicate === rows && duplicate > 0,
      };
    }),
};

const plan = {
  name: 'Prices',
  utility: 'electricity',
  currency: 'EUR',
  unit: 'kWh',
  charges: [{ id: 'use', kind: 'use', rate: '0.20' }],
};

interface SeenBill {
  readonly id: string;
  readonly version: number;
  readonly total_amount: string;
}

/** Bills that somebody has seen closed, made anew by each earlier reading, and posts that somebody was told are published. */
const openRecords = async ({ service, home }: Own) => {
  const rest = (path: string) => `${service.origin}/rest/v1/${path}`;
  const past = await home.device('Past');
  const hour = Math.floor(Date.now() / 3_600_000);
  const send = (hours: readonly number[]) =>
    askJson(
      `${service.origin}/api/v1/readings`,
      { authorization: `Bearer ${home.token}` },
      {
        readings: hours.map((at) => ({
          meter: past.key,
          at: new Date((hour + at) * 3_600_000).toISOString(),
          value: 5_000_000 + at * 250,
        })),
      },
    );
  for (let from = -2_400; from < 0; from += 800) await send(Array.from({ length: 800 }, (_, i) => from + i));
  // Bills are made for who has said where they live.
  const zone = await fetch(rest('households?time_zone=eq.UTC'), {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', ...home.session },
    body: JSON.stringify({ time_zone: 'Asia/Kolkata' }),
  });
  if (!zone.ok) throw new Error(`the time zone: ${zone.status} ${await zone.text()}`);
  await askJson(`${service.origin}/api/v1/tariffs`, home.session, { validFrom: '2025-01-01', tariffs: [{ plan }] });
  const seen = new Map<string, SeenBill>();
  const posts: string[] = [];
  const list = async (): Promise<SeenBill[]> => {
    await askJson(`${service.origin}/api/v1/bills/so-far`, home.session);
    return askJson<SeenBill[]>(rest('billing_records?select=id,version,total_amount'), home.session);
  };
  let earlier = -2_400;
  let versions = 0;
  return {
    posts,
    versions: () => versions,
    bill: async (): Promise<void> => {
      earlier -= 1;
      await send([earlier]);
      for (const bill of await list()) {
        if ((seen.get(bill.id)?.version ?? 0) < bill.version) versions += 1;
        seen.set(bill.id, bill);
      }
    },
    post: async (): Promise<void> => {
      const words = { kind: 'discussion', title: `Kept ${posts.length}`, body: 'Is it there?', language: 'en' };
      const { id } = await askJson<{ id: string }>(`${service.origin}/api/v1/community/posts`, home.session, {
        ...words,
        key: randomUUID(),
      });
      posts.push(id);
    },
    /** Bills that are older than they were seen, or say something else. */
    lostBills: async (): Promise<number> => {
      const kept = new Map((await list()).map((bill) => [bill.id, bill]));
      return [...seen.values()].filter(({ id, version, total_amount: total }) => {
        const now = kept.get(id);
        return !now || now.version < version || (now.version === version && now.total_amount !== total);
      }).length;
    },
  };
};

export const randomKills = (kills: number): Fault => ({
  name: `${kills} kills at random`,
  done: 'kill -9 of the service or of PostgreSQL, again and again, while readings, bills and posts are made',
  run: () =>
    withOwnService({}, async (own) => {
      const { service, sender } = own;
      const asOwner = async (text: string): Promise<void> => {
        const owner = service.openOwner();
        try {
          await owner.unsafe(text);
        } finally {
          await owner.end({ timeout: 1 });
        }
      };
      // Whoever posts has an address that is proved, and more to say than is usual.
      await asOwner('update auth.users set email_confirmed_at = now()');
      const records = await openRecords(own);
      const stop = new AbortController();
      const writing = (async () => {
        while (!stop.signal.aborted) {
          await records.post().catch(() => {});
          await records.bill().catch(() => {});
          await asOwner('delete from private.allowances').catch(() => {});
          await pause(200);
        }
      })();
      const back: number[] = [];
      for (let kill = 0; kill < kills; kill += 1) {
        await pause(100 + Math.random() * 900);
        const at = Date.now();
        if (Math.random() < 0.5) service.killPostgres();
        else await restart(service);
        back.push(await sender.backAfter(at));
      }
      stop.abort();
      await writing;
      const counted = await countLost(own);
      const lostBills = await records.lostBills();
      const owner = service.openOwner();
      const there = await owner<{ id: string }[]>`select id::text as id from community_posts`;
      await owner.end();
      const ids = new Set(there.map(({ id }) => id));
      const lostPosts = records.posts.filter((id) => !ids.has(id)).length;
      const backMs = Math.max(...back);
      const late = back.filter((ms) => ms > 5_000).length;
      return {
        acknowledged: (counted.acknowledged ?? 0) + records.posts.length + records.versions(),
        lost: (counted.lost ?? 0) + lostBills + lostPosts,
        backMs,
        said: `${counted.acknowledged} readings, ${records.posts.length} posts, ${records.versions()} bills; ${late} times back after more than 5 s`,
        isPassed:
          isKept({ ...counted, backMs }) &&
          lostBills + lostPosts === 0 &&
          records.posts.length > 0 &&
          records.versions() > 0,
      };
    }),
});

export const processFaults: readonly Fault[] = [killedService, killedPostgres, killedThread, secondService, halfImport];
