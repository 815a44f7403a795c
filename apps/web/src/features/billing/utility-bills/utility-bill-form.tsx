import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Utility, utilityIds } from '@wattershed/catalogue';
import type { Household, TariffRow, UtilityBillRow } from '@wattershed/database';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureWords } from '../../../platform/failure-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { notify } from '../../../ui/notice.ts';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { AmountInput } from '../tariffs/amount-input.tsx';
import { billingKey } from '../billing-queries.ts';
import { saveUtilityBill, type UtilityBillEntry, useUtilityBills } from './utility-bill-api.ts';
import { UtilityBillAmounts } from './utility-bill-amounts.tsx';
import { UtilityBillDay } from './utility-bill-day.tsx';
import { checkDraft, decimalMark, type DraftFaults, longestNote, type UtilityBillDraft } from './utility-bill-draft.ts';
import { UtilityBillFromFile } from './utility-bill-from-file.tsx';
import { UtilityBillPaper } from './utility-bill-paper.tsx';
import { UtilityBillShared } from './utility-bill-shared.tsx';
import { termsOn } from './utility-bill-units.ts';

export interface UtilityBillFormProps {
  household: Household;
  tariffs: readonly TariffRow[];
  today: string;
  bill: UtilityBillRow | undefined;
  /** Begins with what files tell. */
  isFromFile: boolean;
  begun: UtilityBillDraft;
  onChange: (draft: UtilityBillDraft) => void;
  /** Saved, or given up. */
  onDone: () => void;
}

export function UtilityBillForm(props: UtilityBillFormProps) {
  const { household, tariffs, today, bill, isFromFile, begun, onChange, onDone } = props;
  const { t, i18n } = useTranslation(['utility-bills', 'billing']);
  const { ofThrown } = useFailureWords();
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(begun);
  const [faults, setFaults] = useState<DraftFaults>({});
  const entered = useUtilityBills().data ?? [];
  const terms = termsOn(draft.lastDay, draft.utility, tariffs);
  const currency = terms.currency ?? bill?.currency ?? household.currency;
  const save = useMutation({
    mutationFn: (entry: UtilityBillEntry) => saveUtilityBill(household.id, bill, entry),
    onSuccess: async () => {
      notify(t('form.saved'), t('form.savedText'));
      onDone();
      await queries.invalidateQueries({ queryKey: billingKey });
    },
  });
  // The first field that is wrong gets the focus.
  useEffect(() => {
    if (Object.keys(faults).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [faults]);

  const change = (part: Partial<UtilityBillDraft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    onChange(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    const checked = checkDraft(draft, { currency, today, decimalMark: decimalMark(i18n.language) });
    setFaults(checked.ok ? {} : checked.faults);
    if (checked.ok) save.mutate(checked.entry);
  };
  const words = (fault: DraftFaults[keyof DraftFaults]) =>
    fault === undefined ? undefined : t(`fault.${fault}`, { currency });
  return (
    <form ref={form} className="space-y-5" onSubmit={submit} noValidate>
      {bill === undefined && (
        <UtilityBillFromFile
          context={{ household, tariffs, entered, today }}
          startsOpen={isFromFile}
          draft={draft}
          currency={currency}
          onFill={(filled) => {
            setFaults({});
            change(filled);
          }}
        />
      )}
      <SegmentedControl<Utility>
        label={t('form.utility')}
        value={draft.utility}
        options={utilityIds.map((value) => ({ value, label: t(value) }))}
        onChange={(utility) => change({ utility })}
      />
      <div className="grid items-start gap-3 sm:grid-cols-3">
        <UtilityBillDay
          label={t('form.firstDay')}
          value={draft.firstDay}
          error={words(faults.firstDay)}
          onChange={(firstDay) => change({ firstDay })}
        />
        <UtilityBillDay
          label={t('form.lastDay')}
          value={draft.lastDay}
          error={words(faults.lastDay)}
          onChange={(lastDay) => change({ lastDay })}
        />
        <AmountInput
          label={t('form.total', { currency })}
          value={draft.total}
          error={words(faults.total)}
          onChange={(total) => change({ total })}
        />
      </div>
      <UtilityBillShared draft={draft} others={entered.filter(({ id }) => id !== bill?.id)} />
      <UtilityBillAmounts
        draft={draft}
        unit={terms.unit}
        currency={currency}
        errors={{
          used: words(faults.used),
          useAmount: words(faults.useAmount),
          fixedAmount: words(faults.fixedAmount),
          taxAmount: words(faults.taxAmount),
        }}
        onChange={change}
      />
      <UtilityBillPaper household={household} value={draft.document} onChange={(document) => change({ document })} />
      <Field label={t('form.note')}>
        {(control) => (
          <TextArea
            {...control}
            className="min-h-20"
            rows={2}
            maxLength={longestNote}
            value={draft.note}
            onChange={(event) => change({ note: event.target.value })}
          />
        )}
      </Field>
      {save.isError && (
        <p role="alert" className="rounded-control bg-alert-soft px-3 py-2 text-alert">
          {t('form.failed')} {ofThrown(save.error)}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onDone}>
          {t('billing:cancel')}
        </Button>
        <Button type="submit" pending={save.isPending}>
          {t('form.save')}
        </Button>
      </div>
    </form>
  );
}
