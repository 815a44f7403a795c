import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useFormat } from '../../../platform/household.ts';
import { ChoiceChips } from '../../../ui/choice-chips.tsx';
import { entriesQuery, messagesQuery, requestsQuery } from './admin-queries.ts';
import { EntryList } from './entry-list.tsx';
import { MessageList } from './message-list.tsx';
import { RequestList } from './request-list.tsx';

const parts = ['requests', 'entries', 'messages'] as const;
type Part = (typeof parts)[number];

/** Requests, what is published, and messages; which one is shown stands in the address. */
export function AdminParts() {
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
