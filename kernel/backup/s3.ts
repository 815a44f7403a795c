/** A bucket that speaks S3's protocol: one file after another, in parts where it is large, read back after it was written. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { SaxesParser } from 'saxes';
import { BackupError, damaged } from './backup-error.ts';

export interface S3Access {
  /** Empty: Amazon's, of the region. */
  endpoint: string | undefined;
  region: string;
  keyId: string | undefined;
  secret: string | undefined;
}

export interface Bucket {
  list(signal?: AbortSignal): Promise<{ name: string; bytes: number }[]>;
  put(name: string, path: string, signal?: AbortSignal): Promise<void>;
  fetch(name: string, path: string, signal?: AbortSignal): Promise<void>;
  remove(name: string): Promise<void>;
  /** Ends uploads in parts that were begun so long ago and never ended: they cost, and nobody sees them. */
  abortStale(olderThanMs: number, signal?: AbortSignal): Promise<void>;
}

const MB = 2 ** 20;
const PART_BYTES = 8 * MB;
/** S3 takes 10,000. */
const MAX_PARTS = 9_000;
const TRIES = 6;
const FIRST_PAUSE_MS = 500;
const PATIENCE_MS = 120_000;

const failed = (words: string, cause?: unknown): BackupError => new BackupError('store-failed', words, { cause });

/** The texts of elements, by what they are in: enough for S3's lists. */
function readXml(xml: string): Record<string, string>[] {
  const rows: Record<string, string>[] = [{}];
  const names: string[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name }) => {
    names.push(name);
    if (name === 'Contents' || name === 'Upload') rows.push({});
  });
  parser.on('text', (text) => {
    const row = names.includes('Contents') || names.includes('Upload') ? rows.at(-1) : rows[0];
    const name = names.at(-1);
    if (row && name) row[name] = (row[name] ?? '') + text;
  });
  parser.on('closetag', () => void names.pop());
  parser.write(xml).close();
  return rows;
}

async function reasonOf(answer: Response): Promise<string> {
  const text = await answer.text().catch(() => '');
  try {
    const [{ Code = '', Message = '' } = {}] = readXml(text);
    return [answer.status, Code, Message].filter(Boolean).join(' ');
  } catch {
    return String(answer.status);
  }
}

const isWorthAnother = (status: number): boolean => status >= 500 || status === 429 || status === 408;

type Ask = (method: string, url: URL, signal?: AbortSignal, body?: Buffer, from?: number) => Promise<Response>;

/** Signs each try anew, and waits longer before each. */
function createAsk(access: S3Access, place: string): Ask {
  const { keyId, secret, region } = access;
  if (!keyId || !secret) throw failed(`${place} needs BACKUP_S3_KEY_ID and BACKUP_S3_SECRET.`);
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, region, service: 's3', retries: 0 });
  return async (method, url, signal, body, from = 0) => {
    const sha256 = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    let reason = '';
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      if (attempt > 0) await delay(FIRST_PAUSE_MS * 2 ** (attempt - 1), undefined, signal ? { signal } : {});
      // Until it begins to answer; a long answer may take longer.
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(new Error('no answer in time')), PATIENCE_MS);
      try {
        const answer = await client.fetch(url.href, {
          method,
          headers: { 'x-amz-content-sha256': sha256, ...(from > 0 && { range: `bytes=${from}-` }) },
          signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
          redirect: 'manual',
          ...(body && { body: new Uint8Array(body) }),
        });
        if (answer.ok) return answer;
        reason = await reasonOf(answer);
        if (!isWorthAnother(answer.status)) break;
      } catch (error) {
        signal?.throwIfAborted();
        const { message, cause } = error as Error;
        reason = (cause as Error | undefined)?.message || message;
      } finally {
        clearTimeout(timer);
      }
    }
    throw failed(`${place} does not take it or does not answer: ${method} ${url.pathname}: ${reason}.`);
  };
}

