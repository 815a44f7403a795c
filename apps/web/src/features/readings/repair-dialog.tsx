import { useMutation } from '@tanstack/react-query';
import type { RepairWish } from '@wattershed/contracts';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureWords } from '../../platform/failure-words.ts';
import { useFormat, useHousehold } from '../../platform/household.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { notifyLasting } from '../../ui/notice.ts';
import { askRepair, type MeterRow, useReloadFigures } from './readings-queries.ts';
import { checkEntry, type Checked, type RepairEntry, type RepairTask, startEntry } from './repair-entry.ts';
import { RepairFields } from './repair-fields.tsx';
import { RepairPreview } from './repair-preview.tsx';
import { useUndoRepair } from './use-undo-repair.ts';

export interface RepairDialogProps {
  /** Undefined: closed. */
  task: RepairTask | undefined;
  meter: MeterRow;
  /** The local day that is on screen. */
  day: string;
  onClose: () => void;
}

/** Says what is to be put right, then shows what that changes, and only then does it. */
export function RepairDialog({ task, meter, day, onClose }: RepairDialogProps) {
  const { t } = useTranslation('readings');
  const format = useFormat();
  const words = task?.kind === 'remove-one' ? 'remove' : (task?.kind ?? 'remove');
  const at = task && 'reading' in task ? format.dateTime(Date.parse(task.reading.at)) : '';
  return (
    <Dialog
      open={task !== undefined}
      onClose={onClose}
      closeLabel={t('dialog.cancel')}
      title={t(`dialog.${words}.title`)}
      description={t(`dialog.${words}.text`, { at })}
    >
      {task !== undefined && <RepairForm task={task} meter={meter} day={day} onClose={onClose} />}
    </Dialog>
  );
}

type Fault = Extract<Checked, { ok: false }>;

function RepairForm({ task, meter, day, onClose }: RepairDialogProps & { task: RepairTask }) {
  const { t } = useTranslation('readings');
  const words = useFailureWords();
  const timeZone = useHousehold().data?.time_zone ?? 'UTC';
  const reload = useReloadFigures();
  const undo = useUndoRepair();
  const [entry, setEntry] = useState(() => startEntry(task, meter, day));
  const [fault, setFault] = useState<Fault>();
  const preview = useMutation({ mutationFn: (wish: RepairWish) => askRepair(wish, true) });
  const make = useMutation({
    mutationFn: (wish: RepairWish) => askRepair(wish, false),
    onSuccess: ({ id }) => {
      reload();
      onClose();
      notifyLasting({
        title: t('done'),
        text: t(`history.kind.${kindOf(task)}`),
        ...(id !== null && { action: { label: t('undo'), onSelect: () => undo.mutate(id) } }),
      });
    },
  });
  const change = (changes: Partial<RepairEntry>) => {
    setEntry({ ...entry, ...changes });
    setFault(undefined);
  };
  const look = (event: FormEvent) => {
    event.preventDefault();
    const checked = checkEntry(task, entry, meter, timeZone);
    if (checked.ok) preview.mutate(checked.wish);
    else setFault(checked);
  };
  const failed = make.error ?? preview.error;
  const problem = failed !== null && (
    <p role="alert" className="text-alert">
      {words.ofThrown(failed)}
    </p>
  );
  if (preview.data !== undefined && preview.variables !== undefined) {
    const wish = preview.variables;
    return (
      <div className="space-y-5">
        <h3 className="font-semibold">{t('preview.title')}</h3>
        <RepairPreview answer={preview.data} utility={meter.utility} />
        {problem}
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="secondary" onClick={() => preview.reset()}>
            {t('dialog.again')}
          </Button>
          <Button data-first-focus pending={make.isPending} onClick={() => make.mutate(wish)}>
            {t('preview.confirm')}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <form className="space-y-5" onSubmit={look} noValidate>
      <RepairFields task={task} meter={meter} entry={entry} fault={fault} onChange={change} />
      {problem}
      <div className="flex flex-wrap justify-end gap-3">
        <Button type="button" look="secondary" onClick={onClose}>
          {t('dialog.cancel')}
        </Button>
        <Button type="submit" pending={preview.isPending}>
          {t('dialog.see')}
        </Button>
      </div>
    </form>
  );
}

function kindOf({ kind }: RepairTask): RepairWish['kind'] {
  if (kind === 'start') return 'exchange';
  return kind === 'remove-one' ? 'remove' : kind;
}
