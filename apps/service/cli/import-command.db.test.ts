import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '#subjects/readings/service/imports/testing.ts';
import type { SeededHome } from '../testing/seed.ts';
import { importCommand } from './import-command.ts';

let service: TestService;
let folder: string;
let home: SeededHome;
let keys: string[];
beforeAll(async () => {
  [service, folder] = await Promise.all([startTestService(), mkdtemp(join(tmpdir(), 'wattershed-cli-'))]);
  home = await service.seed.home('Europe/Madrid');
  keys = [
    (await home.device('Fridge', 'kitchen', 'electricity')).key,
    (await home.device('Tap', 'kitchen', 'water')).key,
  ];
});
afterAll(async () => {
  await Promise.all([service.stop(), rm(folder, { recursive: true })]);
});

interface Ran {
  readonly code: number;
  readonly said: string;
  readonly complained: string;
  readonly bars: string[];
}

const run = async (args: string[], env: Record<string, string> = {}, answer: boolean | null = null): Promise<Ran> => {
  const [said, complained, bars] = [[] as string[], [] as string[], [] as string[]];
  const { port } = service.app.server.address() as { port: number };
  const code = await importCommand(
    args,
    { WATTERSHED_URL: `http://127.0.0.1:${port}`, ...env },
    {
      say: (line) => said.push(line),
      complain: (line) => complained.push(line),
      progress: (line) => bars.push(line),
      ask: async () => answer,
      askSecret: async () => null,
    },
  );
  return { code, said: said.join('\n'), complained: complained.join('\n'), bars };
};

const save = async (name: string, content: string | Uint8Array): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
};

const rows = Array.from({ length: 6000 }, (_, i) => {
  const time = new Date(Date.UTC(2025, 8, 1, 0) + i * 3_600_000).toISOString();
  return `${time},0.25,${(1000 + i / 2).toFixed(1)}`;
});
const table = `time,Fridge kWh,tap_counter_l\n${rows.join('\n')}\n`;
const mapped = (): string[] => ['--meter', `Fridge kWh=${keys[0]}`, '--meter', `tap_counter_l=${keys[1]}`];

