import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { QueueItem } from '../contract/community.ts';
import { type CommunityPart, communityParts } from '../contract/community-terms.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useIsAdministrator } from '#shell/session/administrator.ts';
import { useDocumentTitle } from '#shell/text/document-title.ts';
import { useFormat } from '#shell/household/household.ts';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { useUserId } from '#shell/session/session.ts';
import { Badge } from '#shell/ui/badge.tsx';
import { Button, buttonStyle } from '#shell/ui/button.tsx';
import { Card, PageHeader } from '#shell/ui/layout.tsx';
import { classNames } from '#shell/ui/class-names.ts';
import { scriptOf } from '#shell/text/written-by-others.tsx';
import { StatePanel } from '#shell/ui/state-panel.tsx';
import { Author, HiddenNote, TimeAgo } from './byline.tsx';
import { BackLink, type CommunityView, linkToPart, linkToPost, linkToReports, readView } from './community-links.tsx';
import { queueQuery, searchQuery } from './community-queries.ts';
import { ComposerPage, WriteButton } from './writing/composer-page.tsx';
import { ConductCard, StandingCard, useStanding } from './standing.tsx';
import { HideDialog, useModerate } from './thread/item-menu.tsx';
import type { ItemName } from './thread/like-button.tsx';
import { PartView, SearchBox } from './part-view.tsx';
import { PostList, RowsSkeleton } from './post-list.tsx';
import { ThreadPage } from './thread/thread-page.tsx';

export function CommunityPage() {
  useTranslation(['community', 'errors']);
  const [params] = useSearchParams();
  const view = readView(params);
  if (view.view === 'post') return <ThreadPage key={view.id} id={view.id} edits={view.edits} />;
  if (view.view === 'write') return <ComposerPage key={view.kind} kind={view.kind} />;
  if (view.view === 'reports') return <ReportsPage />;
  return <CommunityHome view={view} />;
}

/** What administrators decide: reported posts and replies, and what is hidden. */
function ReportsPage() {
  const { t } = useTranslation('community');
  const standing = useStanding();
  const isAdministrator = useIsAdministrator(standing === 'member');
  const isAsked = standing === 'member' && isAdministrator === true;
  const queue = useQuery({ ...queueQuery(useUserId()), enabled: isAsked });
  useDocumentTitle(t('queue.title'));
  const isDenied = standing === 'visitor' || standing === 'guest' || isAdministrator === false;
  return (
    <>
      <BackLink to={linkToPart('discussions')} />
      <PageHeader title={t('queue.title')} subtitle={t('queue.subtitle')} />
      {isDenied && (
        <Card>
          <StatePanel kind="no-permission" title={t('queue.denied')} text={t('queue.deniedText')} />
        </Card>
      )}
      {!isDenied && queue.data === undefined && !queue.isError && <RowsSkeleton count={3} />}
      {queue.isError && queue.data === undefined && (
        <Card>
          <LoadFailure error={queue.error} onRetry={() => void queue.refetch()} />
        </Card>
      )}
      {queue.data?.items.length === 0 && (
        <Card>
          <StatePanel kind="empty" title={t('queue.empty')} text={t('queue.emptyText')} />
        </Card>
      )}
      {queue.data !== undefined && queue.data.items.length > 0 && (
        <ul aria-label={t('queue.title')} className="space-y-4">
          {queue.data.items.map((item) => (
            <ReportedItem key={`${item.postId} ${item.replyId}`} item={item} />
          ))}
        </ul>
      )}
    </>
  );
}

