import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat, useHousehold } from '../../platform/household.ts';
import { useRights } from '../../platform/household-role.ts';
import { useUserId } from '../../platform/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { importsQuery, type PastImport } from './import-api.ts';
import { UndoImport } from './undo-import.tsx';
import { useCostText } from './use-cost-text.ts';

/** What was imported so far; each can be taken back as a whole. Nothing where there is none. */
export function ImportHistory({ onUndo }: { onUndo: (row: PastImport) => void }) {
  const { t } = useTranslation('devices');
  const householdId = useHousehold().data?.id;
  const imports = useQuery(importsQuery(householdId));
  const rights = useRights().data;
  const userId = useUserId();
  if (imports.data === undefined || imports.data.length === 0) return null;
  return (
    <Card title={t('import.history')} className="mt-4">
      <ul className="-my-2">
        {imports.data.map((row) => (
          <HistoryRow
            key={row.id}
            row={row}
            // A member takes back what they brought themselves; the owner what anybody did.
            mayUndo={rights?.mayDelete === true || (rights?.mayWrite === true && row.user_id === userId)}
            onUndo={() => onUndo(row)}
          />
        ))}
      </ul>
    </Card>
  );
}

function HistoryRow({ row, mayUndo, onUndo }: { row: PastImport; mayUndo: boolean; onUndo: () => void }) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const cost = useCostText()(row.costs);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3 last:border-b-0">
      <div className="min-w-48 flex-1">
        <p className="font-semibold break-words">{row.file_name}</p>
        <p className="figures text-small text-ink-soft">
          {format.dateTime(Date.parse(row.began_at))} ·{' '}
          {t('import.historyTaken', { count: row.accepted, readings: format.number(row.accepted) })}
          {cost !== undefined && ` · ${cost}`}
        </p>
      </div>
      {row.undone_at !== null && <Badge>{t('import.undone')}</Badge>}
      {row.undone_at === null && row.ended_at === null && <Badge tone="alert">{t('import.broken')}</Badge>}
      {row.undone_at === null && mayUndo && (row.accepted > 0 || row.ended_at === null) && (
        <UndoImport
          id={row.id}
          fileName={row.file_name}
          isBegun={row.undo_began_at !== null}
          size="small"
          onBegun={onUndo}
        />
      )}
    </li>
  );
}
