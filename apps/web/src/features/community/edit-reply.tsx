import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type CommunityReply, editReply } from '@wattershed/contracts/community';
import { communityLimits } from '@wattershed/contracts/community-terms';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../platform/household.ts';
import { callService } from '../../platform/service.ts';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/notice.ts';
import { checkBody } from './check-post.ts';
import { patchReply } from './community-cache.ts';
import { useFailureWords } from './failure-words.ts';
import { WritingField } from './writing-field.tsx';

/** One's own reply, changed in its place. */
export function EditReply({ reply, onDone }: { reply: CommunityReply; onDone: () => void }) {
  const { t } = useTranslation('community');
  const words = useFailureWords();
  const format = useFormat();
  const queries = useQueryClient();
  const [body, setBody] = useState(reply.body);
  const [problem, setProblem] = useState<ReturnType<typeof checkBody>>();
  const save = useMutation({
    mutationFn: (text: string) => callService(editReply, { params: { id: reply.id }, body: { body: text } }),
    onSuccess: (_, text) => {
      patchReply(queries, reply.id, (one) => ({ ...one, body: text, editedAt: new Date().toISOString() }));
      notify(t('edit.saved'));
      onDone();
    },
  });
  const over = format.number(body.trim().length - communityLimits.reply);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const found = checkBody(body, communityLimits.reply);
        setProblem(found);
        if (found === undefined) save.mutate(body.trim());
      }}
    >
      <WritingField
        label={t('replies.label')}
        name="body"
        rows={5}
        most={communityLimits.reply}
        value={body}
        error={problem === undefined ? undefined : t(`problems.${problem}`, { number: over })}
        onChange={setBody}
      />
      {save.isError && (
        <p role="alert" className="mb-3 rounded-control bg-alert-soft px-3 py-2 text-alert">
          {`${t('edit.failed')}. ${words(save.error)}`}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={save.isPending}>
          {t('edit.save')}
        </Button>
        <Button look="secondary" onClick={onDone}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}
