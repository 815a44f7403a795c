import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { SimulatedMark } from '../household/simulated-mark.tsx';
import { useDocumentTitle } from '../text/document-title.ts';
import { Button } from '../ui/button.tsx';
import { Card, PageHeader } from '../ui/layout.tsx';
import { StatePanel } from '../ui/state-panel.tsx';
import { useSession } from './session.ts';
import { askToSignIn } from './session-prompts.ts';

interface SignInPromptProps {
  title: ReactNode;
  text: ReactNode;
  /** There is an account already. */
  hasAccount?: boolean;
}

/** What a page that needs an account shows a visitor. Nobody is sent elsewhere. */
export function SignInPrompt({ title, text, hasAccount = false }: SignInPromptProps) {
  const { t } = useTranslation();
  return (
    <StatePanel
      kind="signed-out"
      title={title}
      text={text}
      actions={
        <>
          <Button onClick={() => askToSignIn('sign-in')}>{t('account.signIn')}</Button>
          {!hasAccount && (
            <Button look="secondary" onClick={() => askToSignIn('sign-up')}>
              {t('account.signUp')}
            </Button>
          )}
        </>
      }
    />
  );
}

interface MemberPageProps {
  title: string;
  subtitle: string;
  /** The page above this one. */
  back: { to: string; label: string };
  /** What a visitor is told. */
  signedOut: { title: string; text: string };
  skeleton: ReactNode;
  children: ReactNode;
}

/** A page below another one that only somebody signed in can use; others stay on it, and are told how. */
export function MemberPage({ title, subtitle, back, signedOut, skeleton, children }: MemberPageProps) {
  const session = useSession();
  useDocumentTitle(title);
  return (
    <>
      <Link
        to={back.to}
        className="inline-flex min-h-11 items-center font-semibold text-leaf underline-offset-4 hover:underline"
      >
        {back.label}
      </Link>
      <PageHeader title={title} mark={<SimulatedMark />} subtitle={subtitle} />
      {session.status === 'loading' && skeleton}
      {session.status === 'signed-out' && (
        <Card>
          <SignInPrompt {...signedOut} />
        </Card>
      )}
      {session.status === 'signed-in' && children}
    </>
  );
}
