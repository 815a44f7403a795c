import { useQueryClient } from '@tanstack/react-query';
import type { CommunityPost } from '@wattershed/contracts';
import { communityLimits } from '@wattershed/contracts/community-terms';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../platform/household.ts';
import { useLanguage } from '../../platform/use-language.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { notify } from '../../ui/notice.ts';
import { checkBody } from './check-post.ts';
import { patchPost } from './community-cache.ts';
import { useDraft } from './drafts.ts';
import { useFailureWords } from './failure-words.ts';
import { useWriting } from './use-writing.ts';
import { WritingField } from './writing-field.tsx';

export function ReplyForm({ post, onSent }: { post: CommunityPost; onSent: (id: string) => void }) {
  const { t } = useTranslation('community');
  const words = useFailureWords();
  const format = useFormat();
  const language = useLanguage();
  const queries = useQueryClient();
  const { draft, change, discard } = useDraft(`reply-${post.id}`, { body: '' });
  const [problem, setProblem] = useState<ReturnType<typeof checkBody>>();
  const send = useWriting((id) => {
    discard();
    if (id === null) return notify(t('waiting.title'), t('waiting.text'));
    patchPost(queries, post.id, (one) => ({ ...one, replyCount: Math.max(one.replyCount, post.replyCount + 1) }));
    notify(t('replies.sent'));
    onSent(id);
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (send.isPending) return;
    const found = checkBody(draft.body, communityLimits.reply);
    setProblem(found);
    if (found === undefined) {
      return send.mutate({ reply: { body: draft.body.trim(), language }, to: post.id });
    }
    event.currentTarget.querySelector('textarea')?.focus();
  };
  const over = format.number(draft.body.trim().length - communityLimits.reply);
  return (
    <Card className="mt-6">
      <form noValidate onSubmit={submit}>
        <WritingField
          label={t('replies.label')}
          name="body"
          rows={4}
          most={communityLimits.reply}
          value={draft.body}
          error={problem === undefined ? undefined : t(`problems.${problem}`, { number: over })}
          onChange={(body) => change({ body })}
        />
        {send.isError && (
          <p role="alert" className="mb-3 rounded-control bg-alert-soft px-3 py-2 text-alert">
            {`${t('replies.failed')}. ${words(send.error)}`}
          </p>
        )}
        <Button type="submit" pending={send.isPending}>
          {t('replies.send')}
        </Button>
      </form>
    </Card>
  );
}
