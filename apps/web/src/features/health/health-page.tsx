import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useIsAdministrator } from '../../platform/administrator.ts';
import { useDocumentTitle } from '../../platform/document-title.ts';
import { useFormat } from '../../platform/household.ts';
import { useOnline } from '../../platform/online.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { HealthDetails } from './health-details.tsx';
import { HealthLead } from './health-lead.tsx';
import { lookAtParts, partNames } from './look-at-parts.ts';
import { PartRow } from './part-row.tsx';

export const everySeconds = 30;

export function HealthPage() {
  const { t } = useTranslation('health');
  const format = useFormat();
  const online = useOnline();
  const isAdministrator = useIsAdministrator();
  const seen = useQuery({
    queryKey: ['health', 'parts'],
    queryFn: ({ signal }) => lookAtParts(signal),
    refetchInterval: everySeconds * 1000,
    staleTime: 0,
    retry: false,
    networkMode: 'always',
  });
  useDocumentTitle(t('title'));
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <div className="space-y-4">
        <Card>
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
            <HealthLead parts={seen.data?.parts} isOnline={online} />
            <Button
              look="secondary"
              pending={seen.isFetching}
              icon={<RotateCw className="size-5" aria-hidden />}
              onClick={() => void seen.refetch()}
            >
              {t('again')}
            </Button>
          </div>
          <p className="mt-4 min-h-[2lh] text-small text-ink-soft sm:min-h-[1lh]">
            {seen.data && t('checked', { time: format.clock(seen.data.at), seconds: everySeconds })}
          </p>
        </Card>
        <Card title={t('list')}>
          <ul className="divide-y divide-line" aria-busy={seen.data === undefined && online}>
            {partNames.map((name) => (
              <PartRow key={name} name={name} seen={seen.data?.parts[name]} isOnline={online} />
            ))}
          </ul>
        </Card>
        {isAdministrator === true && <HealthDetails />}
      </div>
    </>
  );
}
