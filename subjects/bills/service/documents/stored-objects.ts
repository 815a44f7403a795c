/** Rows of stored objects, each statement under the policies of the person who asks. */
import { type Claims, type Database, pgTexts, type Transaction } from '#kernel/db.ts';
import { StorageRefusal } from './storage-error.ts';

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

export interface StoredObjects {
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
      await insert(sql, { bucket, key, version: null, metadata: {}, userMetadata: null, mayReplace });
      const [row] = await sql<{ room: number }[]>`select private.document_room(${key}) as room`;
      room = row?.room ?? 0;
      throw new Undone();
    });
    await attempt.catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
    return room;
  },
  write: (person, object) => asUser(person, (sql) => insert(sql, object)),
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
