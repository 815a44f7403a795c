import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#shell/parts/confirm-dialog.tsx';
import { useFormat } from '#shell/household/household.ts';
import type { AuthFailure, AuthOutcome } from '#shell/session/provider/auth-provider.ts';
import { granted } from '#shell/session/provider/failure.ts';
import { addPasskey, listPasskeys, type Passkey, removePasskey } from '#shell/session/provider/passkeys.ts';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { useAccountChanged, useAccountKey } from '#shell/session/account-queries.ts';
import { Button } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { FailureMessage } from '../failure-message.tsx';
import { Listed } from '../sessions-card.tsx';

/** Signing in by a finger, a face or a key instead of a password. */
export function PasskeyCard() {
  const { t } = useTranslation(['sessions', 'account']);
  const key = useAccountKey('passkeys');
  const changed = useAccountChanged();
  const { data, error, refetch } = useQuery({ queryKey: key, queryFn: async () => granted(await listPasskeys()) });
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<AuthFailure>();
  const [removing, setRemoving] = useState<Passkey>();

  const change = async (ask: () => AuthOutcome, told: string) => {
    setPending(true);
    setFailure(undefined);
    const outcome = await ask();
    setPending(false);
    setRemoving(undefined);
    if (!outcome.ok) return setFailure(outcome.failure);
    notify(told);
    void changed();
  };

  return (
    <Card title={t('passkey.title')} id="passkeys">
      <p className="mb-4 text-ink-soft">{t('passkey.text')}</p>
      {error !== null && <LoadFailure error={error} onRetry={() => void refetch()} />}
      <PasskeyList passkeys={data ?? []} onRemove={setRemoving} />
      {failure !== undefined && (
        <div className="mb-4">
          <FailureMessage failure={failure} />
        </div>
      )}
      <Button look="secondary" pending={pending} onClick={() => void change(addPasskey, t('passkey.added'))}>
        {t('passkey.add')}
      </Button>
      <ConfirmDialog
        open={removing !== undefined}
        title={t('removeTitle', { name: removing?.name ?? t('passkey.unnamed') })}
        confirmLabel={t('remove')}
        isPending={pending}
        onClose={() => setRemoving(undefined)}
        onConfirm={() => removing && void change(() => removePasskey(removing.id), t('passkey.removed'))}
      >
        <p>{t('passkey.removeText')}</p>
      </ConfirmDialog>
    </Card>
  );
}

function PasskeyList({ passkeys, onRemove }: { passkeys: Passkey[]; onRemove: (passkey: Passkey) => void }) {
  const { t } = useTranslation('sessions');
  const format = useFormat();
  if (passkeys.length === 0) return null;
  return (
    <ul className="mb-4 border-t border-line" aria-label={t('passkey.title')}>
      {passkeys.map((passkey) => {
        const name = passkey.name ?? t('passkey.unnamed');
        const at = passkey.lastUsedAt ?? passkey.createdAt;
        return (
          <Listed
            key={passkey.id}
            title={name}
            text={t(passkey.lastUsedAt === undefined ? 'since' : 'usedOn', { date: format.dateTime(Date.parse(at)) })}
            action={{ label: t('remove'), name: t('removeNamed', { name }), onPress: () => onRemove(passkey) }}
          />
        );
      })}
    </ul>
  );
}
