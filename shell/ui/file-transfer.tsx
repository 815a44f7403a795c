import { type ComponentProps, type DragEvent, useState } from 'react';
import { classNames } from './class-names.ts';

interface FileAreaProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'onClick'> {
  id: string;
  /** Takes nothing meanwhile; it is not disabled, so that the keyboard keeps its place. */
  isBusy: boolean;
  onFiles: (files: File[]) => void;
}

/** A place to press, or to drop files on; `children` say what for. */
export function FileArea({ id, isBusy, className, children, onFiles, ...input }: FileAreaProps) {
  const [isOver, setIsOver] = useState(false);
  const take = (files: FileList | null) => {
    if (files !== null && files.length > 0 && !isBusy) onFiles([...files]);
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
        'flex items-center rounded-card border-2 border-dashed transition-colors duration-150 hover:border-leaf has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-leaf',
        isOver ? 'border-leaf bg-leaf-soft' : 'border-ink-soft/40',
        className,
      )}
      onDrop={onDrop}
      onDragOver={onDragOver}
      onDragLeave={() => setIsOver(false)}
    >
      {children}
      <input
        {...input}
        id={id}
        type="file"
        className="sr-only"
        onClick={(event) => isBusy && event.preventDefault()}
        onChange={(event) => {
          take(event.target.files);
          event.target.value = '';
        }}
      />
    </label>
  );
}

interface ProgressProps {
  label: string;
  /** From 0 to 1; left out while the end is not known. */
  value?: number;
  /** What the reader hears and sees, e.g. "12,400 of 50,000 rows". */
  text?: string;
}

export function Progress({ label, value, text }: ProgressProps) {
  return (
    <div>
      <div className="mb-1.5 flex justify-between gap-4 text-small">
        <span className="font-semibold">{label}</span>
        {text !== undefined && <span className="figures text-ink-soft">{text}</span>}
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={value === undefined ? undefined : Math.round(value * 100)}
        aria-valuetext={text}
        className="h-3 overflow-hidden rounded-full bg-line"
      >
        <div
          className={
            value === undefined
              ? 'h-full w-1/3 animate-breathe rounded-full bg-leaf'
              : 'h-full rounded-full bg-leaf transition-[width] duration-200'
          }
          style={value === undefined ? undefined : { width: `${Math.min(1, Math.max(0, value)) * 100}%` }}
        />
      </div>
    </div>
  );
}

/** Gives a file to the person, as a download of the browser. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The download has begun by then; without this the content stays in memory.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
