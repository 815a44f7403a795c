import { readUrdb, type UrdbAnswer, type UrdbNote } from '../../../contract/urdb.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { useFormat } from '#shell/household/household.ts';
import { Button } from '#shell/ui/button.tsx';
import { maxFileBytes } from '../../market/market-api.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { callService } from '#shell/data/service.ts';

type Words = TFunction<'billing-market'>;

const fieldOf = (path: readonly (string | number)[]): string => path.join('.');

/** Each once: what is assumed for many periods is one assumption. What is left out goes by its own name. */
function noteTexts(notes: readonly UrdbNote[], t: Words): string[] {
  const texts = notes.map((note) => {
    if (note.code === 'assumed') return t(`urdb.assumed.${note.what}`);
    const words = { field: fieldOf(note.path), value: note.value };
    return t(note.value === '' ? 'urdb.leftOut' : 'urdb.leftOutValue', words);
  });
  return [...new Set(texts)];
}

function faultText({ fault }: Extract<UrdbAnswer, { ok: false }>, t: Words): string {
  return t(`urdb.faults.${fault.code}`, { field: fieldOf(fault.path) });
}

/** What became of a file: what the text leaves out and assumes, or why there is no text. */
export function UrdbNotes({ urdb }: { urdb: UrdbFile }) {
  const { t } = useTranslation('billing-market');
  const { ofThrown } = useFailureMessages();
  const format = useFormat();
  const { answer, error, tooLarge } = urdb;
  const wrong =
    tooLarge !== undefined
      ? t('urdb.tooLarge', { size: format.bytes(tooLarge), most: format.bytes(maxFileBytes) })
      : error !== null
        ? ofThrown(error)
        : answer?.ok === false
          ? faultText(answer, t)
          : undefined;
  if (wrong !== undefined)
    return (
      <p role="alert" className="rounded-control bg-alert-soft px-3 py-2 text-alert [overflow-wrap:anywhere]">
        {wrong}
      </p>
    );
  if (answer?.ok !== true) return null;
  const texts = noteTexts(answer.notes, t);
  return (
    <section role="status" className="rounded-control border border-line bg-paper px-4 py-3 text-small">
      <h3 className="font-semibold">{t('urdb.read')}</h3>
      <p className="mt-1">
        {t('urdb.count', { count: answer.count })} {texts.length === 0 && t('urdb.clean')}
      </p>
      {texts.length > 0 && (
        <ul
          aria-label={t('urdb.notes')}
          className="mt-1 max-h-64 list-disc space-y-1 overflow-y-auto pl-5 [overflow-wrap:anywhere]"
        >
          {texts.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {urdb.former.trim() !== '' && (
        <Button look="quiet" size="small" className="-ml-3" onClick={urdb.putBack}>
          {t('urdb.former')}
        </Button>
      )}
    </section>
  );
}

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
      const isTooLarge = file.size > maxFileBytes;
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
