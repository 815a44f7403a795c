import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type CommunityPost, editPost, type PostWords } from '../../contract/community.ts';
import { CalendarClock, ExternalLink, MapPin } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useNow } from '#shell/parts/clock.ts';
import { useDocumentTitle } from '#shell/text/document-title.ts';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { callService } from '#shell/data/service.ts';
import { ServiceError } from '#shell/data/service-error.ts';
import { useUserId } from '#shell/session/session.ts';
import { Badge } from '#shell/ui/badge.tsx';
import { Card, PageHeader } from '#shell/ui/layout.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { OutsideLink, safeAddress, scriptOf } from '#shell/text/written-by-others.tsx';
import { StatePanel } from '#shell/ui/state-panel.tsx';
import { BackLink, linkToPart, linkToPost, partOfKind } from '../community-links.tsx';
import { Byline, HiddenNote, PostBadges, useEventSpan } from '../byline.tsx';
import { type PostDraft, toLocalInput } from '../writing/draft-post.ts';
import { applyNews, postQuery, useCommunityNews } from '../community-queries.ts';
import { ConductCard, StandingCard } from '../standing.tsx';
import { ItemMenu } from './item-menu.tsx';
import { LikeButton } from './like-button.tsx';
import { PostForm, Written } from '../writing/post-form.tsx';
import { Replies } from './replies.tsx';
import { RowsSkeleton } from '../post-list.tsx';

/** Later than every post: this page asks for no news of others. */
const noneAfter = '999999999999999999';

export function ThreadPage({ id, edits }: { id: string; edits: boolean }) {
  const { t } = useTranslation('community');
  const userId = useUserId();
  const queries = useQueryClient();
  const options = postQuery(userId, id);
  const post = useQuery(options);
  const isMissing = post.error instanceof ServiceError && post.error.code === 'not-found';
  const title = post.data === undefined ? t('title') : post.data.deleted ? t('post.deletedTitle') : post.data.title;
  useDocumentTitle(isMissing ? t('post.missingTitle') : title);
  useCommunityNews(post.data === undefined ? undefined : noneAfter, (news) => {
    const own = news.find((one) => one.id === id);
    if (own === undefined) return;
    // Hidden, deleted or shown again: what is left of it is asked for anew.
    if (own.shown === (post.data?.hiddenWhy === null && !post.data.deleted)) applyNews(queries, [own]);
    else void queries.invalidateQueries({ queryKey: options.queryKey });
  });
  return (
    <>
      <BackLink to={linkToPart(post.data === undefined ? 'discussions' : partOfKind[post.data.kind])} />
      <PageHeader
        title={
          <span lang={scriptOf(title, post.data?.language)} className="written">
            {isMissing ? t('post.missingTitle') : title}
          </span>
        }
        subtitle={post.data === undefined || post.data.deleted ? '' : <Byline item={post.data} />}
      />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-6">
          {post.data !== undefined && !isMissing && <Thread post={post.data} edits={edits} />}
          {post.data === undefined && post.isPending && <RowsSkeleton count={2} />}
          {isMissing && (
            <Card>
              <StatePanel kind="empty" title={t('post.missingTitle')} text={t('post.missingText')} />
            </Card>
          )}
          {post.isError && !isMissing && post.data === undefined && (
            <Card>
              <LoadFailure error={post.error} onRetry={() => void post.refetch()} />
            </Card>
          )}
        </div>
        <div className="grid gap-4">
          <StandingCard />
          <ConductCard />
        </div>
      </div>
    </>
  );
}

function Thread({ post, edits }: { post: CommunityPost; edits: boolean }) {
  const { t } = useTranslation('community');
  return (
    <>
      <Card>
        {post.deleted ? (
          <p className="text-ink-soft">{t('post.deletedText')}</p>
        ) : edits && post.mine && post.hiddenWhy === null ? (
          <EditPost post={post} />
        ) : (
          <div className="space-y-4">
            <HiddenNote why={post.hiddenWhy} />
            <PostBadges post={post} showKind />
            <PostFacts post={post} />
            {post.body !== '' && <Written text={post.body} lang={post.language} className="text-[1.0625rem]" />}
            <div className="flex items-center justify-between gap-3">
              <LikeButton item={post} of="posts" />
              <ItemMenu item={{ of: 'posts', post }} />
            </div>
          </div>
        )}
      </Card>
      <Replies post={post} />
    </>
  );
}

/** When, where and the link of a post that has them. */
function PostFacts({ post }: { post: CommunityPost }) {
  const { t } = useTranslation('community');
  const span = useEventSpan();
  const now = useNow(60_000);
  const address = post.link === null ? undefined : safeAddress(post.link);
  if (post.startsAt === null && post.place === null && address === undefined) return null;
  return (
    <ul className="space-y-1.5">
      {post.startsAt !== null && post.endsAt !== null && (
        <li className="flex items-start gap-2.5">
          <CalendarClock className="mt-0.5 size-[18px] shrink-0 text-ink-soft" aria-hidden />
          <span>
            {span(post.startsAt, post.endsAt)} {Date.parse(post.endsAt) < now && <Badge>{t('post.ended')}</Badge>}
            {Date.parse(post.startsAt) <= now && now <= Date.parse(post.endsAt) && (
              <Badge tone="leaf">{t('post.now')}</Badge>
            )}
          </span>
        </li>
      )}
      {post.place !== null && (
        <li className="flex items-start gap-2.5">
          <MapPin className="mt-0.5 size-[18px] shrink-0 text-ink-soft" aria-hidden />
          <bdi className="[overflow-wrap:anywhere]">{post.place}</bdi>
        </li>
      )}
      {address !== undefined && (
        <li className="flex items-start gap-2.5">
          <ExternalLink className="mt-0.5 size-[18px] shrink-0 text-ink-soft" aria-hidden />
          <span className="[overflow-wrap:anywhere]">
            <OutsideLink address={address}>{t('post.open', { host: new URL(address).host })}</OutsideLink>
          </span>
        </li>
      )}
    </ul>
  );
}

/** One's own post, changed in its place. */
function EditPost({ post }: { post: CommunityPost }) {
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
