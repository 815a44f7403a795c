import { queryOptions } from '@tanstack/react-query';
import {
  documentBucket,
  documentKey,
  documentLimits,
  documentName,
  documentType,
  seemlyDocumentName,
} from '../../contract/documents.ts';
import type { Household } from '#supabase/tables/index.ts';
import { ServiceError, type ServiceErrorCode } from '#shell/data/service-error.ts';
import { askStorage } from '#shell/data/storage.ts';

export interface BillDocument {
  key: string;
  name: string;
  bytes: number;
  type: string;
  addedAt: string;
}

/** Why a file was not taken: found here before it is sent, or said by the backend. */
export type DocumentFailure = 'duplicate' | 'empty' | 'no-room' | 'too-large' | 'wrong-type' | ServiceErrorCode;

const page = 100;

export function documentsQuery(householdId: string | undefined) {
  return queryOptions({
    queryKey: ['documents', householdId ?? null],
    queryFn: async (): Promise<BillDocument[]> => {
      if (householdId === undefined) return [];
      const all: BillDocument[] = [];
      for (let offset = 0; ; offset += page) {
        const sortBy = { column: 'created_at', order: 'desc' };
        const found = await askStorage(documentBucket, (files) => files.list(householdId, { offset, sortBy }));
        for (const { id, name, created_at, metadata } of found) {
          // A folder, or what a hosted storage puts into an empty one.
          if (!id || name.startsWith('.')) continue;
          const { size, mimetype } = (metadata ?? {}) as { size?: number; mimetype?: string };
          const key = `${householdId}/${name}`;
          all.push({ key, name: documentName(key), bytes: size ?? 0, type: mimetype ?? '', addedAt: created_at ?? '' });
        }
        if (found.length < page) return all;
      }
    },
  });
}

export function roomOf({ kind }: Pick<Household, 'kind'>): number {
  return kind === 'guest' ? documentLimits.guestBytes : documentLimits.householdBytes;
}

/** Sends a file; answers why it was not taken, or undefined. */
export async function addDocument(
  household: Pick<Household, 'id' | 'kind'>,
  file: File,
  kept: readonly BillDocument[],
): Promise<DocumentFailure | undefined> {
  const name = seemlyDocumentName(file.name);
  const used = kept.reduce((sum, { bytes }) => sum + bytes, 0);
  if (file.size === 0) return 'empty';
  if (file.size > documentLimits.fileBytes) return 'too-large';
  if (used + file.size > roomOf(household)) return 'no-room';
  if (kept.some((document) => document.name === name)) return 'duplicate';
  const type = documentType(new Uint8Array(await file.slice(0, 64).arrayBuffer()), name);
  if (type === null) return 'wrong-type';
  try {
    // Of the type found in the bytes: a browser goes by the name alone, and calls some CSV a spreadsheet.
    const content = file.slice(0, file.size, type);
    await askStorage(documentBucket, (files) => files.upload(documentKey(household.id, name), content));
    return undefined;
  } catch (error) {
    return failureOf(error);
  }
}

/** Byte for byte as it was sent, never from a cache of the browser. */
export function fetchDocument({ key }: BillDocument): Promise<Blob> {
  return askStorage(documentBucket, (files) => files.download(key, {}, { cache: 'no-store' }));
}

export async function deleteDocument({ key }: BillDocument): Promise<void> {
  const gone = await askStorage(documentBucket, (files) => files.remove([key]));
  if (gone.length === 0) throw new ServiceError('not-found', 404, 'nothing was removed');
}

export function failureOf(error: unknown): DocumentFailure {
  if (!(error instanceof ServiceError)) return 'network';
  const byStatus: Record<number, DocumentFailure> = { 409: 'duplicate', 413: 'no-room', 415: 'wrong-type' };
  return byStatus[error.status] ?? error.code;
}
