import { ThumbsUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../platform/household.ts';
import { classNames } from '../../ui/class-names.ts';
import { useMembersOnly } from './standing.ts';
import { type Likeable, useLike } from './use-like.ts';

interface LikeButtonProps {
  item: Likeable & { mine: boolean };
  of: 'posts' | 'replies';
}

/** One's own is not liked by oneself: there the count stands alone. */
export function LikeButton({ item, of }: LikeButtonProps) {
  const { t } = useTranslation('community');
  const format = useFormat();
  const membersOnly = useMembersOnly();
  const like = useLike(of);
  const count = <span className="figures">{format.number(item.likeCount)}</span>;
  if (item.mine)
    return (
      <span className="inline-flex min-h-11 items-center gap-2 px-3 text-small text-ink-soft" title={t('like.own')}>
        <ThumbsUp className="size-[18px]" aria-hidden />
        <span aria-hidden="true">{count}</span>
        <span className="sr-only">{t('likes', { count: item.likeCount })}</span>
      </span>
    );
  return (
    <button
      type="button"
      aria-pressed={item.liked}
      aria-label={`${t('like.on')}, ${t('likes', { count: item.likeCount })}`}
      className={classNames(
        'inline-flex min-h-11 items-center gap-2 rounded-control border px-3 text-small font-semibold transition-colors duration-150',
        item.liked ? 'border-leaf bg-leaf-soft text-leaf' : 'border-line bg-card text-ink hover:border-ink-soft/50',
      )}
      onClick={() => membersOnly(() => !like.isPending && like.mutate(item))}
    >
      <ThumbsUp className={classNames('size-[18px]', item.liked && 'fill-current')} aria-hidden />
      <span>{item.liked ? t('like.off') : t('like.on')}</span>
      {count}
    </button>
  );
}
