import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#shell/parts/confirm-dialog.tsx';
import { CopyButton } from '#shell/parts/copy-button.tsx';
import { environment } from '#shell/data/env.ts';
import { useFormat } from '#shell/household/household.ts';
import type { AuthFailure } from '#shell/session/provider/auth-provider.ts';
import { granted } from '#shell/session/provider/failure.ts';
import {
  addApp,
  type AuthenticatorApp,
  confirmFactor,
  listApps,
  type NewApp,
  removeApp,
} from '#shell/session/provider/second-factor.ts';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { useAccountChanged, useAccountKey } from '#shell/session/account-queries.ts';
import { Button } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { FormActions, TextField } from '#shell/ui/field.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { checkCode, CodeField, codeDigits, useAccountForm } from '../account-form.tsx';
import { FailureMessage } from '../failure-message.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { Listed } from '../sessions-card.tsx';

/** Apps whose codes are asked for beside the password. */
export function TotpCard() {
  const { t } = useTranslation(['sessions', 'account']);
  const format = useFormat();
  const key = useAccountKey('apps');
  const accountChanged = useAccountChanged();
  const {
    data: apps = [],
    error,
    refetch,
  } = useQuery({ queryKey: key, queryFn: async () => granted(await listApps()) });
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<AuthenticatorApp>();
  const changed = () => void accountChanged();
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
      {environment().ownSignIn && apps.length > 0 && <RecoveryCodes />}
      {removing !== undefined && (
        <RemoveApp app={removing} onRemoved={changed} onClose={() => setRemoving(undefined)} />
      )}
    </Card>
  );
}

/** First a name for the app, then what the app has to read, and its first code. */
function NewAppForm({ onDone }: { onDone: () => void }) {
  const [app, setApp] = useState<NewApp>();
  return app === undefined ? (
    <NameForm onMade={setApp} onCancel={onDone} />
  ) : (
    <FirstCodeForm app={app} onDone={onDone} />
  );
}

function NameForm({ onMade, onCancel }: { onMade: (app: NewApp) => void; onCancel: () => void }) {
  const { t } = useTranslation(['sessions', 'shell']);
  const form = useAccountForm({
    values: { name: t('totp.usualName') },
    send: async ({ name }) => onMade(granted(await addApp(name.trim() || t('totp.usualName')))),
  });
  return (
    <form {...form.props} className="space-y-4">
      <TextField {...form.field('name')} label={t('totp.name')} hint={t('totp.nameHint')} maxLength={40} />
      <FailureMessage failure={form.failure} />
      <FormActions
        inPage
        submit={t('totp.next')}
        cancel={t('shell:cancel')}
        onCancel={onCancel}
        pending={form.isPending}
      />
    </form>
  );
}

function FirstCodeForm({ app, onDone }: { app: NewApp; onDone: () => void }) {
  const { t } = useTranslation(['sessions', 'shell', 'copy']);
  const form = useAccountForm({
    values: { code: '' },
    check: ({ code }) => ({ code: checkCode(code) }),
    send: async ({ code }) => {
      granted(await confirmFactor(app.id, codeDigits(code)));
      notify(t('totp.added'));
      onDone();
    },
  });
  const giveUp = () => {
    void removeApp(app.id);
    onDone();
  };
  return (
    <form {...form.props} className="space-y-4">
      <p>{t('totp.scan')}</p>
      <img
        src={app.qrCode}
        alt={t('totp.qrCode')}
        className="size-44 rounded-control border border-line bg-white p-2"
      />
      <div className="flex flex-wrap items-center gap-3">
        <code className="text-small break-all">{inFours(app.secret)}</code>
        <CopyButton text={app.secret} label={t('totp.copySecret')} />
      </div>
      <CodeField {...form.field('code')} hint={t('totp.firstCode')} />
      <FailureMessage failure={form.failure} />
      <FormActions
        inPage
        submit={t('totp.confirm')}
        cancel={t('shell:cancel')}
        onCancel={giveUp}
        pending={form.isPending}
      />
    </form>
  );
}

function inFours(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret;
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
      <FailureMessage failure={failure} />
    </ConfirmDialog>
  );
}
