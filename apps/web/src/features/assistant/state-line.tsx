import type { AssistantState } from '@wattershed/contracts';
import { useTranslation } from 'react-i18next';
import { askToSignIn } from '../../platform/sign-in-request.ts';
import { useSession } from '../../platform/session.ts';
import { useAssistantState } from './use-assistant-state.ts';

/** Who answers, and how far that can be trusted. */
export function StateLine({ householdId }: { householdId: string | undefined }) {
  const { t } = useTranslation('assistant');
  const session = useSession();
  const { data } = useAssistantState(householdId);
  return (
    <p className="min-h-5 shrink-0 border-b border-line px-4 pb-2.5 text-[0.8125rem] leading-snug text-ink-soft [@media(height<30rem)]:hidden">
      {session.status === 'signed-out' ? (
        <>
          {t('state.visitor')}{' '}
          <button
            type="button"
            className="font-semibold text-leaf underline underline-offset-2"
            onClick={() => askToSignIn()}
          >
            {t('state.signIn')}
          </button>
        </>
      ) : (
        data !== undefined && t(`state.${whoAnswers(data)}`)
      )}
    </p>
  );
}

function whoAnswers({ provider, left }: AssistantState): 'own' | 'provider' | 'used' {
  if (!provider) return 'own';
  return left === 0 ? 'used' : 'provider';
}
