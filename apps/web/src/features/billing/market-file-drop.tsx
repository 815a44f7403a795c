import { FileUp } from 'lucide-react';
import { type DragEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../platform/household.ts';
import { classNames } from '../../ui/class-names.ts';
import { mostFileBytes } from './market-api.ts';
import type { OpenedFile } from './market-file-words.ts';

export interface MarketFileDropProps {
  file: OpenedFile | undefined;
  error: string | undefined;
  isPending: boolean;
  onFile: (file: OpenedFile | undefined) => void;
}

/** A place to press or to drop one file on; what is too large is not opened. */
export function MarketFileDrop({ file, error, isPending, onFile }: MarketFileDropProps) {
  const { t } = useTranslation('billing-market');
  const format = useFormat();
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const [refused, setRefused] = useState<string>();
  const open = async (given: File | null | undefined) => {
    if (!given || isPending) return;
    const isTooLarge = given.size > mostFileBytes;
    const text = isTooLarge ? undefined : await given.text().catch(() => undefined);
    setRefused(
      isTooLarge
        ? t('file.tooLarge', { size: format.bytes(given.size), most: format.bytes(mostFileBytes) })
        : text === undefined
          ? t('file.unreadable')
          : undefined,
    );
    onFile(text === undefined ? undefined : { name: given.name, text });
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    void open(event.dataTransfer.files[0]);
  };
  const onDragOver = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(true);
  };
  const wrong = refused ?? error;
  return (
    <div>
      <label
        htmlFor={id}
        className={classNames(
          'flex items-center gap-4 rounded-card border-2 border-dashed px-4 py-4 transition-colors duration-150 hover:border-leaf has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-leaf',
          isOver ? 'border-leaf bg-leaf-soft' : 'border-ink-soft/40',
        )}
        onDrop={onDrop}
        onDragOver={onDragOver}
        onDragLeave={() => setIsOver(false)}
      >
        <FileUp className="size-7 shrink-0 text-leaf" aria-hidden />
        <span className="min-w-0">
          <span className="block font-semibold [overflow-wrap:anywhere]">{file?.name ?? t('file.choose')}</span>
          <span id={`${id}-limits`} className="block text-small text-ink-soft">
            {file === undefined ? t('file.limits', { size: format.bytes(mostFileBytes) }) : t('file.chooseOther')}
          </span>
        </span>
        <input
          id={id}
          type="file"
          accept=".json,.csv,.txt,.tsv,application/json,text/csv,text/plain"
          aria-label={t('file.choose')}
          aria-invalid={wrong === undefined ? undefined : true}
          aria-describedby={wrong === undefined ? `${id}-limits` : `${id}-error`}
          data-first-focus
          className="sr-only"
          onClick={(event) => isPending && event.preventDefault()}
          onChange={(event) => {
            void open(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </label>
      {wrong !== undefined && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-small text-alert">
          {wrong}
        </p>
      )}
    </div>
  );
}
