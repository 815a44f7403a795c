import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { StatePanel } from '../ui/state-panel.tsx';
import { useOnline } from '../data/online.ts';
import { ServiceError } from '../data/service-error.ts';
import { TableError } from '../data/tables.ts';

/** Something could not be loaded: says why in words, and offers to try again. */
export function LoadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation(['shell', 'errors']);
  const online = useOnline();
  const code = error instanceof ServiceError ? error.code : isSilence(error) ? 'network' : 'internal';
  return (
    <StatePanel
      kind={online ? 'error' : 'offline'}
      title={online ? t('load.failed') : t('load.offline')}
      text={online ? t(`errors:${code}`) : t('load.offlineText')}
      actions={
        <Button look="secondary" onClick={onRetry}>
          {t('load.retry')}
        </Button>
      }
    />
  );
}

function isSilence(error: unknown): boolean {
  return error instanceof TableError && error.status === 0;
}
