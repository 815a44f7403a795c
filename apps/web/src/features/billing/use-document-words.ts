import { documentLimits } from '@wattershed/contracts/documents';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../platform/household.ts';
import type { DocumentFailure } from './documents-api.ts';

/** Why a document was not taken or given, in the reader's language. */
export function useDocumentWords(): (failure: DocumentFailure) => string {
  const { t } = useTranslation(['documents', 'errors']);
  const format = useFormat();
  const size = format.bytes(documentLimits.fileBytes);
  return (failure) => {
    switch (failure) {
      case 'duplicate':
      case 'empty':
      case 'no-room':
      case 'wrong-type':
        return t(`documents:failure.${failure}`);
      case 'too-large':
        return t('documents:failure.too-large', { size });
      case 'not-found':
        return t('documents:failure.not-found');
      default:
        return t(`errors:${failure}`);
    }
  };
}
