import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { deviceSources, PushFault, type PushRequest, sources, unreadDoors } from './index.ts';
import { samples } from './testing-samples.ts';

const hardwareGuide = fileURLToPath(new URL('../../../docs/guide/connect-hardware.md', import.meta.url));
const placeholders = new Set(['origin', 'host', 'port', 'secure', 'token', 'meter', 'utility', 'unit']);

describe.each(sources.map((source) => [source.label, source] as const))('%s', (_label, source) => {
  const { id, label, reads, switchedBy, mqtt, tcp, poll, push, file, setUps = {} } = source;
  const sample = samples[id as keyof typeof samples];

  test('says who it is, and has a way in', () => {
    expect(id).toMatch(/^[a-z0-9-]{1,40}$/);
    expect(sources.filter((one) => one.id === id)).toHaveLength(1);
    expect([mqtt, tcp, poll, push, file].some(Boolean)).toBe(true);
    expect(file === undefined ? unreadDoors : [id]).toContain(mqtt ? 'mqtt' : (tcp?.door ?? id));
    expect(deviceSources.includes(id)).toBe([mqtt, tcp, poll].some(Boolean));
  });

  test('stands in the guide', () => {
    const ways = [
      mqtt && 'MQTT',
      tcp && 'its port',
      poll && `asked every ${poll.everyS} s`,
      file && 'a file',
      push && `sent to \`${push.endpoint.path}\``,
    ];
    const row = `| ${[label, ways.filter(Boolean).join(', '), reads, switchedBy ?? ''].join(' | ')} |`.replace(
      '  |',
      ' |',
    );
    expect(readFileSync(hardwareGuide, 'utf8')).toContain(`\n${row}\n`);
  });

  const parsers = [mqtt?.createParser(), tcp?.createParser(), poll?.createParser('http://192.0.2.1')];
  test.each(parsers.flatMap((parser) => parser ?? []))(
    'what its devices say is read, and said to be its own',
    (parser) => {
      const messages = (sample.messages ?? []).map(([topic, payload]) => ({ topic, payload, isRetained: false }));
      const updates = messages.flatMap((message) => parser.read(message));
      expect(updates).toMatchObject(sample.updates ?? []);
      expect(new Set(updates.map((update) => update.source))).toEqual(new Set([id]));
      expect(updates.some(({ utility, total }) => utility !== undefined || total !== undefined)).toBe(true);
      expect(updates.some(({ command }) => command !== undefined)).toBe(switchedBy !== undefined);
      for (const payload of ['', '{', 'null', '[]'])
        expect(parser.read({ topic: messages[0]?.topic ?? '', payload, isRetained: false })).toEqual([]);
    },
  );

  test.each(push ? [push] : [])(
    'what is sent is read, and what is none is refused or passed over',
    ({ read, endpoint, alsoAt = [] }) => {
      const ask = ([address, body]: readonly [string, string]): PushRequest => {
        const { pathname: path, searchParams } = new URL(address, 'http://localhost');
        return { id: '1', path, query: Object.fromEntries(searchParams), body: Buffer.from(body), now: 1_778_000_000 };
      };
      const request = ask(sample.request ?? ['', '']);
      expect([endpoint.path, ...alsoAt]).toContain(request.path);
      expect(read(request, (key) => key === 'mains').readings).toMatchObject(sample.readings ?? [{}]);
      // Its own fault, or nothing.
      const outcome = (): unknown => {
        try {
          return read({ ...request, body: Buffer.from('?') }, () => true).readings;
        } catch (error) {
          return error instanceof PushFault ? [] : error;
        }
      };
      expect(outcome()).toEqual([]);
    },
  );

  test.each(file ? [file] : [])('a file of it is known from others, and looked at', async ({ preview }) => {
    const [text, column] = sample.file ?? ['', ''];
    expect(sources.find((one) => one.file?.recognises(text))?.id).toBe(id);
    const seen = await preview(() => Readable.from([Buffer.from(text)]), 'x', 'UTC');
    expect(seen).toMatchObject({ ok: true, value: { columns: expect.arrayContaining([column]) as string[] } });
  });

  test.each(Object.entries(setUps))('what %s is told names this service, the token and the meter', (_name, text) => {
    const named = [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !placeholders.has(name))).toEqual([]);
    expect(named).toEqual(expect.arrayContaining(['token', 'meter', named.includes('host') ? 'port' : 'origin']));
  });
});
