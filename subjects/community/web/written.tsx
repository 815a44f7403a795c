import { lazy, Suspense } from 'react';
import { classNames } from '#shell/ui/class-names.ts';
import type { MarkdownProps } from '#shell/ui/markdown.tsx';
import { scriptOf } from '#shell/text/script-of.ts';

function Plain({ text, lang, className }: MarkdownProps) {
  return (
    <p lang={scriptOf(text, lang)} className={classNames('written whitespace-pre-wrap', className)}>
      {text}
    </p>
  );
}

// Without the file (offline, or replaced by an update) the words are still there to read.
const Markdown = lazy(() =>
  import('#shell/ui/markdown.tsx').then(
    (file) => ({ default: file.Markdown }),
    () => ({ default: Plain }),
  ),
);

/** What somebody wrote. Until the part that draws Markdown is here, it stands as it was typed. */
export function Written(props: MarkdownProps) {
  return (
    <Suspense fallback={<Plain {...props} />}>
      <Markdown {...props} />
    </Suspense>
  );
}
