import { useId } from 'react';
import { ScrollFrame } from '../../ui/scroll-frame.tsx';
import { CopyButton } from '../../platform/copy-button.tsx';

export interface CopiedTextProps {
  title: string;
  text: string;
  copyLabel: string;
}

/** Something to be copied as it is, under its name. */
export function CopiedText({ title, text, copyLabel }: CopiedTextProps) {
  const id = useId();
  return (
    <div>
      <div className="mb-1.5 flex items-center justify-between gap-3">
        <p id={id} className="font-semibold">
          {title}
        </p>
        <CopyButton text={text} label={copyLabel} />
      </div>
      <ScrollFrame label={title} className="rounded-control border border-line bg-paper px-3 py-2">
        <pre className="w-max text-small leading-relaxed" aria-labelledby={id}>
          {text}
        </pre>
      </ScrollFrame>
    </div>
  );
}
