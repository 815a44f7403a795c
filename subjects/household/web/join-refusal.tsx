import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ServiceError } from '#shell/data/service-error.ts';
import { useUserId } from '#shell/session/session.ts';
import { buttonStyle } from '#shell/ui/button.tsx';
import { StatePanel } from '#shell/ui/state-panel.tsx';

const refusals = [
  'invitation-unknown',
  'invitation-expired',
  'invitation-used',
  'already-member',
  'invitation-other-address',
  'email-not-confirmed',
  'guest-account',
  'households-full',
] as const;
export type Refusal = (typeof refusals)[number];

/** Why an invitation leads nowhere, as far as the service has said so; undefined: it failed otherwise. */
export function refusalOf(error: unknown): Refusal | undefined {
  return error instanceof ServiceError ? refusals.find((code) => code === error.code) : undefined;
}

/** An invitation that leads nowhere any more: why, and what to do next. */
export function JoinRefusal({ code }: { code: Refusal }) {
  const { t } = useTranslation(['household', 'errors']);
  const isSignedIn = useUserId() !== undefined;
  const isIn = code === 'already-member';
  const next = isIn ? 'join.alreadyText' : code === 'invitation-used' ? 'join.usedText' : 'join.ask';
  return (
    <StatePanel
      kind={isIn ? 'empty' : 'no-permission'}
      title={t(`errors:${code}`)}
      text={
        code === 'invitation-used' ? `${t(next)} ${t('join.ask')}` : code === 'invitation-expired' ? undefined : t(next)
      }
      {...((isSignedIn || isIn) && {
        actions: (
          <Link to="/dashboard" className={buttonStyle({ look: 'secondary' })}>
            {t('join.toDashboard')}
          </Link>
        ),
      })}
    />
  );
}
