/** The form of one way of paying. */
import { useTranslation } from 'react-i18next';
import { firstUtility, type Utility } from '#catalogue/index.ts';
import { useUtilities } from '#shell/household/connected-devices.ts';
import { useForm } from '#shell/parts/form.tsx';
import { FormActions, FormAlert, SelectField, TextField } from '#shell/ui/field.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { SegmentedField } from '#shell/ui/radio-options.tsx';
import type { TariffRow } from '#supabase/tables/index.ts';
import type { PayingWay } from '../../contract/payments.ts';
import { AmountInput, writtenAmount } from '../tariffs/prices/amount-input.tsx';
import { isTariffDay, plainDecimal } from '../tariffs/prices/simple-plan.ts';
import { amountFault } from './entries-dialog.tsx';
import { type Account, type EntryRow, usePaymentChanges, type WayRow } from './payment-queries.ts';

/** Of nothing: a new one. */
export interface WayTarget {
  utility?: Utility;
  way?: PayingWay;
}

interface WayFormProps extends WayTarget {
  tariffs: readonly TariffRow[];
  /** The household's, where a utility has no tariff. */
  currency: string;
  today: string;
  accounts: readonly Account[];
  onDone: () => void;
}

const draftOf = (way: PayingWay | undefined, utility: Utility, today: string) => {
  const { instalment = null, recovery = null, emergencyCredit = null } = way ?? {};
  return {
    utility,
    kind: way?.kind ?? 'instalments',
    from: way?.validFrom ?? today,
    amount: writtenAmount(instalment?.amount ?? ''),
    every: String(instalment?.everyMonths ?? 1),
    firstDue: instalment?.firstDue ?? today,
    isLast: (instalment?.dueDay ?? 0) > Number((instalment?.firstDue ?? today).slice(8)),
    yearStart: instalment?.yearStart ?? `${today.slice(0, 4)}-01-01`,
    isAutomatic: instalment?.isAutomatic ?? true,
    recovery: recovery === null ? 'none' : 'percent' in recovery ? 'percent' : 'weekly',
    recoveryAmount: recovery === null ? '' : writtenAmount('percent' in recovery ? recovery.percent : recovery.weekly),
    emergency: writtenAmount(emergencyCredit ?? ''),
    openingSign: 'credit',
    opening: '',
    arrears: '',
  };
};
type Draft = ReturnType<typeof draftOf>;

/** Whether it is the last day of its month, and one that not every month has. */
const isShortEnd = (day: string): boolean => {
  const [year = 0, month = 1, date = 0] = day.split('-').map(Number);
  return date < 31 && date === new Date(Date.UTC(year, month, 0)).getUTCDate();
};

const rowOf = (draft: Draft): WayRow => {
  const { kind, isLast, firstDue, recovery } = draft;
  const isBy = (wanted: Draft['kind']) => kind === wanted;
  const money = (typed: string, is: boolean) =>
    is && Number(plainDecimal(typed) ?? 0) > 0 ? (plainDecimal(typed) ?? null) : null;
  return {
    utility: draft.utility,
    valid_from: draft.from,
    kind,
    amount: money(draft.amount, isBy('instalments')),
    every_months: isBy('instalments') ? Number(draft.every) : null,
    due_day: isBy('instalments') ? (isLast && isShortEnd(firstDue) ? 31 : Number(firstDue.slice(8))) : null,
    first_due: isBy('instalments') ? firstDue : null,
    is_automatic: draft.isAutomatic,
    year_start: isBy('instalments') ? draft.yearStart : null,
    recovery_percent: money(draft.recoveryAmount, isBy('prepaid') && recovery === 'percent'),
    recovery_weekly: money(draft.recoveryAmount, isBy('prepaid') && recovery === 'weekly'),
    emergency_credit: money(draft.emergency, isBy('prepaid')),
  };
};

const entriesOf = ({ utility, from, kind, opening, openingSign, arrears }: Draft, currency: string): EntryRow[] => {
  const own = { utility, day: from, currency, note: null };
  return [
    ...(opening.trim() === ''
      ? []
      : [
          {
            ...own,
            kind: 'opening' as const,
            amount: `${openingSign === 'owed' ? '-' : ''}${plainDecimal(opening) ?? '0'}`,
          },
        ]),
    ...(kind !== 'prepaid' || Number(plainDecimal(arrears) ?? 0) === 0
      ? []
      : [{ ...own, kind: 'arrears' as const, amount: plainDecimal(arrears) ?? '0' }]),
  ];
};

