import { ScrollFrame } from '#shell/ui/scroll-frame.tsx';
import { CopyButton } from '#shell/parts/copy-button.tsx';

export interface CommandBoxProps {
  label: string;
  text: string;
  note: string | undefined;
  copyLabel: string;
}

/** Something to be copied as it is. */
export function CommandBox({ label, text, note, copyLabel }: CommandBoxProps) {
  return (
    <div className="rounded-control border border-line bg-paper">
      <ScrollFrame label={label} className="p-4">
        <pre className="w-max text-small leading-relaxed" data-command>
          {text}
        </pre>
      </ScrollFrame>
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line p-3">
        <p className="text-small text-ink-soft">{note}</p>
        <CopyButton text={text} label={copyLabel} />
      </div>
    </div>
  );
}
