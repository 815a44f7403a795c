import type { UseQueryResult } from '@tanstack/react-query';
import type { ContactMessage } from '@wattershed/database';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../platform/confirm-dialog.tsx';
import { useFormat } from '../../../platform/household.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, buttonStyle } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { StatePanel } from '../../../ui/state-panel.tsx';
import { mostShown } from './admin-queries.ts';
import { removeRow } from './change-rows.ts';
import { Loaded } from './loaded.tsx';
import { useAdminAct } from './use-admin-act.ts';

/** What came through the contact form, also what no mail server has taken yet. */
export function MessageList({ messages }: { messages: UseQueryResult<ContactMessage[]> }) {
  const { t } = useTranslation('admin');
  const format = useFormat();
  const [removing, setRemoving] = useState<ContactMessage>();
  const remove = useAdminAct({
    act: (id: string) => removeRow('contact_messages', id),
    done: t('done.deleted'),
    onDone: () => setRemoving(undefined),
  });
  return (
    <Loaded query={messages}>
      {(all) => (
        <>
          {all.length === 0 && (
            <Card>
              <StatePanel kind="empty" title={t('none.messages')} />
            </Card>
          )}
          <ul className="space-y-4">
            {all.map((message) => (
              <MessageCard key={message.id} message={message} onRemove={() => setRemoving(message)} />
            ))}
          </ul>
          {all.length >= mostShown && (
            <p className="text-small text-ink-soft">{t('more', { number: format.number(mostShown) })}</p>
          )}
          <ConfirmDialog
            open={removing !== undefined}
            title={t('remove.messageTitle')}
            confirmLabel={t('remove.confirm')}
            isPending={remove.isPending}
            onConfirm={() => removing && remove.mutate(removing.id)}
            onClose={() => setRemoving(undefined)}
          >
            <p className="mb-2 font-semibold [overflow-wrap:anywhere]">{removing?.subject}</p>
            <p>{t('remove.messageText')}</p>
          </ConfirmDialog>
        </>
      )}
    </Loaded>
  );
}

function MessageCard({ message, onRemove }: { message: ContactMessage; onRemove: () => void }) {
  const { t } = useTranslation(['admin', 'contact']);
  const format = useFormat();
  const { subject, email, phone } = message;
  const facts = [
    format.dateTime(Date.parse(message.created_at)),
    `${message.name} <${email}>`,
    ...(phone === null ? [] : [`${t('message.phone')}: ${phone}`]),
    `${t('message.reference')}: ${message.id.slice(0, 8)}`,
    message.mailed_at === null
      ? t('message.waiting')
      : t('message.mailed', { when: format.dateTime(Date.parse(message.mailed_at)) }),
  ];
  const reply = `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${subject}`)}`;
  return (
    <li>
      <Card>
        <div className="flex items-start justify-between gap-3">
          <h2
            lang={message.language}
            className="min-w-0 written text-[1.125rem] leading-snug font-semibold [overflow-wrap:anywhere]"
          >
            {subject}
          </h2>
          <Badge>{t(`contact:topics.${message.topic}`)}</Badge>
        </div>
        <p className="mt-1 text-small [overflow-wrap:anywhere] text-ink-soft">{facts.join(' · ')}</p>
        <p lang={message.language} className="written mt-3 max-w-prose [overflow-wrap:anywhere] whitespace-pre-line">
          {message.message}
        </p>
        <div className="mt-4 flex flex-wrap gap-3">
          <a href={reply} className={buttonStyle({ look: 'secondary' })}>
            {t('act.write')}
          </a>
          <Button look="quiet" onClick={onRemove}>
            {t('act.delete')}
          </Button>
        </div>
      </Card>
    </li>
  );
}
