import { useQueryClient } from '@tanstack/react-query';
import type { Profile } from '#supabase/tables/index.ts';
import { useTranslation } from 'react-i18next';
import { useArrivalRef } from '#shell/session/arrival-ref.ts';
import { useAddress } from '#shell/session/confirm-address.tsx';
import { useRights } from '#shell/household/household.ts';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { saveProfile } from '#shell/session/save-profile.ts';
import type { SessionUser } from '#shell/session/session.ts';
import { Card } from '#shell/ui/layout.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { Switch } from '#shell/ui/switch.tsx';
import { profileQuery, useProfile } from './profile-query.tsx';
import { useSave } from './use-save.ts';

const wishes = ['mail_running_water', 'mail_silent_meter', 'mail_budget', 'mail_week'] as const;
type Wish = (typeof wishes)[number];

/** What one is mailed about. */
export function NotificationsCard({ user }: { user: SessionUser }) {
  const { t } = useTranslation('account');
  const profile = useProfile();
  const rights = useRights();
  const address = useAddress();
  const arrival = useArrivalRef<HTMLDivElement>('notifications');
  const failed = [profile, rights].find(({ data, isError }) => isError && data === undefined);
  return (
    <div ref={arrival} id="notifications" tabIndex={-1} className="outline-none">
      <Card title={t('notifications.title')}>
        <p className="mb-2 text-ink-soft">
          {t(address?.isProved === false ? 'notifications.unproved' : 'notifications.text', { email: user.email })}
        </p>
        {failed !== undefined ? (
          <LoadFailure error={failed.error} onRetry={() => void failed.refetch()} />
        ) : !profile.data || rights.data === undefined ? (
          <Skeleton className="h-36" />
        ) : (
          // Where nobody has chosen, owners and members are mailed, and who may only look is not.
          <Wishes profile={profile.data} byRole={rights.data?.mayWrite ?? true} />
        )}
      </Card>
    </div>
  );
}

function Wishes({ profile, byRole }: { profile: Profile; byRole: boolean }) {
  const { t } = useTranslation('account');
  const queries = useQueryClient();
  const { queryKey } = profileQuery(profile.user_id);
  const save = useSave(async (change: Partial<Record<Wish, boolean>>) => {
    try {
      queries.setQueryData(queryKey, (kept) => kept && { ...kept, ...change });
      await saveProfile(profile.user_id, change);
    } finally {
      await queries.invalidateQueries({ queryKey });
    }
  });
  return (
    <ul>
      {wishes.map((wish) => (
        <li key={wish} className="flex items-center gap-4 border-b border-line py-3 last:border-b-0">
          <div className="min-w-0 flex-1">
            <p className="font-semibold">{t(`notifications.${wish}.title`)}</p>
            <p className="text-small text-ink-soft">{t(`notifications.${wish}.text`)}</p>
          </div>
          <Switch
            label={t(`notifications.${wish}.label`)}
            checked={profile[wish] ?? byRole}
            onChange={(checked) => save.mutate({ [wish]: checked })}
          />
        </li>
      ))}
    </ul>
  );
}
