import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { StatePanel } from '../ui/state-panel.tsx';
import { askToSignIn } from './sign-in-request.ts';

export interface SignInPromptProps {
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
