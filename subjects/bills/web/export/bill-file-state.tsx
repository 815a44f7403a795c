import { useTranslation } from 'react-i18next';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import type { BillFile } from './use-bill-file.ts';

/** How far a file has come. Here and not among the notices: those cannot be heard while a dialog is open. */
export function BillFileState({ file }: { file: BillFile }) {
  const { t } = useTranslation('billing-export');
  const { ofThrown } = useFailureMessages();
  return (
    <div className="min-h-6 text-small wrap-anywhere">
      <p role="status" className="text-ink-soft">
        {file.isPending && t('busy')}
        {file.isSuccess && t('done', { name: file.variables.name })}
      </p>
      {file.isError && (
        <p role="alert" className="text-alert">
          {t('failed')} {ofThrown(file.error)}
        </p>
      )}
    </div>
  );
}
