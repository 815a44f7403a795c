import { documentLimits } from '../../contract/documents.ts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#shell/household/household.ts';
import type { DocumentFailure } from './documents-api.ts';

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