describe('npm run import', () => {
  test('shows, asks, sends in batches, reports; a second time nothing is new', async () => {
    const file = await save('home.csv.gz', gzipSync(table));
    const first = await run([file, ...mapped(), '--tz', 'Europe/Madrid'], { WATTERSHED_TOKEN: home.token }, true);
    expect(first.complained).toBe('');
    expect(first.code).toBe(0);
    expect(first.said).toBe(
      [
        'home.csv.gz: 6,000 rows, 2025-09-01T00:00:00.000Z to 2026-05-08T23:00:00.000Z, a row every 60 min',
        'Times: column "time", without an offset taken as Europe/Madrid, marking the start of a row.',
        '  Fridge kWh → kitchen-electricity (interval, kWh)',
        '  tap_counter_l → kitchen-water (counter, L)',
        '12,000 accepted, 0 known already, 0 rejected.',
        '  Fridge kWh → kitchen-electricity: 1,500,000 Wh in the file',
        '  tap_counter_l → kitchen-water: 2,999,500 mL in the file',
      ].join('\n'),
    );
    expect(first.bars.at(-2)).toBe('[########################] 100 %, 12,000 readings');
    const second = await run([file, ...mapped(), '--yes', '--token', home.token]);
    expect(second).toMatchObject({
      code: 0,
      said: expect.stringContaining('0 accepted, 12,000 known already, 0 rejected.'),
    });
    const { rows: months } = await (await service.as(home.userId)).months('2025-09-01', '2026-06-01');
    const sum = (utility: string): number =>
      months.filter((row) => row.utility === utility).reduce((all, { used }) => all + used, 0);
    expect([sum('electricity'), sum('water')]).toEqual([1_500_000, 2_999_500]);
  });

  test('a dry run sends nothing and needs no token; "no" sends nothing; where nobody can answer it says so', async () => {
    const file = await save('small.csv', 'time,new_wh\n2024-05-01 00:00,7\n2024-05-01 01:00,x\n2024-05-01 02:00,8\n');
    expect(await run([file, '--dry-run', '--meter', `new_wh=${keys[0]}`])).toMatchObject({
      code: 1,
      said: expect.stringContaining('2 readings could be sent; nothing was. 1 cannot be read.'),
    });
    const env = { WATTERSHED_TOKEN: home.token };
    expect(await run([file], env, false)).toMatchObject({ code: 0 });
    expect(await run([file], env)).toMatchObject({ code: 2, complained: expect.stringContaining('--yes') });
    const { rows: months } = await (await service.as(home.userId)).months('2024-05-01', '2024-06-01');
    expect(months).toEqual([]);
  });

  test('what a file leaves open is said before anything is sent, and many contradictions stop it', async () => {
    const env = { WATTERSHED_TOKEN: home.token };
    const at = (i: number): string => new Date(Date.UTC(2024, 5, 1) + i * 3_600_000).toISOString();
    const rising = Array.from({ length: 48 }, (_, i) => `${at(i)},${0.5 + i / 1000}`);
    const open = await save('open.csv', ['time,kitchen kWh', ...rising].join('\n'));
    const args = ['--meter', `kitchen kWh=${keys[0]}`];
    expect((await run([open, ...args], env, false)).said).toContain(
      'As counter, 0.047 kWh were used, as interval 25.128 kWh',
    );
    expect((await run([open, ...args, '--kind', 'interval'], env, false)).said).not.toContain('As counter');
    const twice = Array.from({ length: 60 }, (_, i) => `${at(Math.floor(i / 2))},${(i * 7) % 10}`);
    const mixed = await save('mixed.csv', ['time,use_wh', ...twice].join('\n'));
    const meter = ['--meter', `use_wh=${keys[0]}`, '--yes'];
    expect(await run([mixed, ...meter], env)).toMatchObject({
      code: 2,
      complained: expect.stringContaining('30 of 60 rows'),
    });
    expect(await run([mixed, ...meter, '--allow-conflicts', '--dry-run'], env)).toMatchObject({ code: 1 });
  });

  test('rejected readings are told by line and column', async () => {
    const file = await save('stray.csv', 'time,nobody_kwh\n2024-05-01 00:00,7\n2024-05-01 01:00,8\n');
    const ran = await run([file, '--yes'], { WATTERSHED_TOKEN: home.token });
    expect(ran.code).toBe(1);
    expect(ran.said).toContain('0 accepted, 0 known already, 2 rejected.');
    expect(ran.said).toContain('line 2, nobody_kwh: No such meter for this token.');
  });

  test('what was asked wrongly is said in words', async () => {
    const file = await save('ok.csv', 'time,a_kwh\n2024-05-01 00:00,7\n2024-05-01 01:00,8\n');
    const token = ['--token', home.token, '--yes'];
    const words: [string[], RegExp][] = [
      [[], /^Usage: npm run import/],
      [[file, '--color', 'red'], /color/],
      [[file], /A token is needed/],
      [[join(folder, 'none.csv'), ...token], /There is no file/],
      [[file, ...token, '--tz', 'Mars/Olympus'], /no time zone Mars/],
      [[file, ...token, '--meter', 'b=kitchen'], /no column of numbers named "b"/],
      [[file, ...token, '--unit', 'W'], /mappings.0.kind: This unit cannot be of this kind/],
      [[file, ...token, '--unit', 'parsec'], /mappings.0.unit/],
    ];
    for (const [args, expected] of words)
      expect(await run(args)).toMatchObject({ code: 2, complained: expect.stringMatching(expected) });
    const refused = await run([file, '--yes', '--token', 'wrong']);
    expect(refused).toMatchObject({
      code: 1,
      complained: expect.stringContaining('The token is unknown or was revoked.'),
    });
  });
});
