import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { type CommunityPost, type CommunityReply, editReply } from '../../contract/community.ts';
import { communityLimits } from '../../contract/community-terms.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FormOptions, useForm } from '#shell/parts/form.tsx';
import { useFormat } from '#shell/household/household.ts';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { callService } from '#shell/data/service.ts';
import { useUserId } from '#shell/session/session.ts';
import { useLanguage } from '#shell/text/i18n.ts';
import { Button } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { FormActions, FormAlert } from '#shell/ui/field.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { Byline, HiddenNote, useAuthorName } from '../byline.tsx';
import { checkBody, type PostProblem, useDraft } from '../writing/draft-post.ts';
import { patchPost, patchReply, repliesQuery } from '../community-queries.ts';
import { ItemMenu } from './item-menu.tsx';
import { LikeButton } from './like-button.tsx';
import { RowsSkeleton } from '../post-list.tsx';
import { useStanding } from '../standing.tsx';
import { useWriting } from '../writing/use-writing.ts';
import { WritingField, Written } from '../writing/post-form.tsx';

const maxPagesAtOnce = 10;

export function Replies({ post }: { post: CommunityPost }) {
  const { t } = useTranslation('community');
  const standing = useStanding();
  const list = useInfiniteQuery(repliesQuery(useUserId(), post.id));
  const replies = list.data?.pages.flatMap((page) => page.replies) ?? [];
  const shown = replies.filter(({ hiddenWhy }) => hiddenWhy === null).length;
  // Replies that came since: known by the count alone, and shown when asked for.
  const unseen =
    list.data === undefined || list.hasNextPage || list.isFetching ? 0 : Math.max(0, post.replyCount - shown);
  const isOpen = !post.closed && !post.deleted && post.hiddenWhy === null;

  const showOwn = async (id: string) => {
    let { data } = await list.refetch();
    for (let page = 0; page < maxPagesAtOnce && data?.pages.at(-1)?.next; page += 1)
      data = (await list.fetchNextPage()).data;
    document.getElementById(`reply-${id}`)?.scrollIntoView({ block: 'nearest' });
    document.getElementById(`reply-${id}`)?.focus({ preventScroll: true });
  };

  return (
    <section aria-labelledby="replies-title">
      <h2 id="replies-title" className="figures mb-3 text-[1.1875rem] font-semibold">
        {post.replyCount === 0 ? t('replies.title') : t('replies.count', { count: post.replyCount })}
      </h2>
      {list.data === undefined && !list.isError && post.replyCount > 0 && (
        <RowsSkeleton count={Math.min(3, post.replyCount)} />
      )}
      {list.isError && list.data === undefined && (
        <LoadFailure error={list.error} onRetry={() => void list.refetch()} />
      )}
      {replies.length > 0 && (
        <ol className="divide-y divide-line rounded-card border border-line bg-card">
          {replies.map((reply) => (
            <ReplyItem key={reply.id} post={post} reply={reply} />
          ))}
        </ol>
      )}
      {list.data !== undefined && replies.length === 0 && unseen === 0 && (
        <p className="text-ink-soft">{isOpen ? t('replies.none') : t('replies.noneClosed')}</p>
      )}
      <div role="status" className="mt-4 text-center empty:hidden">
        {list.hasNextPage && (
          <Button look="secondary" pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('more')}
          </Button>
        )}
        {unseen > 0 && (
          <Button look="secondary" onClick={() => void list.refetch()}>
            {t('news.replies', { count: unseen })}
          </Button>
        )}
      </div>
      {post.closed && !post.deleted && <p className="mt-4 text-ink-soft">{t('replies.closed')}</p>}
      {isOpen && standing === 'member' && <ReplyForm key={post.id} post={post} onSent={(id) => void showOwn(id)} />}
    </section>
  );
}

