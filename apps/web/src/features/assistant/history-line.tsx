import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureWords } from '../../platform/failure-words.ts';
import type { useHistory } from './use-history.ts';

/** What went wrong with the stored conversation: nothing is hidden or claimed. */
export function HistoryLine({ history }: { history: ReturnType<typeof useHistory> }) {
  const { t } = useTranslation('assistant');
  const words = useFailureWords();
  if (history.clearError !== null) {
    return (
      <Line>
        {t('clearFailed')} {words.ofThrown(history.clearError)}
      </Line>
    );
  }
  if (!history.hasFailed) return null;
  return (
    <Line>
      {t('history.failed')}{' '}
      <button type="button" className="font-semibold underline underline-offset-2" onClick={history.reload}>
        {t('retry')}
      </button>
    </Line>
  );
}

function Line({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="shrink-0 border-b border-line bg-alert-soft px-4 py-2 text-small text-alert">
      {children}
    </p>
  );
}
