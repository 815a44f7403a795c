/** Stored documents: their rows under the policies of the person who asks, their files, and how a refusal is told. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import {
  type Claims,
  type Database,
  isConnectionError,
  isUnfitInput,
  isUuid,
  pgTexts,
  type Transaction,
} from '#kernel/db.ts';
import { ProblemError } from '#kernel/http/problem.ts';

// Rows of stored objects, each statement under the policies of the person who asks.

export interface ObjectRow {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly metadata: {
    readonly size: number;
    readonly mimetype: string;
    readonly eTag: string;
    readonly cacheControl: string;
  };
  readonly user_metadata: unknown;
  readonly created_at: Date;
  readonly updated_at: Date;
}

interface NewObject {
  readonly bucket: string;
  readonly key: string;
  readonly version: string | null;
  readonly metadata: object;
  readonly userMetadata: object | null;
  readonly mayReplace: boolean;
}

interface Listing {
  readonly prefix: string;
  readonly search: string;
  readonly limit: number;
  readonly offset: number;
  readonly column: string;
  readonly order: 'asc' | 'desc';
}

interface StoredObjects {
  /** Throws what keeps this person from writing the key; leaves nothing. Answers the bytes that it may have. */
  checkWritable(person: Claims, bucket: string, key: string, mayReplace: boolean): Promise<number>;
  /** Answers the object's id, and the version that it replaced. */
  write(person: Claims, object: NewObject): Promise<{ id: string; replaced: string | null }>;
  find(person: Claims, bucket: string, key: string): Promise<ObjectRow | null>;
  list(person: Claims, bucket: string, listing: Listing): Promise<readonly object[]>;
  remove(person: Claims, bucket: string, keys: readonly string[]): Promise<readonly ObjectRow[]>;
}

export const sortColumns: readonly string[] = ['name', 'id', 'created_at', 'updated_at', 'last_accessed_at'];

class Undone extends Error {}

const findBucket = async (sql: Transaction, bucket: string): Promise<void> => {
  const found = await sql`select from storage.buckets where id = ${bucket}`;
  if (found.length === 0) throw new StorageRefusal('bucket-not-found');
};

/** The bytes that a document may have; null for who may not write it. From then on nobody else writes one of its household. */
const takeTurn = async (sql: Transaction, key: string): Promise<number | null> => {
  const [row] = await sql<{ room: number | null }[]>`select private.document_room(${key}) as room`;
  return row?.room ?? null;
};

/** After `takeTurn`: who held a row first, and then waited for their turn, could wait for each other. */
const insert = async (sql: Transaction, object: NewObject): Promise<{ id: string; replaced: string | null }> => {
  const { bucket, key, version, mayReplace } = object;
  const metadata = JSON.stringify(object.metadata);
  const userMetadata = object.userMetadata && JSON.stringify(object.userMetadata);
  const [before] = mayReplace
    ? await sql<{ version: string }[]>`select version from storage.objects
        where bucket_id = ${bucket} and name = ${key} for update`
    : [];
  const otherwise = mayReplace
    ? sql`on conflict (bucket_id, name) do update set version = excluded.version, metadata = excluded.metadata,
        user_metadata = excluded.user_metadata, owner = excluded.owner, owner_id = excluded.owner_id, updated_at = now()`
    : sql``;
  const [row] = await sql<{ id: string }[]>`
    insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata, user_metadata)
    values (${bucket}, ${key}, auth.uid(), auth.uid()::text, ${version}, ${metadata}::text::jsonb, ${userMetadata}::text::jsonb)
    ${otherwise} returning id`;
  return { id: (row as { id: string }).id, replaced: before?.version ?? null };
};

