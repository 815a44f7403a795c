import type { ConnectedDevice } from '@wattershed/database';
import { Radio } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useChannels } from './channel-queries.ts';
import { type FoundEntry, foundEntries } from './found-entries.ts';
import { FoundRow } from './found-row.tsx';
import { JoinDialog } from './join-dialog.tsx';

/** Hardware that has made itself known and waits to be added. Nothing is shown where there is none. */
export function FoundCard({ devices }: { devices: readonly ConnectedDevice[] }) {
  const { t } = useTranslation('devices');
  const { data: channels = [] } = useChannels();
  const [isOpen, setIsOpen] = useState(false);
  const [joining, setJoining] = useState<FoundEntry>();
  const found = foundEntries(channels);
  const ignored = foundEntries(channels, true);
  if (found.length === 0 && ignored.length === 0) return null;
  const showIgnored = (
    <Button look="quiet" size="small" className="-ml-3" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
      {isOpen ? t('found.hideIgnored') : t('found.showIgnored', { count: ignored.length })}
    </Button>
  );
  return (
    <Card
      className="mb-4"
      title={
        <span className="flex items-center gap-3">
          <Radio className="size-5 shrink-0 text-leaf" aria-hidden />
          {found.length === 0 ? t('found.onlyIgnored') : t('found.title', { count: found.length })}
        </span>
      }
    >
      {found.length > 0 && <p className="mb-2 max-w-2xl text-small text-ink-soft">{t('found.text')}</p>}
      <ul className="-my-2">
        {found.map((entry) => (
          <FoundRow key={rowKey(entry)} entry={entry} onJoin={() => setJoining(entry)} />
        ))}
        {isOpen &&
          ignored.map((entry) => <FoundRow key={rowKey(entry)} entry={entry} onJoin={() => setJoining(entry)} />)}
      </ul>
      {ignored.length > 0 && <div className="mt-2">{showIgnored}</div>}
      <JoinDialog entry={joining} devices={devices} channels={channels} onClose={() => setJoining(undefined)} />
    </Card>
  );
}

/** A room that the hardware says later is suggested anew. */
function rowKey({ main }: FoundEntry): string {
  return `${main.id} ${main.room}`;
}
