/** How long the questions of the Analytics page take on the demo household's 13 months: `npx tsx bench/analytics.ts [--rounds=60]`. */
import { startService } from '../e2e/support/start-service.ts';
import { guestToken, measure, send } from './load.ts';
import { option } from './option.ts';

const rounds = option('rounds', 60);
const most = { p95Ms: 100 };

const dayMs = 86_400_000;
const today = new Date().toISOString().slice(0, 10);
const back = (days: number): string => new Date(Date.parse(today) - days * dayMs).toISOString().slice(0, 10);
const month = (ago: number): string => {
  const at = new Date(today);
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - ago, 1)).toISOString().slice(0, 10);
};

const ask = (bucket: string, from: string, to: string, by: string): string =>
  `/api/v1/usage?${new URLSearchParams({ bucket, from, to, by }).toString()}`;
const detail = 'room,device';

const questions: Record<string, string> = {
  'a week by day': ask('day', back(6), back(-1), detail),
  'the week before': ask('day', back(13), back(6), detail),
  'its days until now': ask('week', back(13), back(7), detail),
  'its last day by hour': ask('hour', back(7), back(6), detail),
  'a month by day': ask('day', month(1), month(0), detail),
  'twelve months': ask('month', month(11), month(-1), detail),
  'twelve months until now': ask('week', month(23), back(365), detail),
  'three days by hour': ask('hour', back(2), back(-1), detail),
  'half a year by week': ask('week', back(182), back(-1), detail),
  'three years by week': ask('week', back(1095), back(-1), detail),
  'a day at 5 minutes, now': ask('5m', back(0), back(-1), 'utility'),
  'a day at 5 minutes, long ago': ask('5m', back(200), back(199), 'utility'),
  'every day of twelve months': ask('day', month(11), month(-1), 'utility'),
};

/** All that one view asks, at the same moment, as the page does. */
const views: Record<string, readonly string[]> = {
  'the week’s page': [
    'a week by day',
    'the week before',
    'its days until now',
    'its last day by hour',
    'a day at 5 minutes, now',
    'every day of twelve months',
  ],
  'the year’s page': [
    'twelve months',
    'twelve months until now',
    'its last day by hour',
    'a day at 5 minutes, now',
    'every day of twelve months',
  ],
};

const service = await startService({ env: { GUESTS_PER_HOUR: '100', SIGN_UPS_PER_HOUR: '100' } });
try {
  const token = await guestToken(service.url);
  const one = async (path: string): Promise<number> =>
    Buffer.byteLength(await send(service.url, { method: 'GET', path, token }));
  const table = [];
  for (const [name, path] of Object.entries(questions)) table.push(await measure(name, rounds, () => one(path)));
  for (const [name, parts] of Object.entries(views)) {
    const all = async (): Promise<number> => {
      const sizes = await Promise.all(parts.map((part) => one(questions[part] ?? '')));
      return sizes.reduce((sum, size) => sum + size, 0);
    };
    table.push(await measure(name, rounds, all));
  }
  console.table(table);
  const slow = table.filter((row) => row['p95 ms'] > most.p95Ms).map(({ question }) => question);
  console.log(
    slow.length === 0 ? `every p95 is within ${most.p95Ms} ms` : `beyond ${most.p95Ms} ms: ${slow.join(', ')}`,
  );
  process.exitCode = slow.length === 0 ? 0 : 1;
} finally {
  await service.stop();
}
