import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useIsAdministrator } from '../../platform/administrator.ts';
import { serviceNow, useNow } from '../../platform/clock.ts';
import { useDocumentTitle } from '../../platform/document-title.ts';
import { useFormat } from '../../platform/household.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { checkParts, type HealthReport, shownParts } from './check-parts.ts';
import { DetailsCard } from './details-card.tsx';
import { PartRow } from './part-row.tsx';

const everyMs = 30_000;

export function HealthPage() {
  const { t } = useTranslation('health');
  const format = useFormat();
  const now = useNow(5000);
  const administrator = useIsAdministrator();
  useDocumentTitle(t('title'));
  const { data, isFetching, refetch } = useQuery({
    queryKey: ['health'],
    queryFn: async () => ({ parts: await checkParts(), at: serviceNow() }),
    refetchInterval: everyMs,
    networkMode: 'always',
  });
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={data === undefined ? t('checking') : t('subtitle', { ago: format.ago(data.at, now) })}
        actions={
          <Button
            look="secondary"
            pending={isFetching}
            icon={<RefreshCw className="size-4.5" aria-hidden />}
            onClick={() => void refetch()}
          >
            {t('again')}
          </Button>
        }
      />
      <Card>
        <Lead report={data?.parts} />
        <ul className="mt-4 border-t border-line">
          {shownParts.map((part) => (
            <PartRow key={part} part={part} report={data?.parts[part]} />
          ))}
        </ul>
        <p className="mt-4 text-small text-ink-soft">{t('machine')}</p>
      </Card>
      {administrator === true && <DetailsCard />}
    </>
  );
}

/** The one thing a person wants to know. */
function Lead({ report }: { report: HealthReport | undefined }) {
  const { t } = useTranslation('health');
  const states = Object.values(report ?? {}).map(({ state }) => state);
  const down = states.filter((state) => state === 'down').length;
  const slow = states.filter((state) => state === 'slow').length;
  const words =
    report === undefined
      ? t('checking')
      : down > 0
        ? t('someDown', { count: down })
        : slow > 0
          ? t('slowLead', { count: slow })
          : t('allWell');
  return (
    <p role="status" className={down > 0 ? 'text-second text-alert' : 'text-second'}>
      {words}
    </p>
  );
}
