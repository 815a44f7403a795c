import { documentLimits, documentTypes } from '@wattershed/contracts/documents';
import { FileUp } from 'lucide-react';
import { type RefObject, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/household.ts';
import { FileArea } from '../../../ui/file-area.tsx';

const accept = Object.entries(documentTypes)
  .flatMap(([type, extensions]) => [type, ...extensions.map((extension) => `.${extension}`)])
  .join(',');

export interface DocumentDropProps {
  used: number;
  room: number;
  isPending: boolean;
  inputRef: RefObject<HTMLInputElement | null>;
  onFiles: (files: File[]) => void;
}

/** A place to press or to drop files on, with the limits said before. */
export function DocumentDrop({ used, room, isPending, inputRef, onFiles }: DocumentDropProps) {
  const { t } = useTranslation('documents');
  const format = useFormat();
  const id = useId();
  return (
    <FileArea
      id={id}
      ref={inputRef}
      isBusy={isPending}
      className="flex-col gap-x-4 gap-y-2 px-4 py-5 text-center sm:flex-row sm:text-left"
      multiple
      accept={accept}
      aria-label={t('add')}
      aria-describedby={`${id}-limits`}
      onFiles={onFiles}
    >
      <FileUp className="size-8 shrink-0 text-leaf" aria-hidden />
      <span className="min-w-0">
        <span className="block font-semibold">{t('add')}</span>
        <span id={`${id}-limits`} className="block text-small text-ink-soft">
          {t('limits', { size: format.bytes(documentLimits.fileBytes) })}{' '}
          <span className="figures">{t('used', { used: format.bytes(used), room: format.bytes(room) })}</span>
        </span>
      </span>
    </FileArea>
  );
}
