import { useQueryClient } from '@tanstack/react-query';
import type { Household } from '@wattershed/database';
import { useState } from 'react';
import { addDocument, type BillDocument, type DocumentFailure, documentsQuery } from './documents-api.ts';

export interface Refused {
  name: string;
  failure: DocumentFailure;
}

export interface UploadState {
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
