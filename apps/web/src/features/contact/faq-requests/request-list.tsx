import type { UseQueryResult } from '@tanstack/react-query';
import type { FaqEntry, FaqRequest } from '@wattershed/database';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../platform/confirm-dialog.tsx';
import { useFormat } from '../../../platform/household.ts';
import { Card } from '../../../ui/card.tsx';
import { ChoiceChips } from '../../../ui/choice-chips.tsx';
import { StatePanel } from '../../../ui/state-panel.tsx';
import { mostShown } from './admin-queries.ts';
import { decideRequest, removeRow } from './change-rows.ts';
import { EntryDialog } from './entry-dialog.tsx';
import { Loaded } from './loaded.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { RequestCard } from './request-card.tsx';
import { useAdminAct } from './use-admin-act.ts';

const statuses = ['pending', 'approved', 'rejected'] as const;

interface RequestListProps {
  requests: UseQueryResult<FaqRequest[]>;
  entries: readonly FaqEntry[];
}

export function RequestList({ requests, entries }: RequestListProps) {
  const { t } = useTranslation('admin');
  const format = useFormat();
  const [status, setStatus] = useState<FaqRequest['status']>('pending');
  const [answering, setAnswering] = useState<FaqRequest>();
  const [rejecting, setRejecting] = useState<FaqRequest>();
  const [removing, setRemoving] = useState<FaqRequest>();
  const reopen = useAdminAct({
    act: (id: string) => decideRequest(id, { status: 'pending', reason: null }),
    done: t('done.reopened'),
  });
  const remove = useAdminAct({
    act: (id: string) => removeRow('faq_requests', id),
    done: t('done.deleted'),
    onDone: () => setRemoving(undefined),
  });
  return (
    <Loaded query={requests}>
      {(all) => {
        const shown = all.filter((request) => request.status === status);
        const countOf = (one: FaqRequest['status']) => all.filter((request) => request.status === one).length;
        return (
          <>
            <ChoiceChips
              label={t('status.label')}
              isLabelShown
              value={status}
              options={statuses.map((one) => ({
                value: one,
                label: t('withCount', { name: t(`status.${one}`), number: format.number(countOf(one)) }),
              }))}
              onChange={setStatus}
            />
            {shown.length === 0 && (
              <Card>
                <StatePanel
                  kind="empty"
                  title={t(`none.${status}`)}
                  text={status === 'pending' ? t('none.pendingText') : undefined}
                />
              </Card>
            )}
            <ul className="space-y-4">
              {shown.map((request) => (
                <RequestCard
                  key={request.id}
                  request={request}
                  entry={entries.find(({ id }) => id === request.entry_id)}
                  onAnswer={() => setAnswering(request)}
                  onReject={() => setRejecting(request)}
                  onReopen={() => reopen.mutate(request.id)}
                  onRemove={() => setRemoving(request)}
                />
              ))}
            </ul>
            {all.length >= mostShown && (
              <p className="text-small text-ink-soft">{t('more', { number: format.number(mostShown) })}</p>
            )}
            <EntryDialog open={answering !== undefined} request={answering} onClose={() => setAnswering(undefined)} />
            <RejectDialog request={rejecting} onClose={() => setRejecting(undefined)} />
            <ConfirmDialog
              open={removing !== undefined}
              title={t('remove.requestTitle')}
              confirmLabel={t('remove.confirm')}
              isPending={remove.isPending}
              onConfirm={() => removing && remove.mutate(removing.id)}
              onClose={() => setRemoving(undefined)}
            >
              <p className="mb-2 font-semibold [overflow-wrap:anywhere]">{removing?.question}</p>
              <p>{t('remove.requestText')}</p>
            </ConfirmDialog>
          </>
        );
      }}
    </Loaded>
  );
}
