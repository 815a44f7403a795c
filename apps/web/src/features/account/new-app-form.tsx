import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../platform/copy-button.tsx';
import { addApp, confirmFactor, type NewApp, removeApp } from '../../platform/identity/second-factor.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { notify } from '../../ui/notice.ts';
import { CodeField, checkCode, codeDigits } from './code-field.tsx';
import { FailureMessage } from './failure-message.tsx';
import { useSubmit } from './use-submit.ts';

/** First a name for the app, then what the app has to read, and its first code. */
export function NewAppForm({ onDone }: { onDone: () => void }) {
  const [app, setApp] = useState<NewApp>();
  return app === undefined ? (
    <NameForm onMade={setApp} onCancel={onDone} />
  ) : (
    <FirstCodeForm app={app} onDone={onDone} />
  );
}

function NameForm({ onMade, onCancel }: { onMade: (app: NewApp) => void; onCancel: () => void }) {
  const { t } = useTranslation(['sessions', 'shell']);
  const { pending, failure, submit } = useSubmit(
    () => ({}),
    async (field) => {
      const outcome = await addApp(field('name').trim() || t('totp.usualName'));
      if (outcome.ok) onMade(outcome.value);
      return outcome;
    },
  );
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <Field label={t('totp.name')} hint={t('totp.nameHint')}>
        {(control) => <Input {...control} name="name" defaultValue={t('totp.usualName')} maxLength={40} />}
      </Field>
      {failure !== undefined && <FailureMessage failure={failure} />}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={pending}>
          {t('totp.next')}
        </Button>
        <Button look="secondary" onClick={onCancel}>
          {t('shell:cancel')}
        </Button>
      </div>
    </form>
  );
}

function FirstCodeForm({ app, onDone }: { app: NewApp; onDone: () => void }) {
  const { t } = useTranslation(['sessions', 'shell', 'copy']);
  const { pending, problems, failure, submit } = useSubmit(
    (field) => ({ code: checkCode(field('code')) }),
    async (field) => {
      const outcome = await confirmFactor(app.id, codeDigits(field('code')));
      if (outcome.ok) {
        notify(t('totp.added'));
        onDone();
      }
      return outcome;
    },
  );
  const giveUp = () => {
    void removeApp(app.id);
    onDone();
  };
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
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
      <CodeField problem={problems['code']} hint={t('totp.firstCode')} />
      {failure !== undefined && <FailureMessage failure={failure} />}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={pending}>
          {t('totp.confirm')}
        </Button>
        <Button look="secondary" onClick={giveUp}>
          {t('shell:cancel')}
        </Button>
      </div>
    </form>
  );
}

function inFours(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret;
}
