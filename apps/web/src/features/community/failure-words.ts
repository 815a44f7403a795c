import { useTranslation } from 'react-i18next';
import { ServiceError } from '../../platform/service-error.ts';

/** Why it did not work, in the reader's language: never the raw message. */
export function useFailureWords(): (error: unknown) => string {
  const { t } = useTranslation(['errors']);
  return (error) => t(`errors:${error instanceof ServiceError ? error.code : 'internal'}`);
}
