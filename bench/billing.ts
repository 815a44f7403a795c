/** How long the Billing page's questions take on the demo household's 13 months: `npx tsx bench/billing.ts [--rounds=60]`. */
import { startService } from '../e2e/support/start-service.ts';
import { guestToken, measure, send } from './load.ts';
import { option } from './option.ts';

const rounds = option('rounds', 60);
const most = { p50Ms: 50 };

const rest = (table: string, query: Record<string, string>): string =>
  `/rest/v1/${table}?${new URLSearchParams({ select: '*', ...query }).toString()}`;

const questions: Record<string, string> = {
  'the open cycle': '/api/v1/bills/so-far',
  'two years of bills': rest('billing_records', { order: 'period_start.desc', limit: '24' }),
  'the tariffs': rest('tariffs', { order: 'valid_from.desc' }),
  'devices and rooms': '/api/v1/bills/costs',
};

const service = await startService({ env: { GUESTS_PER_HOUR: '100', SIGN_UPS_PER_HOUR: '100' } });
try {
  const token = await guestToken(service.url);
  const { anonKey } = (await (await fetch(`${service.url}/api/v1/web-config`)).json()) as { anonKey: string };
  const one = async (path: string): Promise<number> =>
    Buffer.byteLength(await send(service.url, { method: 'GET', path, token, apikey: anonKey }));
  const table = [];
  for (const [name, path] of Object.entries(questions)) table.push(await measure(name, rounds, () => one(path)));
  // The page asks for bills once the open cycle has closed what has ended; for the rest at once.
  const page = async (): Promise<number> => {
    const { 'two years of bills': bills = '', 'the open cycle': open = '', ...others } = questions;
    const sizes = await Promise.all([
      one(open).then(async (size) => size + (await one(bills))),
      ...Object.values(others).map(one),
    ]);
    return sizes.reduce((sum, size) => sum + size, 0);
  };
  const whole = await measure('the page', rounds, page);
  console.table([...table, whole]);
  const isFast = whole['p50 ms'] !== undefined && whole['p50 ms'] <= most.p50Ms;
  console.log(isFast ? `the page is within ${most.p50Ms} ms` : `the page takes more than ${most.p50Ms} ms`);
  process.exitCode = isFast ? 0 : 1;
} finally {
  await service.stop();
}