export const createStoredObjects = ({ asUser }: Pick<Database, 'asUser'>): StoredObjects => ({
  checkWritable: async (person, bucket, key, mayReplace) => {
    let room = 0;
    const attempt = asUser(person, async (sql) => {
      await findBucket(sql, bucket);
      room = (await takeTurn(sql, key)) ?? 0;
      await insert(sql, { bucket, key, version: null, metadata: {}, userMetadata: null, mayReplace });
      throw new Undone();
    });
    await attempt.catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
    return room;
  },
  write: (person, object) =>
    asUser(person, async (sql) => {
      await takeTurn(sql, object.key);
      return insert(sql, object);
    }),
  find: (person, bucket, key) =>
    asUser(person, async (sql) => {
      await findBucket(sql, bucket);
      const [row] = await sql<ObjectRow[]>`select * from storage.objects where bucket_id = ${bucket} and name = ${key}`;
      return row ?? null;
    }),
  list: (person, bucket, { prefix, search, limit, offset, column, order }) =>
    asUser(person, async (sql) => {
      await findBucket(sql, bucket);
      const folder = prefix === '' ? '' : `${prefix.replace(/\/+$/, '')}/`;
      const direction = order === 'asc' ? sql`asc` : sql`desc`;
      const sorted = column === 'name' ? sql`name collate "C"` : sql(column);
      // What lies deeper is listed as its folder, without an id, as the hosted storage does.
      return sql<object[]>`
        with under as (
          select o.*, substr(o.name, length(${folder}) + 1) as rest from storage.objects o
          where o.bucket_id = ${bucket} and starts_with(o.name, ${folder})
        )
        select * from (
          select rest as name, id, created_at, updated_at, last_accessed_at, metadata from under where position('/' in rest) = 0
          union all
          select distinct split_part(rest, '/', 1), null::uuid, null::timestamptz, null::timestamptz, null::timestamptz, null::jsonb
          from under where position('/' in rest) > 0
        ) listed
        where position(lower(${search}) in lower(name)) > 0 or ${search} = ''
        order by ${sorted} ${direction}, name collate "C" ${direction} limit ${limit} offset ${offset}`;
    }),
  remove: (person, bucket, keys) =>
    asUser(person, async (sql) => {
      await findBucket(sql, bucket);
      return sql<ObjectRow[]>`
        delete from storage.objects where bucket_id = ${bucket} and name = any (${pgTexts(keys)}::text[]) returning *`;
    }),
});

// Files of the storage on the disk: whole or not there, under names of ours alone.

export interface StoredFile {
  /** Its name on the disk. */
  readonly version: string;
  readonly size: number;
  readonly eTag: string;
  readonly head: Uint8Array;
  readonly hasZeroByte: boolean;
}

export interface StoredFiles {
  /** Throws `file-too-large`, and whatever the source throws; then nothing stays. Swept away unless it is settled in time. */
  save(source: AsyncIterable<Uint8Array>, limit: number): Promise<StoredFile>;
  /** A file that has its name already, as in a backup. */
  put(version: string, source: AsyncIterable<Uint8Array>): Promise<void>;
  /** The file's row is written: from now on the row alone says whether it stays. */
  settle(version: string): void;
  open(version: string): Promise<{ content: Readable; size: number } | null>;
  remove(versions: readonly string[]): Promise<void>;
  /** Removes what was cut off while it came in, and files that no row stands for. Answers how many went. */
  sweep(kept: (versions: readonly string[]) => Promise<ReadonlySet<string>>): Promise<number>;
}

const headBytes = 64;

/** So that a rename, too, outlives a power cut. Windows cannot open a folder. */
const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => {});
  await handle?.close();
};

