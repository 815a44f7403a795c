import { Download, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from '@tanstack/react-query';
import { fetchService } from '#shell/data/service.ts';
import { useHousehold, useNameAmongSeveral, useRights } from '#shell/household/household.ts';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { MemberPage } from '#shell/session/member-page.tsx';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { Button } from '#shell/ui/button.tsx';
import { saveFile } from '#shell/ui/file-transfer.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { notify, notifyWithAction } from '#shell/ui/notices/notice.ts';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { StatePanel } from '#shell/ui/state-panel.tsx';
import { type HomeChange, type HomeChanges, readHomeChangesTable } from '../../contract/changes.ts';
import { useAdviceIsComing } from '../advice/advice-query.ts';
import { AdviceCard } from '../advice/advice-card.tsx';
import { ChangeCard } from './change-card.tsx';
import { ChangeDialog } from './change-form.tsx';
import { useChangeWrites, useHomeChanges } from './changes-queries.ts';

/** What is worth changing, and what each change saved. */
export function ChangesPage() {
  const { t } = useTranslation(['changes', 'advice', 'chart', 'rooms', 'errors', 'notice-texts']);
  const home = useNameAmongSeveral();
  return (
    <MemberPage
      title={t('title')}
      subtitle={[t('about'), home].filter(Boolean).join(' · ')}
      back={{ to: '/analytics', label: t('back') }}
      signedOut={{ title: t('signedOut.title'), text: t('signedOut.text') }}
      skeleton={<PageSkeleton />}
    >
      <Changes />
    </MemberPage>
  );
}

function PageSkeleton() {
  return (
    <div aria-busy="true" className="space-y-4">
      <Skeleton className="h-32 rounded-card" />
      <Skeleton className="h-80 rounded-card" />
    </div>
  );
}

function Changes() {
  const household = useHousehold();
  const { data, error, refetch } = useHomeChanges();
  const adviceIsComing = useAdviceIsComing(data === undefined);
  if (household.data === null) return null;
  if (data === undefined || adviceIsComing)
    return error === null ? (
      <PageSkeleton />
    ) : (
      <Card>
        <LoadFailure error={error} onRetry={() => void refetch()} />
      </Card>
    );
  return <ChangeList {...data} />;
}

function ChangeList({ changes, declined, today }: HomeChanges) {
  const { t } = useTranslation('changes');
  const mayWrite = useRights().data?.mayWrite ?? false;
  const [opened, setOpened] = useState<HomeChange | 'new'>();
  const remove = useRemoval();
  return (
    <div className="space-y-4">
      <AdviceCard declined={declined} today={today} mayWrite={mayWrite} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-head">{t('heading')}</h2>
        <div className="flex flex-wrap gap-2">
          {changes.length > 0 && <SaveTable today={today} />}
          {mayWrite && (
            <Button icon={<Plus className="size-5" aria-hidden />} onClick={() => setOpened('new')}>
              {t('add')}
            </Button>
          )}
        </div>
      </div>
      {changes.length === 0 && (
        <Card>
          <StatePanel kind="empty" title={t('none')} text={t('noneText')} />
        </Card>
      )}
      {changes.map((change) => (
        <ChangeCard
          key={change.id}
          change={change}
          onEdit={mayWrite ? () => setOpened(change) : undefined}
          onRemove={mayWrite ? () => remove(change) : undefined}
        />
      ))}
      <ChangeDialog opened={opened} today={today} onClose={() => setOpened(undefined)} />
    </div>
  );
}

/** Gone at once; the same row comes back when that is taken back. */
function useRemoval() {
  const { t } = useTranslation('changes');
  const { ofThrown } = useFailureMessages();
  const { add, remove } = useChangeWrites();
  const failed = (error: Error) => notify(t('failed'), ofThrown(error), 'alert');
  return ({ id, name, utility, meterId, day, advice }: HomeChange) =>
    remove.mutate(id, {
      onSuccess: () =>
        notifyWithAction(t('removed', { name }), {
          label: t('undo'),
          onSelect: () => add.mutate({ id, name, utility, meter_id: meterId, day, advice }, { onError: failed }),
        }),
      onError: failed,
    });
}

function SaveTable({ today }: { today: string }) {
  const { t } = useTranslation('changes');
  const { ofThrown } = useFailureMessages();
  const household = useHousehold().data?.id;
  const file = useMutation({
    networkMode: 'always',
    mutationFn: async () =>
      saveFile(
        await (await fetchService(readHomeChangesTable, { query: { household } })).blob(),
        `wattershed-changes-${today}.csv`,
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
