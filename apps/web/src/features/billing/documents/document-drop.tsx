import { documentLimits, documentTypes } from '@wattershed/contracts/documents';
import { FileUp } from 'lucide-react';
import { type DragEvent, type RefObject, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/household.ts';
import { classNames } from '../../../ui/class-names.ts';

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
  const [isOver, setIsOver] = useState(false);
  const take = (files: FileList | null) => {
    if (files !== null && files.length > 0 && !isPending) onFiles([...files]);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files);
  };
  const onDragOver = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(true);
  };
  return (
    <label
      htmlFor={id}
      className={classNames(
        'flex flex-col items-center gap-x-4 gap-y-2 rounded-card border-2 border-dashed px-4 py-5 text-center transition-colors duration-150 hover:border-leaf has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-leaf sm:flex-row sm:text-left',
        isOver ? 'border-leaf bg-leaf-soft' : 'border-ink-soft/40',
      )}
      onDrop={onDrop}
      onDragOver={onDragOver}
      onDragLeave={() => setIsOver(false)}
    >
      <FileUp className="size-8 shrink-0 text-leaf" aria-hidden />
      <span className="min-w-0">
        <span className="block font-semibold">{t('add')}</span>
        <span id={`${id}-limits`} className="block text-small text-ink-soft">
          {t('limits', { size: format.bytes(documentLimits.fileBytes) })}{' '}
          <span className="figures">{t('used', { used: format.bytes(used), room: format.bytes(room) })}</span>
        </span>
      </span>
      <input
        id={id}
        ref={inputRef}
        type="file"
        multiple
        accept={accept}
        aria-label={t('add')}
        aria-describedby={`${id}-limits`}
        className="sr-only"
        // Not disabled while pending: the keyboard keeps its place.
        onClick={(event) => isPending && event.preventDefault()}
        onChange={(event) => {
          take(event.target.files);
          event.target.value = '';
        }}
      />
    </label>
  );
}