export const createStoredFiles = (folder: string): StoredFiles => {
  const incoming = join(folder, 'incoming');
  const files = join(folder, 'files');
  const held = new Set<string>();

  const remove: StoredFiles['remove'] = async (versions) => {
    for (const version of versions) {
      held.delete(version);
      if (isUuid(version)) await rm(join(files, version), { force: true });
    }
  };

  const write = async (version: string, source: AsyncIterable<Uint8Array>, limit: number): Promise<StoredFile> => {
    const hash = createHash('sha256');
    let size = 0;
    let head = Buffer.alloc(0);
    let hasZeroByte = false;
    const file = await open(join(incoming, version), 'wx', 0o600);
    try {
      for await (const piece of source) {
        size += piece.length;
        if (size > limit) throw new StorageRefusal('file-too-large');
        if (head.length < headBytes) head = Buffer.concat([head, piece]).subarray(0, headBytes);
        hasZeroByte ||= piece.includes(0);
        hash.update(piece);
        await file.writeFile(piece);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    return { version, size, eTag: `"${hash.digest('hex').slice(0, 32)}"`, head, hasZeroByte };
  };

  const saveAs = async (version: string, source: AsyncIterable<Uint8Array>, limit: number): Promise<StoredFile> => {
    await mkdir(incoming, { recursive: true, mode: 0o700 });
    await mkdir(files, { recursive: true, mode: 0o700 });
    held.add(version);
    try {
      const file = await write(version, source, limit);
      await rename(join(incoming, version), join(files, version));
      await syncFolder(files);
      return file;
    } catch (error) {
      await rm(join(incoming, version), { force: true });
      await remove([version]);
      throw error;
    }
  };

  return {
    save: (source, limit) => saveAs(randomUUID(), source, limit),
    put: async (version, source) => {
      if (!isUuid(version)) throw new Error(`${version} is no name of a stored file`);
      await saveAs(version, source, Number.POSITIVE_INFINITY);
      held.delete(version);
    },
    settle: (version) => void held.delete(version),
    open: async (version) => {
      if (!isUuid(version)) return null;
      // Open before it is handed on: one that is removed meanwhile is read to its end, and no stream fails that nobody listens to yet.
      const file = await open(join(files, version), 'r').catch(() => null);
      if (!file) return null;
      const { size } = await file.stat();
      return { content: file.createReadStream(), size };
    },
    remove,
    sweep: async (kept) => {
      const list = async (path: string): Promise<string[]> =>
        (await readdir(path).catch(() => [])).filter((name) => isUuid(name) && !held.has(name));
      const cutOff = await list(incoming);
      for (const name of cutOff) await rm(join(incoming, name), { force: true });
      const settled = await list(files);
      let gone = cutOff.length;
      for (let from = 0; from < settled.length; from += 500) {
        const some = settled.slice(from, from + 500);
        const rows = await kept(some);
        const orphans = some.filter((name) => !rows.has(name));
        await remove(orphans);
        gone += orphans.length;
      }
      return gone;
    },
  };
};

// Refusals of the storage, in the shape that storage-js reads: `{statusCode, error, message}`.

const refusals = {
  'bucket-not-found': [404, 'Bucket not found', 'Bucket not found'],
  'disk-full': [507, 'InsufficientStorage', 'The server has no room left for files'],
  duplicate: [409, 'Duplicate', 'The resource already exists'],
  'file-too-large': [413, 'Payload too large', 'The object exceeded the maximum allowed size'],
  forbidden: [403, 'Unauthorized', 'new row violates row-level security policy'],
  'household-full': [413, 'QuotaExceeded', 'The documents of this household take up all the room they may have'],
  internal: [500, 'InternalError', 'Internal server error'],
  'invalid-body': [400, 'InvalidRequest', 'The body of the request cannot be read'],
  'invalid-key': [400, 'InvalidKey', 'Invalid key'],
  'invalid-type': [415, 'invalid_mime_type', 'mime type is not supported, or is not what the file holds'],
  'not-authenticated': [401, 'Unauthorized', 'Invalid JWT'],
  'not-found': [404, 'not_found', 'Object not found'],
  'rate-limited': [429, 'SlowDown', 'Too many requests'],
  'route-not-found': [404, 'not_found', 'This storage has no such route'],
  unavailable: [503, 'DatabaseUnavailable', 'The database is away for the moment'],
} as const satisfies Record<string, readonly [status: number, error: string, message: string]>;

type Refusal = keyof typeof refusals;

export class StorageRefusal extends Error {
  override readonly name = 'StorageRefusal';
  readonly refusal: Refusal;
  constructor(refusal: Refusal, message: string = refusals[refusal][2]) {
    super(message);
    this.refusal = refusal;
  }
}

const refusalOf = (error: unknown): Refusal => {
  if (error instanceof StorageRefusal) return error.refusal;
  if (error instanceof ProblemError) {
    return error.code === 'not-authenticated' || error.code === 'rate-limited' ? error.code : 'invalid-body';
  }
  if (isConnectionError(error)) return 'unavailable';
  const { code, statusCode = 500 } = error as Partial<FastifyError>;
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'disk-full';
  if (isUnfitInput(error)) return 'invalid-body';
  // Of the database: no right, and a key that is taken.
  if (code === '42501') return 'forbidden';
  if (code === '23505') return 'duplicate';
  if (statusCode === 413) return 'file-too-large';
  return statusCode < 500 ? 'invalid-body' : 'internal';
};

export const sendRefusal = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const refusal = refusalOf(error);
  if (refusal === 'internal' || refusal === 'disk-full') request.log.error({ err: error }, 'storage failed');
  const [status, name, words] = refusals[refusal];
  const message = error instanceof StorageRefusal ? error.message : words;
  if (error instanceof ProblemError && error.retryAfterS !== undefined) {
    reply.header('retry-after', String(error.retryAfterS));
  }
  return reply.code(status).send({ statusCode: String(status), error: name, message });
};
