/** docs/operate/hosted.md, followed word by word: its commands in a shell, its addresses as each server would use them. */
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDocumentsSetUp } from '#subjects/bills/service/documents/index.ts';
import { openBareCluster, plainServers, type BareCluster } from './plain-cluster.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const guide = readFileSync(join(root, 'docs/operate/hosted.md'), 'utf8').split('## Starting the service')[0] ?? '';

/** Every command and setting, by the number of its step. */
const blocks = [...guide.matchAll(/^### (\d)|^```(sh|ini)\n([\s\S]*?)^```/gm)].reduce<
  { step: string; kind: string; text: string }[]
>((all, [, step, kind = '', text = '']) => [...all, { step: step ?? all.at(-1)?.step ?? '', kind, text }], []);
const commands = (step: string): string =>
  blocks
    .filter((block) => block.step === step && block.kind === 'sh')
    .map(({ text }) => text)
    .join('\n');
const setting = (name: string): string => new RegExp(`^${name}=(\\S+)$`, 'm').exec(guide)?.[1] ?? '';

/** This machine may have no psql: the few flags that the guide uses, said to the same server. */
const psql = `#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
const postgres = (await import(pathToFileURL(${JSON.stringify(join(root, 'node_modules/postgres/src/index.js'))}).href)).default;
const [url, v, stop, f, file] = process.argv.slice(2);
if (v !== '-v' || stop !== 'ON_ERROR_STOP=1' || (f !== undefined && f !== '-f')) throw new Error('psql was asked for something else');
const sql = postgres(url, { max: 1, onnotice: () => {} });
await sql.unsafe(readFileSync(file ?? 0, 'utf8')).simple();
await sql.end();
`;

interface Said {
  readonly code: number;
  readonly text: string;
}

for (const { version, programs } of plainServers()) {
  const tried = programs === null ? 'NOT TRIED, this machine does not have it' : 'tried';
  describe.runIf(programs !== null)(`docs/operate/hosted.md on PostgreSQL ${version} (${tried})`, () => {
    let cluster: BareCluster;
    let folder: string;
    let database = '';
    const open: postgres.Sql[] = [];

    /** As the guide has it, but for where this server listens and what its superuser is called. */
    const here = (text: string): string =>
      text
        .replaceAll('postgres:super-secret@', `${cluster.superuser}:super-secret@`)
        .replaceAll('127.0.0.1:5432/wattershed', `127.0.0.1:${cluster.port}/${database}`);

    const run = async (script: string): Promise<Said> => {
      const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}`, npm_config_update_notifier: 'false' };
      const whole = `${commands('1').split('\n')[0]}\n${script}`;
      return promisify(execFile)('sh', ['-e', '-c', here(whole)], { cwd: root, env }).then(
        ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
        ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
          code,
          text: stdout + stderr,
        }),
      );
    };
    const as = (address: string): postgres.Sql => {
      const sql = postgres(here(address), { max: 1, onnotice: () => {} });
      open.push(sql);
      return sql;
    };

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'wattershed-guide-'));
      writeFileSync(join(folder, 'psql'), psql);
      writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
      chmodSync(join(folder, 'psql'), 0o755);
      // Not everywhere is the superuser called postgres.
      cluster = await openBareCluster(programs ?? '', 'super-secret', 'operator');
    });
    afterAll(async () => {
      await Promise.all(open.map((sql) => sql.end({ timeout: 3 })));
      await cluster.close();
      rmSync(folder, { recursive: true, force: true });
    });
    const newDatabase = async (name: string): Promise<void> => {
      database = name;
      await cluster.createDatabase(name);
      expect(await run(commands('1').split('\n').slice(1).join('\n'))).toMatchObject({ code: 0 });
      expect(await run(commands('2'))).toMatchObject({ code: 0 });
    };

    test('with neither server: every command runs, again too, and the database is up to date', async () => {
      await newDatabase('alone');
      for (const time of [1, 2]) {
        for (const step of ['1', '2', '3'])
          expect([time, step, await run(commands(step).replace(/^export.*\n/, ''))]).toMatchObject([
            time,
            step,
            { code: 0 },
          ]);
        const migrated = await run(commands('4'));
        expect(migrated).toMatchObject({ code: 0, text: expect.stringContaining('The database is up to date.') });
        expect(migrated.text).not.toContain('no storage');
      }
    });

    test('migrations before the auth server stop with what to do, and no stack', async () => {
      await newDatabase('late');
      const { code, text } = await run(commands('4'));
      expect(code).toBe(1);
      expect(text).toContain('no auth.users, auth.identities, auth.sessions yet');
      expect(text).toContain('Start it on this database');
      expect(text).not.toMatch(/\n\s+at /);
      const wrong = await run(commands('4').replace('127.0.0.1:5432', '127.0.0.1:1'));
      expect([wrong.code, wrong.text.includes('    at ')]).toEqual([1, false]);
    });

    test('the auth server logs in and makes its tables as it does, and what it makes ours may use', async () => {
      const auth = as(setting('GOTRUE_DB_DATABASE_URL'));
      // The kinds of statement in its migrations: names without a schema, types, functions, row security, a grant to postgres.
      await auth
        .unsafe(`
        create table if not exists schema_migrations (version varchar(14) primary key);
        create table if not exists users (id uuid primary key, email varchar(255), email_confirmed_at timestamptz, encrypted_password varchar(255),
          raw_app_meta_data jsonb, raw_user_meta_data jsonb, is_anonymous boolean not null default false, created_at timestamptz, updated_at timestamptz,
          phone text, last_sign_in_at timestamptz, is_sso_user boolean not null default false);
        create table if not exists identities (id uuid default gen_random_uuid() primary key, provider_id text not null, provider text not null,
          user_id uuid not null references users (id) on delete cascade, identity_data jsonb not null, last_sign_in_at timestamptz, created_at timestamptz);
        create table if not exists sessions (id uuid primary key, user_id uuid not null references users (id) on delete cascade, created_at timestamptz,
          updated_at timestamptz, refreshed_at timestamp, aal text, user_agent text, ip inet, not_after timestamptz);
        create type factor_status as enum ('unverified', 'verified');
        create table if not exists mfa_factors (id uuid primary key, user_id uuid not null references users (id) on delete cascade, status factor_status not null,
          created_at timestamptz);
        create or replace function auth.uid() returns uuid language sql stable as $f$
          select (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid $f$;
        create or replace function auth.role() returns text language sql stable as $f$ select 'authenticated'::text $f$;
        create or replace function auth.jwt() returns jsonb language sql stable as $f$ select nullif(current_setting('request.jwt.claims', true), '')::jsonb $f$;
        alter table users enable row level security;
        alter table sessions enable row level security;
        alter table mfa_factors enable row level security;
        alter table identities enable row level security;
        grant select on auth.users, auth.sessions to postgres with grant option;
        create schema if not exists auth;
      `)
        .simple();
      const [where] = await auth<{ owner: string; schema: string }[]>`
        select tableowner as owner, schemaname as schema from pg_tables where tablename = 'users'`;
      expect(where).toEqual({ owner: 'supabase_auth_admin', schema: 'auth' });
      const migrated = await run(commands('4'));
      expect(migrated).toMatchObject({ code: 0, text: expect.stringContaining('The database is up to date.') });
      expect(migrated.text).toContain('There is no storage here yet');
      await auth`insert into users (id, email, raw_user_meta_data) values ('11111111-1111-4111-8111-111111111111', 'ada@example.org', '{}')`;
      const service = as(guideService());
      expect(await service`select current_user as who`).toEqual([{ who: 'anon' }]);
    });

    test('storage that comes after the migrations: nothing until then, then documents, by the service alone', async () => {
      const service = postgres(here(guideService()), {
        max: 1,
        onnotice: () => {},
        connection: { role: 'wattershed_engine' },
      });
      open.push(service);
      const told: unknown[] = [];
      const log = { warn: (...words: unknown[]) => void told.push(words), info: () => {} } as never;
      const documents = createDocumentsSetUp(service as never, log);
      await documents.attempt();
      expect(documents.state()).toBe('not-set-up');

      const storage = as(/^DATABASE_URL=(\S*supabase_storage_admin\S*)$/m.exec(guide)?.[1] ?? '');
      // Half made, as its own migrations make it in many steps.
      await storage
        .unsafe(`
        create table if not exists migrations (id integer primary key, name varchar(100) unique not null);
        create table if not exists buckets (id text primary key, name text not null, owner uuid, created_at timestamptz default now());
        create table if not exists objects (id uuid primary key default gen_random_uuid(), bucket_id text references buckets (id), name text, owner uuid,
          metadata jsonb, created_at timestamptz default now());
        alter table objects enable row level security;
      `)
        .simple();
      await documents.attempt();
      expect(documents.state()).toBe('not-set-up');
      await storage
        .unsafe(`
        alter table buckets add column public boolean default false, add column file_size_limit bigint, add column allowed_mime_types text[];
        alter table buckets enable row level security;
        alter table objects add column owner_id text, add column version text;
        alter table buckets owner to supabase_storage_admin;
        grant all on storage.buckets, storage.objects to supabase_storage_admin with grant option;
        grant all on storage.buckets, storage.objects to service_role, authenticated, anon;
        create schema if not exists storage;
      `)
        .simple();
      await Promise.all([documents.attempt(), service`select private.set_up_documents()`]);
      expect([documents.state(), told]).toEqual(['up', []]);
      expect(await storage`select id from buckets`).toEqual([{ id: 'bills' }]);
      for (const role of ['anon', 'authenticated', 'service_role']) {
        const seen = await storage.begin(async (tx) => {
          await tx`select set_config('role', ${role}, true), set_config('request.jwt.claims', '{"sub":"11111111-1111-4111-8111-111111111111"}', true)`;
          return tx`select id from storage.buckets`;
        });
        expect([role, seen.length]).toEqual([role, role === 'anon' ? 0 : 1]);
      }
      const [{ policies } = { policies: 0 }] = await storage<{ policies: number }[]>`
        select count(*)::int as policies from pg_policies where schemaname = 'storage' and policyname like 'bills_%'`;
      expect(policies).toBe(5);
      expect((await run(commands('4'))).text).not.toContain('no storage');
      // A document of one's own is written under these policies, another household's is not.
      const [home] = await storage.begin(async (tx) => {
        await tx`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', '{"sub":"11111111-1111-4111-8111-111111111111"}', true)`;
        const homes = await tx<{ id: string }[]>`select id from public.households`;
        await tx`insert into storage.objects (bucket_id, name, metadata) values ('bills', ${`${homes[0]?.id}/a.pdf`}, '{"size": 10}')`;
        return homes;
      });
      expect(home?.id).toMatch(/^[0-9a-f-]{36}$/);
      await expect(
        storage.begin(async (tx) => {
          await tx`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', '{"sub":"11111111-1111-4111-8111-111111111111"}', true)`;
          await tx`insert into storage.objects (bucket_id, name, metadata) values ('bills', '22222222-2222-4222-8222-222222222222/a.pdf', '{"size": 10}')`;
        }),
      ).rejects.toMatchObject({ code: '42501' });
    });

    test('the table API logs in and becomes whoever asks', async () => {
      const api = as(setting('PGRST_DB_URI'));
      for (const role of ['anon', 'authenticated'])
        expect(
          await api.begin(async (tx) => [...(await tx`select set_config('role', ${role}, true) as role`)]),
        ).toEqual([{ role }]);
    });

    test('what is no login stays none', async () => {
      const rows = await as(`postgres://postgres:super-secret@127.0.0.1:5432/wattershed`)<{ name: string }[]>`
        select rolname as name from pg_roles where rolcanlogin and rolname !~ '^pg_' and rolname <> 'operator' order by 1`;
      expect(rows.map(({ name }) => name)).toEqual([
        'authenticator',
        'supabase_auth_admin',
        'supabase_storage_admin',
        'wattershed',
        'wattershed_owner',
      ]);
    });
  });
}

/** The service's own address, which is the last of that name. */
function guideService(): string {
  return /^DATABASE_URL=(postgres:\/\/wattershed:\S+)$/m.exec(guide)?.[1] ?? '';
}