/** One thing that was reported or hidden, with what can be decided about it. */
function ReportedItem({ item }: { item: QueueItem }) {
  const { t } = useTranslation('community');
  const name: ItemName =
    item.replyId === null ? { item: 'posts', id: item.postId } : { item: 'replies', id: item.replyId };
  const moderate = useModerate(name);
  const [isHiding, setIsHiding] = useState(false);
  const isHidden = item.hiddenAt !== null;
  const title = item.title === '' ? t('queue.untitled') : item.title;
  return (
    <li className="space-y-3 rounded-card border border-line bg-card p-4 sm:p-6">
      <HiddenNote why={isHidden ? (item.hiddenWhy ?? '') : null} />
      <h2 className="written text-[1.0625rem] font-semibold" lang={scriptOf(title)}>
        {item.replyId === null ? title : t('queue.reply', { title })}
      </h2>
      <p className="text-small text-ink-soft">
        <Author name={item.authorName} /> · <TimeAgo at={item.createdAt} />
      </p>
      {item.excerpt !== '' && (
        <p lang={scriptOf(item.excerpt)} className="written">
          {item.excerpt}
        </p>
      )}
      {item.reports.length > 0 && (
        <div className="rounded-control bg-paper p-3">
          <p className="figures mb-2 text-small font-semibold">{t('queue.reports', { count: item.reports.length })}</p>
          <ul className="space-y-2 text-small">
            {item.reports.map((report) => (
              <li key={`${report.at} ${report.reason}`} className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
                <Badge tone="alert">{t(`report.reasons.${report.reason}`)}</Badge>
                <bdi className="[overflow-wrap:anywhere]">{report.text}</bdi>
                <span className="text-ink-soft">
                  <TimeAgo at={report.at} />
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Link to={linkToPost(item.postId)} className={buttonStyle({ look: 'secondary' })}>
          {t('queue.open')}
        </Link>
        {isHidden ? (
          <Button look="secondary" pending={moderate.isPending} onClick={() => moderate.mutate({ act: 'restore' })}>
            {t('actions.restore')}
          </Button>
        ) : (
          <Button onClick={() => setIsHiding(true)}>{t('actions.hide')}</Button>
        )}
        {item.reports.length > 0 && (
          <Button look="secondary" pending={moderate.isPending} onClick={() => moderate.mutate({ act: 'dismiss' })}>
            {t('actions.dismiss')}
          </Button>
        )}
      </div>
      <HideDialog open={isHiding} name={name} onClose={() => setIsHiding(false)} />
    </li>
  );
}

function CommunityHome({ view }: { view: Extract<CommunityView, { view: 'part' | 'search' }> }) {
  const { t } = useTranslation('community');
  const isAdministrator = useIsAdministrator(useStanding() === 'member');
  useDocumentTitle(view.view === 'part' ? `${t(`parts.${view.part}`)} · ${t('title')}` : t('title'));
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <div className="mb-4 flex flex-wrap-reverse items-end justify-between gap-x-4 gap-y-3 border-b border-line max-rail:-mx-4">
        <PartsNav current={view.view === 'part' ? view.part : undefined} />
        <div className="flex flex-wrap gap-2 pb-2 max-rail:px-4">
          {isAdministrator === true && (
            <Link to={linkToReports} className={buttonStyle({ look: 'secondary' })}>
              {t('queue.link')}
            </Link>
          )}
          <WriteButton part={view.part} />
        </div>
      </div>
      <div className="group grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0">
          {view.view === 'search' ? (
            <SearchView query={view.query} />
          ) : (
            <PartView key={`${view.part} ${view.sort}`} part={view.part} sort={view.sort} />
          )}
        </div>
        {/* Below a list, they come when its length is known: nothing moves. */}
        <div className="grid gap-4 max-lg:group-has-aria-busy:hidden">
          <StandingCard />
          <ConductCard />
        </div>
      </div>
    </>
  );
}

/** The parts of the community, side by side. A narrow screen scrolls them; the one that is shown is always in view. */
function PartsNav({ current }: { current: CommunityPart | undefined }) {
  const { t } = useTranslation('community');
  const chosen = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    const link = chosen.current;
    const frame = link?.closest('ul');
    if (current === undefined || !link || !frame) return;
    frame.scrollLeft = link.offsetLeft - (frame.clientWidth - link.offsetWidth) / 2;
  }, [current]);
  return (
    <nav aria-label={t('parts.label')} className="-mb-px min-w-0 max-rail:w-full">
      <ul className="relative flex gap-1 overflow-x-auto [scrollbar-width:none] max-rail:px-4">
        {communityParts.map((part) => (
          <li key={part} className="shrink-0">
            <Link
              ref={part === current ? chosen : undefined}
              to={linkToPart(part)}
              state={{ stays: true }}
              aria-current={part === current ? 'page' : undefined}
              className={classNames(
                'inline-flex min-h-11 items-center border-b-2 px-3 font-semibold transition-colors duration-150 focus-visible:-outline-offset-2',
                part === current
                  ? 'border-leaf text-leaf'
                  : 'border-transparent text-ink-soft hover:border-line hover:text-ink',
              )}
            >
              {t(`parts.${part}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** What was found in all parts, the newest first. */
function SearchView({ query }: { query: string }) {
  const { t } = useTranslation('community');
  const format = useFormat();
  const list = useInfiniteQuery(searchQuery(useUserId(), query));
  const count = list.data?.pages.reduce((sum, { posts }) => sum + posts.length, 0) ?? 0;
  return (
    <>
      <SearchBox query={query} />
      <p role="status" className="mt-3 mb-3 min-h-[1lh] text-small text-ink-soft">
        {count > 0 &&
          (list.hasNextPage ? t('search.more', { number: format.number(count) }) : t('search.results', { count }))}
      </p>
      <PostList
        label={t('search.label')}
        list={list}
        showKind
        empty={<StatePanel kind="empty" title={t('search.none', { query })} text={t('search.noneText')} />}
      />
    </>
  );
}
