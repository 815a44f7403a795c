import { FileUp } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#shell/household/household.ts';
import { FileArea } from '#shell/ui/file-transfer.tsx';

export interface FileDropProps {
  /** The name of the file that was chosen. */
  chosen: string | undefined;
  /** What may be chosen, and up to which size. */
  limits: (size: string) => string;
  maxBytes: number;
  accept: string;
  error: string | undefined;
  isPending: boolean;
  /** Undefined: what was chosen is too large. */
  onFile: (file: File | undefined) => void;
}

/** A place to press or to drop one file on; what is too large is not opened. */
export function FileDrop({ chosen, limits, maxBytes, accept, error, isPending, onFile }: FileDropProps) {
  const { t } = useTranslation('billing');
  const format = useFormat();
  const most = format.bytes(maxBytes);
  const id = useId();
  const [refused, setRefused] = useState<string>();
  const open = (given: File | undefined) => {
    if (given === undefined) return;
    const isTooLarge = given.size > maxBytes;
    setRefused(isTooLarge ? t('file.tooLarge', { size: format.bytes(given.size), most }) : undefined);
    onFile(isTooLarge ? undefined : given);
  };
  const wrong = refused ?? error;
  return (
    <div>
      <FileArea
        id={id}
        isBusy={isPending}
        className="gap-4 px-4 py-4"
        accept={accept}
        aria-label={t('file.choose')}
        aria-invalid={wrong === undefined ? undefined : true}
        aria-describedby={wrong === undefined ? `${id}-limits` : `${id}-error`}
        data-first-focus
        onFiles={([file]) => open(file)}
      >
        <FileUp className="size-7 shrink-0 text-leaf" aria-hidden />
        <span className="min-w-0">
          <span className="block font-semibold [overflow-wrap:anywhere]">{chosen ?? t('file.choose')}</span>
          <span id={`${id}-limits`} className="block text-small text-ink-soft">
            {chosen === undefined ? limits(most) : t('file.chooseOther')}
          </span>
        </span>
      </FileArea>
      {wrong !== undefined && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-small text-alert">
          {wrong}
        </p>
      )}
    </div>
  );
}
