import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type CommunityPart, communityParts, type PostKind, postKinds } from '../contract/community-terms.ts';
import type { CommunityQuery } from '../contract/community.ts';

/** What the address of the page says is shown. */
export type CommunityView =
  | { view: 'post'; id: string; edits: boolean }
  | { view: 'write'; kind: PostKind }
  | { view: 'reports' }
  | { view: 'search'; query: string; part: CommunityPart }
  | { view: 'part'; part: CommunityPart; sort: CommunityQuery['sort'] };

const sorts = ['newest', 'liked', 'upcoming', 'past'] as const;

export function readView(params: URLSearchParams): CommunityView {
  const id = params.get('post');
  if (id !== null) return { view: 'post', id, edits: params.has('edit') };
  const kind = postKinds.find((known) => known === params.get('write'));
  if (kind !== undefined) return { view: 'write', kind };
  if (params.has('reports')) return { view: 'reports' };
  const part = communityParts.find((known) => known === params.get('part')) ?? 'discussions';
  const query = params.get('q')?.trim() ?? '';
  if (query !== '') return { view: 'search', query, part };
  const sort = sorts.find((known) => known === params.get('sort'));
  return { view: 'part', part, sort: sort !== undefined && sortsOf[part].includes(sort) ? sort : undefined };
}

/** The orders that a part has; the first is its own. Trending has one. */
export const sortsOf: Record<CommunityPart, readonly (typeof sorts)[number][]> = {
  announcements: ['newest', 'liked'],
  discussions: ['newest', 'liked'],
  trending: [],
  events: ['upcoming', 'past'],
  resources: ['newest', 'liked'],
};

export const kindOfPart: Record<CommunityPart, PostKind> = {
  announcements: 'announcement',
  discussions: 'discussion',
  trending: 'discussion',
  events: 'event',
  resources: 'resource',
};

export const partOfKind: Record<PostKind, CommunityPart> = {
  announcement: 'announcements',
  discussion: 'discussions',
  event: 'events',
  resource: 'resources',
};

export const linkToPart = (part: CommunityPart) => `/community?part=${part}`;
export const linkToPost = (id: string) => `/community?post=${id}`;
export const linkToWrite = (kind: PostKind) => `/community?write=${kind}`;
export const linkToReports = '/community?reports';

export function BackLink({ to }: { to: string }) {
  const { t } = useTranslation('community');
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 items-center gap-2 font-semibold text-leaf underline-offset-4 hover:underline"
    >
      <ArrowLeft className="size-4" aria-hidden />
      {t('post.back')}
    </Link>
  );
}
