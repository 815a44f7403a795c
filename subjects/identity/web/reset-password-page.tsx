import { type ComponentType, Fragment, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { environment } from '#shell/data/env.ts';
import { useDocumentTitle } from '#shell/text/document-title.ts';
import { authFailure } from '#shell/session/provider/failure.ts';
import { useSession } from '#shell/session/session.ts';
import { retryLink, useArrival } from '#shell/session/arrival.ts';
import { askForCode, type UnansweredCode } from '#shell/session/session-prompts.ts';
import { storedSession, waitsForCode } from '#shell/session/stored-session.ts';
import { Button, buttonStyle, Spinner } from '#shell/ui/button.tsx';
import { Card, PageHeader } from '#shell/ui/layout.tsx';
import { FailureMessage } from './failure-message.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { RequestResetForm } from './sign-in/request-reset-form.tsx';

/** `After`: around the way on, once the password is saved. */
export function ResetPasswordPage({ After = Fragment }: { After?: ComponentType<{ children: ReactNode }> }) {
  const { t } = useTranslation('account');
  const session = useSession();
  const { isAsked, unanswered, errorCode, isSignUp } = useArrival();
  const [saved, setSaved] = useState(false);
  useDocumentTitle(t('reset.title'));
  return (
    <div className="mx-auto max-w-lg">
      <PageHeader title={t('reset.title')} />
      <Card>
        {session.status === 'loading' || isAsked ? (
          <p role="status" className="flex items-center gap-3">
            <Spinner /> {t('reset.verifying')}
          </p>
        ) : saved ? (
          <PasswordSaved After={After} />
        ) : unanswered !== undefined ? (
          <LinkUnanswered code={unanswered} />
        ) : session.status === 'signed-in' && errorCode === undefined ? (
          <>
            {isSignUp && <p className="mb-5">{t('reset.signedUpElsewhere')}</p>}
            <NewPasswordForm isWide onSaved={() => setSaved(true)} />
          </>
        ) : waitsForItsCode() ? (
          <CodeFirst />
        ) : (
          <LinkInvalid />
        )}
      </Card>
    </div>
  );
}

function PasswordSaved({ After }: { After: ComponentType<{ children: ReactNode }> }) {
  const { t } = useTranslation('account');
  return (
    <>
      <div role="status">
        <p className="text-title">{t('reset.saved')}</p>
        <p className="mb-5 text-ink-soft">{t('reset.savedText')}</p>
      </div>
      <After>
        <Link to="/dashboard" className={buttonStyle()}>
          {t('reset.toDashboard')}
        </Link>
      </After>
    </>
  );
}

/** The link was good, and the account asks for a code as well. */
function waitsForItsCode(): boolean {
  const session = storedSession();
  return environment().secondFactor && session !== undefined && waitsForCode(session);
}

function CodeFirst() {
  const { t } = useTranslation('account');
  const ask = async () => {
    const { stepOf } = await import('#shell/session/provider/second-factor.ts');
    const session = storedSession();
    const step = session === undefined ? null : stepOf(session);
    if (step !== null) askForCode(step);
  };
  return (
    <>
      <h2 className="text-title">{t('factor.title')}</h2>
      <p className="mb-5 text-ink-soft">{t('reset.codeFirst')}</p>
      <Button onClick={() => void ask()}>{t('reset.enterCode')}</Button>
    </>
  );
}

/** It may be good: only nobody could be asked. */
function LinkUnanswered({ code }: { code: UnansweredCode }) {
  const { t } = useTranslation();
  return (
    <div className="space-y-4">
      <FailureMessage failure={authFailure(code)} />
      <Button onClick={() => void retryLink()}>{t('load.retry')}</Button>
    </div>
  );
}

function LinkInvalid() {
  const { t } = useTranslation('account');
  return (
    <>
      <h2 className="text-title">{t('reset.invalidTitle')}</h2>
      <p className="mb-5 text-ink-soft">{t('reset.invalidText')}</p>
      <RequestResetForm label={t('reset.sendNew')} />
    </>
  );
}