/** The content of a file; goes on where a line was cut, and takes a silent one for cut. */
async function* read(ask: Ask, url: URL, signal?: AbortSignal): AsyncGenerator<Buffer> {
  let at = 0;
  for (let attempt = 1; ; attempt += 1) {
    const silent = new AbortController();
    const timer = setTimeout(() => silent.abort(new Error('the answer stopped')), PATIENCE_MS);
    try {
      const answer = await ask(
        'GET',
        url,
        signal ? AbortSignal.any([signal, silent.signal]) : silent.signal,
        undefined,
        at,
      );
      if (at > 0 && answer.status !== 206) throw failed(`${url.pathname} cannot be read on from the middle.`);
      for await (const piece of answer.body ?? []) {
        timer.refresh();
        at += piece.length;
        yield Buffer.from(piece);
      }
      return;
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof BackupError || attempt === TRIES) throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}

async function readPart(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const part = Buffer.alloc(length);
  for (let filled = 0; filled < length; ) {
    const { bytesRead } = await file.read(part, filled, length - filled, at + filled);
    if (bytesRead === 0) throw damaged('its end, while it was sent');
    filled += bytesRead;
  }
  return part;
}

async function* partsOf(file: FileHandle, hash: ReturnType<typeof createHash>): AsyncGenerator<Buffer> {
  const { size } = await file.stat();
  const length = Math.max(PART_BYTES, Math.ceil(size / MAX_PARTS));
  for (let at = 0; at < size; at += length) {
    const part = await readPart(file, at, Math.min(length, size - at));
    hash.update(part);
    yield part;
  }
}

export function openBucket(place: string, access: S3Access): Bucket {
  const [, bucket, rest = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/.exec(place) ?? [];
  if (bucket === undefined) throw failed(`${place} is not like s3://bucket/prefix.`);
  const folder = rest.replace(/^\/+|\/+$/g, '');
  const prefix = folder === '' ? '' : `${folder}/`;
  const ask = createAsk(access, place);
  const base = `${access.endpoint ?? `https://s3.${access.region}.amazonaws.com`}/${bucket}`;
  const urlOf = (key: string, query: Record<string, string> = {}): URL => {
    const url = new URL(`${base}/${key.split('/').map(encodeURIComponent).join('/')}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  };
  const keyOf = (name: string): string => `${prefix}${name}`;

  async function putParts(
    key: string,
    parts: AsyncGenerator<Buffer>,
    first: Buffer,
    signal?: AbortSignal,
  ): Promise<void> {
    const [{ UploadId: uploadId = '' } = {}] = readXml(
      await (await ask('POST', urlOf(key, { uploads: '' }), signal)).text(),
    );
    const tags: string[] = [];
    try {
      for (let part: Buffer | undefined = first; part; part = (await parts.next()).value as Buffer | undefined) {
        const number = String(tags.length + 1);
        const answer = await ask('PUT', urlOf(key, { partNumber: number, uploadId }), signal, part);
        tags.push(`<Part><PartNumber>${number}</PartNumber><ETag>${answer.headers.get('etag') ?? ''}</ETag></Part>`);
      }
      const list = Buffer.from(`<CompleteMultipartUpload>${tags.join('')}</CompleteMultipartUpload>`);
      const said = await (await ask('POST', urlOf(key, { uploadId }), signal, list)).text();
      // It may answer 200 and then say that it failed.
      const [{ Code, Message } = {}] = readXml(said);
      if (Code !== undefined) throw failed(`${place} could not put the parts together: ${Code} ${Message ?? ''}.`);
    } catch (error) {
      await ask('DELETE', urlOf(key, { uploadId })).catch(() => undefined);
      throw error;
    }
  }

  async function hashOf(name: string, signal?: AbortSignal): Promise<string> {
    const hash = createHash('sha256');
    for await (const piece of read(ask, urlOf(keyOf(name)), signal)) hash.update(piece);
    return hash.digest('hex');
  }

  async function put(name: string, path: string, signal?: AbortSignal): Promise<void> {
    const file = await open(path, 'r');
    const hash = createHash('sha256');
    try {
      const parts = partsOf(file, hash);
      const first = ((await parts.next()).value as Buffer | undefined) ?? Buffer.alloc(0);
      if (first.length < PART_BYTES) await ask('PUT', urlOf(keyOf(name)), signal, first);
      else await putParts(keyOf(name), parts, first, signal);
    } finally {
      await file.close();
    }
    if ((await hashOf(name, signal)) === hash.digest('hex')) return;
    await ask('DELETE', urlOf(keyOf(name))).catch(() => undefined);
    throw failed(`${place} gives ${name} back otherwise than it was sent. It was removed there.`);
  }

  async function* pages(query: Record<string, string>, tokens: readonly [string, string][], signal?: AbortSignal) {
    for (let more: Record<string, string> = {}; ; ) {
      const rows = readXml(await (await ask('GET', urlOf('', { ...query, prefix, ...more }), signal)).text());
      yield* rows.slice(1);
      const next = tokens.flatMap(([said, asked]) => (rows[0]?.[said] ? [[asked, rows[0][said]]] : []));
      if (rows[0]?.['IsTruncated'] !== 'true' || next.length === 0) return;
      more = Object.fromEntries(next) as Record<string, string>;
    }
  }

  return {
    list: async (signal) => {
      const found: { name: string; bytes: number }[] = [];
      for await (const { Key = '', Size } of pages(
        { 'list-type': '2' },
        [['NextContinuationToken', 'continuation-token']],
        signal,
      ))
        if (Key.startsWith(prefix)) found.push({ name: Key.slice(prefix.length), bytes: Number(Size) });
      return found;
    },
    put,
    fetch: async (name, path, signal) => {
      try {
        const content = read(ask, urlOf(keyOf(name)), signal);
        await pipeline(content, createWriteStream(path, { mode: 0o600 }), signal ? { signal } : {});
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
    },
    remove: async (name) => void (await ask('DELETE', urlOf(keyOf(name)))),
    abortStale: async (olderThanMs, signal) => {
      const tokens: [string, string][] = [
        ['NextKeyMarker', 'key-marker'],
        ['NextUploadIdMarker', 'upload-id-marker'],
      ];
      for await (const { Key = '', UploadId = '', Initiated = '' } of pages({ uploads: '' }, tokens, signal))
        if (
          /^wattershed-.*\.backup$/.test(Key.slice(prefix.length)) &&
          Date.now() - Date.parse(Initiated) > olderThanMs
        )
          await ask('DELETE', urlOf(Key, { uploadId: UploadId }), signal);
    },
  };
}
