import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuthOutcome } from '#shell/session/auth.ts';
import type { AuthFailure } from '#shell/session/provider/auth-provider.ts';
import { granted } from '#shell/session/provider/failure.ts';
import { identityUser, phoneFactors } from '#shell/session/provider/ways-in.ts';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { useAccountChanged, useAccountKey } from '#shell/session/account-queries.ts';
import { Button } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { FailureMessage } from '../failure-message.tsx';
import { Listed } from '../sessions-card.tsx';
import { PhoneCodeForm, PhoneNumberForm } from '../sign-in/phone-forms.tsx';

/** Phones whose codes are asked for beside the password. */
export function FirebaseSecondFactorCard() {
  const { t } = useTranslation(['identity', 'sessions']);
  const key = useAccountKey('phones');
  const accountChanged = useAccountChanged();
  const { data, error, refetch } = useQuery({ queryKey: key, queryFn: readFactors });
  const [failure, setFailure] = useState<AuthFailure>();
  const changed = () => void accountChanged();

  const remove = async (id: string) => {
    const outcome = await phoneFactors.remove(id);
    setFailure(outcome.ok ? undefined : outcome.failure);
    if (outcome.ok) notify(t('factor.removed'));
    changed();
  };

  return (
    <Card title={t('factor.title')} id="second-factor">
      <p className="mb-4 text-ink-soft">{t('factor.text')}</p>
      {error !== null && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {data !== undefined && data.phones.length > 0 && (
        <ul className="mb-4 border-t border-line" aria-label={t('factor.title')}>
          {data.phones.map(({ id, phoneNumber }) => (
            <Listed
              key={id}
              title={phoneNumber}
              text={t('number')}
              action={{
                label: t('sessions:remove'),
                name: t('factor.remove', { number: phoneNumber }),
                onPress: () => void remove(id),
              }}
            />
          ))}
        </ul>
      )}
      <FailureMessage failure={failure} />
      {data?.emailVerified === false && <p>{t('factor.needsEmail')}</p>}
      {data?.emailVerified === true && <AddPhone onAdded={changed} />}
    </Card>
  );
}

async function readFactors() {
  const { emailVerified } = granted(await identityUser());
  return { emailVerified, phones: granted(await phoneFactors.list()) };
}

interface Sent {
  number: string;
  step: { confirm(code: string): AuthOutcome };
}

function AddPhone({ onAdded }: { onAdded: () => void }) {
  const { t } = useTranslation('identity');
  const [adding, setAdding] = useState(false);
  const [sent, setSent] = useState<Sent>();
  if (!adding)
    return (
      <Button look="secondary" onClick={() => setAdding(true)}>
        {t('factor.add')}
      </Button>
    );
  if (sent === undefined)
    return (
      <PhoneNumberForm
        send={(number, holder) => phoneFactors.enrol(number, holder)}
        onSent={(number, step) => setSent({ number, step })}
      />
    );
  return (
    <PhoneCodeForm
      number={sent.number}
      label={t('factor.confirm')}
      confirm={(code) => sent.step.confirm(code)}
      onOtherNumber={() => setSent(undefined)}
      onDone={() => {
        notify(t('factor.added'));
        setAdding(false);
        setSent(undefined);
        onAdded();
      }}
    />
  );
}
