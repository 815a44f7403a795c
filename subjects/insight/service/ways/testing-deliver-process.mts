import { openDatabase } from '#kernel/db.ts';
import { createWayDeps, deliverNotices } from './index.ts';

// What delivers, in a process of its own, for the tests that kill it: it runs until then.
const [url = '', secret = '', network = ''] = process.argv.slice(2);
const { engine: sql } = openDatabase(url);
const log = { warn() {} } as never;
const settings = { secret, networks: [network], webPush: true, contact: 'mailto:ada@example.org' };
const deps = createWayDeps({ sql, log, now: Date.now, origin: () => 'https://home.example.org' }, settings);
console.log('ready');
for (;;) {
  await deliverNotices(deps, new AbortController().signal);
  await new Promise((resolve) => setTimeout(resolve, 20));
}
