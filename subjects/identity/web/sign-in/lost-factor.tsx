import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuthFailure } from '#shell/session/provider/auth-provider.ts';
import { granted } from '#shell/session/provider/failure.ts';
import { enterByRecoveryCode, loseFactor } from '#shell/session/provider/own-sign-in.ts';
import { Button } from '#shell/ui/button.tsx';
import { TextField } from '#shell/ui/field.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { useAccountForm } from '../account-form.tsx';
import { FailureMessage } from '../failure-message.tsx';

/** For who cannot show a code: one of those that were written down, or a mail and three days. */
export function LostFactor({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('account');
  const [isOpen, setOpen] = useState(false);
  if (!isOpen)
    return (
      <Button look="quiet" className="w-full" onClick={() => setOpen(true)}>
        {t('lost.open')}
      </Button>
    );
  return (
    <div className="space-y-5 border-t border-line pt-5">
      <RecoveryForm onDone={onDone} />
      <MailForm />
    </div>
  );
}

function RecoveryForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('account');
  const form = useAccountForm({
    values: { code: '' },
    send: async ({ code }) => {
      granted(await enterByRecoveryCode(code));
      notify(t('done.signedIn'));
      onDone();
    },
  });
  return (
    <form {...form.props} className="space-y-4">
      <TextField
        {...form.field('code')}
        label={t('lost.code')}
        hint={t('lost.codeHint')}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        maxLength={20}
      />
      <FailureMessage failure={form.failure} />
      <Button type="submit" pending={form.isPending} className="w-full">
        {t('lost.enter')}
      </Button>
    </form>
  );
}

function MailForm() {
  const { t } = useTranslation('account');
  const [state, setState] = useState<'idle' | 'pending' | 'sent'>('idle');
  const [failure, setFailure] = useState<AuthFailure>();
  const ask = async () => {
    setState('pending');
    setFailure(undefined);
    const outcome = await loseFactor();
    setState(outcome.ok ? 'sent' : 'idle');
    if (!outcome.ok) setFailure(outcome.failure);
  };
  if (state === 'sent') return <p role="status">{t('lost.sent')}</p>;
  return (
    <div className="space-y-3">
      <p className="text-small text-ink-soft">{t('lost.mailText')}</p>
      <FailureMessage failure={failure} />
      <Button look="secondary" className="w-full" pending={state === 'pending'} onClick={() => void ask()}>
        {t('lost.mail')}
      </Button>
    </div>
  );
}
