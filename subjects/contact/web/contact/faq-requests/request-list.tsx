import type { UseQueryResult } from '@tanstack/react-query';
import { faqLimits } from '../../../contract/contact-terms.ts';
import type { FaqEntry, FaqRequest } from '#supabase/tables/index.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useForm } from '#shell/parts/form.tsx';
import { useFormat } from '#shell/household/household.ts';
import { Badge } from '#shell/ui/badge.tsx';
import { Button, buttonStyle } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { ChoiceChips } from '#shell/ui/radio-options.tsx';
import { Dialog } from '#shell/ui/dialog.tsx';
import { AreaField, FormActions } from '#shell/ui/field.tsx';
import { StatePanel } from '#shell/ui/state-panel.tsx';
import { decideRequest, Loaded, maxShown, RemoveRowDialog, useAdminAct } from './admin-rows.tsx';
import { EntryDialog } from './entry-list.tsx';

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
  return (
    <Loaded query={requests} max={maxShown}>
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
            <EntryDialog open={answering !== undefined} request={answering} onClose={() => setAnswering(undefined)} />
            <RejectDialog request={rejecting} onClose={() => setRejecting(undefined)} />
            <RemoveRowDialog
              table="faq_requests"
              row={removing}
              name={removing?.question}
              onClose={() => setRemoving(undefined)}
            />
          </>
        );
      }}
    </Loaded>
  );
}

interface RequestCardProps {
  request: FaqRequest;
  /** What it became, while that is there. */
  entry: FaqEntry | undefined;
  onAnswer: () => void;
  onReject: () => void;
  onReopen: () => void;
  onRemove: () => void;
}

function RequestCard({ request, entry, onAnswer, onReject, onReopen, onRemove }: RequestCardProps) {
  const { t } = useTranslation('admin');
  const format = useFormat();
  const { status, email, reason } = request;
  const by = email !== null ? t('by.email', { email }) : request.user_id !== null ? t('by.account') : t('by.visitor');
  const facts = [
    t('asked', { when: format.dateTime(Date.parse(request.created_at)) }),
    by,
    ...(request.decided_at === null ? [] : [t('decided', { when: format.dateTime(Date.parse(request.decided_at)) })]),
  ];
  return (
    <li>
      <Card>
        <div className="flex items-start justify-between gap-3">
          <h2
            lang={request.language}
            className="min-w-0 written text-[1.125rem] leading-snug font-semibold [overflow-wrap:anywhere]"
          >
            {request.question}
          </h2>
          <Badge>{t(`names.${request.language}`)}</Badge>
        </div>
        <p className="mt-1 text-small [overflow-wrap:anywhere] text-ink-soft">{facts.join(' · ')}</p>
        {reason !== null && <p className="mt-2 [overflow-wrap:anywhere]">{t('reason', { reason })}</p>}
        {status === 'approved' && entry === undefined && <p className="mt-2">{t('gone')}</p>}
        <div className="mt-4 flex flex-wrap gap-3">
          {status !== 'approved' && <Button onClick={onAnswer}>{t('act.answer')}</Button>}
          {status === 'pending' && (
            <Button look="secondary" onClick={onReject}>
              {t('act.reject')}
            </Button>
          )}
          {status === 'approved' && entry?.is_published === true && (
            <Link to={`/contact#faq-${entry.key}`} className={buttonStyle({ look: 'secondary' })}>
              {t('act.show')}
            </Link>
          )}
          {status !== 'pending' && (
            <Button look="secondary" onClick={onReopen}>
              {t('act.reopen')}
            </Button>
          )}
          <Button look="quiet" onClick={onRemove}>
            {t('act.delete')}
          </Button>
        </div>
      </Card>
    </li>
  );
}

function RejectDialog({ request, onClose }: { request: FaqRequest | undefined; onClose: () => void }) {
  const { t } = useTranslation('admin');
  return (
    <Dialog
      open={request !== undefined}
      onClose={onClose}
      title={t('reject.title')}
      description={t('reject.text')}
      closeLabel={t('form.close')}
    >
      {request !== undefined && <RejectForm request={request} onClose={onClose} />}
    </Dialog>
  );
}

function RejectForm({ request, onClose }: { request: FaqRequest; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const reject = useAdminAct({
    act: (text: string) => decideRequest(request.id, { status: 'rejected', reason: text }),
    done: t('done.rejected'),
    onDone: onClose,
  });
  const form = useForm({
    values: { reason: '' },
    check: ({ reason }) => ({ reason: reason.trim() === '' ? t('reject.missing') : undefined }),
    send: ({ reason }) => reject.mutateAsync(reason.trim()),
  });
  return (
    <form {...form.props} className="space-y-4">
      <p lang={request.language} className="written font-semibold [overflow-wrap:anywhere]">
        {request.question}
      </p>
      <AreaField
        {...form.field('reason')}
        label={t('reject.reason')}
        hint={t('reject.tell', { language: t(`languages.${request.language}`) })}
        rows={3}
        maxLength={faqLimits.reason}
        data-first-focus
      />
      <FormActions
        look="danger"
        submit={t('reject.confirm')}
        cancel={t('form.cancel')}
        onCancel={onClose}
        pending={form.isPending}
      />
    </form>
  );
}
