import { lazy, Suspense } from 'react';
import type { MarkdownProps } from '../../ui/markdown.tsx';

function Plain({ text, lang, className }: MarkdownProps) {
  return (
    <p lang={lang} className={`whitespace-pre-wrap [overflow-wrap:anywhere] ${className ?? ''}`}>
      {text}
    </p>
  );
}

// Without the file (offline, or replaced by an update) the words are still there to read.
const Markdown = lazy(() =>
  import('../../ui/markdown.tsx').then(
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
