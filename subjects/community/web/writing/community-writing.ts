import { notTaken } from '#shell/data/browser-outbox.ts';
import type { OutboxKind } from '#shell/data/outbox.ts';
import { queryClient } from '#shell/data/query-client.ts';
import { callService } from '#shell/data/service.ts';
import { thrownCode } from '#shell/text/failure-messages.ts';
import { i18n } from '#shell/text/i18n.ts';
import { type NewPost, type NewReply, publishPost, publishReply } from '../../contract/community.ts';

/** A new post, or a reply to one. */
export type CommunityWriting = { post: NewPost } | { reply: NewReply; to: string };

/** What is written without a network waits here too, and is made once however often it is sent. */
export const communityWriting: OutboxKind<CommunityWriting> = {
  name: 'community-writing',
  latestWins: false,
  // The id is its key: when an answer was lost, the second sending is answered with what the first one made.
  send: async (writing, id) => {
    try {
      const answer =
        'post' in writing
          ? await callService(publishPost, { body: { ...writing.post, key: id } })
          : await callService(publishReply, { params: { id: writing.to }, body: { ...writing.reply, key: id } });
      return { result: 'sent', answer };
    } catch (error) {
      return notTaken(thrownCode(error));
    }
  },
  arrived: () => void queryClient.invalidateQueries({ queryKey: ['community'] }),
  words: async (writing) => {
    await i18n.loadNamespaces('community');
    return 'post' in writing
      ? { title: i18n.t('community:waiting.post', { title: writing.post.title }), text: writing.post.body }
      : { title: i18n.t('community:waiting.reply'), text: writing.reply.body };
  },
};
