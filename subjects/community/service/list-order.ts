/** How each part is ordered, and where a page of it begins. */
import type { CommunityPart } from '../contract/community-terms.ts';
import type { CommunityQuery } from '../contract/community.ts';
import { ProblemError } from '#kernel/http/problem.ts';

type Sort = 'newest' | 'liked' | 'trending' | 'upcoming' | 'past';

export interface ListOrder {
  readonly kind: string | null;
  readonly sort: Sort;
  readonly rank: number;
  readonly id: string;
}

const kinds: Record<CommunityPart, string | null> = {
  announcements: 'announcement',
  discussions: 'discussion',
  trending: null,
  events: 'event',
  resources: 'resource',
};
const sorts: Record<CommunityPart, readonly Sort[]> = {
  announcements: ['newest', 'liked'],
  discussions: ['newest', 'liked'],
  trending: ['trending'],
  events: ['upcoming', 'past'],
  resources: ['newest', 'liked'],
};
/** Beyond every id that the database can give. */
export const lastId = '9223372036854775807';

export const listOrder = ({ part, sort: wished, cursor }: CommunityQuery): ListOrder => {
  const sort = wished ?? (sorts[part][0] as Sort);
  if (!sorts[part].includes(sort)) throw new ProblemError('query-invalid', `sort: ${part} has no order "${sort}"`);
  const kind = kinds[part];
  if (cursor === undefined) {
    const isRising = sort === 'upcoming';
    return { kind, sort, rank: isRising ? -Infinity : Infinity, id: isRising ? '0' : lastId };
  }
  const [rank = '', id = ''] = cursor.split('_');
  if (!Number.isFinite(Number(rank)) || BigInt(id) > BigInt(lastId))
    throw new ProblemError('query-invalid', 'cursor: not one that was given');
  return { kind, sort, rank: Number(rank), id };
};

export const cursorOf = (row: { rank: number; id: number }): string => `${row.rank}_${row.id}`;
