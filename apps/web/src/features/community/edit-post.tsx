import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type CommunityPost, editPost, type PostWords } from '@wattershed/contracts/community';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { callService } from '../../platform/service.ts';
import { notify } from '../../ui/notice.ts';
import type { PostDraft } from './check-post.ts';
import { linkToPost } from './community-links.ts';
import { toLocalInput } from './local-instant.ts';
import { PostForm } from './post-form.tsx';

/** One's own post, changed in its place. */
export function EditPost({ post }: { post: CommunityPost }) {
  const { t } = useTranslation('community');
  const queries = useQueryClient();
  const navigate = useNavigate();
  const leave = () => void navigate(linkToPost(post.id), { replace: true, state: { stays: true } });
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
      draftName={`edit-${post.id}`}
      empty={draftOf(post)}
      submitLabel={t('edit.save')}
      failed={t('edit.failed')}
      onSubmit={save.mutateAsync}
      onCancel={leave}
    />
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
