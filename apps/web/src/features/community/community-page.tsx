import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useIsAdministrator } from '../../platform/administrator.ts';
import { useDocumentTitle } from '../../platform/document-title.ts';
import { buttonStyle } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { type CommunityView, linkToReports, readView } from './community-links.ts';
import { ComposerPage } from './composer-page.tsx';
import { ConductCard } from './conduct-card.tsx';
import { PartView } from './part-view.tsx';
import { PartsNav } from './parts-nav.tsx';
import { ReportsPage } from './reports-page.tsx';
import { SearchView } from './search-view.tsx';
import { StandingCard } from './standing-card.tsx';
import { useStanding } from './standing.ts';
import { ThreadPage } from './thread-page.tsx';
import { WriteButton } from './write-button.tsx';

export function CommunityPage() {
  useTranslation(['community', 'errors']);
  const [params] = useSearchParams();
  const view = readView(params);
  if (view.view === 'post') return <ThreadPage key={view.id} id={view.id} edits={view.edits} />;
  if (view.view === 'write') return <ComposerPage key={view.kind} kind={view.kind} />;
  if (view.view === 'reports') return <ReportsPage />;
  return <CommunityHome view={view} />;
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
