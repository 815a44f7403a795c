import { PenLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useIsAdministrator } from '#shell/session/administrator.ts';
import { useSession } from '#shell/session/session.ts';
import { useDocumentTitle } from '#shell/text/document-title.ts';
import { useLanguage } from '#shell/text/i18n.ts';
import { Button } from '#shell/ui/button.tsx';
import { Card, PageHeader } from '#shell/ui/layout.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { StatePanel } from '#shell/ui/state-panel.tsx';
import type { CommunityPart, PostKind } from '../../contract/community-terms.ts';
import { BackLink, kindOfPart, linkToPart, linkToPost, linkToWrite, partOfKind } from '../community-links.tsx';
import { ConductCard, StandingCard, useMembersOnly, useStanding } from '../standing.tsx';
import { RowsSkeleton } from '../post-list.tsx';
import { emptyDraft } from './draft-post.ts';
import { PostForm } from './post-form.tsx';
import { useWriting } from './use-writing.ts';

/** Where a post is written. Those who may not are told why, here. */
export function ComposerPage({ kind }: { kind: PostKind }) {
  const { t } = useTranslation('community');
  const standing = useStanding();
  const isForTeam = kind === 'announcement' || kind === 'event';
  const isAdministrator = useIsAdministrator(isForTeam && standing === 'member');
  useDocumentTitle(t(`composer.${kind}`));
  const isKnown = standing !== 'loading' && !(isForTeam && standing === 'member' && isAdministrator === undefined);
  return (
    <>
      <BackLink to={linkToPart(partOfKind[kind])} />
      <PageHeader title={t(`composer.${kind}`)} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        {!isKnown && <RowsSkeleton count={2} />}
        {isKnown && standing !== 'member' && <StandingCard />}
        {isKnown &&
          standing === 'member' &&
          (isForTeam && isAdministrator !== true ? <OnlyTeam /> : <Composer kind={kind} />)}
        <ConductCard />
      </div>
    </>
  );
}

function OnlyTeam() {
  const { t } = useTranslation('community');
  return (
    <Card>
      <StatePanel kind="no-permission" title={t('queue.denied')} text={t('standing.onlyTeam')} />
    </Card>
  );
}

function Composer({ kind }: { kind: PostKind }) {
  const { t } = useTranslation('community');
  const language = useLanguage();
  const navigate = useNavigate();
  const publish = useWriting((id) => {
    if (id === null) notify(t('waiting.title'), t('waiting.text'));
    else notify(t('composer.published'));
    void navigate(id === null ? linkToPart(partOfKind[kind]) : linkToPost(id), { replace: true });
  });
  return (
    <Card>
      <PostForm
        kind={kind}
        draftName={kind}
        empty={emptyDraft}
        submitLabel={t('composer.publish')}
        failed={t('composer.failed')}
        onSubmit={(words) => publish.mutateAsync({ post: { ...words, kind, language } })}
      />
      <p className="text-small text-ink-soft">
        {t('composer.public')} <NoName />
      </p>
    </Card>
  );
}

function NoName() {
  const { t } = useTranslation('community');
  const session = useSession();
  if (session.status !== 'signed-in' || session.user.displayName.trim() !== '') return null;
  return (
    <>
      {t('composer.noName')}{' '}
      <Link to="/profile" className="font-semibold text-leaf underline underline-offset-2">
        {t('composer.giveName')}
      </Link>
    </>
  );
}

/** Begins a post of the part one looks at. What only administrators write is offered to them alone. */
export function WriteButton({ part }: { part: CommunityPart }) {
  const { t } = useTranslation('community');
  const navigate = useNavigate();
  const membersOnly = useMembersOnly();
  const standing = useStanding();
  const kind = kindOfPart[part];
  const isForTeam = kind === 'announcement' || kind === 'event';
  const isAdministrator = useIsAdministrator(isForTeam && standing === 'member');
  if (isForTeam && isAdministrator !== true) return null;
  return (
    <Button
      icon={<PenLine className="size-[18px]" aria-hidden />}
      onClick={() => membersOnly(() => void navigate(linkToWrite(kind)))}
    >
      {t(`write.${kind}`)}
    </Button>
  );
}
