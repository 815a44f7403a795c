import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#shell/parts/confirm-dialog.tsx';
import { CopyButton } from '#shell/parts/copy-button.tsx';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import type { AuthFailure } from '#shell/session/provider/auth-provider.ts';
import { granted } from '#shell/session/provider/failure.ts';
import { makeRecoveryCodes, readRecoveryCodes } from '#shell/session/provider/own-sign-in.ts';
import { useAccountChanged, useAccountKey } from '#shell/session/account-queries.ts';
import { Button } from '#shell/ui/button.tsx';
import { saveFile } from '#shell/ui/file-transfer.tsx';
import { FailureMessage } from '../failure-message.tsx';

/** Codes for when the app is lost: how many are left, and a new set, which is shown once. */
export function RecoveryCodes() {
  const { t } = useTranslation('sessions');
  const key = useAccountKey('recovery-codes');
  const changed = useAccountChanged();
  const {
    data: left,
    error,
    refetch,
  } = useQuery({
    queryKey: key,
    queryFn: async () => granted(await readRecoveryCodes()),
  });
  const [codes, setCodes] = useState<readonly string[]>();
  const [asked, setAsked] = useState(false);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<AuthFailure>();
  const isAgain = typeof left === 'number';

  const make = async () => {
    setPending(true);
    setFailure(undefined);
    const outcome = await makeRecoveryCodes(isAgain);
    setPending(false);
    setAsked(false);
    if (!outcome.ok) return setFailure(outcome.failure);
    setCodes(outcome.value);
    void changed();
  };

  return (
    <div className="mt-5 border-t border-line pt-5">
      <h3 className="mb-2 font-semibold">{t('recovery.title')}</h3>
      <p className="mb-4 text-ink-soft">{t('recovery.text')}</p>
      {error !== null && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {codes === undefined ? (
        <>
          {left !== undefined && (
            <p className="mb-4">{left === null ? t('recovery.none') : t('recovery.left', { count: left })}</p>
          )}
          <FailureMessage failure={failure} />
          <Button look="secondary" pending={pending} onClick={() => (isAgain ? setAsked(true) : void make())}>
            {isAgain ? t('recovery.again') : t('recovery.make')}
          </Button>
        </>
      ) : (
        <NewCodes codes={codes} onKept={() => setCodes(undefined)} />
      )}
      <ConfirmDialog
        open={asked}
        title={t('recovery.againTitle')}
        confirmLabel={t('recovery.again')}
        isPending={pending}
        onClose={() => setAsked(false)}
        onConfirm={() => void make()}
      >
        <p>{t('recovery.againText')}</p>
      </ConfirmDialog>
    </div>
  );
}

function NewCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { t } = useTranslation('sessions');
  const text = codes.join('\n');
  return (
    <div className="space-y-4">
      <p role="status">{t('recovery.shown')}</p>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-1 font-mono" aria-label={t('recovery.title')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={text} label={t('recovery.title')} />
        <Button
          look="secondary"
          onClick={() => saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), t('recovery.file'))}
        >
          {t('recovery.save')}
        </Button>
        <Button onClick={onKept}>{t('recovery.kept')}</Button>
      </div>
    </div>
  );
}
