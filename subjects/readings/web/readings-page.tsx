import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useDevices } from '#shell/household/connected-devices.ts';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { MemberPage } from '#shell/session/member-page.tsx';
import { buttonStyle } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { StatePanel } from '#shell/ui/state-panel.tsx';
import { MeterDay } from './meter-day.tsx';
import { useMeterRows } from './readings-queries.ts';

export function ReadingsPage() {
  const { t } = useTranslation('readings');
  return (
    <MemberPage
      title={t('title')}
      subtitle={t('subtitle')}
      back={{ to: '/devices', label: t('back') }}
      signedOut={{ title: t('signedOut.title'), text: t('signedOut.text') }}
      skeleton={<ReadingsSkeleton />}
    >
      <HouseholdReadings />
    </MemberPage>
  );
}

function HouseholdReadings() {
  const { t } = useTranslation('readings');
  const meters = useMeterRows();
  const devices = useDevices();
  const failed = [meters, devices].find(({ isError, data }) => isError && data === undefined);
  if (failed !== undefined) {
    return (
      <Card>
        <LoadFailure error={failed.error} onRetry={() => void failed.refetch()} />
      </Card>
    );
  }
  if (meters.data === undefined || devices.data === undefined) return <ReadingsSkeleton />;
  const [first, ...others] = meters.data;
  if (first === undefined) {
    return (
      <Card>
        <StatePanel
          kind="empty"
          title={t('noMeters.title')}
          text={t('noMeters.text')}
          actions={
            <Link to="/devices/connect" className={buttonStyle()}>
              {t('noMeters.connect')}
            </Link>
          }
        />
      </Card>
    );
  }
  return <MeterDay meters={[first, ...others]} devices={devices.data} />;
}

function ReadingsSkeleton() {
  return (
    <div aria-busy="true" className="space-y-4">
      <Skeleton className="h-20" />
      <Skeleton className="h-96 rounded-card" />
    </div>
  );
}
