/** Files that wait for their import where several services share no disk: compressed, in the database, so that whichever is asked next has them. */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { isUuid, type Sql } from '#kernel/db.ts';
import { countedUpTo, TooLarge, type Upload, type UploadLimits, type Uploads, usualLimits } from './uploads.ts';

const partBytes = 256 * 1024;

/** A database is no disk: of all files together this much, uncompressed. */
const sharedLimits: UploadLimits = { ...usualLimits, folderBytes: 2 * 1024 ** 3 };

export const createSharedUploads = (sql: Sql, limits: UploadLimits = sharedLimits): Uploads => {
  const remove = async (id: string): Promise<void> => {
    await sql`select private.drop_upload(${id})`;
  };
  const sweep = async (): Promise<void> => {
    await sql`select private.sweep_uploads(${limits.perPerson}, ${limits.folderBytes}, ${limits.keepMs / 1000})`;
  };
  const holdFor = (id: string, seconds: number): void =>
    void sql`select private.hold_upload(${id}, ${seconds})`.catch(() => {});

  async function* partsOf(id: string): AsyncGenerator<Buffer> {
    for (let n = 0; ; n += 1) {
      const [row] = await sql<{ content: Buffer | null }[]>`select private.upload_part(${id}, ${n}) as content`;
      if (!row?.content) return;
      yield row.content;
    }
  }
  const upload = (id: string, userId: string, name: string, bytes: number): Upload => ({
    id,
    userId,
    name,
    bytes,
    open: () => {
      const whole = createGunzip();
      // Who reads it hears that it is gone; nobody else is to.
      pipeline(Readable.from(partsOf(id)), whole).catch(() => undefined);
      return whole.on('error', () => undefined);
    },
  });

  const keepParts = async (id: string, compressed: AsyncIterable<Buffer>): Promise<void> => {
    let [waiting, size, n]: [Buffer[], number, number] = [[], 0, 0];
    const keep = async (): Promise<void> => {
      await sql`select private.add_upload_part(${id}, ${n}, ${Buffer.concat(waiting)})`;
      [waiting, size, n] = [[], 0, n + 1];
    };
    for await (const chunk of compressed) {
      waiting.push(chunk);
      size += chunk.length;
      if (size >= partBytes) await keep();
    }
    if (size > 0) await keep();
  };

  return {
    save: async (userId, name, body) => {
      const id = randomUUID();
      const counted = countedUpTo(limits.fileBytes, body);
      await sql`select private.add_upload(${id}, ${userId}, ${name})`;
      try {
        await pipeline(counted.pieces, createGzip({ level: 1 }), (compressed) => keepParts(id, compressed));
      } catch (error) {
        await remove(id).catch(() => {});
        body.resume();
        if (error instanceof TooLarge) return null;
        throw error;
      }
      await sql`select private.end_upload(${id}, ${counted.bytes()})`;
      await sweep();
      return upload(id, userId, name, counted.bytes());
    },
    find: async (userId, id) => {
      if (!isUuid(id)) return null;
      const [row] = await sql<{ name: string; bytes: number }[]>`select * from private.find_upload(${userId}, ${id})`;
      return row ? upload(id, userId, row.name, row.bytes) : null;
    },
    hold: (id) => holdFor(id, limits.keepMs / 1000),
    release: (id) => holdFor(id, 0),
    remove,
    sweep,
  };
};
