import { publishPost, publishReply } from '@wattershed/contracts/community';
import { i18n } from '../../platform/i18n.ts';
import type { Sending } from '../../platform/outbox.ts';
import { queryClient } from '../../platform/query-client.ts';
import { callService } from '../../platform/service.ts';
import { ServiceError } from '../../platform/service-error.ts';
import type { CommunityWriting } from './community-writing.ts';

const comesBack = ['network', 'internal', 'not-authenticated'];

/** The id is its key: when an answer was lost, the second sending is answered with what the first one made. */
export async function send(writing: CommunityWriting, id: string): Promise<Sending> {
  try {
    const answer =
      'post' in writing
        ? await callService(publishPost, { body: { ...writing.post, key: id } })
        : await callService(publishReply, { params: { id: writing.to }, body: { ...writing.reply, key: id } });
    return { result: 'sent', answer };
  } catch (error) {
    const code = error instanceof ServiceError ? error.code : 'internal';
    return comesBack.includes(code) ? { result: 'no-answer' } : { result: 'refused', code };
  }
}

export function arrived(): void {
  void queryClient.invalidateQueries({ queryKey: ['community'] });
}

export async function words(writing: CommunityWriting): Promise<{ title: string; text: string }> {
  await i18n.loadNamespaces('community');
  return 'post' in writing
    ? { title: i18n.t('community:waiting.post', { title: writing.post.title }), text: writing.post.body }
    : { title: i18n.t('community:waiting.reply'), text: writing.reply.body };
}

export async function reason(code: string): Promise<string> {
  await i18n.loadNamespaces('errors');
  return i18n.t(`errors:${code as 'internal'}`);
}
