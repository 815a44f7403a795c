import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useDocumentTitle } from '#shell/text/document-title.ts';
import { heldInvitation, takeInvitation } from '#shell/session/invitation-token.ts';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { ServiceError } from '#shell/data/service-error.ts';
import { useSession } from '#shell/session/session.ts';
import { Card } from '#shell/ui/card.tsx';
import { PageHeader } from '#shell/ui/page-header.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { StatePanel } from '#shell/ui/state-panel.tsx';
import { invitationQuery } from './household-api.ts';
import { InvitationOffer } from './invitation-offer.tsx';
import { JoinRefusal, refusalOf } from './join-refusal.tsx';

/** Where the link of an invitation leads, signed in or not. */
export function JoinPage() {
  const { t } = useTranslation(['household', 'rooms', 'errors']);
  const token = useInvitation();
  useDocumentTitle(t('join.title'));
  return (
    <>
      <PageHeader title={t('join.title')} />
      <div className="max-w-2xl">
        {token === undefined ? (
          <Card>
            <StatePanel kind="empty" title={t('join.noToken')} text={t('join.noTokenText')} />
          </Card>
        ) : (
          <Invitation key={token} token={token} />
        )}
      </div>
    </>
  );
}

/** Also of a link that is opened while this page is. */
function useInvitation(): string | undefined {
  const [token, setToken] = useState(heldInvitation);
  const { hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (hash === '') return;
    takeInvitation();
    setToken(heldInvitation());
    void navigate('/join', { replace: true });
  }, [hash, navigate]);
  return token;
}

function Invitation({ token }: { token: string }) {
  const session = useSession();
  const preview = useQuery(invitationQuery(token));
  const refusal = refusalOf(preview.error);
  if (preview.data === undefined && refusal !== undefined)
    return (
      <Card>
        <JoinRefusal code={refusal} />
      </Card>
    );
  if (preview.data === undefined && preview.error !== null)
    return (
      <Card>
        <LoadFailure error={asService(preview.error)} onRetry={() => void preview.refetch()} />
      </Card>
    );
  if (preview.data === undefined || session.status === 'loading') return <Skeleton className="h-72 rounded-card" />;
  const user = session.status === 'signed-in' ? session.user : undefined;
  return <InvitationOffer key={user?.id} token={token} preview={preview.data} user={user} />;
}

/** What comes from elsewhere than the service names no token in its words. */
function asService(error: Error): ServiceError {
  return error instanceof ServiceError ? error : new ServiceError('internal', 0, '');
}
