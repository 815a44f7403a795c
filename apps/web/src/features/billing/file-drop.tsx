import { FileUp } from 'lucide-react';
import { useId, useState } from 'react';
import { useFormat } from '../../platform/household.ts';
import { FileArea } from '../../ui/file-area.tsx';

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
  const [refused, setRefused] = useState<string>();
  const open = (given: File | undefined) => {
    if (given === undefined) return;
    const isTooLarge = given.size > mostBytes;
    setRefused(isTooLarge ? words.tooLarge(format.bytes(given.size)) : undefined);
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
        aria-label={words.choose}
        aria-invalid={wrong === undefined ? undefined : true}
        aria-describedby={wrong === undefined ? `${id}-limits` : `${id}-error`}
        data-first-focus
        onFiles={([file]) => open(file)}
      >
        <FileUp className="size-7 shrink-0 text-leaf" aria-hidden />
        <span className="min-w-0">
          <span className="block font-semibold [overflow-wrap:anywhere]">{chosen ?? words.choose}</span>
          <span id={`${id}-limits`} className="block text-small text-ink-soft">
            {chosen === undefined ? words.limits : words.chooseOther}
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
