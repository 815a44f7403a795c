import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CommunityPost, CommunityReply } from '@wattershed/contracts';
import { editReply } from '@wattershed/contracts/community';
import { communityLimits } from '@wattershed/contracts/community-terms';
import { useTranslation } from 'react-i18next';
import { type FormOptions, useForm } from '../../platform/form.tsx';
import { useFormat } from '../../platform/household.ts';
import { callService } from '../../platform/service.ts';
import { useLanguage } from '../../platform/use-language.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormActions, FormAlert } from '../../ui/field.tsx';
import { notify } from '../../ui/notice.ts';
import { checkBody, type PostProblem } from './check-post.ts';
import { patchPost, patchReply } from './community-cache.ts';
import { useDraft } from './drafts.ts';
import { useWriting } from './use-writing.ts';
import { WritingField } from './writing-field.tsx';

interface Reply {
  body: string;
}

export function ReplyForm({ post, onSent }: { post: CommunityPost; onSent: (id: string) => void }) {
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

/** One's own reply, changed in its place. */
export function EditReply({ reply, onDone }: { reply: CommunityReply; onDone: () => void }) {
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
