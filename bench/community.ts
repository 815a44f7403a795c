/** The community with 100,000 posts over HTTP: lists, search, trending and a thread. Prints p50 and p95 in milliseconds. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { send } from './load.ts';
import { option } from './option.ts';

const posts = option('posts', 100_000);
const replies = option('replies', 300_000);
const likes = option('likes', 300_000);
const rounds = option('rounds', 200);
const connections = option('connections', 4);

const root = fileURLToPath(new URL('..', import.meta.url));
const dataDir = mkdtempSync(join(tmpdir(), 'wattershed-bench-community-'));
// PostgreSQL runs as another user when we are root: the folder must let it through.
chmodSync(dataDir, 0o755);

const start = (): Promise<{ base: string; child: ChildProcess }> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['apps/service/dist/main.js'], {
      cwd: root,
      env: { ...process.env, DATA_DIR: dataDir, PORT: '0', DEMO: 'false' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const base = /ready at (http:\/\/\S+)/.exec(text)?.[1];
      if (base) resolve({ base, child });
    });
    child.on('exit', (code) => reject(new Error(`the service ended with ${code}: ${text}`)));
  });

const openOwner = async (): Promise<pg.Client> => {
  const { superuserPassword } = JSON.parse(readFileSync(join(dataDir, 'backend-secrets.json'), 'utf8')) as {
    superuserPassword: string;
  };
  const port = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[3];
  const owner = new pg.Client(`postgres://postgres:${superuserPassword}@127.0.0.1:${port}/wattershed`);
  await owner.connect();
  return owner;
};

/** Words as they are spread in a language: the first of the list in nearly every post, the last in a handful. */
const words =
  `the a water meter and it is at night of in power tap leak bill kitchen geyser timer agua contador luz factura
  मीटर पानी बिजली गीज़र टाइमर cistern valve clamp phase solar battery heater shower garden hose pump pressure tariff unit reading`.split(
    /\s+/,
  );

const fill = async (owner: pg.Client): Promise<void> => {
  // Written at once, so counters are set by sums instead of by triggers a row.
  await owner.query(`set session_replication_role = replica`);
  await owner.query(
    `insert into community_posts (kind, title, body, link, starts_at, ends_at, created_at, changed_at)
     select kind, initcap(a) || ' ' || b || ' ' || n, concat_ws(' ', a, b, c, d, 'word' || n % 5000, repeat(c || ' ' || d || ' ', 20)),
       case kind when 'resource' then 'https://example.org/' || n end, case kind when 'event' then at end, case kind when 'event' then at + interval '2 hours' end,
       now() - make_interval(secs => ($2 - n) * 60), now() - make_interval(secs => ($2 - n) * 60)
     from generate_series(1, $2::int) n,
       lateral (select (array['announcement', 'discussion', 'discussion', 'discussion', 'discussion', 'discussion', 'discussion', 'discussion', 'event', 'resource'])[1 + n % 10] as kind,
         now() + make_interval(hours => n % 2000 - 1000) as at) k,
       lateral (select w[1 + floor(cardinality(w) * random() ^ 3)::int] as a, w[1 + floor(cardinality(w) * random() ^ 2)::int] as b,
         w[1 + floor(cardinality(w) * random())::int] as c, w[1 + floor(cardinality(w) * random())::int] as d from (select $1::text[] as w, n) x) p`,
    [words, posts],
  );
  await owner.query(
    `insert into community_replies (post_id, body, created_at) select 1 + floor($1 * (1 - random() ^ 3))::int, 'Words of a reply', now() - random() * interval '60 days'
     from generate_series(1, $2::int)`,
    [posts - 1, replies],
  );
  await owner.query(
    `insert into community_likes (post_id, user_id, created_at) select 1 + floor($1 * (1 - random() ^ 3))::int, gen_random_uuid(), now() - random() * interval '60 days'
     from generate_series(1, $2::int)`,
    [posts - 1, likes],
  );
  await owner.query(
    `update community_posts p set reply_count = coalesce(r.n, 0), like_count = coalesce(l.n, 0), heat = private.community_heat(p.id)
     from community_posts q left join (select post_id, count(*) as n from community_replies group by 1) r on r.post_id = q.id
       left join (select post_id, count(*) as n from community_likes group by 1) l on l.post_id = q.id where q.id = p.id`,
  );
  await owner.query(`set session_replication_role = default`);
  await owner.query('vacuum analyze');
};

const questions: Record<string, (i: number) => string> = {
  'list, newest': () => 'posts?part=discussions',
  'list, most liked': () => 'posts?part=discussions&sort=liked',
  'list, deep page': (i) => `posts?part=discussions&cursor=0_${Math.floor(posts / 2) + i}`,
  trending: () => 'posts?part=trending',
  'events, upcoming': () => 'posts?part=events',
  'search, a word of most posts': () => 'search?q=water',
  'search, two common words': (i) => `search?q=water%20${encodeURIComponent(words[i % words.length] ?? '')}`,
  'search, a rare word': (i) => `search?q=word${(i * 37) % 5000}`,
  'search, a beginning': (i) => `search?q=${['po', 'wor', 'ti', 'ga', 'pre'][i % 5]}`,
  'search, Hindi': () => `search?q=${encodeURIComponent('बिज')}`,
  'search, two that never meet': () => 'search?q=valve%20word4999',
  'search, a slip of the keys': (i) => `search?q=${['gaysr', 'kitchn', 'battry'][i % 3]}`,
  'search, nothing': (i) => `search?q=qqxz${i}`,
  'a post': (i) => `posts/${1 + ((i * 997) % posts)}`,
  'its replies': (i) => `posts/${1 + ((i * 997) % posts)}/replies`,
};

const measure = async (base: string, pathOf: (i: number) => string): Promise<number[]> => {
  const took: number[] = [];
  let next = 0;
  const ask = async (i: number): Promise<void> => {
    const begun = performance.now();
    await send(base, { method: 'GET', path: `/api/v1/community/${pathOf(i)}`, token: '' });
    took.push(performance.now() - begun);
  };
  for (let i = 0; i < 10; i += 1) await ask(i);
  took.length = 0;
  const loop = async (): Promise<void> => {
    while (next < rounds) {
      next += 1;
      await ask(next);
    }
  };
  await Promise.all(Array.from({ length: connections }, loop));
  return took.sort((a, b) => a - b);
};

const { base, child } = await start();
try {
  const owner = await openOwner();
  const begun = performance.now();
  await fill(owner);
  console.error(
    `${posts} posts, ${replies} replies, ${likes} likes in ${((performance.now() - begun) / 1000).toFixed(0)} s`,
  );
  const table = [];
  for (const [what, pathOf] of Object.entries(questions)) {
    const took = await measure(base, pathOf);
    const at = (share: number): number => Number((took[Math.floor(took.length * share)] ?? 0).toFixed(1));
    table.push({ what, 'p50 ms': at(0.5), 'p95 ms': at(0.95) });
  }
  console.table(table);
  await owner.end();
} finally {
  child.removeAllListeners('exit');
  const ended = new Promise((resolve) => child.on('exit', resolve));
  child.kill('SIGINT');
  await ended;
  rmSync(dataDir, { recursive: true, force: true });
}