function ReplyItem({ post, reply }: { post: CommunityPost; reply: CommunityReply }) {
  const { t } = useTranslation('community');
  const authorName = useAuthorName();
  const [edits, setEdits] = useState(false);
  return (
    <li>
      <article
        id={`reply-${reply.id}`}
        tabIndex={-1}
        aria-label={t('replies.by', { name: authorName(reply.authorName) })}
        className="space-y-3 px-4 py-4 sm:px-6"
      >
        <HiddenNote why={reply.hiddenWhy} />
        <Byline item={reply} />
        {edits ? (
          <EditReply reply={reply} onDone={() => setEdits(false)} />
        ) : (
          <>
            <Written text={reply.body} lang={reply.language} />
            <div className="flex items-center justify-between gap-3">
              <LikeButton item={reply} of="replies" />
              <ItemMenu item={{ of: 'replies', post, reply }} onEdit={() => setEdits(true)} />
            </div>
          </>
        )}
      </article>
    </li>
  );
}

/** One's own reply, changed in its place. */
function EditReply({ reply, onDone }: { reply: CommunityReply; onDone: () => void }) {
  const { t } = useTranslation('community');
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: (text: string) => callService(editReply, { params: { id: reply.id }, body: { body: text } }),
    onSuccess: (_, text) => {
      patchReply(queries, reply.id, (one) => ({ ...one, body: text, editedAt: new Date().toISOString() }));
      notify(t('edit.saved'));
      onDone();
    },
  });
  const form = useReplyForm({
    values: { body: reply.body },
    send: ({ body }) => save.mutateAsync(body.trim()),
    failed: t('edit.failed'),
  });
  return (
    <form {...form.props}>
      <ReplyField form={form} rows={5} />
      <FormActions inPage submit={t('edit.save')} cancel={t('cancel')} onCancel={onDone} pending={form.isPending} />
    </form>
  );
}

function ReplyField({ form, rows }: { form: ReturnType<typeof useReplyForm>; rows: number }) {
  const { t } = useTranslation('community');
  return (
    <>
      <WritingField
        {...form.control('body')}
        label={t('replies.label')}
        name="body"
        rows={rows}
        most={communityLimits.reply}
        error={form.errorOf('body')}
      />
      <FormAlert className="mb-3">{form.alert}</FormAlert>
    </>
  );
}

type ReplyFormOptions = Pick<FormOptions<Reply, never>, 'values' | 'send' | 'onChange'> & {
  /** Said before the reason. */
  failed: string;
};

function useReplyForm({ failed, ...options }: ReplyFormOptions) {
  const { t } = useTranslation('community');
  const format = useFormat();
  return useForm<Reply, PostProblem>({
    ...options,
    check: ({ body }) => ({ body: checkBody(body, communityLimits.reply) }),
    words: (problem, _, { body }) =>
      t(`problems.${problem}`, { number: format.number(body.trim().length - communityLimits.reply) }),
    refusal: (_, reason) => `${failed}. ${reason}`,
  });
}

interface Reply {
  body: string;
}

function ReplyForm({ post, onSent }: { post: CommunityPost; onSent: (id: string) => void }) {
  const { t } = useTranslation('community');
  const language = useLanguage();
  const queries = useQueryClient();
  const { begun, keep } = useDraft(`reply-${post.id}`, { body: '' });
  const send = useWriting((id) => {
    keep({ body: '' });
    if (id === null) return notify(t('waiting.title'), t('waiting.text'));
    patchPost(queries, post.id, (one) => ({ ...one, replyCount: Math.max(one.replyCount, post.replyCount + 1) }));
    notify(t('replies.sent'));
    onSent(id);
  });
  const form = useReplyForm({
    values: begun,
    send: async ({ body }) => {
      await send.mutateAsync({ reply: { body: body.trim(), language }, to: post.id });
      form.set({ body: '' });
    },
    failed: t('replies.failed'),
    onChange: keep,
  });
  return (
    <Card className="mt-6">
      <form {...form.props}>
        <ReplyField form={form} rows={4} />
        <Button type="submit" pending={form.isPending}>
          {t('replies.send')}
        </Button>
      </form>
    </Card>
  );
}
