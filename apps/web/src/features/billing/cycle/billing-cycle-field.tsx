import type { Household } from '@wattershed/database';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { notify, notifyWithAction } from '../../../ui/notice.ts';
import { Select } from '../../../ui/select.tsx';
import { useBillingCycle, useSaveCycle } from './billing-cycle-api.ts';
import { BillingCycleDates } from './billing-cycle-dates.tsx';
import { BillingCycleReads } from './billing-cycle-reads.tsx';
import { type CycleChoice, type CycleKind, choiceOf, isSameChoice, spreadDates } from './billing-cycle-rule.ts';
import { BillingDayField } from './billing-day-field.tsx';

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
