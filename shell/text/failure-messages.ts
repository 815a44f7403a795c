import { useTranslation } from 'react-i18next';
import { TableError } from '../data/tables.ts';
import { ServiceError, type ServiceErrorCode } from '../data/service-error.ts';

const byTableCode: Record<string, ServiceErrorCode> = {
  network: 'network',
  'not-authenticated': 'not-authenticated',
  'not-found': 'not-found',
  '42501': 'forbidden',
  PGRST301: 'not-authenticated',
  '23514': 'body-malformed',
  '22001': 'body-malformed',
};

function failureCode({ code, error }: { code: string; error: string }): ServiceErrorCode {
  // Refused like anything else that one may not do, with the reason as its message.
  if (error === 'room-not-yours') return error;
  return byTableCode[code] ?? (/fetch|network/i.test(error) ? 'network' : 'internal');
}

/** Of whatever a call of the tables or of the service has thrown. */
export function thrownCode(error: unknown): ServiceErrorCode {
  if (error instanceof TableError)
    return failureCode({ code: error.status === 0 ? 'network' : error.code, error: error.message });
  return error instanceof ServiceError ? error.code : 'internal';
}

/** Why it did not work, in the reader's language: never the raw message. */
export function useFailureMessages() {
  const { t } = useTranslation('errors');
  const ofThrown = (error: unknown) => t(thrownCode(error));
  return {
    ofTable: (answer: { code: string; error: string }) => t(failureCode(answer)),
    ofService: ofThrown,
    ofThrown,
    /** A code that `failureCode` has given. */
    ofCode: (code: string) => t(code as ServiceErrorCode),
  };
}
