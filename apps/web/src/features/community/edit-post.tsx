import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type CommunityPost, editPost, type PostWords } from '@wattershed/contracts/community';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { callService } from '../../platform/service.ts';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/notice.ts';
import { type PostDraft, toPostWords } from './check-post.ts';
import { linkToPost } from './community-links.ts';
import { useDraft } from './drafts.ts';
import { useFailureWords } from './failure-words.ts';
import { toLocalInput } from './local-instant.ts';
import { PostForm } from './post-form.tsx';

/** One's own post, changed in its place. */
export function EditPost({ post }: { post: CommunityPost }) {
  const { t } = useTranslation('community');
  const words = useFailureWords();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { draft, change, discard } = useDraft(`edit-${post.id}`, draftOf(post));
  const leave = () => {
    discard();
    void navigate(linkToPost(post.id), { replace: true, state: { stays: true } });
  };
  const save = useMutation({
    mutationFn: (body: PostWords) => callService(editPost, { params: { id: post.id }, body }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['community'] });
      notify(t('edit.saved'));
      leave();
    },
  });
  return (
    <PostForm
      kind={post.kind}
      draft={draft}
      onChange={change}
      submitLabel={t('edit.save')}
      isPending={save.isPending}
      failure={save.isError ? `${t('edit.failed')}. ${words(save.error)}` : undefined}
      onSubmit={() => save.mutate(toPostWords(post.kind, draft))}
    >
      <Button look="secondary" onClick={leave}>
        {t('cancel')}
      </Button>
    </PostForm>
  );
}

function draftOf({ title, body, link, place, startsAt, endsAt }: CommunityPost): PostDraft {
  return {
    title,
    body,
    link: link ?? '',
    place: place ?? '',
    starts: startsAt === null ? '' : toLocalInput(startsAt),
    ends: endsAt === null ? '' : toLocalInput(endsAt),
  };
}
