import { useMutation } from '@tanstack/react-query';
import { readUrdb, type UrdbAnswer } from '@wattershed/contracts/urdb';
import { useState } from 'react';
import { callService } from '../../../platform/service.ts';
import { mostFileBytes } from '../market/market-api.ts';

/** What became of a file of OpenEI's Utility Rate Database, and the text that stood there before. */
interface ReadFile {
  answer: UrdbAnswer;
  former: string;
}

/** Reads a file into the text of a tariff; the text that it replaces can be had back. */
export function useUrdbFile(text: string, onText: (text: string) => void) {
  const [tooLarge, setTooLarge] = useState<number>();
  const open = useMutation({
    mutationFn: async (file: File): Promise<ReadFile> => ({
      answer: await callService(readUrdb, { body: new Blob([await file.text()], { type: 'text/plain' }) }),
      former: text,
    }),
    onSuccess: ({ answer }) => {
      if (answer.ok) onText(answer.text);
    },
  });
  return {
    isPending: open.isPending,
    error: open.error,
    answer: open.data?.answer,
    /** How large a file is that was not opened. */
    tooLarge,
    former: open.data?.former ?? '',
    open: (file: File) => {
      const isTooLarge = file.size > mostFileBytes;
      setTooLarge(isTooLarge ? file.size : undefined);
      if (isTooLarge) open.reset();
      else open.mutate(file);
    },
    putBack: () => {
      onText(open.data?.former ?? '');
      open.reset();
    },
  };
}

export type UrdbFile = ReturnType<typeof useUrdbFile>;
