import { useQuery } from '@tanstack/react-query';
import { seemlyDocumentName } from '@wattershed/contracts/documents';
import type { Household } from '@wattershed/database';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '../../../ui/field.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { Select } from '../../../ui/select.tsx';
import { DocumentDrop } from '../documents/document-drop.tsx';
import { documentsQuery, failureOf, roomOf } from '../documents/documents-api.ts';
import { useDocumentUpload } from '../documents/use-document-upload.ts';
import { useDocumentWords } from '../documents/use-document-words.ts';
import { longestDocumentName } from './utility-bill-draft.ts';

export interface UtilityBillPaperProps {
  household: Household;
  /** A document's name; empty: none. */
  value: string;
  onChange: (name: string) => void;
}

/** The paper itself: one of the household's documents, or a file that becomes one. */
export function UtilityBillPaper({ household, value, onChange }: UtilityBillPaperProps) {
  const { t } = useTranslation(['utility-bills', 'documents']);
  const words = useDocumentWords();
  const input = useRef<HTMLInputElement>(null);
  const documents = useQuery(documentsQuery(household.id));
  const upload = useDocumentUpload(household, ([name]) => {
    const kept = seemlyDocumentName(name ?? '');
    if (kept.length <= longestDocumentName) onChange(kept);
  });
  const kept = documents.data ?? [];
  const names = kept.map(({ name }) => name).filter(({ length }) => length <= longestDocumentName);
  // A paper that is gone from the documents stays named until another one is chosen.
  const options = ['', ...(value === '' || names.includes(value) ? [] : [value]), ...names].map((name) => ({
    value: name,
    label: name === '' ? t('form.noPaper') : name,
  }));
  return (
    <div className="space-y-3 border-t border-line pt-4">
      <Field label={t('form.paper')} error={documents.isError ? words(failureOf(documents.error)) : undefined}>
        {(control) => (
          <Select {...control} options={options} value={value} onChange={(event) => onChange(event.target.value)} />
        )}
      </Field>
      {documents.data !== undefined && (
        <DocumentDrop
          used={kept.reduce((sum, { bytes }) => sum + bytes, 0)}
          room={roomOf(household)}
          isPending={upload.running !== undefined}
          inputRef={input}
          onFiles={(files) => void upload.send(files.slice(0, 1))}
        />
      )}
      {upload.running !== undefined && <Progress label={t('documents:sending', { name: upload.running.name })} />}
      {upload.refused.map(({ name, failure }) => (
        <p key={name} role="alert" className="rounded-control bg-alert-soft px-3 py-2 wrap-anywhere text-alert">
          <bdi className="font-semibold">{name}</bdi>: {words(failure)}
        </p>
      ))}
    </div>
  );
}
