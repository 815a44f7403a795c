import type { AssistantFault } from '../contract/assistant.ts';
import { useTranslation } from 'react-i18next';
import type { Fault } from './conversation.ts';

/** The others are told as everywhere. */
type OwnFault = Exclude<AssistantFault, 'not-authenticated' | 'forbidden'>;

const ofProvider: Record<OwnFault, true> = {
  'provider-refused': true,
  'provider-busy': true,
  'provider-unavailable': true,
  'provider-silent': true,
  'provider-broken': true,
  'provider-too-long': true,
  'budget-used': true,
  stopping: true,
  internal: true,
};

const isOfProvider = (code: Fault): code is OwnFault => code in ofProvider;

/** What stands in place of an answer that failed (contract C8.1), in the reader's language. */
export function useFaultMessages(): (code: Fault) => string {
  const { t } = useTranslation(['assistant', 'errors']);
  return (code) => t('error', { message: isOfProvider(code) ? t(`faults.${code}`) : t(`errors:${code}`) });
}
