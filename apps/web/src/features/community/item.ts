import type { CommunityPost, CommunityReply } from '@wattershed/contracts';

/** A post, or a reply of it. */
export type Item = { of: 'posts'; post: CommunityPost } | { of: 'replies'; post: CommunityPost; reply: CommunityReply };

export const pathOf = (item: Item) =>
  `/api/v1/community/${item.of}/${item.of === 'posts' ? item.post.id : item.reply.id}` as const;
