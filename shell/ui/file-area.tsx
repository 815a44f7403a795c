import { type ComponentProps, type DragEvent, useState } from 'react';
import { classNames } from './class-names.ts';

export interface FileAreaProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'onClick'> {
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
