import { useTranslation } from 'react-i18next';
import { useHousehold } from '../../platform/household.ts';
import { LoadFailure } from '../../platform/load-failure.tsx';
import { useUserId } from '../../platform/session.ts';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { HouseholdForm } from './household-form.tsx';

export function HouseholdCard() {
  const { t } = useTranslation('account');
  const userId = useUserId();
  const { data: household, error, refetch } = useHousehold();
  return (
    <Card title={t('profile.household')}>
      {error !== null ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : household === undefined || household === null ? (
        <Skeleton className="h-104" />
      ) : (
        <HouseholdForm key={household.id} household={household} isOwner={household.owner_id === userId} />
      )}
    </Card>
  );
}
