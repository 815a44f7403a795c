import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useHousehold } from '../../platform/household.ts';
import { useRights } from '../../platform/household-role.ts';
import { LoadFailure } from '../../platform/load-failure.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { HouseholdForm } from './household-form.tsx';

export function HouseholdCard() {
  const { t } = useTranslation('account');
  const rights = useRights().data;
  const { data: household, error, refetch } = useHousehold();
  return (
    <Card
      id="household"
      title={t('profile.household')}
      aside={
        <Link to="/household" className="font-semibold text-leaf underline-offset-4 hover:underline">
          {t('profile.people')}
        </Link>
      }
    >
      {household === undefined || household === null ? (
        error !== null ? (
          <LoadFailure error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-104" />
        )
      ) : (
        <HouseholdForm key={household.id} household={household} isOwner={rights?.role === 'owner'} />
      )}
    </Card>
  );
}
