import type { CommunityPost, CommunityReply } from '@wattershed/contracts';

/** A post, or a reply of it. */
export type Item = { of: 'posts'; post: CommunityPost } | { of: 'replies'; post: CommunityPost; reply: CommunityReply };

/** As the service's addresses name it. */
export interface ItemName {
  item: Item['of'];
  id: string;
}

export const nameOf = (item: Item): ItemName => ({
  item: item.of,
  id: item.of === 'posts' ? item.post.id : item.reply.id,
});
