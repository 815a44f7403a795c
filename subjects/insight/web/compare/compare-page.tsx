import { useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { keptOffline } from '#shell/data/keep-answers.ts';
import { callService, fetchService } from '#shell/data/service.ts';
import { useHousehold, useNameAmongSeveral } from '#shell/household/household.ts';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { MemberPage } from '#shell/session/member-page.tsx';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { Button } from '#shell/ui/button.tsx';
import { saveFile } from '#shell/ui/file-transfer.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { StatePanel } from '#shell/ui/state-panel.tsx';
import { readComparison, readComparisonTable } from '../../contract/compare.ts';
import { ResidentsCard } from './residents-card.tsx';
import { UtilityCompared } from './utility-compared.tsx';

/** The home beside its own months and beside published figures. */
export function ComparePage() {
  const { t } = useTranslation(['compare', 'chart', 'errors']);
  const home = useNameAmongSeveral();
  return (
    <MemberPage
      title={t('title')}
      subtitle={[t('about'), home].filter(Boolean).join(' · ')}
      back={{ to: '/analytics', label: t('back') }}
      signedOut={{ title: t('signedOut.title'), text: t('signedOut.text') }}
      skeleton={<PageSkeleton />}
    >
      <Comparison />
    </MemberPage>
  );
}

function PageSkeleton() {
  return (
    <div aria-busy="true" className="space-y-4">
      <Skeleton className="h-24 rounded-card" />
      <Skeleton className="h-140 rounded-card" />
    </div>
  );
}

function Comparison() {
  const { t } = useTranslation('compare');
  const household = useHousehold().data;
  const { data, error, refetch } = useQuery({
    queryKey: ['comparison', household?.id ?? null],
    meta: keptOffline,
    queryFn: ({ signal }) => callService(readComparison, { query: { household: household?.id }, signal }),
    enabled: household !== undefined && household !== null,
  });
  if (household === null) return null;
  if (data === undefined)
    return error === null ? (
      <PageSkeleton />
    ) : (
      <Card>
        <LoadFailure error={error} onRetry={() => void refetch()} />
      </Card>
    );
  if (data.utilities.length === 0)
    return (
      <Card>
        <StatePanel kind="empty" title={t('none')} text={t('noneText')} />
      </Card>
    );
  return (
    // A chart that is still as wide as the window was must not widen the page.
    <div className="space-y-4 overflow-x-clip">
      <ResidentsCard residents={data.residents} dwelling={data.dwelling} />
      {data.utilities.map((one) => (
        <UtilityCompared key={one.utility} compared={one} residents={data.residents} />
      ))}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-prose text-small text-ink-soft">{t('how')}</p>
        <SaveTable today={data.today} />
      </div>
    </div>
  );
}

function SaveTable({ today }: { today: string }) {
  const { t } = useTranslation('compare');
  const { ofThrown } = useFailureMessages();
  const household = useHousehold().data?.id;
  const file = useMutation({
    networkMode: 'always',
    mutationFn: async () =>
      saveFile(
        await (await fetchService(readComparisonTable, { query: { household } })).blob(),
        `wattershed-comparison-${today}.csv`,
      ),
    onError: (error) => notify(t('failed'), ofThrown(error), 'alert'),
  });
  return (
    <Button
      look="secondary"
      icon={<Download className="size-5" aria-hidden />}
      pending={file.isPending}
      onClick={() => file.mutate()}
    >
      {t('csv')}
    </Button>
  );
}
