import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { factsOf, unitName, type Utility } from '#catalogue/index.ts';
import { callService } from '#shell/data/service.ts';
import { useFormat, useHousehold } from '#shell/household/household.ts';
import { useForm } from '#shell/parts/form.tsx';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { useUserId } from '#shell/session/session.ts';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { dateOf } from '#shell/text/local-day.ts';
import { Badge } from '#shell/ui/badge.tsx';
import { Button } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { Dialog } from '#shell/ui/dialog.tsx';
import { FormActions, TextField } from '#shell/ui/field.tsx';
import { notify, notifyLasting } from '#shell/ui/notices/notice.ts';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { Cell, HeaderCell, Table } from '#shell/ui/table.tsx';
import { type RepairAnswer, type RepairWish, undoRepair } from '../contract/repairs.ts';
import { askRepair, type MeterRow, type RepairRow, repairsQuery, useReloadFigures } from './readings-queries.ts';
import { checkEntry, type EntryFault, type RepairEntry, type RepairTask, startEntry } from './repair-entry.ts';

interface RepairDialogProps {
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

// What was put right before.

/** Who changed what, when, and what it did to the use; each can be taken back. */
export function RepairHistory({ meter, mayChange }: { meter: MeterRow; mayChange: boolean }) {
  const { t } = useTranslation('readings');
  const repairs = useQuery(repairsQuery(meter.id));
  return (
    <Card title={t('history.title')}>
      {repairs.isError && repairs.data === undefined && (
        <LoadFailure error={repairs.error} onRetry={() => void repairs.refetch()} />
      )}
      {repairs.isPending && <Skeleton className="h-16" />}
      {repairs.data?.length === 0 && <p className="text-ink-soft">{t('history.none')}</p>}
      <ul className="-my-2">
        {repairs.data?.map((repair) => (
          <HistoryRow key={repair.id} repair={repair} meter={meter} mayChange={mayChange} />
        ))}
      </ul>
    </Card>
  );
}

function HistoryRow({ repair, meter, mayChange }: { repair: RepairRow; meter: MeterRow; mayChange: boolean }) {
  const { t } = useTranslation('readings');
  const format = useFormat();
  const userId = useUserId();
  const undo = useUndoRepair();
  const amount = (used: number) => format.amount(meter.utility, used);
  const { used_before: before, used_after: after, first_day: first, last_day: last } = repair;
  const writeDay = (day: string) => format.date(dateOf(day), { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const days =
    first === null || last === null
      ? undefined
      : first === last
        ? writeDay(first)
        : t('history.days', { first: writeDay(first), last: writeDay(last) });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3 last:border-b-0">
      <div className="min-w-48 flex-1">
        <p className="font-semibold">{t(`history.kind.${repair.kind}`)}</p>
        <p className="figures text-small text-ink-soft">
          {format.dateTime(Date.parse(repair.made_at))} ·{' '}
          {t(repair.made_by === userId ? 'history.by.you' : 'history.by.member')}
        </p>
        {days !== undefined && (
          <p className="figures text-small text-ink-soft">
            {days}: {t('history.use', { before: amount(before).text, after: amount(after).text })}
          </p>
        )}
      </div>
      {repair.undone_at !== null && <Badge>{t('history.undone')}</Badge>}
      {repair.undone_at === null && mayChange && (
        <Button look="secondary" size="small" pending={undo.isPending} onClick={() => undo.mutate(repair.id)}>
          {t('undo')}
        </Button>
      )}
    </li>
  );
}

/** Takes a repair back, and says so. */
function useUndoRepair() {
  const { t } = useTranslation('readings');
  const words = useFailureMessages();
  const reload = useReloadFigures();
  return useMutation({
    mutationFn: (id: string | number) => callService(undoRepair, { params: { id } }),
    onSuccess: () => notify(t('undone')),
    onError: (error) => notify(t('failed'), words.ofThrown(error), 'alert'),
    onSettled: reload,
  });
}
