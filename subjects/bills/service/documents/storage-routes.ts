/** The part of Supabase's `/storage/v1` that its client calls for documents: upload, download, list, info, remove. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Database } from '#kernel/db.ts';
import type { TakeAllowance } from '#kernel/http/client-address.ts';
import type { Authenticate } from '#kernel/people/person.ts';
import { documentName } from '../../contract/documents.ts';
import {
  createStoredObjects,
  type ObjectRow,
  sendRefusal,
  sortColumns,
  StorageRefusal,
  type StoredFiles,
} from './document-store.ts';
import { receiveFile } from './receive-file.ts';

export interface StorageDeps {
  readonly database: Pick<Database, 'asUser'>;
  readonly authenticate: Authenticate;
  readonly takeAllowance: TakeAllowance;
  readonly files: StoredFiles;
}

interface ObjectPlace {
  Params: { bucket: string; '*': string };
}

const perHour = { kind: 'document', count: 200, seconds: 3600 };
/** Longer bodies are counted while they arrive. */
const bodyLimit = 1024 ** 3;

const withoutHead = { exposeHeadRoute: false };

const listBody = z.object({
  prefix: z.string().max(1024).default(''),
  search: z.string().max(200).default(''),
  limit: z.int().min(1).max(1000).default(100),
  offset: z.int().min(0).default(0),
  sortBy: z
    .object({ column: z.enum(sortColumns).default('name'), order: z.enum(['asc', 'desc']).default('asc') })
    .prefault({}),
});
const removeBody = z.object({ prefixes: z.array(z.string()).min(1).max(1000) });

const parse = <T>(schema: z.ZodType<T>, value: unknown): T => {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new StorageRefusal('invalid-body', `${issue?.path.join('.') || 'body'}: ${issue?.message}`);
};

/** For a header: the name in ASCII, and the whole of it in UTF-8 (RFC 6266). */
const attachment = (key: string): string => {
  const name = documentName(key);
  const plain = name.replace(/[^\w .()-]/g, '_');
  const whole = encodeURIComponent(name).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
};

const described = (
  { id, name, version, metadata, user_metadata, created_at, updated_at }: ObjectRow,
  bucket: string,
) => ({
  id,
  name,
  version,
  bucket_id: bucket,
  size: metadata.size,
  content_type: metadata.mimetype,
  cache_control: metadata.cacheControl,
  etag: metadata.eTag,
  metadata: user_metadata,
  last_modified: updated_at,
  created_at,
});

export const storageRoutes = (app: FastifyInstance, deps: StorageDeps): void => {
  const { authenticate, takeAllowance, files } = deps;
  const objects = createStoredObjects(deps.database);

  const found = async (request: FastifyRequest<ObjectPlace>): Promise<ObjectRow> => {
    const person = await authenticate(request);
    const row = await objects.find(person, request.params.bucket, checkKey(request.params['*']));
    if (!row) throw new StorageRefusal('not-found');
    return row;
  };

  const upload = async (request: FastifyRequest<ObjectPlace>, reply: FastifyReply) => {
    const person = await authenticate(request);
    const { bucket, '*': path } = request.params;
    const key = checkKey(path);
    const mayReplace = request.method === 'PUT' || request.headers['x-upsert'] === 'true';
    const room = await objects.checkWritable(person, bucket, key, mayReplace);
    await takeAllowance(perHour, person.sub);
    const received = await receiveFile(request, files, key, room);
    try {
      const { id, replaced } = await objects.write(person, { bucket, key, mayReplace, ...received });
      files.settle(received.version);
      if (replaced) await files.remove([replaced]);
      return reply.send({ Id: id, Key: `${bucket}/${key}` });
    } catch (error) {
      await files.remove([received.version]);
      throw error;
    }
  };

  const download = async (request: FastifyRequest<ObjectPlace>, reply: FastifyReply) => {
    const { name, version, metadata, updated_at } = await found(request);
    const file = await files.open(version);
    if (!file) throw new StorageRefusal('not-found', 'The file of this object is missing');
    return reply
      .headers({
        'content-type': metadata.mimetype.startsWith('text/')
          ? `${metadata.mimetype}; charset=utf-8`
          : metadata.mimetype,
        'content-length': file.size,
        'content-disposition': attachment(name),
        'content-security-policy': "sandbox; default-src 'none'",
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': metadata.cacheControl === 'no-cache' ? 'no-cache' : `private, ${metadata.cacheControl}`,
        vary: 'authorization',
        etag: metadata.eTag,
        'last-modified': updated_at.toUTCString(),
      })
      .send(file.content);
  };

  void app.register(
    async (scope) => {
      scope.setErrorHandler(sendRefusal);
      scope.get<ObjectPlace>('/object/:bucket/*', withoutHead, download);
      scope.get<ObjectPlace>('/object/authenticated/:bucket/*', withoutHead, download);
      scope.get<ObjectPlace>('/object/info/:bucket/*', async (request) =>
        described(await found(request), request.params.bucket),
      );

      scope.post<{ Params: { bucket: string } }>('/object/list/:bucket', async (request) => {
        const person = await authenticate(request);
        const { sortBy, ...rest } = parse(listBody, request.body ?? {});
        return objects.list(person, request.params.bucket, { ...rest, ...sortBy });
      });

      scope.delete<{ Params: { bucket: string } }>('/object/:bucket', async (request) => {
        const person = await authenticate(request);
        const { prefixes } = parse(removeBody, request.body);
        const gone = await objects.remove(person, request.params.bucket, prefixes.map(checkKey));
        await files.remove(gone.map(({ version }) => version));
        return gone;
      });

      scope.all('/*', async () => {
        throw new StorageRefusal('route-not-found');
      });

      void scope.register(async (raw) => {
        raw.removeAllContentTypeParsers();
        // The file itself streams to the disk: nothing is read before the person is known.
        raw.addContentTypeParser('*', (_request, body, done) => done(null, body));
        raw.post<ObjectPlace>('/object/:bucket/*', { bodyLimit }, upload);
        raw.put<ObjectPlace>('/object/:bucket/*', { bodyLimit }, upload);
      });
    },
    { prefix: '/storage/v1' },
  );
};

// Names of stored objects, by the rule of the hosted storage; they never become the name of a file on the disk.

const maxKey = 1024;
const allowed = /^[\w/!.*'() &$@=;:+,?-]+$/;

/** Throws `invalid-key` for one that is too long, has characters that no key may have, or an empty or dotted part. */
const checkKey = (key: unknown): string => {
  const isKey =
    typeof key === 'string' &&
    key.length <= maxKey &&
    allowed.test(key) &&
    key.split('/').every((part) => part.trim() !== '' && part !== '.' && part !== '..');
  if (!isKey) throw new StorageRefusal('invalid-key', `Invalid key: ${String(key).slice(0, 200)}`);
  return key;
};
