import { FileUp } from 'lucide-react';
import { type DragEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../../ui/class-names.ts';
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
  const [isOver, setIsOver] = useState(false);
  const take = (file: File | null | undefined) => {
    if (file && !isPending) onFile(file);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files[0]);
  };
  const onDragOver = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(true);
  };
  return (
    <div>
      <label
        htmlFor={id}
        className={classNames(
          'flex items-center gap-3 rounded-card border-2 border-dashed px-4 py-3 transition-colors duration-150 hover:border-leaf has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-leaf',
          isOver ? 'border-leaf bg-leaf-soft' : 'border-ink-soft/40',
        )}
        onDrop={onDrop}
        onDragOver={onDragOver}
        onDragLeave={() => setIsOver(false)}
      >
        {isPending ? <Spinner /> : <FileUp className="size-6 shrink-0 text-leaf" aria-hidden />}
        <span className="min-w-0">
          <span className="block font-semibold wrap-anywhere">{name ?? t('told.choose')}</span>
          <span id={`${id}-hint`} className="block text-small text-ink-soft">
            {t(name === undefined ? 'told.chooseHint' : 'told.chooseOther')}
          </span>
        </span>
        <input
          id={id}
          type="file"
          accept=".xml,.gz,application/xml,text/xml,application/gzip"
          aria-label={t('told.choose')}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? `${id}-hint` : `${id}-error`}
          className="sr-only"
          // Not disabled while pending: the keyboard keeps its place.
          onClick={(event) => isPending && event.preventDefault()}
          onChange={(event) => {
            take(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </label>
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-small text-alert">
          {error}
        </p>
      )}
    </div>
  );
}
