import { useTranslation } from 'react-i18next';
import { ServiceError, type ServiceErrorCode } from '../../platform/service-error.ts';

const byTableCode: Record<string, ServiceErrorCode> = {
  'not-authenticated': 'not-authenticated',
  'not-found': 'not-found',
  '42501': 'forbidden',
  PGRST301: 'not-authenticated',
  '23514': 'body-malformed',
  '22001': 'body-malformed',
};

/** Why it did not work, in the reader's language: never the raw message. */
export function useFailureWords() {
  const { t } = useTranslation(['devices', 'errors']);
  return {
    ofTable: ({ code, error }: { code: string; error: string }) =>
      t(`errors:${byTableCode[code] ?? (/fetch|network/i.test(error) ? 'network' : 'internal')}`),
    ofService: (error: unknown) => t(`errors:${error instanceof ServiceError ? error.code : 'internal'}`),
  };
}
