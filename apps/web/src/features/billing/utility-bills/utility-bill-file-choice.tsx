import { FileUp } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { FileArea } from '../../../ui/file-area.tsx';
import { Spinner } from '../../../ui/spinner.tsx';

export interface UtilityBillFileChoiceProps {
  /** Of the file that was chosen. */
  name: string | undefined;
  error: string | undefined;
  isPending: boolean;
  onFile: (file: File) => void;
}

/** A place to press or to drop a Green Button file on. */
export function UtilityBillFileChoice({ name, error, isPending, onFile }: UtilityBillFileChoiceProps) {
  const { t } = useTranslation('utility-bills');
  const id = useId();
  return (
    <div>
      <FileArea
        id={id}
        isBusy={isPending}
        className="gap-3 px-4 py-3"
        accept=".xml,.gz,application/xml,text/xml,application/gzip"
        aria-label={t('told.choose')}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? `${id}-hint` : `${id}-error`}
        onFiles={([file]) => file && onFile(file)}
      >
        {isPending ? <Spinner /> : <FileUp className="size-6 shrink-0 text-leaf" aria-hidden />}
        <span className="min-w-0">
          <span className="block font-semibold wrap-anywhere">{name ?? t('told.choose')}</span>
          <span id={`${id}-hint`} className="block text-small text-ink-soft">
            {t(name === undefined ? 'told.chooseHint' : 'told.chooseOther')}
          </span>
        </span>
      </FileArea>
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-small text-alert">
          {error}
        </p>
      )}
    </div>
  );
}
