import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BillingCycleRow, Household } from '#supabase/tables/index.ts';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { membershipsKey } from '#shell/household/memberships.ts';
import { keptOffline } from '#shell/data/keep-answers.ts';
import { askTables, changeOrAdd } from '#shell/data/tables.ts';
import { Button } from '#shell/ui/button.tsx';
import { Field, Select } from '#shell/ui/field.tsx';
import { notify, notifyWithAction } from '#shell/ui/notices/notice.ts';
import { billingKey } from '../billing-queries.ts';
import { changeBillingDay } from '../tariffs/tariff-api.ts';
import {
  BillingCycleDates,
  BillingCycleReads,
  choiceOf,
  type CycleChoice,
  type CycleKind,
  isSameChoice,
  spreadDates,
} from './billing-cycle-days.tsx';

export interface BillingCycleFieldProps {
  household: Household;
  today: string;
  mayWrite: boolean;
  /** The day of each month is the owner's to choose. */
  isOwner: boolean;
}

const kinds: readonly CycleKind[] = ['day', 'dates', 'reads'];

/** When a bill begins. A day of each month holds at once; days of the year and readings are written down first. */
export function BillingCycleField({ household, today, mayWrite, isOwner }: BillingCycleFieldProps) {
  const { t } = useTranslation(['billing-market', 'billing']);
  const cycle = useBillingCycle(household.id);
  const [draft, setDraft] = useState<CycleChoice>();
  const [isRefused, setRefused] = useState(false);
  const closedId = useId();
  const save = useSaveCycle(household.id);
  function keep(choice: CycleChoice) {
    save.mutate(choice, {
      onSuccess: ({ former }) => {
        setDraft(undefined);
        const title = t(`cycle.saved.${choice.kind}`);
        if (former.kind === 'day' && !isOwner) notify(title);
        else notifyWithAction(title, { label: t('cycle.undo'), onSelect: () => keep(former) });
      },
      onError: () => notify(t('billing:tariffs.saveFailed'), undefined, 'alert'),
    });
  }
  if (cycle.isError && cycle.data === undefined)
    return (
      <p role="status" className="flex flex-wrap items-center gap-x-2 text-small text-ink-soft">
        {t('cycle.failed')}
        <Button look="quiet" size="small" onClick={() => void cycle.refetch()}>
          {t('retry')}
        </Button>
      </p>
    );
  const saved = choiceOf(cycle.data);
  const shown = draft ?? saved;
  const isBusy = save.isPending || cycle.isPending;
  const choose = (kind: CycleKind) => {
    setRefused(false);
    if (kind === saved.kind) setDraft(undefined);
    else if (kind === 'day') keep({ kind });
    else if (kind === 'dates') setDraft({ kind, days: spreadDates('01-01', 2) });
    else setDraft({ kind, days: [] });
  };
  const change = (days: readonly string[]) => {
    setRefused(false);
    if (shown.kind !== 'day') setDraft({ kind: shown.kind, days });
  };
  const submit = () => {
    if (shown.kind === 'day' || save.isPending) return;
    if (shown.days.length === 0 || new Set(shown.days).size < shown.days.length) setRefused(true);
    else keep({ kind: shown.kind, days: [...shown.days].sort() });
  };
  return (
    <div className="space-y-3" aria-busy={cycle.isPending || undefined}>
      <Field label={t('cycle.label')}>
        {(control) => (
          <Select
            {...control}
            className="max-w-80"
            // Back to a day of each month: the rule is deleted, which is the owner's to do.
            options={kinds
              .filter((kind) => kind !== 'day' || isOwner || saved.kind === 'day')
              .map((kind) => ({ value: kind, label: t(`cycle.kinds.${kind}`) }))}
            value={save.isPending ? save.variables.kind : shown.kind}
            disabled={!mayWrite || isBusy}
            onChange={(event) => choose(event.target.value as CycleKind)}
          />
        )}
      </Field>
      {shown.kind === 'day' && <BillingDayField household={household} disabled={!isOwner || isBusy} />}
      {shown.kind !== 'day' && (
        <fieldset className="min-w-0 space-y-3" disabled={isBusy} aria-describedby={closedId}>
          <legend className="sr-only">{t(`cycle.kinds.${shown.kind}`)}</legend>
          {shown.kind === 'dates' ? (
            <BillingCycleDates dates={shown.days} isRefused={isRefused} onChange={mayWrite ? change : undefined} />
          ) : (
            <BillingCycleReads
              reads={shown.days}
              today={today}
              isRefused={isRefused}
              onChange={mayWrite ? change : undefined}
            />
          )}
          <p id={closedId} className="text-small text-ink-soft">
            {t('cycle.closed')}
          </p>
          {draft !== undefined && !isSameChoice(draft, saved) && (
            <div className="flex flex-wrap gap-3">
              <Button size="small" pending={save.isPending} onClick={submit}>
                {t('cycle.save')}
              </Button>
              <Button look="secondary" size="small" onClick={() => setDraft(undefined)}>
                {t('billing:cancel')}
              </Button>
            </div>
          )}
        </fieldset>
      )}
    </div>
  );
}

const monthDays = Array.from({ length: 28 }, (_, i) => ({ value: String(i + 1), label: String(i + 1) }));

/** On which day of the month a bill begins; saved at once, by the household's owner. */
function BillingDayField({ household, disabled }: { household: Household; disabled: boolean }) {
  const { t } = useTranslation('billing');
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: (day: number) => changeBillingDay(household.id, day),
    onSuccess: async (_, day) => {
      notify(t('tariffs.billingDaySaved', { day }));
      await queries.invalidateQueries({ queryKey: [membershipsKey] });
      await queries.invalidateQueries({ queryKey: billingKey });
    },
    onError: () => notify(t('tariffs.saveFailed'), undefined, 'alert'),
  });
  return (
    <Field label={t('tariffs.billingDay')} hint={t('tariffs.billingDayHint')}>
      {(control) => (
        <Select
          {...control}
          className="max-w-28"
          options={monthDays}
          value={String(save.isPending ? save.variables : household.billing_day)}
          disabled={disabled || save.isPending}
          onChange={(event) => save.mutate(Number(event.target.value))}
        />
      )}
    </Field>
  );
}

const cycleKey = (householdId: string) => [...billingKey, 'cycle', householdId];

/** Null: on a day of each month. */
function useBillingCycle(householdId: string) {
  return useQuery({
    queryKey: cycleKey(householdId),
    meta: keptOffline,
    queryFn: async () => {
      const [row] = await askTables<BillingCycleRow[]>((tables) =>
        tables.from('billing_cycles').select().eq('household_id', householdId),
      );
      return row ?? null;
    },
  });
}

interface CycleSaved {
  choice: CycleChoice;
  /** What it was before. */
  former: CycleChoice;
}

function useSaveCycle(householdId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (choice: CycleChoice): Promise<CycleSaved> => {
      const row = queries.getQueryData<BillingCycleRow | null>(cycleKey(householdId)) ?? null;
      await saveCycle(householdId, choice);
      return { choice, former: choiceOf(row) };
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: cycleKey(householdId) });
      void queries.invalidateQueries({ queryKey: billingKey });
    },
  });
}

async function saveCycle(householdId: string, choice: CycleChoice): Promise<void> {
  if (choice.kind === 'day') {
    await askTables((tables) => tables.from('billing_cycles').delete().eq('household_id', householdId));
    return;
  }
  const { kind, days } = choice;
  const [month_days, read_days] = kind === 'dates' ? [days, []] : [[], days];
  await changeOrAdd('billing_cycles', { household_id: householdId }, { kind, month_days, read_days });
}
