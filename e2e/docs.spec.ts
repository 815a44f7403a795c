/** The commands that README and the guides name, run as they stand there; only the address is another. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDevice, newMember, newToken } from './support/member.ts';
import { runInShell } from './support/shell.ts';
import { expect, test } from './support/test.ts';

const root = join(import.meta.dirname, '..');

/** The fenced blocks of `language` in a page of the docs. */
const blocks = (page: string, language: string): string[] =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/^( *)```(\w+)\n([\s\S]*?)^ *```/gm)]
    .filter(([, , named]) => named === language)
    .map(([, indent = '', , text = '']) => text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''));

for (const page of ['README.md', 'docs/guide/send-readings.md']) {
  test(`C2.15 the command in ${page} sends a reading`, async ({ baseURL }) => {
    const member = await newMember(baseURL);
    const device = await addDevice(member, 'Kitchen', 'kitchen', 'electricity');
    expect(device.key).toBe('kitchen-electricity');
    const [command = ''] = blocks(page, 'sh').filter((text) => text.includes('curl'));
    const said = await runInShell(command.replace('http://127.0.0.1:8080', baseURL ?? ''), {
      env: { WATTERSHED_TOKEN: await newToken(member) },
    });
    expect(JSON.parse(said)).toEqual({ accepted: 1, duplicate: 0, rejected: [] });
  });
}

test('the command in docs/guide/import-csv.md imports the file that the page shows', async ({ baseURL }) => {
  const member = await newMember(baseURL);
  await addDevice(member, 'Kitchen', 'kitchen', 'electricity');
  await addDevice(member, 'Tap', 'kitchen', 'water');
  const [table = ''] = blocks('docs/guide/import-csv.md', 'csv');
  const [command = ''] = blocks('docs/guide/import-csv.md', 'sh');
  const file = join(mkdtempSync(join(tmpdir(), 'wattershed-e2e-')), 'home.csv');
  writeFileSync(file, table);
  const asked = command
    .replace(/^export .*$/m, '')
    .trim()
    .replace('home.csv', file);
  const said = await runInShell(`${asked} --yes --url ${baseURL}`, {
    cwd: root,
    env: { WATTERSHED_TOKEN: await newToken(member) },
  });
  expect(said).toMatch(/4 (readings )?(taken|accepted)|accepted\D+4/i);
});

const telegram = ['/ISK5\\2M550T-1012', '', '0-0:1.0.0(260505185320S)', '1-0:1.8.0(003016.829*kWh)', '!', ''].join(
  '\r\n',
);

test('the command for a P1 telegram in docs/guide/send-readings.md sends what it says', async ({ baseURL }) => {
  const member = await newMember(baseURL);
  const { key } = await addDevice(member, 'Mains', 'whole_home', 'electricity');
  const [command = ''] = blocks('docs/guide/send-readings.md', 'sh').filter((text) => text.includes('/dsmr?'));
  const folder = mkdtempSync(join(tmpdir(), 'wattershed-e2e-'));
  writeFileSync(join(folder, 'telegram.txt'), telegram);
  const asked = command.replace('http://127.0.0.1:8080', baseURL ?? '').replace('=mains&', `=${key}&`);
  const said = await runInShell(asked, { cwd: folder, env: { WATTERSHED_TOKEN: await newToken(member) } });
  expect(JSON.parse(said)).toEqual({ accepted: 1, duplicate: 0, rejected: [] });
});

test('the line for wmbusmeters in docs/guide/send-readings.md sends what it hears', async ({ baseURL }) => {
  const member = await newMember(baseURL);
  const { key } = await addDevice(member, 'Tap', 'kitchen', 'water');
  const [line = ''] = blocks('docs/guide/send-readings.md', 'ini').filter((text) => text.startsWith('shell='));
  const heard = { media: 'water', name: key, total_m3: 6.408, timestamp: '2026-05-05T16:53:20Z' };
  const said = await runInShell(line.replace('shell=', '').replace('http://127.0.0.1:8080', baseURL ?? ''), {
    env: { WATTERSHED_TOKEN: await newToken(member), METER_JSON: JSON.stringify(heard) },
  });
  expect(JSON.parse(said)).toEqual({ accepted: 1, duplicate: 0, rejected: [] });
});
