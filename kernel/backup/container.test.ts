import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeBeginning, openParts, sealParts } from './container.ts';

const cheap = { n: 2, r: 1, p: 1 };
const partBytes = 64;
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'wattershed-container-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function* pieces(content: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}

async function gather(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}

const seal = async (content: Buffer, passphrase: string | null, pieceBytes = 50): Promise<Buffer> =>
  gather(sealParts(await makeBeginning(passphrase, cheap), pieces(content, pieceBytes), partBytes));

const unseal = async (bytes: Buffer, passphrase: string | null): Promise<Buffer> => {
  const path = join(folder, 'file');
  await writeFile(path, bytes);
  const file = await open(path, 'r');
  try {
    return await gather(openParts(file, async () => passphrase));
  } finally {
    await file.close();
  }
};

const faultOf = (bytes: Buffer, passphrase: string | null): Promise<string> =>
  unseal(bytes, passphrase).then(
    () => 'nothing noticed',
    (error: { code?: string }) => error.code ?? 'an error without words',
  );

const noticed = ['truncated', 'damaged', 'not-a-backup', 'unknown-version', 'passphrase-wrong', 'passphrase-needed'];

describe.each([
  ['open', null],
  ['encrypted', 'five words chosen by chance'],
])('a file that is %s', (_, passphrase) => {
  test('opens to what was sealed, however it came', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 5 * partBytes }),
        fc.integer({ min: 1, max: 3 * partBytes }),
        async (bytes, pieceBytes) => {
          const content = Buffer.from(bytes);
          expect(await unseal(await seal(content, passphrase, pieceBytes), passphrase)).toEqual(content);
        },
      ),
      { numRuns: 40 },
    );
  });

  test('any flipped bit, any cut and any byte more is noticed', async () => {
    const whole = await seal(randomBytes(5 * partBytes + 7), passphrase);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: whole.length - 1 }),
        fc.integer({ min: 0, max: 7 }),
        async (at, bit) => {
          const flipped = Buffer.from(whole);
          flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << bit), at);
          expect(noticed).toContain(await faultOf(flipped, passphrase));
          expect(['truncated', 'not-a-backup']).toContain(await faultOf(whole.subarray(0, at), passphrase));
        },
      ),
      { numRuns: 150 },
    );
    expect(await faultOf(Buffer.concat([whole, Buffer.alloc(1)]), passphrase)).toBe('damaged');
  });

  test('parts that change places, are left out or come from another backup are noticed', async () => {
    const [one, other] = await Promise.all([0, 1].map(() => seal(randomBytes(6 * partBytes), passphrase)));
    const tail = passphrase ? 16 : 32;
    const step = 4 + partBytes + tail;
    const begin = (one as Buffer).length - 6 * step;
    const part = (file: Buffer | undefined, number: number): Buffer =>
      (file as Buffer).subarray(begin + number * step, begin + (number + 1) * step);
    const put = (...parts: Buffer[]): Buffer => Buffer.concat([(one as Buffer).subarray(0, begin), ...parts]);
    const own = [0, 1, 2, 3, 4, 5].map((number) => part(one, number)) as [
      Buffer,
      Buffer,
      Buffer,
      Buffer,
      Buffer,
      Buffer,
    ];
    expect(await faultOf(put(...own), passphrase)).toBe('nothing noticed');
    expect(await faultOf(put(own[1], own[0], ...own.slice(2)), passphrase)).toBe('damaged');
    expect(await faultOf(put(own[0], ...own.slice(2)), passphrase)).toBe('damaged');
    expect(await faultOf(put(...own.slice(0, 5), part(other, 5)), passphrase)).toBe('damaged');
  });
});

test('another passphrase, none, and a file of something else are told apart', async () => {
  const sealed = await seal(randomBytes(100), 'five words chosen by chance');
  expect(await faultOf(sealed, 'five other words by chance')).toBe('passphrase-wrong');
  expect(await faultOf(sealed, null)).toBe('passphrase-needed');
  expect(await faultOf(randomBytes(500), null)).toBe('not-a-backup');
  expect(await faultOf(Buffer.alloc(0), null)).toBe('not-a-backup');
});

test('nothing of what is hidden stands in the file', async () => {
  const secret = 'a password hash, for instance';
  expect((await seal(Buffer.from(secret), null)).includes(secret)).toBe(true);
  expect((await seal(Buffer.from(secret), 'five words chosen by chance')).includes(secret.slice(0, 8))).toBe(false);
});

test.each([
  ['a cost that is no power of two', '"n":2', '"n":3'],
  ['a cost too high for its block size', '"n":2,"r":1', '"n":65536,"r":1'],
])('%s is a damaged beginning, not an error without words', async (_, right, wrong) => {
  const whole = await seal(Buffer.from('content'), 'five words chosen by chance');
  const prefixBytes = whole.indexOf('{');
  const text = whole.subarray(prefixBytes, whole.indexOf('}') + 1).toString();
  const changed = Buffer.from(text.replace(right, wrong));
  const prefix = Buffer.from(whole.subarray(0, prefixBytes));
  prefix.writeUInt16BE(changed.length, prefixBytes - 2);
  const bytes = Buffer.concat([prefix, changed, whole.subarray(prefixBytes + text.length)]);
  expect(await faultOf(bytes, 'five words chosen by chance')).toBe('damaged');
});
