import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { type RefObject, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ServiceError, type ServiceErrorCode } from '#shell/data/service-error.ts';
import { askStorage } from '#shell/data/storage.ts';
import { useFormat } from '#shell/household/household.ts';
import { FileArea } from '#shell/ui/file-transfer.tsx';
import type { Household } from '#supabase/tables/index.ts';
import {
  documentBucket,
  documentKey,
  documentLimits,
  documentName,
  documentType,
  documentTypes,
  seemlyDocumentName,
} from '../../contract/documents.ts';

export interface BillDocument {
  key: string;
  name: string;
  bytes: number;
  type: string;
  addedAt: string;
}

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

/** Byte for byte as it was sent, never from a cache of the browser. */
export function fetchDocument({ key }: BillDocument): Promise<Blob> {
  return askStorage(documentBucket, (files) => files.download(key, {}, { cache: 'no-store' }));
}

export async function deleteDocument({ key }: BillDocument): Promise<void> {
  const gone = await askStorage(documentBucket, (files) => files.remove([key]));
  if (gone.length === 0) throw new ServiceError('not-found', 404, 'nothing was removed');
}

export function roomOf({ kind }: Pick<Household, 'kind'>): number {
  return kind === 'guest' ? documentLimits.guestBytes : documentLimits.householdBytes;
}

// Adding documents.

interface DocumentDropProps {
  used: number;
  room: number;
  isPending: boolean;
  inputRef: RefObject<HTMLInputElement | null>;
  onFiles: (files: File[]) => void;
}

const accept = Object.entries(documentTypes)
  .flatMap(([type, extensions]) => [type, ...extensions.map((extension) => `.${extension}`)])
  .join(',');

/** A place to press or to drop files on, with the limits said before. */
export function DocumentDrop({ used, room, isPending, inputRef, onFiles }: DocumentDropProps) {
  const { t } = useTranslation('documents');
  const format = useFormat();
  const id = useId();
  return (
    <FileArea
      id={id}
      ref={inputRef}
      isBusy={isPending}
      className="flex-col gap-x-4 gap-y-2 px-4 py-5 text-center sm:flex-row sm:text-left"
      multiple
      accept={accept}
      aria-label={t('add')}
      aria-describedby={`${id}-limits`}
      onFiles={onFiles}
    >
      <FileUp className="size-8 shrink-0 text-leaf" aria-hidden />
      <span className="min-w-0">
        <span className="block font-semibold">{t('add')}</span>
        <span id={`${id}-limits`} className="block text-small text-ink-soft">
          {t('limits', { size: format.bytes(documentLimits.fileBytes) })}{' '}
          <span className="figures">{t('used', { used: format.bytes(used), room: format.bytes(room) })}</span>
        </span>
      </span>
    </FileArea>
  );
}

interface Refused {
  name: string;
  failure: DocumentFailure;
}

interface UploadState {
  /** The file on its way. */
  name: string;
  index: number;
  count: number;
}

/** Sends files one after the other; what is refused stays to be read until the next time. */
export function useDocumentUpload(household: Household | null | undefined, onAdded: (names: string[]) => void) {
  const queryClient = useQueryClient();
  const [running, setRunning] = useState<UploadState>();
  const [refused, setRefused] = useState<Refused[]>([]);

  const send = async (files: File[]) => {
    if (!household || running !== undefined) return;
    const query = documentsQuery(household.id);
    const failed: Refused[] = [];
    const added: string[] = [];
    setRefused([]);
    for (const [index, file] of files.entries()) {
      setRunning({ name: file.name, index: index + 1, count: files.length });
      const kept: BillDocument[] = queryClient.getQueryData(query.queryKey) ?? [];
      const failure = await addDocument(household, file, kept);
      if (failure === undefined) added.push(file.name);
      else failed.push({ name: file.name, failure });
      if (failure === undefined || failure === 'duplicate' || failure === 'no-room') {
        await queryClient.invalidateQueries({ queryKey: query.queryKey });
      }
    }
    setRunning(undefined);
    setRefused(failed);
    if (added.length > 0) onAdded(added);
  };

  return { running, refused, send };
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

// Why a document is not taken or given.

/** Why a file was not taken: found here before it is sent, or said by the backend. */
export type DocumentFailure = 'duplicate' | 'empty' | 'no-room' | 'too-large' | 'wrong-type' | ServiceErrorCode;

export function failureOf(error: unknown): DocumentFailure {
  if (!(error instanceof ServiceError)) return 'network';
  const byStatus: Record<number, DocumentFailure> = { 409: 'duplicate', 413: 'no-room', 415: 'wrong-type' };
  return byStatus[error.status] ?? error.code;
}

/** Why a document was not taken or given, in the reader's language. */
export function useDocumentLabels(): (failure: DocumentFailure) => string {
  const { t } = useTranslation(['documents', 'errors']);
  const format = useFormat();
  const size = format.bytes(documentLimits.fileBytes);
  return (failure) => (isOwn(failure) ? t(`documents:failure.${failure}`, { size }) : t(`errors:${failure}`));
}

const own = ['duplicate', 'empty', 'no-room', 'not-found', 'too-large', 'wrong-type'] as const;

function isOwn(failure: DocumentFailure): failure is (typeof own)[number] {
  return (own as readonly string[]).includes(failure);
}
