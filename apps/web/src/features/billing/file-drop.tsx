import { FileUp } from 'lucide-react';
import { type DragEvent, useId, useState } from 'react';
import { useFormat } from '../../platform/household.ts';
import { classNames } from '../../ui/class-names.ts';

export interface FileDropProps {
  /** The name of the file that was chosen. */
  chosen: string | undefined;
  words: { choose: string; chooseOther: string; limits: string; tooLarge: (size: string) => string };
  mostBytes: number;
  accept: string;
  error: string | undefined;
  isPending: boolean;
  /** Undefined: what was chosen is too large. */
  onFile: (file: File | undefined) => void;
}

/** A place to press or to drop one file on; what is too large is not opened. */
export function FileDrop({ chosen, words, mostBytes, accept, error, isPending, onFile }: FileDropProps) {
  const format = useFormat();
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const [refused, setRefused] = useState<string>();
  const open = (given: File | null | undefined) => {
    if (!given || isPending) return;
    const isTooLarge = given.size > mostBytes;
    setRefused(isTooLarge ? words.tooLarge(format.bytes(given.size)) : undefined);
    onFile(isTooLarge ? undefined : given);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    open(event.dataTransfer.files[0]);
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
          <span className="block font-semibold [overflow-wrap:anywhere]">{chosen ?? words.choose}</span>
          <span id={`${id}-limits`} className="block text-small text-ink-soft">
            {chosen === undefined ? words.limits : words.chooseOther}
          </span>
        </span>
        <input
          id={id}
          type="file"
          accept={accept}
          aria-label={words.choose}
          aria-invalid={wrong === undefined ? undefined : true}
          aria-describedby={wrong === undefined ? `${id}-limits` : `${id}-error`}
          data-first-focus
          className="sr-only"
          onClick={(event) => isPending && event.preventDefault()}
          onChange={(event) => {
            open(event.target.files?.[0]);
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