export function WayForm({ utility, way, accounts, tariffs, currency, today, onDone }: WayFormProps) {
  const { t } = useTranslation('billing');
  const measured = useUtilities();
  const { keepWay } = usePaymentChanges();
  const options = utility === undefined ? (measured.length === 0 ? [firstUtility] : measured) : [utility];
  const currencyFor = (of: Utility) =>
    accounts.find((one) => one.utility === of)?.currency ??
    tariffs.find((one) => one.utility === of)?.currency ??
    currency;
  const isFirst = (of: Utility) => !accounts.some((one) => one.utility === of && one.lines.length > 0);
  const faultOf = (typed: string, isAsked: boolean, mayBeEmpty: boolean) =>
    !isAsked || (mayBeEmpty && typed.trim() === '') ? undefined : amountFault(typed, mayBeEmpty, t);
  const form = useForm({
    values: draftOf(way, options[0] ?? firstUtility, today),
    check: (draft) => {
      const [isInstalments, isPrepaid] = [draft.kind === 'instalments', draft.kind === 'prepaid'];
      const dayFault = (day: string, isAsked = true) =>
        isAsked && !isTariffDay(day) ? t('payments.form.noDay') : undefined;
      const percent = Number(plainDecimal(draft.recoveryAmount) ?? 0);
      return {
        from: dayFault(draft.from),
        amount: faultOf(draft.amount, isInstalments, false),
        firstDue: dayFault(draft.firstDue, isInstalments),
        yearStart: dayFault(draft.yearStart, isInstalments),
        recoveryAmount:
          faultOf(draft.recoveryAmount, isPrepaid && draft.recovery !== 'none', false) ??
          (isPrepaid && draft.recovery === 'percent' && percent >= 100 ? t('payments.paying.percent') : undefined),
        emergency: faultOf(draft.emergency, isPrepaid, true),
        opening: faultOf(draft.opening, way === undefined && isFirst(draft.utility), true),
        arrears: faultOf(draft.arrears, way === undefined && isPrepaid && isFirst(draft.utility), true),
      };
    },
    send: async (draft) => {
      const entries = way === undefined && isFirst(draft.utility) ? entriesOf(draft, currencyFor(draft.utility)) : [];
      await keepWay.mutateAsync({ id: way?.id, row: rowOf(draft), entries });
      notify(t('payments.paying.saved'));
      onDone();
    },
    blame: { '23505': 'from' },
    refusal: (error, reason) =>
      'code' in error && error.code === '23505' ? t('payments.paying.taken') : `${t('payments.failed')} ${reason}`,
  });
  const { kind, utility: chosen, recovery, firstDue } = form.values;
  const labels = { currency: currencyFor(chosen) };
  return (
    <form {...form.props} className="space-y-4">
      <SegmentedField
        {...form.control('kind')}
        label={t('payments.paying.kind')}
        options={(['after-bill', 'instalments', 'prepaid'] as const).map((value) => ({
          value,
          label: t(`payments.paying.kinds.${value}`),
        }))}
      />
      <p className="text-small text-ink-soft">{t(`payments.paying.about.${kind}`)}</p>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <SelectField
          {...form.field('utility')}
          label={t('payments.paying.utility')}
          options={options.map((value) => ({ value, label: t(value) }))}
        />
        <TextField
          {...form.field('from')}
          label={t('payments.paying.from')}
          type="date"
          min="2000-01-01"
          max="2099-12-31"
        />
        {kind === 'instalments' && (
          <>
            <AmountInput
              {...form.control('amount')}
              label={t('payments.paying.amount', labels)}
              error={form.errorOf('amount')}
            />
            <SelectField
              {...form.field('every')}
              label={t('payments.paying.every')}
              options={[1, 2, 3, 6].map((count) => ({
                value: String(count),
                label: t('payments.paying.months', { count }),
              }))}
            />
            <TextField
              {...form.field('firstDue')}
              label={t('payments.paying.firstDue')}
              type="date"
              min="2000-01-01"
              max="2099-12-31"
            />
            <TextField
              {...form.field('yearStart')}
              label={t('payments.paying.yearStart')}
              hint={t('payments.paying.yearHint')}
              type="date"
              min="2000-01-01"
              max="2099-12-31"
            />
            {isShortEnd(firstDue) && <Check {...form.input('isLast')} label={t('payments.paying.isLast')} />}
            <Check {...form.input('isAutomatic')} label={t('payments.paying.isAutomatic')} />
          </>
        )}
        {kind === 'prepaid' && (
          <>
            <SelectField
              {...form.field('recovery')}
              label={t('payments.paying.recovery')}
              options={(['none', 'percent', 'weekly'] as const).map((value) => ({
                value,
                label: t(`payments.paying.recoveries.${value}`),
              }))}
            />
            {recovery !== 'none' && (
              <AmountInput
                {...form.control('recoveryAmount')}
                label={
                  recovery === 'percent'
                    ? t('payments.paying.recoveryPercent')
                    : t('payments.paying.recoveryWeekly', labels)
                }
                error={form.errorOf('recoveryAmount')}
              />
            )}
            <AmountInput
              {...form.control('emergency')}
              label={t('payments.paying.emergency', labels)}
              error={form.errorOf('emergency')}
            />
          </>
        )}
        {way === undefined && isFirst(chosen) && (
          <>
            <AmountInput
              {...form.control('opening')}
              label={t(kind === 'prepaid' ? 'payments.paying.openingPrepaid' : 'payments.paying.opening', labels)}
              error={form.errorOf('opening')}
            />
            <SelectField
              {...form.field('openingSign')}
              label={t('payments.paying.openingSign')}
              options={(['credit', 'owed'] as const).map((value) => ({
                value,
                label: t(`payments.paying.signs.${value}`),
              }))}
            />
            {kind === 'prepaid' && (
              <AmountInput
                {...form.control('arrears')}
                label={t('payments.paying.arrears', labels)}
                error={form.errorOf('arrears')}
              />
            )}
          </>
        )}
      </div>
      <FormAlert>{form.alert}</FormAlert>
      <FormActions submit={t('form.save')} cancel={t('cancel')} onCancel={onDone} pending={form.isPending} />
    </form>
  );
}

function Check({ label, ...input }: { label: string } & ReturnType<ReturnType<typeof useForm<Draft>>['input']>) {
  return (
    <label className="flex min-h-11 items-center gap-3 sm:col-span-2">
      <input {...input} type="checkbox" className="size-5 shrink-0 accent-leaf" />
      {label}
    </label>
  );
}
