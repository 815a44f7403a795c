import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../platform/confirm-dialog.tsx';
import { useFormat } from '../../platform/household.ts';
import { type AuthFailure, granted } from '../../platform/identity/auth-failure.ts';
import { type AuthenticatorApp, listApps, removeApp } from '../../platform/identity/second-factor.ts';
import { LoadFailure } from '../../platform/load-failure.tsx';
import { useUserId } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { notify } from '../../ui/notice.ts';
import { FailureMessage } from './failure-message.tsx';
import { Listed } from './listed.tsx';
import { NewAppForm } from './new-app-form.tsx';

/** Apps whose codes are asked for beside the password. */
export function TotpCard() {
  const { t } = useTranslation(['sessions', 'account']);
  const format = useFormat();
  const queries = useQueryClient();
  const key = ['authenticator-apps', useUserId() ?? null];
  const {
    data: apps = [],
    error,
    refetch,
  } = useQuery({ queryKey: key, queryFn: async () => granted(await listApps()) });
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<AuthenticatorApp>();
  const changed = () => void queries.invalidateQueries({ queryKey: key });
  return (
    <Card title={t('totp.title')} id="second-factor">
      <p className="mb-4 text-ink-soft">{t('totp.text')}</p>
      {error !== null && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {apps.length > 0 && (
        <ul className="mb-4 border-t border-line" aria-label={t('totp.title')}>
          {apps.map((app) => (
            <Listed
              key={app.id}
              title={app.name}
              text={t('since', { date: format.dateTime(Date.parse(app.madeAt)) })}
              action={{
                label: t('remove'),
                name: t('removeNamed', { name: app.name }),
                onPress: () => setRemoving(app),
              }}
            />
          ))}
        </ul>
      )}
      {adding ? (
        <NewAppForm
          onDone={() => {
            setAdding(false);
            changed();
          }}
        />
      ) : (
        <Button look="secondary" onClick={() => setAdding(true)}>
          {t('totp.add')}
        </Button>
      )}
      {removing !== undefined && (
        <RemoveApp app={removing} onRemoved={changed} onClose={() => setRemoving(undefined)} />
      )}
    </Card>
  );
}

interface RemoveAppProps {
  app: AuthenticatorApp;
  onRemoved: () => void;
  onClose: () => void;
}

function RemoveApp({ app, onRemoved, onClose }: RemoveAppProps) {
  const { t } = useTranslation('sessions');
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<AuthFailure>();
  const remove = async () => {
    setPending(true);
    const outcome = await removeApp(app.id);
    setPending(false);
    if (!outcome.ok) return setFailure(outcome.failure);
    notify(t('totp.removed'));
    onRemoved();
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title={t('removeTitle', { name: app.name })}
      confirmLabel={t('remove')}
      isPending={pending}
      onClose={onClose}
      onConfirm={() => void remove()}
    >
      <p>{t('totp.removeText')}</p>
      {failure !== undefined && <FailureMessage failure={failure} />}
    </ConfirmDialog>
  );
}
