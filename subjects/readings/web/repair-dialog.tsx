import { useMutation } from '@tanstack/react-query';
import { factsOf, type Utility, unitName } from '#catalogue/index.ts';
import type { RepairAnswer, RepairWish } from '../contract/repairs.ts';
import { useTranslation } from 'react-i18next';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { useForm } from '#shell/parts/form.tsx';
import { useFormat, useHousehold } from '#shell/household/household.ts';
import { dateOf } from '#shell/text/local-day.ts';
import { Button } from '#shell/ui/button.tsx';
import { Dialog } from '#shell/ui/dialog.tsx';
import { FormActions, TextField } from '#shell/ui/field.tsx';
import { notifyLasting } from '#shell/ui/notices/notice.ts';
import { Cell, HeaderCell, Table } from '#shell/ui/table.tsx';
import { askRepair, type MeterRow, useReloadFigures } from './readings-queries.ts';
import { checkEntry, type EntryFault, type RepairEntry, type RepairTask, startEntry } from './repair-entry.ts';
import { useUndoRepair } from './repair-history.tsx';

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

function RepairForm({ task, meter, day, onClose }: RepairDialogProps & { task: RepairTask }) {
  const { t } = useTranslation('readings');
  const words = useFailureMessages();
  const timeZone = useHousehold().data?.time_zone ?? 'UTC';
  const reload = useReloadFigures();
  const undo = useUndoRepair();
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
  const form = useForm<RepairEntry, EntryFault>({
    values: startEntry(task, meter, day),
    check: (entry) => {
      const checked = checkEntry(task, entry, meter, timeZone);
      return checked.ok ? {} : { [checked.field]: checked.fault };
    },
    words: (fault) => t(`dialog.${fault}`),
    send: async (entry) => {
      const checked = checkEntry(task, entry, meter, timeZone);
      if (checked.ok) await preview.mutateAsync(checked.wish);
    },
    forgives: true,
  });
  const fields = useFields(task, meter);
  const failed = make.error ?? form.failure;
  const problem = failed !== undefined && (
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
    <form {...form.props} className="space-y-5">
      <div className="flex flex-wrap gap-4">
        {fields.map(({ field, label, hint, type }, i) => (
          <TextField
            key={field}
            {...form.field(field)}
            label={label}
            hint={hint}
            fieldClass={type === undefined ? 'w-full' : 'min-w-32 flex-1'}
            data-first-focus={i === 0 || undefined}
            {...(type === undefined ? { inputMode: 'decimal', autoComplete: 'off' } : { type })}
          />
        ))}
      </div>
      {problem}
      <FormActions submit={t('dialog.see')} cancel={t('dialog.cancel')} onCancel={onClose} pending={form.isPending} />
    </form>
  );
}

/** What a repair changes: use by day, before and after, and how many readings come and go. */
function RepairPreview({ answer, utility }: { answer: RepairAnswer; utility: Utility }) {
  const { t } = useTranslation('readings');
  const format = useFormat();
  const amount = (used: number) => format.amount(utility, used);
  const { days, changedDays, before, after, readings } = answer;
  const moved = (['removed', 'added', 'released'] as const).filter((what) => readings[what] > 0);
  const figure = ({ used, estimated }: RepairAnswer['before']) => (
    <>
      {amount(used).text}
      {estimated !== 0 && (
        <span className="block text-small text-ink-soft">
          {t('preview.estimated', { amount: amount(estimated).text })}
        </span>
      )}
    </>
  );
  return (
    <div className="space-y-3" role="status">
      <p className="figures font-semibold">
        {changedDays === 0
          ? t('preview.sameUse')
          : t('preview.total', { before: amount(before.used).text, after: amount(after.used).text })}
      </p>
      {moved.length > 0 && (
        <p className="figures text-small text-ink-soft">
          {format.list(moved.map((what) => t(`preview.${what}`, { count: readings[what] })))}
        </p>
      )}
      {days.length > 0 && (
        <Table caption={t('preview.caption')}>
          <thead>
            <tr>
              <HeaderCell>{t('preview.day')}</HeaderCell>
              <HeaderCell numeric>{t('preview.before')}</HeaderCell>
              <HeaderCell numeric>{t('preview.after')}</HeaderCell>
            </tr>
          </thead>
          <tbody>
            {days.map((one) => (
              <tr key={one.day}>
                <Cell>{format.date(dateOf(one.day), { day: 'numeric', month: 'short', timeZone: 'UTC' })}</Cell>
                <Cell numeric>{figure(one.before)}</Cell>
                <Cell numeric className="font-semibold">
                  {figure(one.after)}
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {changedDays > days.length && (
        <p className="text-small text-ink-soft">{t('preview.moreDays', { count: changedDays - days.length })}</p>
      )}
    </div>
  );
}

function kindOf({ kind }: RepairTask): RepairWish['kind'] {
  if (kind === 'start') return 'exchange';
  return kind === 'remove-one' ? 'remove' : kind;
}

interface OneField {
  readonly field: keyof RepairEntry;
  readonly label: string;
  readonly hint?: string;
  readonly type?: 'date' | 'time';
}

/** What has to be said for a repair; for some nothing. */
function useFields(task: RepairTask, { utility }: MeterRow): OneField[] {
  const { t } = useTranslation('readings');
  const unit = unitName(factsOf(utility).counter.unit);
  switch (task.kind) {
    case 'correct':
      return [{ field: 'value', label: t('dialog.correct.value', { unit }) }];
    case 'remove':
      return [
        { field: 'day', label: t('dialog.exchange.date'), type: 'date' },
        { field: 'from', label: t('dialog.remove.from'), type: 'time' },
        { field: 'to', label: t('dialog.remove.to'), type: 'time' },
      ];
    case 'exchange':
      return [
        { field: 'day', label: t('dialog.exchange.date'), type: 'date' },
        { field: 'from', label: t('dialog.exchange.time'), type: 'time' },
        { field: 'oldValue', label: t('dialog.exchange.oldValue', { unit }), hint: t('dialog.exchange.oldHint') },
        { field: 'newValue', label: t('dialog.exchange.newValue', { unit }) },
      ];
    case 'limits':
      return [
        { field: 'most', label: t(`dialog.limits.${utility}Most`), hint: t('dialog.limits.maxHint') },
        { field: 'gap', label: t('dialog.limits.gap'), hint: t('dialog.limits.gapHint') },
        {
          field: 'rollsOver',
          label: t('dialog.limits.rollsOver', { unit }),
          hint: t('dialog.limits.rollsOverHint'),
        },
      ];
    case 'believe':
    case 'discard':
    case 'start':
    case 'remove-one':
      return [];
  }
}
