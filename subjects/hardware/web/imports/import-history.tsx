import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat, useHousehold } from '#shell/household/household.ts';
import { useRights } from '#shell/household/household-role.ts';
import { useUserId } from '#shell/session/session.ts';
import { Badge } from '#shell/ui/badge.tsx';
import { Button, buttonStyle } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/card.tsx';
import { importsQuery, mayBeEarly, type PastImport, settleEarly } from './import-api.ts';
import { UndoImport } from './undo-import.tsx';
import { useCostText } from '../schedules/use-cost-text.ts';

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

/** Leads to the imports that may stand an hour early; nothing where there is none. */
export function EarlyImports() {
  const { t } = useTranslation('devices');
  const imports = useQuery(importsQuery(useHousehold().data?.id));
  const early = imports.data?.filter(mayBeEarly) ?? [];
  if (early.length === 0) return null;
  return (
    <Card title={t('import.earlyTitle')} className="mb-4">
      <p className="mb-3">{t('import.earlyText', { names: early.map(({ file_name }) => file_name).join(', ') })}</p>
      <Link to="/devices/import" className={buttonStyle({ look: 'secondary' })}>
        {t('import.earlyLook')}
      </Link>
    </Card>
  );
}

function HistoryRow({ row, mayUndo, onUndo }: { row: PastImport; mayUndo: boolean; onUndo: () => void }) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const cost = useCostText()(row.costs);
  const queryClient = useQueryClient();
  const settle = useMutation({
    mutationFn: () => settleEarly(row.id),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['imports'] }),
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3 last:border-b-0">
      <div className="min-w-48 flex-1">
        <p className="font-semibold break-words">{row.file_name}</p>
        <p className="figures text-small text-ink-soft">
          {format.dateTime(Date.parse(row.began_at))} ·{' '}
          {t('import.historyTaken', { count: row.accepted, readings: format.number(row.accepted) })}
          {cost !== undefined && ` · ${cost}`}
        </p>
        {mayBeEarly(row) && (
          <p className="mt-2 rounded-control bg-power-soft px-3 py-2 text-small">{t('import.early')}</p>
        )}
      </div>
      {row.undone_at !== null && <Badge>{t('import.undone')}</Badge>}
      {row.undone_at === null && row.ended_at === null && <Badge tone="alert">{t('import.broken')}</Badge>}
      {mayBeEarly(row) && mayUndo && (
        <Button size="small" look="quiet" pending={settle.isPending} onClick={() => settle.mutate()}>
          {t('import.notEarly')}
        </Button>
      )}
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
