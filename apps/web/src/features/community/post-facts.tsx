import type { CommunityPost } from '@wattershed/contracts';
import { CalendarClock, ExternalLink, MapPin } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../platform/clock.ts';
import { Badge } from '../../ui/badge.tsx';
import { OutsideLink } from '../../ui/outside-link.tsx';
import { safeAddress } from '../../ui/safe-address.ts';
import { useEventSpan } from './event-date.tsx';

/** When, where and the link of a post that has them. */
export function PostFacts({ post }: { post: CommunityPost }) {
  const { t } = useTranslation('community');
  const span = useEventSpan();
  const now = useNow(60_000);
  const address = post.link === null ? undefined : safeAddress(post.link);
  if (post.startsAt === null && post.place === null && address === undefined) return null;
  return (
    <ul className="space-y-1.5">
      {post.startsAt !== null && post.endsAt !== null && (
        <li className="flex items-start gap-2.5">
          <CalendarClock className="mt-0.5 size-[18px] shrink-0 text-ink-soft" aria-hidden />
          <span>
            {span(post.startsAt, post.endsAt)} {Date.parse(post.endsAt) < now && <Badge>{t('post.ended')}</Badge>}
            {Date.parse(post.startsAt) <= now && now <= Date.parse(post.endsAt) && (
              <Badge tone="leaf">{t('post.now')}</Badge>
            )}
          </span>
        </li>
      )}
      {post.place !== null && (
        <li className="flex items-start gap-2.5">
          <MapPin className="mt-0.5 size-[18px] shrink-0 text-ink-soft" aria-hidden />
          <bdi className="[overflow-wrap:anywhere]">{post.place}</bdi>
        </li>
      )}
      {address !== undefined && (
        <li className="flex items-start gap-2.5">
          <ExternalLink className="mt-0.5 size-[18px] shrink-0 text-ink-soft" aria-hidden />
          <span className="[overflow-wrap:anywhere]">
            <OutsideLink address={address}>{t('post.open', { host: new URL(address).host })}</OutsideLink>
          </span>
        </li>
      )}
    </ul>
  );
}
