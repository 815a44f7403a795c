/** Profile → "Who can see this home": people, invitations, hardware and assistants of each home, when they last came, and the end of each. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callService } from '#shell/data/service.ts';
import { ConfirmDialog } from '#shell/parts/confirm-dialog.tsx';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { useAccountChanged } from '#shell/session/account-queries.ts';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { Card } from '#shell/ui/layout.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { endAccess } from '../contract/account.ts';
import { Listed } from './sessions-card.tsx';
import { chosen, type Home, useAccountAccess, useLines } from './what-to-keep.tsx';

export function AccessCard() {
  const { t } = useTranslation('account');
  const { data, error, refetch } = useAccountAccess();
  return (
    <Card title={t('access.title')} id="access">
      <p className="mb-4 text-ink-soft">{t('access.text')}</p>
      {error !== null && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton className="h-24" />}
      {data?.households.length === 0 && <p>{t('access.nobody')}</p>}
      {data?.households.map((home) => (
        <HomeAccess key={home.id} home={home} isNamed={data.households.length > 1} />
      ))}
    </Card>
  );
}

interface HomeAccessProps {
  home: Home;
  isNamed: boolean;
}

function HomeAccess({ home, isNamed }: HomeAccessProps) {
  const { t } = useTranslation(['account', 'sessions']);
  const changed = useAccountChanged();
  const words = useFailureMessages();
  const lines = useLines()(home);
  const [asked, setAsked] = useState<(typeof lines)[number]>();
  const end = useMutation({
    mutationFn: (line: string) => callService(endAccess, { body: chosen([home], new Set([line])) }),
    onSuccess: () => notify(t('access.ended')),
    onError: (error) => notify(words.ofService(error), undefined, 'alert'),
    onSettled: () => {
      setAsked(undefined);
      return changed();
    },
  });
  return (
    <>
      {isNamed && <h3 className="mt-4 font-semibold">{home.name || t('keep.unnamed')}</h3>}
      <ul className="border-t border-line" aria-label={home.name || t('access.title')}>
        {lines.map((line) => (
          <Listed
            key={line.key}
            title={line.title}
            text={line.text}
            action={{
              label: t('access.end'),
              name: t('access.endNamed', { name: line.title }),
              onPress: () => setAsked(line),
            }}
          />
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== undefined}
        title={t('access.endTitle', { name: asked?.title ?? '' })}
        confirmLabel={t('access.end')}
        isPending={end.isPending}
        onClose={() => setAsked(undefined)}
        onConfirm={() => asked && end.mutate(asked.key)}
      >
        <p>{t('access.endText')}</p>
      </ConfirmDialog>
    </>
  );
}
