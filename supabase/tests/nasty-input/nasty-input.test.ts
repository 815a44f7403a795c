/** No input makes a 500, or an answer that is not described: thousands of requests by every door, over real connections, by whoever may come. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readDescription } from '#catalogue/description.ts';
import type { Sql } from '#kernel/db.ts';
import { type Described, type Description, openDescription } from '#apps/service/testing/description.ts';
import { askJson, type DurableService, durableService, isBuilt } from '#apps/service/testing/durable-service.ts';
import { send } from '../cross-household/answers.ts';
import type { Attempt } from '../cross-household/attempts.ts';
import { type Chance, chance, type Made, newSeed, readOperations } from '../cross-household/target.ts';
import { readTables } from '../cross-household/victim.ts';
import { type NastyTarget, ofAuth, ofFunction, ofHardware, ofService, ofStorage, ofTable } from './nasty-requests.ts';
import { nastyHeaders } from './nasty-values.ts';

const isFull = process.env['TEST_FULL'] === '1';
const requests = Number(process.env['NASTY_REQUESTS'] ?? (isFull ? 100_000 : 6000));
const seed = Number(process.env['NASTY_SEED'] ?? newSeed());
const atOnce = 12;
/** They end the session or the account that the rest is asked with. */
const selfHarm = /sessions|account\/ending|identity|upgrade/;

if (!isBuilt) console.log('nasty-input: the service is not built (npm start does); skipped');

let service: DurableService;
let sql: Sql;
let target: NastyTarget;
let anonKey: string;
let tokens: string[];
let described: Described;

beforeAll(async () => {
  if (!isBuilt) return;
  const many = '1000000';
  const lavish = { SIGN_UPS_PER_HOUR: many, GUESTS_PER_HOUR: many, MESSAGES_PER_HOUR: many, BREACHED_PASSWORDS: 'off' };
  service = durableService({ ...lavish, TRUST_PROXY: '1', LOG_LEVEL: 'error' });
  await service.start();
  sql = service.openOwner() as Sql;
  ({ anonKey } = await askJson<{ anonKey: string }>(`${service.origin}/api/v1/web-config`, {}));
  const body = { email: 'ada@example.org', password: 'correct horse 7' };
  const session = await askJson<{ access_token: string; user: { id: string } }>(
    `${service.origin}/auth/v1/signup`,
    { apikey: anonKey },
    body,
  );
  const [home] = await sql<{ id: string }[]>`select id from households where owner_id = ${session.user.id}`;
  const household = home?.id as string;
  const own = { authorization: `Bearer ${session.access_token}` };
  const ingest = await askJson<{ token: string }>(`${service.origin}/api/v1/tokens`, own, { household, name: 'nasty' });
  tokens = [session.access_token, ingest.token];
  const functions = await sql<{ name: string; args: string[] }[]>`
    select p.proname as name, coalesce(p.proargnames, '{}') as args from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('public', 'private', 'extensions')`;
  const tables = (await readTables(sql)).filter(({ schema }) => schema === 'public');
  described = openDescription(await askJson<Description>(`${service.origin}${readDescription.path}`, {}));
  const operations = (await readOperations(service.origin)).filter(({ path }) => !selfHarm.test(path));
  target = { tables, functions, operations, household };
});
afterAll(async () => {
  await sql?.end();
  await service?.end();
});

const doors: readonly ((by: Chance, target: NastyTarget) => Made)[] = [
  ofAuth,
  ofAuth,
  ofTable,
  ofTable,
  ofTable,
  ofFunction,
  ofService,
  ofService,
  ofService,
  ofStorage,
  ofHardware,
];

/** Each from an address of its own: limits are not what is tried. */
let asked = 0;
const makeRequest = (by: Chance): Attempt => {
  const door = by.one(doors);
  const { method, path, body, type } = door(by, target);
  const [member = '', ingest = ''] = tokens;
  const token = by.one([member, member, member, member, door === ofHardware ? ingest : member, anonKey, 'x.y.z', '']);
  asked += 1;
  const kind = by.is(0.95)
    ? (type ?? 'application/json')
    : by.one(['text/plain', 'application/xml', 'application/json; charset=latin9', 'x']);
  return {
    attacker: { name: 'somebody', token, household: null },
    method,
    path: path.replace(/[^\x21-\x7e]/g, '?'),
    headers: {
      apikey: by.is(0.97) ? anonKey : 'x',
      'x-forwarded-for': `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': kind.replace(/[^\x20-\x7e]/g, '?') }),
      ...nastyHeaders(by),
    },
    ...(body !== undefined && { body: body as string }),
  };
};

test.runIf(isBuilt)(
  `C8.5 C8.6 ${requests} requests with whatever can be said make no answer of 5xx, and none that is not described`,
  async () => {
    const by = chance(seed);
    const faults: string[] = [];
    const undescribed: string[] = [];
    const statuses: Record<string, number> = {};
    let made = 0;
    const late: Attempt[] = [];
    const ask = async (one: Attempt, isAlone: boolean): Promise<void> => {
      const answered = await send(service.origin, one);
      const { status, body } = answered;
      statuses[status] = (statuses[status] ?? 0) + 1;
      const untold = described.operationOf(one.method, one.path) && described.faultOf(one.method, one.path, answered);
      if (untold)
        undescribed.push(`${one.method} ${one.path.slice(0, 200)} ${(one.body ?? '').slice(0, 200)}: ${untold}`);
      if (status === 504 && !isAlone) late.push(one);
      else if (status >= 500 || status === 0)
        faults.push(
          `${one.method} ${one.path.slice(0, 400)} ${(one.body ?? '').slice(0, 300)} → ${status} ${body.slice(0, 300)}`,
        );
    };
    const goOn = async (): Promise<void> => {
      while (made < requests) {
        made += 1;
        await ask(makeRequest(by), false);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, goOn));
    // Too late beside eleven others says how busy the machine is; alone, it would say what the request does.
    for (const one of late) await ask(one, true);
    console.log(
      `${made} nasty requests with the seed ${seed}: ${faults.length} of 5xx, ${undescribed.length} not described; answers ${JSON.stringify(statuses)}`,
    );
    if (faults.length > 0) console.log(service.log.slice(0, 40).join('\n').slice(0, 20_000));
    expect(faults).toEqual([]);
    expect(undescribed).toEqual([]);
    expect(statuses['200']).toBeGreaterThan(requests / 100);
    expect((await fetch(`${service.origin}/readyz`)).status).toBe(200);
    // The session still holds: what was asked with it was asked by somebody. Their household they may have deleted.
    const [session = ''] = tokens;
    const account = await askJson(`${service.origin}/auth/v1/user`, {
      apikey: anonKey,
      authorization: `Bearer ${session}`,
    });
    expect(account).toMatchObject({ aud: 'authenticated' });
  },
  isFull ? 1_800_000 : 900_000,
);
