import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { silentLog } from '#kernel/postgres/backend-error.ts';
import { createDevMailbox, type EmbeddedBackend, startEmbeddedBackend } from './index.ts';
import { type IdentitySite, openIdentitySite } from './testing-identity.ts';

describe('embedded backend', () => {
  vi.setConfig({ testTimeout: 90_000, hookTimeout: 120_000 });

  const ORIGIN = 'http://localhost:8080';
  const migrationsDir = fileURLToPath(new URL('../../../../supabase/migrations', import.meta.url));
  const mailbox = createDevMailbox(silentLog);
  let home: string;
  let dataDir: string;
  let backend: EmbeddedBackend;

  async function start(): Promise<void> {
    backend = await startEmbeddedBackend({
      dataDir,
      migrationsDir,
      publicOrigin: () => ORIGIN,
      guestDomain: 'guest.wattershed.invalid',
      mailer: mailbox,
      log: silentLog,
    });
  }

  beforeAll(async () => {
    // Below a folder that is ours alone, as a home is: as root, PostgreSQL's user cannot enter it.
    home = mkdtempSync(join(tmpdir(), 'wattershed-embedded-'));
    dataDir = join(home, 'data');
    await start();
  });
  afterAll(async () => {
    await backend.stop();
    const pointer = join(dataDir, 'postgres.location');
    const outside = statSync(pointer, { throwIfNoEntry: false }) ? readFileSync(pointer, 'utf8').trim() : undefined;
    if (outside) rmSync(outside, { recursive: true, force: true });
    rmSync(home, { recursive: true, force: true });
  });

  function ask(path: string, body?: object): Promise<Response> {
    const init = body ? { method: 'POST', body: JSON.stringify(body) } : {};
    return backend.fetch(
      new Request(ORIGIN + path, { ...init, headers: { apikey: backend.anonKey, 'content-type': 'application/json' } }),
      { address: '127.0.0.1' },
    );
  }

  test('C9.9 nobody else on the machine reads the data folder, one from before included', async () => {
    // As root, PostgreSQL's own user passes through to its part.
    const others = process.getuid?.() === 0 ? 0o066 : 0o077;
    expect(statSync(dataDir).mode & others).toBe(0);
    await backend.stop();
    chmodSync(dataDir, 0o755);
    await start();
    expect(statSync(dataDir).mode & others).toBe(0);
    expect(backend.health().isReady).toBe(true);
  });

  test('data below a private folder works all the same, and the folder says where it is kept', async () => {
    expect(backend.health()).toEqual({ isReady: true });
    if (process.getuid?.() !== 0) return;
    const folder = readFileSync(join(dataDir, 'postgres.location'), 'utf8').trim();
    expect(statSync(folder).uid).toBe(65534);
  });

  test('C9.9 the secrets are for us alone, and lie apart from what PostgreSQL can read', async () => {
    const file = statSync(join(dataDir, 'backend-secrets.json'));
    expect(file.mode & 0o777).toBe(0o600);
    expect(file.uid).toBe(process.getuid?.());
    const claims = JSON.parse(Buffer.from(backend.anonKey.split('.')[1] ?? '', 'base64url').toString());
    expect(claims.role).toBe('anon');
  });

  test('C7.2 a sign-up makes a household, which the service reads only on behalf of its owner', async () => {
    const session = (await (
      await ask('/auth/v1/signup', { email: 'ada@example.org', password: 'correct horse' })
    ).json()) as { user: { id: string } };
    const sql = postgres(backend.serviceUrl, { max: 1 });
    await expect(sql`select * from public.households`).rejects.toMatchObject({ code: '42501' });
    const rows = await sql.begin(async (tx) => {
      await tx`set local role authenticated`;
      await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: session.user.id, role: 'authenticated' })}, true)`;
      return tx`select owner_id from public.households`;
    });
    expect(rows).toEqual([{ owner_id: session.user.id }]);
    await sql.end();
  });

  test('C7.7 a reset is in the development mailbox', async () => {
    expect(
      (await ask(`/auth/v1/recover?redirect_to=${ORIGIN}/reset-password`, { email: 'ada@example.org' })).status,
    ).toBe(200);
    await expect.poll(() => mailbox.list()[0]?.link).toContain(`${ORIGIN}/auth/v1/verify?token=`);
  });

  test('C8.5 sign-in outlives a killed PostgreSQL', async () => {
    const restarted = new Promise<void>((resolve) => backend.onDatabaseRestart(resolve));
    const sql = postgres(backend.ownerUrl, { max: 1 });
    const [row] = await sql<
      { pid: number }[]
    >`select (string_to_array(pg_read_file('postmaster.pid'), E'\\n'))[1]::int as pid`;
    await sql.end();
    process.kill(row?.pid ?? 0, 'SIGKILL');
    await restarted;
    await expect
      .poll(
        async () =>
          (await ask('/auth/v1/token?grant_type=password', { email: 'ada@example.org', password: 'correct horse' }))
            .status,
      )
      .toBe(200);
  });

  test('C7.1 a second start knows who signed up, and signs with the same secret', async () => {
    const { jwtSecret, anonKey } = backend;
    await backend.stop();
    await start();
    expect([backend.jwtSecret, backend.anonKey]).toEqual([jwtSecret, anonKey]);
    expect(
      (await ask('/auth/v1/token?grant_type=password', { email: 'ada@example.org', password: 'correct horse' })).status,
    ).toBe(200);
  });

  test('a secret that was taken away is made anew: old sessions are over, and everybody comes in as before', async () => {
    const come = async () => {
      const answer = await ask('/auth/v1/token?grant_type=password', {
        email: 'ada@example.org',
        password: 'correct horse',
      });
      return ((await answer.json()) as { access_token: string }).access_token;
    };
    const see = async (token: string) =>
      (
        await backend.fetch(
          new Request(`${ORIGIN}/auth/v1/user`, {
            headers: { apikey: backend.anonKey, authorization: `Bearer ${token}` },
          }),
          { address: '127.0.0.1' },
        )
      ).status;
    const { jwtSecret, anonKey } = backend;
    const before = await come();
    await backend.stop();
    const file = join(dataDir, 'backend-secrets.json');
    const { jwtSecret: _, ...rest } = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify(rest));
    await start();
    expect([backend.jwtSecret === jwtSecret, backend.anonKey === anonKey]).toEqual([false, false]);
    expect([await see(before), await see(await come())]).toEqual([403, 200]);
  });

  test('the port is for this machine alone', async () => {
    const { port } = new URL(backend.ownerUrl);
    const taken = createServer().listen(Number(port), '127.0.0.1');
    const [error] = (await once(taken, 'error')) as [NodeJS.ErrnoException];
    expect(error.code).toBe('EADDRINUSE');
  });
});

describe('the table service', () => {
  vi.setConfig({ testTimeout: 90_000, hookTimeout: 120_000 });

  const readSlow = (site: IdentitySite) =>
    fetch(`${site.origin}/rest/v1/slow_rows`, { headers: { apikey: site.database.anonKey } });
  const arrange = `
    create view public.slow_rows as select 1 as id from pg_sleep(14);
    grant select on public.slow_rows to anon;`;

  const sleeping = `select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`;

  test('C8.5 an answer that takes too long is a retryable error, and the others go on', async () => {
    const site = await openIdentitySite({ timeOutMs: 4_000, arrange });
    const slow = readSlow(site);
    expect(
      (await site.client().auth.signUp({ email: 'meanwhile@example.org', password: 'correct horse' })).error,
    ).toBeNull();
    const answer = await slow;
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([504, '1']);
    expect(await answer.json()).toEqual({ code: 'PGRST003', message: expect.any(String), details: null, hint: null });
    await site.stop();
  });

  test('C8.5 what was told to be too late is not done afterwards', async () => {
    const site = await openIdentitySite({
      timeOutMs: 1_500,
      arrange: `
        create table public.late_rows (id int primary key);
        create function public.wait_in_line() returns trigger language plpgsql as $$
        begin
          if new.id < 100 then perform pg_sleep(60); end if;
          return new;
        end $$;
        create trigger wait_in_line before insert on public.late_rows for each row execute function public.wait_in_line();
        grant insert on public.late_rows to anon;`,
    });
    const add = (id: number) =>
      fetch(`${site.origin}/rest/v1/late_rows`, {
        method: 'POST',
        headers: { apikey: site.database.anonKey, 'content-type': 'application/json' },
        body: JSON.stringify({ id }),
      });
    // Twice as many as there are connections, and some behind them.
    const ids = [...Array(16).keys(), 100, 101];
    const answers = await Promise.all(ids.map(add));
    await expect.poll(() => site.database.asOwner(sleeping)).toEqual([]);
    const done = ids.filter((_, at) => answers[at]?.status === 201).map((id) => ({ id }));
    expect(answers.slice(0, 16).every(({ status }) => status === 504)).toBe(true);
    expect(await site.database.asOwner('select id from late_rows order by id')).toEqual(done);
    await site.stop();
  });

  test('C8.5 a connection that is lost is told as retryable, and the next question is answered', async () => {
    const site = await openIdentitySite({ arrange });
    const slow = readSlow(site);
    const end = () =>
      site.database.asOwner(
        `select pg_terminate_backend(pid) from pg_stat_activity where query like '%slow_rows%' and pid <> pg_backend_pid()`,
      );
    await expect.poll(async () => (await end()).length).toBeGreaterThan(0);
    const answer = await slow;
    expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'PGRST001' }]);
    const next = await fetch(`${site.origin}/rest/v1/faq_entries?limit=1`, {
      headers: { apikey: site.database.anonKey },
    });
    expect(next.status).toBe(200);
    await site.stop();
  });
});
