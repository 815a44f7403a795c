import { EyeOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#shell/household/household.ts';
import { useNow } from '#shell/parts/clock.ts';
import { scriptOf } from '#shell/text/written-by-others.tsx';
import { Badge } from '#shell/ui/badge.tsx';
import type { CommunityPost, CommunityReply } from '../contract/community.ts';

/** Who wrote it, and when. */
export function Byline({ item }: { item: CommunityPost | CommunityReply }) {
  const { t } = useTranslation('community');
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-small text-ink-soft">
      <Author name={item.authorName} />
      {item.byAdministrator && <Badge tone="leaf">{t('author.team')}</Badge>}
      <TimeAgo at={item.createdAt} />
      {item.editedAt !== null && (
        <span>
          <span>{t('post.edited')}</span> <TimeAgo at={item.editedAt} />
        </span>
      )}
    </span>
  );
}

/** A name keeps its own direction and script. */
export function Author({ name }: { name: string | null }) {
  const authorName = useAuthorName();
  return (
    <bdi lang={scriptOf(name ?? '')} className="written font-semibold text-ink">
      {authorName(name)}
    </bdi>
  );
}

/** Null is somebody who left, an empty name a member who gave none. */
export function useAuthorName(): (name: string | null) => string {
  const { t } = useTranslation('community');
  return (name) => (name === null ? t('author.left') : name === '' ? t('author.unnamed') : name);
}

const weekMs = 7 * 86_400_000;

/** How long ago, or the day when it is long ago; readers hear the exact time. */
export function TimeAgo({ at }: { at: string }) {
  const format = useFormat();
  const now = useNow(60_000);
  const instant = Date.parse(at);
  const exact = format.date(instant, { dateStyle: 'long', timeStyle: 'short' });
  const short =
    now - instant < weekMs
      ? format.ago(instant, now)
      : format.date(instant, { day: 'numeric', month: 'short', year: 'numeric' });
  return (
    <time dateTime={at} className="whitespace-nowrap">
      <span aria-hidden="true">{short}</span>
      <span className="sr-only">{exact}</span>
    </time>
  );
}

/** The day of an event as a leaf of a calendar. Readers hear the words beside it instead. */
export function EventDate({ at }: { at: string }) {
  const format = useFormat();
  const instant = Date.parse(at);
  return (
    <span
      aria-hidden="true"
      className="flex size-14 shrink-0 flex-col items-center justify-center rounded-control bg-leaf-soft leading-tight text-leaf"
    >
      <span className="figures text-[1.375rem] font-[650]">{format.date(instant, { day: 'numeric' })}</span>
      <span className="text-small">{format.date(instant, { month: 'short' })}</span>
    </span>
  );
}

/** "Sat, 28 November, 18:00 to 20:00 CET", or both days when it takes longer than one. */
export function useEventSpan(): (startsAt: string, endsAt: string) => string {
  const format = useFormat();
  return (startsAt, endsAt) => {
    const [from, to] = [Date.parse(startsAt), Date.parse(endsAt)];
    const day = { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' } as const;
    const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
    const isOneDay = format.date(from, day) === format.date(to, day);
    const end = format.date(
      to,
      isOneDay ? { ...time, timeZoneName: 'short' } : { ...day, ...time, timeZoneName: 'short' },
    );
    return `${format.date(from, { ...day, ...time })} – ${end}`;
  };
}

/** What sets a post apart: its kind where several kinds stand together, pinned, closed. */
export function PostBadges({ post, showKind = false }: { post: CommunityPost; showKind?: boolean }) {
  const { t } = useTranslation('community');
  if (!showKind && !post.pinned && !post.closed) return null;
  return (
    <span className="flex flex-wrap gap-1.5">
      {showKind && <Badge>{t(`kinds.${post.kind}`)}</Badge>}
      {post.pinned && <Badge tone="leaf">{t('post.pinned')}</Badge>}
      {post.closed && <Badge>{t('post.closed')}</Badge>}
    </span>
  );
}

/** Stands above what was hidden, for its author and for administrators. */
export function HiddenNote({ why }: { why: string | null }) {
  const { t } = useTranslation('community');
  if (why === null) return null;
  return (
    <div className="flex items-start gap-3 rounded-control bg-power-soft px-3 py-2.5 text-small">
      <EyeOff className="mt-0.5 size-4.5 shrink-0 text-power-text" aria-hidden />
      <div>
        <p className="font-semibold [overflow-wrap:anywhere]">
          {why === '' ? t('post.hidden') : t('post.hiddenWhy', { why })}
        </p>
        <p>{t('post.hiddenText')}</p>
      </div>
    </div>
  );
}
