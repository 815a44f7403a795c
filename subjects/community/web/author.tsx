import { scriptOf } from '#shell/text/script-of.ts';
import { useAuthorName } from './author-name.ts';

/** A name keeps its own direction and script. */
export function Author({ name }: { name: string | null }) {
  const authorName = useAuthorName();
  return (
    <bdi lang={scriptOf(name ?? '')} className="written font-semibold text-ink">
      {authorName(name)}
    </bdi>
  );
}
