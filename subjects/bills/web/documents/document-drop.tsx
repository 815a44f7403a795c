import { documentLimits, documentTypes } from '../../contract/documents.ts';
import { FileUp } from 'lucide-react';
import { type RefObject, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#shell/household/household.ts';
import { FileArea } from '#shell/ui/file-area.tsx';
import { useQueryClient } from '@tanstack/react-query';
import type { Household } from '#supabase/tables/index.ts';
import { addDocument, type BillDocument, type DocumentFailure, documentsQuery } from './documents-api.ts';

const accept = Object.entries(documentTypes)
  .flatMap(([type, extensions]) => [type, ...extensions.map((extension) => `.${extension}`)])
  .join(',');

export interface DocumentDropProps {
  used: number;
  room: number;
  isPending: boolean;
  inputRef: RefObject<HTMLInputElement | null>;
  onFiles: (files: File[]) => void;
}

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
