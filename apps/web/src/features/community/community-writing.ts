import type { NewPost, NewReply } from '@wattershed/contracts';
import type { OutboxKind } from '../../platform/outbox.ts';

/** A new post, or a reply to one. */
export type CommunityWriting = { post: NewPost } | { reply: NewReply; to: string };

/** What is written without a network waits here too, and is made once however often it is sent. */
export const communityWriting: OutboxKind<CommunityWriting> = {
  name: 'community-writing',
  latestWins: false,
  load: () => import('./writing-sender.ts'),
};
