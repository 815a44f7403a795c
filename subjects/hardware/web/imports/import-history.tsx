import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { callService } from '#shell/data/service.ts';
import { useFormat, useHousehold, useRights } from '#shell/household/household.ts';
import { ConfirmDialog } from '#shell/parts/confirm-dialog.tsx';
import { useUserId } from '#shell/session/session.ts';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { Badge } from '#shell/ui/badge.tsx';
import { Button, buttonStyle } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { undoImport } from '#subjects/readings/contract/imports.ts';
import { importsQuery, mayBeEarly, type PastImport, settleEarly, useCostText } from './import-api.ts';

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
          look={row.undo_began_at === null ? 'undo' : 'continue'}
          size="small"
          onBegun={onUndo}
        />
      )}
    </li>
  );
}

interface UndoImportProps {
  id: string;
  fileName: string;
  /** What is asked, and how: also of an import that still runs, and of an undo that was begun before and broken off. */
  look?: 'undo' | 'cancel' | 'continue';
  size?: 'small';
  onBegun?: () => void;
}

const buttons = { undo: 'undo', cancel: 'cancel', continue: 'undoContinue' } as const;

/** The button that takes an import back, after a question. */
export function UndoImport({ id, fileName, look = 'undo', size, onBegun }: UndoImportProps) {
  const { t } = useTranslation('devices');
  const [isAsking, setAsking] = useState(false);
  const undo = useUndoImport(id);
  return (
    <>
      <Button
        look="secondary"
        {...(size !== undefined && { size })}
        icon={<Undo2 className="size-5" aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {t(`import.${buttons[look]}`)}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={t(look === 'cancel' ? 'import.cancelTitle' : 'import.undoTitle', { name: fileName })}
        confirmLabel={t(look === 'cancel' ? 'import.cancel' : 'import.undoConfirm')}
        isPending={undo.isPending}
        onConfirm={() =>
          undo.mutate(undefined, {
            onSuccess: () => onBegun?.(),
            onSettled: () => setAsking(false),
          })
        }
        onClose={() => setAsking(false)}
      >
        <p>{t(look === 'cancel' ? 'import.cancelText' : 'import.undoText')}</p>
      </ConfirmDialog>
    </>
  );
}

/** Begins to take an import back; how far it is, the report says. */
function useUndoImport(id: string) {
  const { t } = useTranslation('devices');
  const words = useFailureMessages();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => callService(undoImport, { params: { id } }),
    onError: (error) => notify(t('import.undoFailed'), words.ofThrown(error), 'alert'),
    onSettled: () => {
      for (const queryKey of [['import', id], ['imports']]) void queryClient.invalidateQueries({ queryKey });
    },
  });
}
