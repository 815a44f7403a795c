import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ContactMessage } from '#supabase/tables/index.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useIsAdministrator } from '#shell/session/administrator.ts';
import { useDocumentTitle } from '#shell/text/document-title.ts';
import { useFormat } from '#shell/household/household.ts';
import { useSession } from '#shell/session/session.ts';
import { Badge } from '#shell/ui/badge.tsx';
import { Button, buttonStyle } from '#shell/ui/button.tsx';
import { Card, PageHeader } from '#shell/ui/layout.tsx';
import { ChoiceChips } from '#shell/ui/radio-options.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { StatePanel } from '#shell/ui/state-panel.tsx';
import { entriesQuery, Loaded, maxShown, messagesQuery, RemoveRowDialog, requestsQuery } from './admin-rows.tsx';
import { EntryList } from './entry-list.tsx';
import { RequestList } from './request-list.tsx';

/** Shown to administrators only; that others get no row is the database's doing. */
export function FaqRequestsPage() {
  const { t } = useTranslation(['admin', 'contact', 'errors']);
  const session = useSession();
  const isAdministrator = useIsAdministrator();
  useDocumentTitle(t('title'));
  if (session.status === 'loading' || isAdministrator === undefined)
    return (
      <>
        <PageHeader title={t('title')} subtitle=" " />
        <Skeleton className="h-72 rounded-card" />
      </>
    );
  if (!isAdministrator)
    return (
      <>
        <PageHeader title={t('title')} subtitle=" " />
        <Card>
          <StatePanel
            kind="no-permission"
            title={t('denied.title')}
            text={t('denied.text')}
            actions={
              <Link to="/" className={buttonStyle({ look: 'secondary' })}>
                {t('denied.home')}
              </Link>
            }
          />
        </Card>
      </>
    );
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <AdminParts />
    </>
  );
}

const parts = ['requests', 'entries', 'messages'] as const;
type Part = (typeof parts)[number];

/** Requests, what is published, and messages; which one is shown stands in the address. */
function AdminParts() {
  const { t } = useTranslation('admin');
  const format = useFormat();
  const [params, setParams] = useSearchParams();
  const part = parts.find((one) => one === params.get('part')) ?? 'requests';
  const requests = useQuery(requestsQuery);
  const entries = useQuery(entriesQuery);
  const messages = useQuery(messagesQuery);
  const counts: Record<Part, number | undefined> = {
    requests: requests.data?.filter(({ status }) => status === 'pending').length,
    entries: entries.data?.length,
    messages: messages.data?.length,
  };
  const named = (one: Part) => {
    const name = t(`parts.${one}`);
    const count = counts[one];
    return count === undefined ? name : t('withCount', { name, number: format.number(count) });
  };
  return (
    <div className="space-y-4">
      <ChoiceChips
        label={t('parts.label')}
        value={part}
        options={parts.map((one) => ({ value: one, label: named(one) }))}
        onChange={(chosen) => setParams(chosen === 'requests' ? {} : { part: chosen }, { replace: true })}
      />
      {part === 'requests' && <RequestList requests={requests} entries={entries.data ?? []} />}
      {part === 'entries' && <EntryList entries={entries} />}
      {part === 'messages' && <MessageList messages={messages} />}
    </div>
  );
}

/** What came through the contact form, also what no mail server has taken yet. */
function MessageList({ messages }: { messages: UseQueryResult<ContactMessage[]> }) {
  const { t } = useTranslation('admin');
  const [removing, setRemoving] = useState<ContactMessage>();
  return (
    <Loaded query={messages} max={maxShown}>
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
          <RemoveRowDialog
            table="contact_messages"
            row={removing}
            name={removing?.subject}
            onClose={() => setRemoving(undefined)}
          />
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
